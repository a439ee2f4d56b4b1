//===- cpu-check.c - What code finds out about the CPU that it runs on
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled code and LLVM must find the same features on this machine.
//
//===----------------------------------------------------------------------===//

#include "matmul.h"
#include "support/entry-symbols.h"
#include "target/cpu-features.h"
#include "llvm-c/Core.h"
#include "llvm-c/TargetMachine.h"

/// What all x86-64 CPUs have, what is for systems, and what compilers use for
/// intrinsics alone.
static const char *const taken[] = {
    "64bit",     "adx",        "aes",       "avx10.1",   "avx512vp2intersect",
    "cldemote",  "clflushopt", "clwb",      "clzero",    "cmov",
    "cmpccxadd", "crc32",      "cx8",       "enqcmd",    "fsgsbase",
    "fxsr",      "hreset",     "invpcid",   "kl",        "lwp",
    "mmx",       "movdir64b",  "movdiri",   "movrs",     "mwaitx",
    "pclmul",    "pconfig",    "pku",       "prefetchi", "prfchw",
    "ptwrite",   "raoint",     "rdpid",     "rdpru",     "rdrnd",
    "rdseed",    "rtm",        "serialize", "sgx",       "sha",
    "sha512",    "shstk",      "sm3",       "sm4",       "sse",
    "sse2",      "sse4a",      "tsxldtrk",  "uintr",     "usermsr",
    "vaes",      "vpclmulqdq", "waitpkg",   "wbnoinvd",  "widekl",
    "xsave",     "xsavec",     "xsaveopt",  "xsaves",
};

/// "+NAME,..." of all features that LLVM looks for.
static void appendAll(AsText *all) {
  char *host = LLVMGetHostCPUFeatures();
  for (char *item = host; *item; item++)
    asTextFormat(all, "%c",
                 *item == '-' && (item == host || item[-1] == ',') ? '+'
                                                                   : *item);
  LLVMDisposeMessage(host);
}

static bool isTaken(const char *name) {
  for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
    if (strcmp(name, taken[i]) == 0)
      return true;
  return strncmp(name, "amx-", 4) == 0;
}

static bool isLookedFor(const char *name, const char *all) {
  const AsCpuFeature *feature = NULL;
  while ((feature = asCpuFeatureNext(target.triple, "x86-64", all, feature)))
    if (strcmp(feature->name, name) == 0)
      return true;
  return false;
}

static void noFeatureIsForgotten(void **state) {
  AsText all = {0}, names = {0};
  appendAll(&all);
  asTextAppendString(&names, all.data);
  char *rest = names.data;
  for (char *item = strsep(&rest, ","); item; item = strsep(&rest, ","))
    if (isTaken(item + 1) == isLookedFor(item + 1, all.data))
      fail_msg("%s: cpu-features.c or this test must have it", item + 1);
  asTextFree(&names);
  asTextFree(&all);
}

static void codeFindsWhatLlvmFinds(void **state) {
  AsText all = {0}, missing = {0}, object = {0};
  AsMachine *machine;
  AsError error = {0};
  char path[32];
  appendAll(&all);
  MlirModule module = lower(parseInput("lowering/matmul.mlir"), AS_FP_STRICT);
  assert_int_equal(
      asMachineCreate(target.triple, "x86-64", all.data, &machine, &error),
      AS_OK);
  if (asCodegen(machine, module, &(AsCodegenOptions){.checksCpu = true},
                &object, NULL, &error))
    fail_msg("%s", error.message);
  void (*entry)(void **);
  void *library = load(&object, path, AS_TASK_ENTRY, &entry);
  const char *(*ask)(void);
  *(void **)&ask = dlsym(library, AS_MISSING_PREFIX AS_TASK_FUNCTION);
  assert_non_null(ask);
  asTargetAppendMissing(&(AsTarget){.triple = target.triple,
                                    .cpu = "x86-64",
                                    .features = all.data},
                        &missing);
  assert_true(missing.length); // No machine has all of them.
  assert_string_equal(ask(), missing.data);
  assert_string_equal(ask(), missing.data);
  dlclose(library);
  asMachineDestroy(machine);
  mlirModuleDestroy(module);
  asTextFree(&all);
  asTextFree(&missing);
  asTextFree(&object);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(noFeatureIsForgotten),
      cmocka_unit_test(codeFindsWhatLlvmFinds),
  };
  return cmocka_run_group_tests_name("cpu check", tests, setUp, tearDown);
}
