//===- stage-queries.h - What the rules for CPUs share
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What rules ask of a program, and the steps and knobs that several of them
// add. Each rule is a pair of functions, meets and apply, and lives in a file
// by its structure; the table is in cpu-rules.c.
//
// Names: the lane loop is the one along which the result is contiguous; the row
// loop is the one next to it. Register tiles span the two of them.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_RULES_STAGE_QUERIES_H
#define AS_SKETCH_RULES_STAGE_QUERIES_H

#include "sketch/rules.h"

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

const AsStage *asStageOf(const AsDerivation *derivation, int stage);
bool asIsLastStage(const AsDerivation *derivation, int stage);

/// The stage that decides the structure of the program, or -1.
int asAnchorOf(const AsDerivation *derivation);
bool asHasStageKind(const AsDerivation *derivation, AsStageKind kind);

/// Whether many elements become one; so do sums of products where that is all
/// that there is.
bool asIsReduction(const AsStage *stage);

/// How many leading loops the stage keeps, if all loops after them reduce; else
/// -1.
int asKeptLoops(const AsStage *stage);

/// How many leading loops every reduction keeps, where all that the program
/// sums up are rows, to one result each; else -1. Those of several (argmax)
/// cannot be split into partial results.
int asRowsOf(const AsDerivation *derivation);

/// The last loop of a stage inside the rows that is not a single iteration, or
/// -1: vectors lie along it.
int asLoopInRow(const AsStage *stage, int rows);

/// Whether loops can be made of all stages.
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

/// The only reduction loop of the stage that is no part of a window, or -1.
int asReductionLoop(const AsStage *stage);

/// Vector lanes for the stage's result.
int64_t asLanesOf(const AsDerivation *derivation, int stage);

/// The operand indexed by the lanes but not by the rows, or -1: its tiles are
/// used again for every row. Where the lanes are not its last dimension, its
/// packed tiles are turned.
int asPackableOperand(const AsDerivation *derivation, int stage);

/// Whether the operand can be packed with its lanes last: they are another
/// dimension of it, and it consists of squares that upstream turns in
/// registers.
bool asCanTurn(const AsDerivation *derivation, int stage,
               const AsAccess *access);

/// The tile of the loop that a thread has; unbounded where there are none.
AsSize asParallelSize(const AsDerivation *derivation, int dim);

/// No tile around.
extern const AsSize asUnbounded;

//===----------------------------------------------------------------------===//
// Knobs
//===----------------------------------------------------------------------===//

/// A tile knob named after its level and loop.
AsSize asTileKnob(AsDerivation *derivation, const char *level, int dim,
                  int64_t extent, int64_t least, int64_t most, int64_t unit,
                  AsSize within);

/// A tile of at least `least` for the caches, within what a thread has. None
/// where the last thread has less along that loop: it would be cut into tiles
/// of which any may be the last.
AsSize asCacheTile(AsDerivation *derivation, int stage, int dim, int64_t least);

/// What a tile inside of two others must fit into: `own`, or what is around it
/// where that does not cut the loop.
AsSize asTighterSize(AsSize own, AsSize around);

/// A register tile along the lanes: whole vectors where the extent has them.
AsSize asLaneTile(AsDerivation *derivation, int stage, int dim,
                  int64_t maxVectors, AsSize within);

/// The same of sizes that divide the extent, for what cannot be peeled.
AsSize asWholeLaneTile(AsDerivation *derivation, int stage, int dim,
                       int64_t maxVectors, AsSize within);

/// Both return the number of the knob. `trip` is how often the loop runs that
/// is unrolled.
int asUnrollKnob(AsDerivation *derivation, const char *name, int64_t trip);
int asOrderKnob(AsDerivation *derivation, const char *name);

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Pads become arrays of their own, if there are any and nothing came before,
/// unless they are made tile by tile.
void asMaterialisePads(AsDerivation *derivation);

/// Where they are made tile by tile, they become arrays now, and what makes
/// their images moves into the loops.
void asMaterialiseHalo(AsDerivation *derivation);

/// The product among the stages that make the image of a pad, or -1.
int asFeedingProduct(const AsDerivation *derivation);

/// Register tiles for these stages, if there are any, within tiles for the
/// caches that have so much of the lanes.
void asTileFeeder(AsDerivation *derivation, AsSize lanesAround);

/// Where the operand is turned, the tiles of its loops so far are whole
/// squares.
void asCutIntoSquares(AsDerivation *derivation, int stage,
                      const AsAccess *access);

/// Has the packable operand copied, out of as many loops as a knob says.
void asPackOperand(AsDerivation *derivation, int stage);

/// Whether the stage adds products of bytes or bf16 up in 32 bits.
bool asMultipliesShort(const AsDerivation *derivation, int stage);

/// Whether neighbouring rows lie in the same lines of the first cache, which
/// has them in so many ways only: then a register tile's rows push each other,
/// and the packed panel, out of it.
bool asRowsCompete(const AsProgram *program, const AsStage *stage,
                   const AsAccess *access, int row);

/// Has the tile of an operand copied that has the rows last, or so far apart
/// that they compete for lines of the cache, or is short, if there is such a
/// one, for all the lanes of a row tile.
void asPackRows(AsDerivation *derivation, int stage);

/// The loops of a row outside of loop `d`, one iteration at a time.
void asTakeByOne(AsStep *step, int rows, int d);

/// All reduction loops one iteration at a time: what is left in the middle is
/// an outer product of registers.
void asReduceByOne(AsDerivation *derivation, int stage);

/// Tiles a stage beside the anchor, that is not fused with it: a row of vectors
/// at a time. Returns the step.
AsStep *asTileAround(AsDerivation *derivation, int stage);

/// The remaining stages were fused around the anchor: to vectors as well.
/// Lowers all vectors, unrolls, and completes the sketch.
void asFinishTiled(AsDerivation *derivation, int anchor);

/// The same after AS_STEP_DROP_UNITS.
void asFinishSlices(AsDerivation *derivation, int anchor);

/// The anchor was tiled by itself: the other stages are tiled around it, its
/// reductions go one iteration at a time, and all is finished as above.
void asFinishAround(AsDerivation *derivation, int anchor);

#endif // AS_SKETCH_RULES_STAGE_QUERIES_H
