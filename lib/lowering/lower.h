//===- lower.h - From scheduled IR to the LLVM dialect
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same lowering for candidates, for the unscheduled program, and for what
// is emitted in the end. The reference, which says what results are right, is
// the unscheduled program with its loops in a better order.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_LOWER_H
#define AS_LOWERING_LOWER_H

#include "as/error.h"
#include "ir/ir.h"
#include "support/options.h"

/// On a lowered function: its signature as the front end had it, one
/// "DIMxDIMxTYPE" for each argument and result, e.g. "4x4xf32,f32->4xf32".
/// Tools that run compiled code find the shapes here. A size that is known only
/// at run time is "?"; only a function without any takes bare pointers.
#define AS_SIGNATURE_ATTRIBUTE "as.signature"

/// To be raised by whoever changes what comes out of the lowering: it is a part
/// of the compiler that records name, so that times of older code are not taken
/// for those of today's. test/unit/lowering/lower.c notices.
#define AS_LOWERING_VERSION 8

typedef struct AsLowerOptions {
  int threads; ///< OpenMP threads for parallel loops; 1 makes them serial.
  AsFp fp;
  bool verify;  ///< Run MLIR's verifier between passes.
  bool isStock; ///< As users get it without as-opt: math functions from libm.
  /// The same results as stock, but sooner: with isStock, what keeps LLVM from
  /// vectorising is taken out of the way, as far as no sum is reordered.
  bool isReference;
  bool hasBf16Dot; ///< Products of bf16 are added up by asTargetHasBf16Dot's
                   ///< instruction; not where `fp` is strict.
  bool isGpu;      ///< Kernels (lowering/gpu/lower-to-kernels.h) rather than
                   ///< functions.
} AsLowerOptions;

/// Replaces linalg operations on tensors that are no loop nests, such as
/// linalg.softmax, by others that are. Lowering does so too; before it, these
/// can be scheduled.
AsStatus asDecomposeLinalg(MlirModule module, AsError *error);

/// Lowers `module` in place, or fails: nothing of other dialects is left.
///
/// Requires: functions on tensors, scheduled or not. Provides: the LLVM dialect
/// (with threads, OpenMP's too). A function whose arrays are all dense and of
/// static shape takes a bare pointer for each tensor argument, then one for
/// each tensor result, which it writes; scalars go by value. The others, and
/// those that are used as values (func.constant), keep MLIR's standard
/// convention, memref descriptors. The two kinds may call each other. A
/// function that only has a declaration returns its tensors in either case.
/// What is private is internal to the module.
AsStatus asLowerModule(MlirModule module, const AsLowerOptions *options,
                       AsError *error);

/// Gives each function of a lowered module that has none the CPU and features
/// ("+a,-b", may be empty) that it is for.
void asSetTargetAttributes(MlirModule lowered, const char *name,
                           const char *features);

#endif // AS_LOWERING_LOWER_H
