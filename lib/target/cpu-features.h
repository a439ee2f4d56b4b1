//===- cpu-features.h - What code for a CPU may take for granted
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The features of x86-64 CPUs beyond the first one's that compilers use without
// being asked to, and where the CPUID instruction tells of them. What compilers
// use for intrinsics alone, and what is for systems, is not among them: virtual
// machines often hide it, and nothing is lost.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TARGET_CPU_FEATURES_H
#define AS_TARGET_CPU_FEATURES_H

#include "support/text.h"
#include <stdint.h>

typedef struct AsCpuFeature {
  const char *name; ///< As LLVM names it.
  /// Present if CPUID with these gives any of the bits in the register, which
  /// is 0 for eax, 1 for ebx, 2 for ecx, 3 for edx.
  uint32_t leaf, subleaf, reg, bits;
  /// Bits of the register XCR0 that the system must have set: that it saves the
  /// registers which such instructions use.
  uint32_t states;
} AsCpuFeature;

/// The first feature after `last` that code for this CPU may use; the first of
/// all if that is NULL. NULL after the last one.
const AsCpuFeature *asCpuFeatureNext(const char *triple, const char *cpu,
                                     const char *features,
                                     const AsCpuFeature *last);

#endif // AS_TARGET_CPU_FEATURES_H
