//===- fill-arguments.c - Arguments that suit a program
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/fill-arguments.h"
#include <math.h>

static const AsFill asTheyAre = {1, 0};

/// Scales integers, which are in [-8, 8). Conversion truncates.
static AsFill fillOfInteger(const AsBuffer *buffer, AsNeed need) {
  // The use is unknown, but most are labels or numbers of tokens: 0 or 1.
  bool mayIndex = !need.isKnown && asElementBytes(buffer->element) >= 4;
  double extent = mayIndex ? 2 : (double)need.extent;
  if (extent > 0) {
    double most = exp2(8 * asElementBytes(buffer->element) - 1);
    extent = fmin(extent, most);
    return (AsFill){extent / 16, extent / 2};
  }
  return need.isPositive ? (AsFill){0.5, 5} : asTheyAre;
}

AsFill asFillOf(const AsBuffer *buffer, const AsShape *shape, AsNeed need,
                bool isModel) {
  static const AsFill positive = {0.25, 0.75};
  if (buffer->element == AS_ELEMENT_I1)
    return asTheyAre;
  if (!asElementIsFloat(buffer->element))
    return fillOfInteger(buffer, need);
  if (need.isPositive)
    return positive;
  if (!isModel)
    return asTheyAre;
  if (shape->rank < 2)
    return positive;
  int64_t outputs = 1;
  for (int d = 0; d < shape->rank; d++)
    outputs = shape->sizes[d] > outputs ? shape->sizes[d] : outputs;
  double terms = fmax(1, (double)buffer->count / (double)outputs);
  return (AsFill){.scale = sqrt(3 / terms)};
}

void asFillApply(AsFill fill, const AsBuffer *buffer, void *memory) {
  if (fill.scale != 1 || fill.offset != 0)
    asBufferScale(buffer, memory, fill.scale, fill.offset);
}
