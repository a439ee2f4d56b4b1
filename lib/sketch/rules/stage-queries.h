//===- stage-queries.h - What rules ask of the stages
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions about the stages of a program as far as it has been derived, for
// the functions `meets` of rules and for the knobs and steps that they add.
//
// Names: the lane loop is the one along which the result is contiguous; the row
// loop is the one next to it. Register tiles span the two of them.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_RULES_STAGE_QUERIES_H
#define AS_SKETCH_RULES_STAGE_QUERIES_H

#include "sketch/rules.h"

const AsStage *asStageOf(const AsDerivation *derivation, int stage);

bool asIsLastStage(const AsDerivation *derivation, int stage);

/// The stage that decides the structure of the program, or -1.
int asAnchorOf(const AsDerivation *derivation);

bool asHasStageKind(const AsDerivation *derivation, AsStageKind kind);

/// Whether many elements become one; so do sums of products where that is all
/// that there is.
bool asIsReduction(const AsStage *stage);

/// Whether it takes many elements to one in their order (argmax, Horner's
/// rule): upstream makes no vectors along what is reduced.
bool asReducesInOrder(const AsStage *stage);

/// Whether loops, and vectors in them, can be made of all stages.
bool asHasLoops(const AsDerivation *derivation);

/// Whether tiles and vectors along the results can be made as well.
bool asCanTile(const AsDerivation *derivation, int stage);

/// Whether some operand is indexed by a sum with the loop in it: it slides a
/// window along.
bool asSlides(const AsStage *stage, int loop);

/// Whether it is an operation that transform.structured.decompose takes to one
/// dimension, and that vectorises there.
bool asIsDecomposable(const char *name);

int asLaneLoop(const AsDerivation *derivation, int stage);

/// The loop that is tiled into registers beside the lanes, or -1: the one next
/// to the lanes, but of two that slide a window only one can be a whole tile.
int asRowLoop(const AsDerivation *derivation, int stage);

/// Whether its body multiplies once, adds once, and converts at most.
bool asIsPlainProduct(const AsStage *stage);

/// Whether the accumulators start from a fill of their own.
bool asStartsFromFill(const AsDerivation *derivation, int stage);

/// The only reduction loop of the stage that is no part of a window, or -1.
int asReductionLoop(const AsStage *stage);

/// Vector lanes for the stage's result.
int64_t asLanesOf(const AsDerivation *derivation, int stage);

/// Whether the stage adds products of bytes or bf16 up in 32 bits.
bool asMultipliesShort(const AsDerivation *derivation, int stage);

/// Whether neighbouring rows lie in the same lines of the first cache, which
/// has them in so many ways only: then a register tile's rows push each other,
/// and the packed panel, out of it.
bool asRowsCompete(const AsProgram *program, const AsStage *stage,
                   const AsAccess *access, int row);

/// Whether the tensor is a constant or made by a fill: so are its slices, and
/// nothing is to be copied.
bool asIsConstantOrFill(const AsProgram *program, int tensor);

/// Whether the stage reduces more than a single iteration: where it does not,
/// there is no loop to tile or to unroll.
bool asHasReducedLoop(const AsStage *stage);

#endif // AS_SKETCH_RULES_STAGE_QUERIES_H
