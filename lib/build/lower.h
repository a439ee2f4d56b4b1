//===- build/lower.h - From scheduled IR to the LLVM dialect
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same lowering for candidates, for the unscheduled reference, and for what
// is emitted in the end.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BUILD_LOWER_H
#define AS_BUILD_LOWER_H

#include "as/error.h"
#include "as/options.h"
#include "ir/ir.h"

/// On a lowered function: its signature as the front end had it, one
/// "DIMxDIMxTYPE" for each argument and result, e.g. "4x4xf32,f32->4xf32".
/// Tools that run compiled code find the shapes here.
#define AS_SIGNATURE_ATTRIBUTE "as.signature"

typedef struct AsLowerOptions {
  int threads; ///< OpenMP threads for parallel loops; 1 makes them serial.
  AsFp fp;
  bool verify;  ///< Run MLIR's verifier between passes.
  bool isStock; ///< As users get it without as-opt: math functions from libm.
} AsLowerOptions;

/// Lowers `module` in place.
///
/// Requires: functions on tensors of static shape, scheduled or not. Provides:
/// the LLVM dialect, where each public function takes a bare pointer for each
/// tensor argument, then one for each tensor result, which it writes; scalars
/// go by value. Where a signature is not static, all functions keep MLIR's
/// standard convention (memref descriptors) instead.
AsStatus asLowerModule(MlirModule module, const AsLowerOptions *options,
                       AsError *error);

#endif // AS_BUILD_LOWER_H
