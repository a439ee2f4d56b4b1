//===- weight-layout.h - How a point packs weights
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A schedule packs an operand in the order in which its loops read it. Where
// that operand is a weight, it is packed once (lowering/constants), and two
// programs that read the same weight share the packed array if their points
// give it the same layout.
//
//   loops of a matmul 64x3072x768, outermost first:
//     n by 256, k by 64, m by 8, n by 16, k by 1 | 8x16x1
//   layout of the operand [k, n]: n by 256, k by 64, n by 16, k by 1, n by 1
//
// The loop over m does not move the operand. Loops over one dimension that
// follow each other are not made one, as lowering compares code, not arrays.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_WEIGHT_LAYOUT_H
#define AS_SKETCH_WEIGHT_LAYOUT_H

#include "sketch/loop-nest.h"

/// One dimension of a packed array: steps along dimension `dim` of the weight.
typedef struct AsLayoutStep {
  int dim;
  int64_t step;
} AsLayoutStep;

typedef struct AsWeightLayout {
  int numSteps; ///< 0 where no weight is packed.
  AsLayoutStep step[AS_MAX_LOOPS + AS_MAX_RANK]; ///< Outermost first.
  int hoist;     ///< Out of how many of these loops the copying is hoisted.
  bool isPadded; ///< The last tiles are whole, and filled up.
} AsWeightLayout;

/// The layout of the weight that the nest packs (sketch/steps/pack.c); of
/// several that of the last stage's. What LAYOUT makes of weights is not told.
void asNestWeightLayout(const AsNest *nest, AsWeightLayout *layout);

/// The same of a point; false, and no steps, where it is not valid.
bool asPointWeightLayout(const AsSketch *sketch, const AsPoint *point,
                         AsWeightLayout *layout);

bool asIsSameLayout(const AsWeightLayout *left, const AsWeightLayout *right);

/// "1 by 256, 0 by 64, 1 by 16, 0 by 1, 1 by 1, out of 2", or "none".
void asWeightLayoutPrint(const AsWeightLayout *layout, AsText *text);

#endif // AS_SKETCH_WEIGHT_LAYOUT_H
