//===- fill-arguments.h - Arguments that suit a program
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inputs of measure/entry-buffers.h do not depend on their use. This turns
// them into arguments that a whole program can run on: indices in range,
// positive numbers for roots and logarithms, weights that keep activations in
// range.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_FILL_ARGUMENTS_H
#define AS_MEASURE_FILL_ARGUMENTS_H

#include "measure/entry-signature.h"
#include "support/argument-needs.h"

/// Elements are offset + scale * u, where u is an element by asBufferFill.
typedef struct AsFill {
  double scale, offset;
} AsFill;

/// The fill of an argument with these needs. With `isModel`, floats keep values
/// in range through the layers of a model: an array of more than one dimension
/// may be weights, and about preserves the variance of what it is multiplied
/// with; a vector may be a scale, and is positive.
AsFill asFillOf(const AsBuffer *buffer, const AsShape *shape, AsNeed need,
                bool isModel);

/// Applies the fill to the input in `memory`.
void asFillApply(AsFill fill, const AsBuffer *buffer, void *memory);

#endif // AS_MEASURE_FILL_ARGUMENTS_H
