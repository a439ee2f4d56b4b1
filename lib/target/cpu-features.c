//===- cpu-features.c - What code for a CPU may take for granted
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See cpu-features.h. What this machine has is what LLVM says of it, whose list
// has every feature as +NAME or -NAME.
//
//===----------------------------------------------------------------------===//

#include "target/cpu-features.h"
#include "dialect-bridge/bridge.h"
#include "target/target.h"
#include "llvm-c/Core.h"
#include "llvm-c/TargetMachine.h"
#include <string.h>

enum { EAX, EBX, ECX, EDX };

/// Of CPUID: general features, AMD's, and two leaves of newer ones.
enum { BASIC = 1, EXTENDED = 7, AMD = (int)0x80000001, AVX10 = 0x24 };

/// Of XCR0: registers of 128 and 256 bits, those of 512 bits with masks, and
/// the general ones beyond the sixteenth.
enum { YMM = 0x6, ZMM = 0xe6, GPR = 0x80000 };

#define BIT(number) (1u << (number))

static const AsCpuFeature known[] = {
    {"sse3", BASIC, 0, ECX, BIT(0), 0},
    {"ssse3", BASIC, 0, ECX, BIT(9), 0},
    {"sse4.1", BASIC, 0, ECX, BIT(19), 0},
    {"sse4.2", BASIC, 0, ECX, BIT(20), 0},
    {"cx16", BASIC, 0, ECX, BIT(13), 0},
    {"popcnt", BASIC, 0, ECX, BIT(23), 0},
    {"movbe", BASIC, 0, ECX, BIT(22), 0},
    {"sahf", (uint32_t)AMD, 0, ECX, BIT(0), 0},
    {"lzcnt", (uint32_t)AMD, 0, ECX, BIT(5), 0},
    {"bmi", EXTENDED, 0, EBX, BIT(3), 0},
    {"bmi2", EXTENDED, 0, EBX, BIT(8), 0},
    {"tbm", (uint32_t)AMD, 0, ECX, BIT(21), 0},
    {"avx", BASIC, 0, ECX, BIT(28), YMM},
    {"f16c", BASIC, 0, ECX, BIT(29), YMM},
    {"fma", BASIC, 0, ECX, BIT(12), YMM},
    {"fma4", (uint32_t)AMD, 0, ECX, BIT(16), YMM},
    {"xop", (uint32_t)AMD, 0, ECX, BIT(11), YMM},
    {"avx2", EXTENDED, 0, EBX, BIT(5), YMM},
    {"gfni", EXTENDED, 0, ECX, BIT(8), 0},
    {"avxvnni", EXTENDED, 1, EAX, BIT(4), YMM},
    {"avxifma", EXTENDED, 1, EAX, BIT(23), YMM},
    {"avxvnniint8", EXTENDED, 1, EDX, BIT(4), YMM},
    {"avxvnniint16", EXTENDED, 1, EDX, BIT(10), YMM},
    {"avxneconvert", EXTENDED, 1, EDX, BIT(5), YMM},
    {"avx512f", EXTENDED, 0, EBX, BIT(16), ZMM},
    {"avx512cd", EXTENDED, 0, EBX, BIT(28), ZMM},
    {"avx512dq", EXTENDED, 0, EBX, BIT(17), ZMM},
    {"avx512bw", EXTENDED, 0, EBX, BIT(30), ZMM},
    {"avx512vl", EXTENDED, 0, EBX, BIT(31), ZMM},
    {"avx512ifma", EXTENDED, 0, EBX, BIT(21), ZMM},
    {"avx512vbmi", EXTENDED, 0, ECX, BIT(1), ZMM},
    {"avx512vbmi2", EXTENDED, 0, ECX, BIT(6), ZMM},
    {"avx512vnni", EXTENDED, 0, ECX, BIT(11), ZMM},
    {"avx512bitalg", EXTENDED, 0, ECX, BIT(12), ZMM},
    {"avx512vpopcntdq", EXTENDED, 0, ECX, BIT(14), ZMM},
    {"avx512bf16", EXTENDED, 1, EAX, BIT(5), ZMM},
    {"avx512fp16", EXTENDED, 0, EDX, BIT(23), ZMM},
    {"avx10.2", AVX10, 0, EBX, 0xfe, ZMM}, // Version 2 or later.
    {"egpr", EXTENDED, 1, EDX, BIT(21), GPR},
    {"push2pop2", EXTENDED, 1, EDX, BIT(21), GPR},
    {"ppx", EXTENDED, 1, EDX, BIT(21), GPR},
    {"ndd", EXTENDED, 1, EDX, BIT(21), GPR},
    {"ccmp", EXTENDED, 1, EDX, BIT(21), GPR},
    {"nf", EXTENDED, 1, EDX, BIT(21), GPR},
    {"cf", EXTENDED, 1, EDX, BIT(21), GPR},
    {"zu", EXTENDED, 1, EDX, BIT(21), GPR},
};

const AsCpuFeature *asCpuFeatureNext(const char *triple, const char *cpu,
                                     const char *features,
                                     const AsCpuFeature *last) {
  const AsCpuFeature *end = known + sizeof known / sizeof *known;
  const AsCpuFeature *next = last ? last + 1 : known;
  if (strncmp(triple, "x86_64", strlen("x86_64")) != 0)
    return NULL;
  while (next < end && !asBridgeHasFeature(triple, cpu, features, next->name))
    next++;
  return next < end ? next : NULL;
}

/// Whether the list says -NAME.
static bool lacks(const char *host, const char *name) {
  size_t length = strlen(name);
  for (const char *item = host; item; item = strchr(item, ',')) {
    item += *item == ',';
    if (*item == '-' && strncmp(item + 1, name, length) == 0 &&
        (item[length + 1] == ',' || !item[length + 1]))
      return true;
  }
  return false;
}

void asTargetAppendMissing(const AsTarget *target, AsText *missing) {
  char *host = LLVMGetHostCPUFeatures();
  const AsCpuFeature *feature = NULL;
  while ((feature = asCpuFeatureNext(target->triple, target->cpu,
                                     target->features, feature)))
    if (lacks(host, feature->name))
      asTextFormat(missing, "%s%s", missing->length ? ", " : "", feature->name);
  LLVMDisposeMessage(host);
}
