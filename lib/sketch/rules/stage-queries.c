//===- stage-queries.c - What the rules for CPUs share
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See stage-queries.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/stage-queries.h"
#include <stdio.h>
#include <string.h>

const AsStage *asStageOf(const AsDerivation *derivation, int stage) {
  return &derivation->sketch.program->stages[stage];
}

bool asIsLastStage(const AsDerivation *derivation, int stage) {
  return stage == derivation->sketch.program->numStages - 1;
}

int asAnchorOf(const AsDerivation *derivation) {
  return asProgramAnchor(derivation->sketch.program);
}

bool asHasStageKind(const AsDerivation *derivation, AsStageKind kind) {
  const AsProgram *program = derivation->sketch.program;
  for (int s = 0; s < program->numStages; s++)
    if (program->stages[s].kind == kind)
      return true;
  return false;
}

bool asIsReduction(const AsStage *stage) {
  bool isSingle = stage->kind == AS_STAGE_CONTRACTION;
  for (int d = 0; d < stage->numDims; d++)
    isSingle &= stage->isReduction[d];
  return stage->kind == AS_STAGE_REDUCTION || isSingle;
}

bool asIsDecomposable(const char *name) {
  static const char *const names[] = {
      "linalg.conv_2d_nhwc_hwcf", "linalg.depthwise_conv_2d_nhwc_hwc",
      "linalg.pooling_nhwc_sum",  "linalg.pooling_nhwc_max",
      "linalg.conv_2d_nchw_fchw", "linalg.pooling_nchw_sum",
      "linalg.pooling_nchw_max"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0)
      return true;
  return false;
}

int asLaneLoop(const AsDerivation *derivation, int stage) {
  return asStageLaneLoop(derivation->sketch.program,
                         asStageOf(derivation, stage));
}

bool asSlides(const AsStage *stage, int loop) {
  for (int a = 0; a < stage->numAccesses; a++)
    for (int r = 0; r < AS_MAX_RANK && loop >= 0; r++)
      if (stage->access[a].factor[r][loop] &&
          asAccessLoop(&stage->access[a], stage, r) < 0)
        return true;
  return false;
}

/// The loop that is tiled into registers beside the lanes, or -1: the one next
/// to the lanes, but of two that slide a window only one can be a whole tile.
int asRowLoop(const AsDerivation *derivation, int stage) {
  const AsProgram *program = derivation->sketch.program;
  int anchor = asProgramAnchor(program);
  const AsStage *s = asStageOf(derivation, stage);
  const AsStage *a = anchor < 0 ? s : &program->stages[anchor];
  const AsAccess *result = asStageResult(s);
  const AsAccess *inner = asStageResult(a);
  int rank = program->tensors[result->tensor].rank;
  if (rank < 2 || program->tensors[inner->tensor].rank != rank)
    return -1;
  bool laneSlides = asSlides(a, asAccessLoop(inner, a, rank - 1));
  for (int r = rank - 2; r >= 0; r--) {
    int loop = asAccessLoop(result, s, r);
    if (!laneSlides || !asSlides(a, asAccessLoop(inner, a, r)))
      return loop;
  }
  return -1;
}

/// Vector lanes for the stage's result.
int64_t asLanesOf(const AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  AsElement element =
      derivation->sketch.program->tensors[asStageResult(s)->tensor].element;
  return derivation->target->vectorBytes / asElementBytes(element);
}

const AsSize asUnbounded = {-1, 0};

/// A tile knob named after its level and loop.
AsSize asTileKnob(AsDerivation *derivation, const char *level, int dim,
                  int64_t extent, int64_t least, int64_t most, int64_t unit,
                  AsSize within) {
  char name[32];
  snprintf(name, sizeof name, "%s_%d", level, dim);
  return asDerivationTile(derivation, name, extent, least, most, unit, within);
}

AsSize asCacheTile(AsDerivation *derivation, int stage, int dim,
                   int64_t least) {
  int64_t extent = asStageOf(derivation, stage)->extent[dim];
  if (derivation->mustPack && dim == asLaneLoop(derivation, stage))
    return asUnbounded;
  return asTileKnob(derivation, "cache", dim, extent, least, extent, 0,
                    asParallelSize(derivation, dim));
}

AsSize asTighterSize(AsSize own, AsSize around) {
  return own.knob >= 0 || own.constant ? own : around;
}

/// Whether the stage multiplies bytes, two at a time.
static bool multipliesBytes(const AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  bool hasBytes = false;
  for (int a = 0; a < s->numAccesses; a++)
    hasBytes |=
        derivation->sketch.program->tensors[s->access[a].tensor].element ==
        AS_ELEMENT_I8;
  return hasBytes && asMultipliesShort(derivation, stage);
}

/// Pairs of bytes are interleaved, which of three vectors takes LLVM an element
/// at a time.
static void keepPowersOfTwo(AsDerivation *derivation, AsSize size,
                            int64_t lanes) {
  if (size.knob < 0)
    return;
  AsKnob *knob = &derivation->sketch.knobs[size.knob];
  int64_t *options = asArenaArray(derivation->arena, int64_t, knob->numOptions);
  int count = 0;
  for (int o = 0; o < knob->numOptions; o++) {
    int64_t vectors = knob->options[o] / lanes;
    if ((vectors & (vectors - 1)) == 0)
      options[count++] = knob->options[o];
  }
  if (count) {
    knob->options = options;
    knob->numOptions = count;
  }
}

static AsSize laneTile(AsDerivation *derivation, int stage, int dim,
                       int64_t maxVectors, int64_t unit, AsSize within) {
  int64_t lanes = asLanesOf(derivation, stage);
  int64_t extent = asStageOf(derivation, stage)->extent[dim];
  int64_t least = extent % lanes == 0 ? lanes : extent < lanes ? 1 : lanes / 2;
  return asTileKnob(derivation, "register", dim, extent, least,
                    maxVectors * lanes, unit, within);
}

AsSize asLaneTile(AsDerivation *derivation, int stage, int dim,
                  int64_t maxVectors, AsSize within) {
  int64_t lanes = asLanesOf(derivation, stage);
  AsSize size = laneTile(derivation, stage, dim, maxVectors, lanes, within);
  if (multipliesBytes(derivation, stage))
    keepPowersOfTwo(derivation, size, lanes);
  return size;
}

AsSize asWholeLaneTile(AsDerivation *derivation, int stage, int dim,
                       int64_t maxVectors, AsSize within) {
  return laneTile(derivation, stage, dim, maxVectors, 0, within);
}

/// A short loop, as over a row of a window, is offered whole: neighbouring
/// positions read the same pixels, which then are loaded once.
int asUnrollKnob(AsDerivation *derivation, const char *name, int64_t trip) {
  enum { longest = 8 };
  int64_t factors[4 + 1];
  int count = 0;
  for (int64_t factor = 1; factor <= longest; factor++)
    if (factor == trip || (factor & (factor - 1)) == 0)
      factors[count++] = factor;
  return asDerivationKnob(derivation, AS_KNOB_UNROLL, name, factors, count,
                          true);
}

int asOrderKnob(AsDerivation *derivation, const char *name) {
  static const int64_t orders[] = {0, 1};
  return asDerivationKnob(derivation, AS_KNOB_ORDER, name, orders, 2, true);
}

void asMaterialisePads(AsDerivation *derivation) {
  if (derivation->sketch.numSteps == 0 && !derivation->hasHalo &&
      asHasStageKind(derivation, AS_STAGE_PAD))
    asDerivationStep(derivation, AS_STEP_MATERIALISE_PADS, -1);
}

void asMaterialiseHalo(AsDerivation *derivation) {
  if (!derivation->hasHalo)
    return;
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  if (derivation->sketch.feeder >= 0) {
    asDerivationStep(derivation, AS_STEP_FEED, -1);
    asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  }
  asDerivationStep(derivation, AS_STEP_MATERIALISE_PADS, -1);
}

int asFeedingProduct(const AsDerivation *derivation) {
  for (int s = derivation->sketch.feeder; s >= 0; s--)
    if (derivation->sketch.feeds[s] &&
        asStageOf(derivation, s)->kind == AS_STAGE_CONTRACTION)
      return s;
  return -1;
}

/// Up to four vectors, whole parts of the lanes.
static AsSize feederLanes(AsDerivation *derivation, int lane, AsSize within) {
  enum { mostVectors = 4 };
  int feeder = derivation->sketch.feeder;
  int64_t lanes = asLanesOf(derivation, feeder);
  int64_t extent = asStageOf(derivation, feeder)->extent[lane];
  int64_t options[mostVectors];
  int count = 0;
  for (int64_t vectors = 1; vectors <= mostVectors; vectors++)
    if (extent % (vectors * lanes) == 0)
      options[count++] = vectors * lanes;
  char name[32];
  snprintf(name, sizeof name, "feed_%d", lane);
  if (!count)
    return asDerivationTile(derivation, name, extent, 1, lanes, 0, within);
  int knob =
      asDerivationKnob(derivation, AS_KNOB_TILE, name, options, count, false);
  derivation->sketch.knobs[knob].within = within.knob;
  derivation->sketch.knobs[knob].extent = extent;
  return (AsSize){knob, 0};
}

/// Rows are whole parts of a row of pixels, as nothing is peeled in loops whose
/// length depends on the iteration; few enough that addresses and what is
/// repeated leave all accumulators in registers.
void asTileFeeder(AsDerivation *derivation, AsSize lanesAround) {
  int feeder = derivation->sketch.feeder;
  if (feeder < 0)
    return;
  const AsStage *s = asStageOf(derivation, feeder);
  int lane = asLaneLoop(derivation, feeder), row = lane - 1;
  AsStep *step = asDerivationStep(derivation, AS_STEP_FUSE, feeder);
  for (int d = 0; d < s->numDims; d++)
    if (d == lane)
      step->fuse.size[d] = feederLanes(derivation, lane, lanesAround);
    else if (d == row)
      step->fuse.size[d] =
          asTileKnob(derivation, "feed", d, s->extent[d], 1,
                     derivation->target->vectorRegisters / 2, 0, asUnbounded);
    else
      step->fuse.size[d] = asDerivationConstant(1, s->extent[d]);
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
}

bool asHasLoops(const AsDerivation *derivation) {
  const AsProgram *program = derivation->sketch.program;
  if (program->numStages > AS_MAX_STAGES)
    return false;
  for (int s = 0; s < program->numStages; s++)
    if (program->stages[s].kind == AS_STAGE_OTHER)
      return false;
  return true;
}

bool asCanTile(const AsDerivation *derivation, int stage) {
  bool isFed = derivation->sketch.feeder >= 0 && !derivation->hasHalo;
  return asHasLoops(derivation) && asLaneLoop(derivation, stage) >= 0 && !isFed;
}

AsSize asParallelSize(const AsDerivation *derivation, int dim) {
  for (int i = 0; i < derivation->sketch.numSteps; i++)
    if (derivation->sketch.steps[i].kind == AS_STEP_PARALLEL)
      return derivation->sketch.steps[i].parallel.size[dim];
  return asUnbounded;
}

int asPackableOperand(const AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  int lane = asLaneLoop(derivation, stage), row = asRowLoop(derivation, stage);
  for (int a = 0; a < s->numAccesses; a++) {
    const AsAccess *access = &s->access[a];
    // Slices of a constant are constants: there would be nothing to copy.
    if (access->isWrite ||
        derivation->sketch.program->tensors[access->tensor].isConstant)
      continue;
    int rank = derivation->sketch.program->tensors[access->tensor].rank;
    bool byLane = rank > 0 && asAccessLoop(access, s, rank - 1) == lane;
    bool byRow = row >= 0 && asAccessUses(access, row);
    if (!byRow && (byLane || asCanTurn(derivation, stage, access)))
      return a;
  }
  return -1;
}

void asPackOperand(AsDerivation *derivation, int stage) {
  static const int64_t loops[] = {2, 3, 4};
  AsStep *step = asDerivationStep(derivation, AS_STEP_PACK, stage);
  step->pack.operand = asPackableOperand(derivation, stage);
  step->pack.hoistKnob =
      asDerivationKnob(derivation, AS_KNOB_HOIST, "pack_loops", loops, 3, true);
  asCutIntoSquares(derivation, stage,
                   &asStageOf(derivation, stage)->access[step->pack.operand]);
}

bool asMultipliesShort(const AsDerivation *derivation, int stage) {
  const AsTensor *tensors = derivation->sketch.program->tensors;
  const AsStage *s = asStageOf(derivation, stage);
  bool isShort = asElementBytes(tensors[asStageResult(s)->tensor].element) == 4;
  for (int a = 0; a < s->numAccesses; a++) {
    AsElement element = tensors[s->access[a].tensor].element;
    isShort &= s->access[a].isWrite || element == AS_ELEMENT_I8 ||
               element == AS_ELEMENT_BF16;
  }
  return isShort;
}

bool asRowsCompete(const AsProgram *program, const AsStage *stage,
                   const AsAccess *access, int row) {
  enum { wayBytes = 4096 }; // 32 KiB in 8 ways, 48 KiB in 12.
  const AsTensor *tensor = &program->tensors[access->tensor];
  int64_t distance = 0, stride = asElementBytes(tensor->element);
  for (int r = tensor->rank - 1; r >= 0; r--) {
    distance += access->factor[r][row] * stride;
    stride *= tensor->shape[r];
  }
  return stage->extent[row] > 1 && distance > 0 && distance % wayBytes == 0;
}

/// The operand that the rows index and that is better read from a copy, or -1:
/// its last dimension is the rows, and not the reduction, so that each
/// iteration of that reads a line of its own; or the rows compete for lines; or
/// it is short, and would be widened again for each vector of lanes.
static int rowOperand(const AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  const AsProgram *program = derivation->sketch.program;
  int row = asRowLoop(derivation, stage);
  for (int a = 0; a < s->numAccesses && row >= 0; a++) {
    const AsAccess *access = &s->access[a];
    const AsTensor *tensor = &program->tensors[access->tensor];
    if (access->isWrite || tensor->isConstant || tensor->rank < 2)
      continue;
    int last = asAccessLoop(access, s, tensor->rank - 1);
    bool sums = asAccessUses(access, row) && last >= 0 && s->isReduction[last];
    if (last == row || (sums && (asRowsCompete(program, s, access, row) ||
                                 asMultipliesShort(derivation, stage))))
      return a;
  }
  return -1;
}

void asPackRows(AsDerivation *derivation, int stage) {
  int operand = rowOperand(derivation, stage);
  if (operand >= 0)
    asDerivationStep(derivation, AS_STEP_PACK, stage)->pack.operand = operand;
}

/// All reduction loops one iteration at a time: what is left in the middle is
/// an outer product of registers.
void asReduceByOne(AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  AsStep *step = asDerivationStep(derivation, AS_STEP_TILE, stage);
  for (int d = 0; d < s->numDims; d++)
    if (s->isReduction[d])
      step->tile.size[d] = asDerivationConstant(1, s->extent[d]);
}

/// Iterations of the last loop that is reduced, one at a time.
static int64_t innermostTrip(const AsStage *stage) {
  int64_t trip = 1;
  for (int d = 0; d < stage->numDims; d++)
    if (stage->isReduction[d] && stage->extent[d] > 1)
      trip = stage->extent[d];
  return trip;
}

static void finish(AsDerivation *derivation, int anchor, AsLowering lowering) {
  const AsProgram *program = derivation->sketch.program;
  for (int s = 0; s < program->numStages; s++)
    if (s != anchor && program->stages[s].kind != AS_STAGE_PAD)
      asDerivationStep(derivation, AS_STEP_VECTORISE, s);
  asDerivationStep(derivation, AS_STEP_LOWER_VECTORS, -1)->lowerVectors.how =
      lowering;
  asDerivationStep(derivation, AS_STEP_UNROLL, anchor)->unroll.factorKnob =
      asUnrollKnob(derivation, "unroll",
                   innermostTrip(&program->stages[anchor]));
  int product = asFeedingProduct(derivation);
  if (product >= 0)
    asDerivationStep(derivation, AS_STEP_UNROLL, product)->unroll.factorKnob =
        asUnrollKnob(derivation, "feed_unroll",
                     innermostTrip(&program->stages[product]));
  derivation->isDone = true;
}

int asReductionLoop(const AsStage *stage) {
  int loop = -1;
  for (int d = 0; d < stage->numDims; d++)
    if (stage->isReduction[d] && !asSlides(stage, d)) {
      if (loop >= 0)
        return -1;
      loop = d;
    }
  return loop;
}

AsStep *asTileAround(AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  AsStep *step = asDerivationStep(derivation, AS_STEP_TILE, stage);
  int lane = asLaneLoop(derivation, stage);
  for (int d = 0; d < s->numDims; d++)
    step->tile.size[d] = asDerivationConstant(
        d == lane ? asLanesOf(derivation, stage) : 1, s->extent[d]);
  return step;
}

void asFinishTiled(AsDerivation *derivation, int anchor) {
  finish(derivation, anchor, AS_LOWER_PRODUCTS);
}

void asFinishSlices(AsDerivation *derivation, int anchor) {
  finish(derivation, anchor, AS_LOWER_SLICES);
}

void asFinishAround(AsDerivation *derivation, int anchor) {
  const AsProgram *program = derivation->sketch.program;
  for (int s = 0; s < program->numStages; s++)
    if (s != anchor && program->stages[s].kind != AS_STAGE_PAD)
      asTileAround(derivation, s);
  // Last, since its loop is the one that is unrolled: peeling loses handles.
  asReduceByOne(derivation, anchor);
  if (program->stages[anchor].kind == AS_STAGE_CONVOLUTION)
    asDerivationStep(derivation, AS_STEP_DECOMPOSE, anchor);
  asDerivationStep(derivation, AS_STEP_VECTORISE, anchor);
  asFinishTiled(derivation, anchor);
  derivation->isTiled = true;
}
