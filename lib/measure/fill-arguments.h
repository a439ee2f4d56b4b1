//===- fill-arguments.h - Arguments that suit a function
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inputs of measure/entry-buffers.h are the same whatever they are for.
// Here is what makes of them arguments that a whole program can be run on.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_FILL_ARGUMENTS_H
#define AS_MEASURE_FILL_ARGUMENTS_H

#include "measure/entry-signature.h"
#include "support/argument-needs.h"

/// Elements are offset + scale * u, with u as asBufferFill makes them.
typedef struct AsFill {
  double scale, offset;
} AsFill;

/// For an argument of which this is known. With `isModel` floats are such that
/// what goes through the layers of a model stays in range: an array of more
/// than one dimension may be weights, and keeps about the variance of what it
/// is multiplied with; a vector may scale, and is positive.
AsFill asFillOf(const AsBuffer *buffer, const AsShape *shape, AsNeed need,
                bool isModel);

/// Makes of the input in `memory` what it is to be.
void asFillApply(AsFill fill, const AsBuffer *buffer, void *memory);

#endif // AS_MEASURE_FILL_ARGUMENTS_H
