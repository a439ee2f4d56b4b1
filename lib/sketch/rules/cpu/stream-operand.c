//===- stream-operand.c - Sums that read a large operand once
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule stream. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tile-knobs.h"
#include "sketch/rules/tiled-steps.h"
#include "sketch/rules/window-steps.h"
#include "support/saturate.h"

/// A register tile has at least so many rows, where there are.
enum { fewestRows = 4 };

/// The stage that sums, if it is the only one, or -1.
static int summingStage(const AsProgram *program) {
  int found = -1;
  for (int s = 0; s < program->numStages; s++) {
    AsStageKind kind = program->stages[s].kind;
    if (kind == AS_STAGE_ELEMENTWISE || kind == AS_STAGE_FILL)
      continue;
    if ((kind != AS_STAGE_REDUCTION && kind != AS_STAGE_CONTRACTION) ||
        found >= 0)
      return -1;
    found = s;
  }
  return found;
}

/// Results of the stage for one index along the lanes, other than those that
/// only fill: what is summed side by side.
static int64_t numRows(const AsStage *stage, int lane) {
  int64_t rows = 1;
  for (int d = 0; d < stage->numDims; d++)
    if (d != lane && !stage->isReduction[d])
      rows = asTimes(rows, stage->extent[d]);
  return rows;
}

/// Whether the results are so few rows that each reads the operand in the order
/// of memory. Several tiles of rows read a piece one after the other: not where
/// its rows compete for the lines of the cache that it should stay in.
static bool hasFewRows(const AsDerivation *derivation, int sum, int lane) {
  enum { mostAtOnce = 16, most = 32 };
  const AsStage *s = asStageOf(derivation, sum);
  int64_t rows = numRows(s, lane);
  int row = asRowLoop(derivation, sum);
  bool compete = row >= 0 && asRowsCompete(derivation->sketch.program, s,
                                           asStageResult(s), row);
  return rows <= (compete ? mostAtOnce : most);
}

/// Whether the lanes are whole vectors. If not, a vector of each row of the
/// operand is a part of one, which takes longer the more results there are.
static bool hasFittingLanes(const AsDerivation *derivation, int sum, int lane) {
  enum { most = 4 };
  const AsStage *s = asStageOf(derivation, sum);
  int64_t lanes = asLanesOf(derivation, sum);
  return s->extent[lane] % lanes == 0 ||
         (s->extent[lane] > lanes && numRows(s, lane) <= most);
}

/// Where an operand is as large as all of the work, and contiguous along the
/// results: matrix times few columns, sums of columns.
static AsRuleVerdict meetsStream(const AsDerivation *derivation, int stage) {
  const AsProgram *program = derivation->sketch.program;
  int sum = summingStage(program);
  if (!asIsLastStage(derivation, stage) || derivation->isTiled || sum < 0 ||
      derivation->mustPack || !asCanTile(derivation, stage))
    return AS_RULE_PASS;
  const AsStage *s = asStageOf(derivation, sum);
  int lane = asLaneLoop(derivation, sum);
  bool isContiguous = false;
  for (int a = 0; a < s->numAccesses && lane >= 0; a++) {
    const AsAccess *access = &s->access[a];
    int rank = program->tensors[access->tensor].rank;
    isContiguous |= !access->isWrite && (rank == 2 || asComputesFactor(s)) &&
                    rank > 1 && asAccessLoop(access, s, rank - 1) == lane;
  }
  int64_t within;
  return isContiguous && asCutLoop(derivation, sum, &within) >= 0 &&
                 asHasReducedLoop(s) && s->merges &&
                 hasFewRows(derivation, sum, lane) &&
                 hasFittingLanes(derivation, sum, lane)
             ? AS_RULE_APPLY
             : AS_RULE_PASS;
}

/// Whether the rows of the result compete with each other for lines of the
/// cache, and with the pieces of the operand, whose rows are as far apart.
/// Those of one register tile alone are in registers.
static bool resultsCompete(const AsDerivation *derivation, int sum) {
  const AsStage *s = asStageOf(derivation, sum);
  int row = asRowLoop(derivation, sum);
  return row >= 0 && s->extent[row] > fewestRows &&
         asRowsCompete(derivation->sketch.program, s, asStageResult(s), row);
}

static void applyStream(AsDerivation *derivation, int stage) {
  int sum = summingStage(derivation->sketch.program);
  const AsStage *s = asStageOf(derivation, sum);
  int64_t lanes = asLanesOf(derivation, sum);
  int lastLane = asLaneLoop(derivation, stage);
  AsSize cache = asCacheTile(derivation, stage, lastLane, 16 * lanes);
  asDerivationStep(derivation, AS_STEP_FUSE, stage)->fuse.size[lastLane] =
      cache;
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  // What is fused with it is summed in an array of its own anyway.
  if (sum == stage && resultsCompete(derivation, sum))
    asDerivationStep(derivation, AS_STEP_KEEP, sum)->keep.operand =
        (int)(asStageResult(s) - s->access);
  // Whole rows of the operand go by in the order of memory; the sums of a piece
  // are kept in registers, those of all of it in the first cache.
  int64_t within, fewest = 4, most = 128;
  int k = asCutLoop(derivation, sum, &within);
  int lane = asLaneLoop(derivation, sum), row = asRowLoop(derivation, sum);
  asDerivationStep(derivation, AS_STEP_TILE, sum)->tile.size[k] =
      asSumTile(derivation, sum, k, within, fewest, most);
  bool isByPosition = asGoesByPosition(derivation, sum);
  AsStep *inner = asDerivationStep(derivation, AS_STEP_TILE, sum);
  for (int d = 0; d < s->numDims; d++)
    if (d == lane && isByPosition)
      inner->tile.size[d] = asWholeLaneTile(derivation, sum, d, 16, cache);
    else if (d == row && isByPosition)
      inner->tile.size[d] =
          asUnrolledRows(derivation, d, s->extent[d], false, asUnbounded);
    else if (d == lane)
      inner->tile.size[d] = asLaneTile(derivation, sum, d, 16, cache);
    else if (!s->isReduction[d])
      inner->tile.size[d] = asRowsKnob(derivation, d, s->extent[d], fewestRows,
                                       s->extent[d], asUnbounded);
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  if (isByPosition)
    asTakeApartAround(derivation, sum,
                      row >= 0 ? inner->tile.size[row]
                               : asDerivationConstant(1, 2));
  else
    asFinishAround(derivation, sum);
}

const AsRule asRuleStream = {
    "stream", "sums that read a large operand once, in the order of memory",
    meetsStream, applyStream};
