//===- lower.h - Lower scheduled IR to the LLVM dialect
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Candidates, the unscheduled program (stock) and the emitted program all take
// the same lowering, so what was measured is what is emitted. The reference,
// whose results are the expected ones, is stock with its loops in a faster
// order.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_LOWER_H
#define AS_LOWERING_LOWER_H

#include "as/error.h"
#include "graph/sizes/size-symbols.h"
#include "ir/ir.h"
#include "support/options.h"
#include "target/target.h"

/// On a lowered function: its signature before lowering, as "DIMxDIMxTYPE" for
/// each argument and result, e.g. "4x4xf32,f32->4xf32". Tools that run compiled
/// code read the shapes here. A dynamic dimension is an expression of the sizes
/// that callers choose, in brackets: "[n]x4xf32->[n + 1]x4xf32".
#define AS_SIGNATURE_ATTRIBUTE "as.signature"

/// Increase this when the output of the lowering changes. Records name it as a
/// part of the compiler, so that times of older code are not mixed with new
/// ones. test/unit/lowering/lower.c fails until then.
#define AS_LOWERING_VERSION 55

typedef struct AsLowerOptions {
  int threads; ///< OpenMP threads for parallel loops; 1 makes them serial.
  AsFp fp;
  bool verify;  ///< Run MLIR's verifier between passes.
  bool isStock; ///< Lower as without as-opt: math functions from libm, no
                ///< rewrites.
  /// With isStock: the same results, faster. Removes obstacles to LLVM's
  /// vectoriser as long as no sum is reordered.
  bool isReference;
  AsDotProducts dots; ///< To use. With that of bf16 comes the instruction that
                      ///< rounds to bf16; neither is used if `fp` is strict.
  bool isFused;       ///< The target multiplies and adds in one instruction.
  int vectorBytes;    ///< Of the target's widest register; 0 if unknown.
  bool followsRows;   ///< See asTargetFollowsRows.
  bool isGpu;         ///< Lower to kernels (lowering/gpu/lower-to-kernels.h).
} AsLowerOptions;

/// Decomposes linalg operations on tensors that are not loop nests, such as
/// linalg.softmax, into ones that are. Lowering does this too; called before,
/// the results can be scheduled.
AsStatus asDecomposeLinalg(MlirModule module, AsError *error);

/// Lowers `module` in place. Fails if an operation of another dialect would be
/// left.
///
/// Requires:    functions on tensors, scheduled or not.
/// Provides:    the LLVM dialect, and with threads the OpenMP dialect.
///
/// If all memrefs of a function are dense and have static shapes, it takes a
/// bare pointer for each tensor argument, then one for each tensor result,
/// which it writes; scalars are passed by value. One with symbols
/// (graph/sizes/size-symbols.h) calls a private one that takes bare pointers
/// and sizes. Other functions, and those whose address is taken
/// (func.constant), take MLIR's memref descriptors. Both kinds may call each
/// other. A function without a body returns its tensors in either case. Private
/// functions get internal linkage.
AsStatus asLowerModule(MlirModule module, const AsLowerOptions *options,
                       AsError *error);

/// Sets the CPU and its features ("+a,-b", may be empty) on each function of a
/// lowered module that has no CPU yet.
void asSetTargetAttributes(MlirModule lowered, const char *name,
                           const char *features);

#endif // AS_LOWERING_LOWER_H
