//===- device-sequence.h - Launch sequences of host functions
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A model's function launches kernels one after another, with scratch memory
// for the data between them. If it does nothing else, any launcher can do the
// same without MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_HOST_DEVICE_SEQUENCE_H
#define AS_LOWERING_GPU_HOST_DEVICE_SEQUENCE_H

#include "ir/ir.h"
#include "support/arena.h"

/// Where an array or scalar is.
typedef struct AsPlace {
  int argument;         ///< Of the function, results after inputs; -1: scratch.
  int64_t offset;       ///< In bytes.
  const char *constant; ///< Or the name of a constant in the module of kernels.
} AsPlace;

/// A launch or a copy.
typedef struct AsSequenceStep {
  const char *kernel; ///< NULL for a copy, of places[1] to places[0].
  int numPlaces;
  AsPlace *places; ///< The kernel's arguments.
  int64_t bytes;   ///< Size of a copy.
} AsSequenceStep;

typedef struct AsSequence {
  const char *function;
  const char *signature; ///< "4x4xf32,f32->4xf32".
  int64_t roomBytes;     ///< Size of the scratch memory; may be 0.
  int numSteps;
  AsSequenceStep *steps;
} AsSequence;

/// Visits the functions of a module that asGpuEmbed completed, as far as they
/// only launch and copy, with arrays of static shape. The sequence is valid
/// during the call.
typedef void (*AsSequenceVisitor)(const AsSequence *sequence, void *context);
void asGpuVisitSequences(MlirModule host, AsSequenceVisitor visit,
                         void *context);

/// Adds the constants that such functions read to the lowered module of
/// kernels, under names of their own.
void asGpuEmbedConstants(MlirModule host, MlirModule kernels);

#endif // AS_LOWERING_GPU_HOST_DEVICE_SEQUENCE_H
