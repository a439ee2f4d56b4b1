//===- missing-features.c - What a target has and this machine has not
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares the features of a CPU target with those that LLVM finds on the host,
// whose list names every feature that can be asked of a processor, as +NAME or
// -NAME.
//
//===----------------------------------------------------------------------===//

#include "dialect-bridge/bridge.h"
#include "target/target.h"
#include "llvm-c/Core.h"
#include "llvm-c/TargetMachine.h"
#include <string.h>

/// Features of the system and of single instructions, which compilers use for
/// intrinsics only. Virtual machines often hide them.
static const char *const intrinsicsOnly[] = {
    "aes",        "avx512vp2intersect",
    "cldemote",   "clflushopt",
    "clwb",       "clzero",
    "enqcmd",     "fsgsbase",
    "hreset",     "invpcid",
    "kl",         "lwp",
    "movrs",      "mwaitx",
    "pclmul",     "pconfig",
    "pku",        "prefetchi",
    "prfchw",     "ptwrite",
    "rdpid",      "rdpru",
    "rdrnd",      "rdseed",
    "rtm",        "serialize",
    "sgx",        "sha",
    "sha512",     "shstk",
    "sm3",        "sm4",
    "sse4a",      "tbm",
    "tsxldtrk",   "uintr",
    "usermsr",    "vaes",
    "vpclmulqdq", "waitpkg",
    "wbnoinvd",   "widekl",
    "xsave",      "xsavec",
    "xsaveopt",   "xsaves",
};

static bool mayBeEmitted(const char *feature) {
  if (strncmp(feature, "amx-", 4) == 0)
    return false;
  for (size_t i = 0; i < sizeof intrinsicsOnly / sizeof *intrinsicsOnly; i++)
    if (strcmp(feature, intrinsicsOnly[i]) == 0)
      return false;
  return true;
}

static void appendMissing(const AsTarget *target, const char *feature,
                          AsText *missing) {
  if (mayBeEmitted(feature) && asBridgeHasFeature(target->triple, target->cpu,
                                                  target->features, feature))
    asTextFormat(missing, "%s%s", missing->length ? ", " : "", feature);
}

void asTargetAppendMissing(const AsTarget *target, AsText *missing) {
  char *host = LLVMGetHostCPUFeatures(), *rest = host;
  for (char *item = strsep(&rest, ","); item; item = strsep(&rest, ","))
    if (*item == '-')
      appendMissing(target, item + 1, missing);
  LLVMDisposeMessage(host);
}
