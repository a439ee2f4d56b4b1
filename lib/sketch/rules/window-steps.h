//===- window-steps.h - Windows taken apart position by position
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A convolution or pooling whose reductions go one iteration at a time has unit
// loops. Without them it is elementwise, and that vectorises whatever the
// number of dimensions, the strides and the name of the operation are.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_RULES_WINDOW_STEPS_H
#define AS_SKETCH_RULES_WINDOW_STEPS_H

#include "sketch/rules.h"

/// Whether a window slides along what the stage reads.
bool asIsWindowed(const AsStage *stage);

/// Whether the elements that the lanes index are next to each other in all
/// operands that they index.
bool asHasLanes(const AsDerivation *derivation, int stage, int lane);

/// Whether the rows of a tile are elements of a single vector operation. Others
/// differ in what all their lanes are multiplied by, or are not next to each
/// other; they are unrolled.
bool asRowsAreVector(const AsDerivation *derivation, int stage, int row);

/// Whether it is a product that is summed over several loops, as of blocked
/// matrices: upstream lowers vectors of such a product to scalars.
bool asSumsOverSeveral(const AsStage *stage);

/// Whether it is a product of which a factor is computed
/// (ir/scaled-product.h): upstream makes no outer products of it.
bool asComputesFactor(const AsStage *stage);

/// The loop that is cut into pieces of the reduction: the only one, or of a
/// product with a computed factor the outermost; -1 where there is none.
/// `inner` gets how much is summed up in an iteration of it.
int asCutLoop(const AsDerivation *derivation, int stage, int64_t *inner);

/// Whether upstream has no vectors for the loops that are summed over (more
/// than one dimension of a window, several loops of a product) or for what a
/// product computes beside them, but it can be
/// taken apart position by position, with the lanes of the result.
bool asGoesByPosition(const AsDerivation *derivation, int stage);

/// The rows of a register tile that are unrolled: as many as there may be
/// accumulators, a divisor of the extent or, where what that leaves over is
/// peeled, a round number; or a single row.
AsSize asUnrolledRows(AsDerivation *derivation, int d, int64_t extent,
                      bool arePeeled, AsSize within);

/// The window one position at a time, in vectors; completes the sketch. The
/// rows of a register tile are unrolled, unless `row` is -1.
void asTakeApart(AsDerivation *derivation, int anchor, int row, AsSize rows);

/// The same around stages that are not fused into the tiles of the anchor.
void asTakeApartAround(AsDerivation *derivation, int anchor, AsSize rows);

#endif // AS_SKETCH_RULES_WINDOW_STEPS_H
