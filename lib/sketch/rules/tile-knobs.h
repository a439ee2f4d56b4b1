//===- tile-knobs.h - Knobs that several rules make
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles for caches and registers, unroll factors, orders of loops. A tile knob
// is named after its level and loop: cache_1 is the cache tile of loop 1.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_RULES_TILE_KNOBS_H
#define AS_SKETCH_RULES_TILE_KNOBS_H

#include "sketch/rules.h"

/// No tile around.
extern const AsSize asUnbounded;

/// A tile knob named after its level and loop.
AsSize asTileKnob(AsDerivation *derivation, const char *level, int dim,
                  int64_t extent, int64_t least, int64_t most, int64_t unit,
                  AsSize within);

/// A knob for the rows of register tiles (asDerivationRows).
AsSize asRowsKnob(AsDerivation *derivation, int dim, int64_t extent,
                  int64_t least, int64_t most, AsSize within);

/// A tile of at least `least` for the caches, within what a thread has. None
/// where the last thread has less along that loop: it would be cut into tiles
/// of which any may be the last.
AsSize asCacheTile(AsDerivation *derivation, int stage, int dim, int64_t least);

/// What a tile inside of two others must fit into: `own`, or what is around it
/// where that does not cut the loop.
AsSize asTighterSize(AsSize own, AsSize around);

/// Leaves only multiples of `unit` of a tile; where there are none the loop is
/// not cut.
void asKeepMultiples(AsDerivation *derivation, AsSize *size, int64_t unit);

/// A piece of a sum, of `fewest` terms to `most`, of which each iteration of
/// the loop has `within`. Whole fours where bytes are multiplied that are
/// packed by these; the whole sum where no piece is.
AsSize asSumTile(AsDerivation *derivation, int stage, int dim, int64_t within,
                 int64_t fewest, int64_t most);

/// A register tile along the lanes: whole vectors where the extent has them.
AsSize asLaneTile(AsDerivation *derivation, int stage, int dim,
                  int64_t maxVectors, AsSize within);

/// The same of sizes that divide the extent, for what cannot be peeled.
AsSize asWholeLaneTile(AsDerivation *derivation, int stage, int dim,
                       int64_t maxVectors, AsSize within);

/// The tile of the loop that a thread has; unbounded where there are none.
AsSize asParallelSize(const AsDerivation *derivation, int dim);

/// A knob for the factor by which a loop is unrolled that runs `trip` times;
/// returns its number.
int asUnrollKnob(AsDerivation *derivation, const char *name, int64_t trip);

/// A knob for which of two loops is the outer one; returns its number.
int asOrderKnob(AsDerivation *derivation, const char *name);

/// A knob for where the stage before the one that a fusion tiles is computed;
/// returns its number.
int asLocationKnob(AsDerivation *derivation);

#endif // AS_SKETCH_RULES_TILE_KNOBS_H
