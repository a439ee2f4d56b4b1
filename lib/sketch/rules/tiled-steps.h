//===- tiled-steps.h - Steps that complete a tiled sketch
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Once the outputs are cut into register tiles, these take the reductions
// apart, make vectors of all stages, lower them, and unroll the innermost loop.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_RULES_TILED_STEPS_H
#define AS_SKETCH_RULES_TILED_STEPS_H

#include "sketch/rules.h"

/// The loops of a row outside of loop `d`, one iteration at a time.
void asTakeByOne(AsStep *step, int rows, int d);

/// One width for all reductions, another for all elementwise stages, since they
/// walk the same row. Both sizes begin as asUnbounded.
typedef struct AsRowWidths {
  AsSize reduced, mapped;
  bool areWhole; ///< Only whole vectors that leave nothing over of the row.
} AsRowWidths;

/// What the stage does with a row, which is all that the loops around leave of
/// it: a reduction goes into partial results, an elementwise stage by vectors.
/// `rows` are the leading loops that are around.
void asGoAlongRow(AsDerivation *derivation, int rows, int stage,
                  AsRowWidths *widths);

/// All reduction loops one iteration at a time: what is left in the middle is
/// an outer product of registers.
void asReduceByOne(AsDerivation *derivation, int stage);

/// Tiles a stage beside the anchor, that is not fused with it: a row of vectors
/// at a time. Returns the step.
AsStep *asTileAround(AsDerivation *derivation, int stage);

/// The same for all stages but the anchor and pads.
void asTileOthers(AsDerivation *derivation, int anchor);

/// The remaining stages were fused around the anchor: to vectors as well.
/// Lowers all vectors, unrolls, and completes the sketch.
void asFinishTiled(AsDerivation *derivation, int anchor);

/// The same after AS_STEP_DROP_UNITS.
void asFinishSlices(AsDerivation *derivation, int anchor);

/// The anchor was tiled by itself: the other stages are tiled around it, its
/// reductions go one iteration at a time, and all is finished as above.
void asFinishAround(AsDerivation *derivation, int anchor);

#endif // AS_SKETCH_RULES_TILED_STEPS_H
