//===- parallel-outputs.c - Sharing outputs among threads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules parallel and lanes. See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/divisors.h"
#include "sketch/rules/cpu/operand-packing.h"
#include "sketch/rules/pad-steps.h"
#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tile-knobs.h"
#include "task/attention.h"
#include <stdio.h>

static AsRuleVerdict meetsParallel(const AsDerivation *derivation, int stage) {
  return asIsLastStage(derivation, stage) && !derivation->isParallel &&
                 derivation->target->threads > 1 &&
                 asCanTile(derivation, stage) &&
                 !asHasStageKind(derivation, AS_STAGE_INSERT)
             ? AS_RULE_APPLY_LAST
             : AS_RULE_PASS;
}

/// Whether loop `d` is shared by whole vectors: lanes lie along it, not along
/// what is reduced.
static bool isSharedByVectors(const AsDerivation *derivation, int stage,
                              int d) {
  const AsStage *s = asStageOf(derivation, stage);
  bool areRows = s->kind == AS_STAGE_REDUCTION &&
                 s->isReduction[s->numDims - 1] && s->merges;
  return d == asLaneLoop(derivation, stage) && !areRows;
}

/// The least tile of loop `d` that a thread gets. Where rows are reduced, one
/// for each thread will do.
static int64_t leastTile(const AsDerivation *derivation, int stage, int d) {
  if (d != asLaneLoop(derivation, stage))
    return 1;
  int64_t vectors = 4 * asLanesOf(derivation, stage);
  int64_t even =
      asStageOf(derivation, stage)->extent[d] / derivation->target->threads;
  if (isSharedByVectors(derivation, stage, d) || even > vectors)
    return vectors;
  return even > 1 ? even : 1;
}

/// Whether there are enough parts for all threads where rows of pixels stay
/// whole.
static bool areRowsEnough(const AsDerivation *derivation, int stage) {
  const int64_t each = 4;
  const AsStage *s = asStageOf(derivation, stage);
  int64_t parts = 1, enough = each * derivation->target->threads;
  for (int d = 0; d < s->numDims && parts < enough; d++)
    if (!s->isReduction[d] && d != asRowLoop(derivation, stage))
      parts *= s->extent[d] > leastTile(derivation, stage, d)
                   ? s->extent[d] / leastTile(derivation, stage, d)
                   : 1;
  return parts >= enough;
}

/// Whether a thread gets whole rows of pixels. What feeds an image goes by
/// these. Where an image is read around its border, lowering knows which tiles
/// of a whole row are in the border. In a part of a row it has to test pixel by
/// pixel: 14x14x384 by windows of 7x7 takes 2.6 times as long by halves of
/// rows.
static bool goesByRows(const AsDerivation *derivation, int stage) {
  return derivation->sketch.feeder >= 0 ||
         (derivation->hasBorder && areRowsEnough(derivation, stage));
}

/// Threads share the outer loops; along the lanes only whole vectors, and rows
/// of row-wise groups are never torn apart.
static bool isShared(const AsDerivation *derivation, int stage, int d) {
  const AsStage *s = asStageOf(derivation, stage);
  bool rowwise = asHasStageKind(derivation, AS_STAGE_REDUCTION) &&
                 asAnchorOf(derivation) < 0;
  bool isWithinRow = rowwise && d == asLaneLoop(derivation, stage) &&
                     s->kind != AS_STAGE_REDUCTION;
  bool isWholeRow =
      d == asRowLoop(derivation, stage) && goesByRows(derivation, stage);
  // All columns of a row of attention need the same scores.
  AsAttention attention;
  bool isColumn = d == asLaneLoop(derivation, stage) &&
                  asAttentionOf(derivation->sketch.program, &attention);
  return !s->isReduction[d] && s->extent[d] > 1 && !isWithinRow &&
         !isWholeRow && !isColumn;
}

//===----------------------------------------------------------------------===//
// What nothing divides
//===----------------------------------------------------------------------===//

/// Whether some divisor of the extent keeps all threads busy nearly all the
/// time, with tiles that hold a register tile of a few rows.
static bool sharesEvenly(const AsDerivation *derivation, int stage, int d) {
  enum { rows = 4 };
  const double busy = 0.9;
  int64_t extent = asStageOf(derivation, stage)->extent[d];
  int64_t threads = derivation->target->threads;
  int64_t least = leastTile(derivation, stage, d);
  if (asAnchorOf(derivation) >= 0 && least < rows)
    least = rows;
  // Parts by the hundred are as even as any number of them.
  const int64_t most = 64 * threads;
  for (int64_t parts = 2; parts <= most && parts * least <= extent; parts++) {
    int64_t rounds = (parts + threads - 1) / threads;
    if (extent % parts == 0 && (double)parts >= busy * (double)rounds * threads)
      return true;
  }
  return extent / asLeastDivisor(extent, least) > most;
}

/// The least of equal tiles that leave something over.
static int64_t leastUnevenTile(const AsDerivation *derivation, int stage,
                               int d) {
  return isSharedByVectors(derivation, stage, d)
             ? leastTile(derivation, stage, d)
             : 1;
}

/// Adds a size to ascending ones, once.
static int insertSize(int64_t *sizes, int count, int64_t size) {
  int i = count;
  while (i > 0 && sizes[i - 1] >= size)
    i--;
  if ((i < count && sizes[i] == size) || count == AS_MAX_OPTIONS)
    return count;
  for (int j = count; j > i; j--)
    sizes[j] = sizes[j - 1];
  sizes[i] = size;
  return count + 1;
}

/// As many equal tiles for each thread, and a little that is left over, which
/// one thread does when all have finished. Sizes are rounded so that register
/// tiles divide them.
static int unevenSizes(const AsDerivation *derivation, int stage, int d,
                       int64_t options[AS_MAX_OPTIONS]) {
  static const int64_t rowUnits[] = {1, 4, 6}, vectors[] = {1, 2, 4},
                       each[] = {1, 2, 4};
  enum { worthIt = 8 }; // Of the loop, what runs on one thread.
  int64_t extent = asStageOf(derivation, stage)->extent[d];
  int64_t threads = derivation->target->threads;
  int64_t least = leastUnevenTile(derivation, stage, d);
  bool isLane = isSharedByVectors(derivation, stage, d);
  int count = 0;
  for (int e = 0; e < 3; e++)
    for (int u = 0; u < 3; u++) {
      int64_t parts = threads * each[e];
      int64_t unit =
          isLane ? vectors[u] * asLanesOf(derivation, stage) : rowUnits[u];
      int64_t size = extent / parts / unit * unit;
      int64_t rest = extent - parts * size;
      if (size >= least && size > 1 && rest < size &&
          worthIt * rest * (threads - 1) <= extent)
        count = insertSize(options, count, size);
    }
  return count;
}

/// Whether a product has so few rows that a share of them fills no registers.
static bool hasFewRows(const AsDerivation *derivation, int stage) {
  enum { few = 64 };
  const AsStage *s = asStageOf(derivation, stage);
  int64_t rows = 1;
  for (int d = 0; d < s->numDims; d++)
    if (!s->isReduction[d] && d != asLaneLoop(derivation, stage) && rows < few)
      rows *= s->extent[d];
  return s->kind == AS_STAGE_CONTRACTION && rows < few;
}

/// The loop that is cut into parts of which one is smaller than the others, or
/// -1 where some loop can be shared evenly. Of those that are long enough,
/// loops that leave little over come first, then the lanes where rows are few
/// and otherwise the others, then outer ones.
static int unevenLoop(const AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  int uneven = -1, best = 0;
  if (derivation->sketch.feeder >= 0)
    return -1; // There would be several pads to be fed.
  for (int d = s->numDims - 1; d >= 0; d--) {
    if (!isShared(derivation, stage, d))
      continue;
    if (sharesEvenly(derivation, stage, d))
      return -1;
    int64_t least = leastUnevenTile(derivation, stage, d);
    if (s->extent[d] < 2 * least * derivation->target->threads)
      continue;
    int64_t sizes[AS_MAX_OPTIONS];
    bool leavesLittle = unevenSizes(derivation, stage, d, sizes) > 0;
    bool isLane = d == asLaneLoop(derivation, stage);
    int worth = 2 * leavesLittle + (isLane == hasFewRows(derivation, stage));
    if (worth >= best) {
      uneven = d;
      best = worth;
    }
  }
  return uneven;
}

/// A knob of these sizes, and of the whole extent: one thread does it all.
static AsSize unevenTile(AsDerivation *derivation, int stage, int d) {
  int64_t extent = asStageOf(derivation, stage)->extent[d];
  int64_t options[AS_MAX_OPTIONS];
  int count = unevenSizes(derivation, stage, d, options);
  if (count == 0) // Divisors, even if they keep some threads idle.
    return asTileKnob(derivation, "parallel", d, extent,
                      leastTile(derivation, stage, d), extent, 0, asUnbounded);
  count = insertSize(options, count, extent);
  char name[32];
  snprintf(name, sizeof name, "parallel_%d", d);
  int knob =
      asDerivationKnob(derivation, AS_KNOB_TILE, name, options, count, true);
  derivation->sketch.knobs[knob].extent = extent;
  return (AsSize){knob, 0};
}

//===----------------------------------------------------------------------===//
// Shares of lanes
//===----------------------------------------------------------------------===//

/// Ascending sizes of whole vectors, of which the last share alone is less, so
/// that threads are busy nearly all the time.
static int laneShares(const AsDerivation *derivation, int stage,
                      int64_t options[AS_MAX_OPTIONS]) {
  static const int64_t vectors[] = {1, 2, 4}, each[] = {1, 2, 4};
  const double busy = 0.9;
  int lane = asLaneLoop(derivation, stage), count = 0;
  int64_t extent = asStageOf(derivation, stage)->extent[lane];
  int64_t threads = derivation->target->threads;
  for (int e = 0; e < 3; e++)
    for (int v = 0; v < 3; v++) {
      int64_t unit = vectors[v] * asLanesOf(derivation, stage);
      int64_t units = (extent + unit - 1) / unit, parts = threads * each[e];
      int64_t size = (units + parts - 1) / parts * unit;
      int64_t rounds = (extent + size * threads - 1) / (size * threads);
      if (size >= leastTile(derivation, stage, lane) && extent > size &&
          (double)extent >= busy * (double)(rounds * threads * size))
        count = insertSize(options, count, size);
    }
  return count;
}

/// For a product by itself whose other operand is packed as the lanes lie.
static AsRuleVerdict meetsLanes(const AsDerivation *derivation, int stage) {
  if (meetsParallel(derivation, stage) == AS_RULE_PASS ||
      unevenLoop(derivation, stage) < 0)
    return AS_RULE_PASS;
  const AsStage *s = asStageOf(derivation, stage);
  bool isAlone = s->kind == AS_STAGE_CONTRACTION;
  for (int p = 0; p < stage; p++)
    isAlone &= asStageOf(derivation, p)->kind == AS_STAGE_FILL;
  int packed = asPackableOperand(derivation, stage);
  int64_t options[AS_MAX_OPTIONS];
  if (!isAlone || packed < 0 || asRowLoop(derivation, stage) < 0 ||
      laneShares(derivation, stage, options) == 0)
    return AS_RULE_PASS;
  const AsAccess *access = &s->access[packed];
  int rank = derivation->sketch.program->tensors[access->tensor].rank;
  return asAccessLoop(access, s, rank - 1) == asLaneLoop(derivation, stage)
             ? AS_RULE_APPLY
             : AS_RULE_PASS;
}

/// A knob even where there is one option: tiles inside ask what is around them.
static void applyLanes(AsDerivation *derivation, int stage) {
  int lane = asLaneLoop(derivation, stage);
  int64_t options[AS_MAX_OPTIONS];
  int count = laneShares(derivation, stage, options);
  char name[32];
  snprintf(name, sizeof name, "parallel_%d", lane);
  int knob =
      asDerivationKnob(derivation, AS_KNOB_TILE, name, options, count, false);
  derivation->sketch.knobs[knob].extent =
      asStageOf(derivation, stage)->extent[lane];
  AsStep *step = asDerivationStep(derivation, AS_STEP_PARALLEL, stage);
  step->parallel.size[lane] = (AsSize){knob, 0};
  step->parallel.isPadded = true;
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  derivation->isParallel = derivation->mustPack = true;
}

const AsRule asRuleLanes = {
    "lanes", "a product's lanes shared among threads, the last share smaller",
    meetsLanes, applyLanes};

//===----------------------------------------------------------------------===//
// All loops
//===----------------------------------------------------------------------===//

static void applyParallel(AsDerivation *derivation, int stage) {
  asMaterialisePads(derivation);
  const AsStage *s = asStageOf(derivation, stage);
  AsStep *step = asDerivationStep(derivation, AS_STEP_PARALLEL, stage);
  int uneven = unevenLoop(derivation, stage);
  for (int d = 0; d < s->numDims; d++)
    if (d == uneven)
      step->parallel.size[d] = unevenTile(derivation, stage, d);
    else if (isShared(derivation, stage, d))
      step->parallel.size[d] = asTileKnob(
          derivation, "parallel", d, s->extent[d],
          leastTile(derivation, stage, d), s->extent[d], 0, asUnbounded);
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  derivation->isParallel = true;
}

const AsRule asRuleParallel = {"parallel", "outputs shared among threads",
                               meetsParallel, applyParallel};
