//===- device-sequence.h - What a function does on a device, in order
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function of a model launches kernels, one after another, with what it needs
// room for between them in one piece of memory. Where that is all that it does,
// any launcher can do the same without MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_HOST_DEVICE_SEQUENCE_H
#define AS_LOWERING_GPU_HOST_DEVICE_SEQUENCE_H

#include "ir/ir.h"
#include "support/arena.h"

/// An array, or a scalar: where it is.
typedef struct AsPlace {
  int argument;   ///< Of the function, results behind arguments; -1: its room.
  int64_t offset; ///< In bytes.
  const char *constant; ///< Instead: what the module of kernels calls it.
} AsPlace;

/// A launch, or a copy.
typedef struct AsSequenceStep {
  const char *kernel; ///< NULL for a copy, of places[1] to places[0].
  int numPlaces;
  AsPlace *places; ///< What the kernel gets.
  int64_t bytes;   ///< Of a copy.
} AsSequenceStep;

typedef struct AsSequence {
  const char *function;
  const char *signature; ///< "4x4xf32,f32->4xf32".
  int64_t roomBytes;     ///< 0 where it needs none.
  int numSteps;
  AsSequenceStep *steps;
} AsSequence;

/// Visits the functions of a module that asGpuEmbed completed which do nothing
/// but launch and copy, with arrays of known sizes that are their arguments,
/// their results, constants, or in between. What is passed is valid for the
/// call.
typedef void (*AsSequenceVisitor)(const AsSequence *sequence, void *context);
void asGpuVisitSequences(MlirModule host, AsSequenceVisitor visit,
                         void *context);

/// Gives the module of kernels, lowered, the constants that such functions
/// read, with names of their own.
void asGpuGiveConstants(MlirModule host, MlirModule kernels);

#endif // AS_LOWERING_GPU_HOST_DEVICE_SEQUENCE_H
