//===- cpu-check.h - Refuse to run on a CPU that lacks features
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_CODEGEN_CPU_CHECK_H
#define AS_CODEGEN_CPU_CHECK_H

#include "as/error.h"
#include "llvm-c/Types.h"

/// Lets each public function of an optimised module look whether the CPU that
/// it runs on has what code for `cpu` with `features` may use. If not, it
/// writes the features that are missing to stderr, and aborts. Beside each
/// signature comes a function AS_MISSING_PREFIX NAME (support/entry-symbols.h),
/// by which callers ask first.
AsStatus asCheckCpu(LLVMModuleRef module, const char *triple, const char *cpu,
                    const char *features, AsError *error);

#endif // AS_CODEGEN_CPU_CHECK_H
