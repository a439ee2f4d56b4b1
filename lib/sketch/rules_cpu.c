//===- sketch/rules_cpu.c - The sketch rules for CPUs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each rule is a pair of functions, meets and apply, and a row of the table at
// the end. What the structures are and why they are fast is in docs/rules.md.
//
// Names: the lane loop is the one along which the result is contiguous; the row
// loop is the one next to it. Register tiles span the two of them.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules.h"
#include <stdio.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// What the rules ask
//===----------------------------------------------------------------------===//

static const AsStage *stageOf(const AsDerivation *derivation, int stage) {
  return &derivation->sketch.program->stages[stage];
}

static bool isLast(const AsDerivation *derivation, int stage) {
  return stage == derivation->sketch.program->numStages - 1;
}

static int anchorOf(const AsDerivation *derivation) {
  return asProgramAnchor(derivation->sketch.program);
}

static bool hasKind(const AsDerivation *derivation, AsStageKind kind) {
  const AsProgram *program = derivation->sketch.program;
  for (int s = 0; s < program->numStages; s++)
    if (program->stages[s].kind == kind)
      return true;
  return false;
}

static int laneLoop(const AsDerivation *derivation, int stage) {
  return asStageLaneLoop(derivation->sketch.program,
                         stageOf(derivation, stage));
}

/// Whether some operand is indexed by a sum with the loop in it: it slides a
/// window along.
static bool slides(const AsStage *stage, int loop) {
  for (int a = 0; a < stage->numAccesses; a++)
    for (int r = 0; r < AS_MAX_RANK && loop >= 0; r++)
      if (stage->access[a].factor[r][loop] &&
          asAccessLoop(&stage->access[a], stage, r) < 0)
        return true;
  return false;
}

/// The loop that is tiled into registers beside the lanes, or -1: the one next
/// to the lanes, but of two that slide a window only one can be a whole tile.
static int rowLoop(const AsDerivation *derivation, int stage) {
  const AsProgram *program = derivation->sketch.program;
  int anchor = asProgramAnchor(program);
  const AsStage *s = stageOf(derivation, stage);
  const AsStage *a = anchor < 0 ? s : &program->stages[anchor];
  const AsAccess *result = asStageResult(s);
  const AsAccess *inner = asStageResult(a);
  int rank = program->tensors[result->tensor].rank;
  if (rank < 2 || program->tensors[inner->tensor].rank != rank)
    return -1;
  bool laneSlides = slides(a, asAccessLoop(inner, a, rank - 1));
  for (int r = rank - 2; r >= 0; r--) {
    int loop = asAccessLoop(result, s, r);
    if (!laneSlides || !slides(a, asAccessLoop(inner, a, r)))
      return loop;
  }
  return -1;
}

/// Vector lanes for the stage's result.
static int64_t lanesOf(const AsDerivation *derivation, int stage) {
  const AsStage *s = stageOf(derivation, stage);
  AsElement element =
      derivation->sketch.program->tensors[asStageResult(s)->tensor].element;
  return derivation->target->vectorBytes / asElementBytes(element);
}

static const AsSize unbounded = {-1, 0};

/// A tile knob named after its level and loop.
static AsSize tileKnob(AsDerivation *derivation, const char *level, int dim,
                       int64_t extent, int64_t least, int64_t most,
                       AsSize within) {
  char name[32];
  snprintf(name, sizeof name, "%s_%d", level, dim);
  return asDerivationTile(derivation, name, extent, least, most, within);
}

/// A register tile along the lanes: whole vectors where the extent has them.
static AsSize laneTile(AsDerivation *derivation, int stage, int dim,
                       int64_t maxVectors, AsSize within) {
  int64_t lanes = lanesOf(derivation, stage);
  int64_t extent = stageOf(derivation, stage)->extent[dim];
  int64_t least = extent % lanes == 0 ? lanes : extent < lanes ? 1 : lanes / 2;
  return tileKnob(derivation, "register", dim, extent, least,
                  maxVectors * lanes, within);
}

static int unrollKnob(AsDerivation *derivation) {
  static const int64_t factors[] = {1, 2, 4, 8};
  return asDerivationKnob(derivation, AS_KNOB_UNROLL, "unroll", factors, 4,
                          true);
}

static int orderKnob(AsDerivation *derivation, const char *name) {
  static const int64_t orders[] = {0, 1};
  return asDerivationKnob(derivation, AS_KNOB_ORDER, name, orders, 2, true);
}

static void materialisePads(AsDerivation *derivation) {
  if (derivation->sketch.numSteps == 0 && hasKind(derivation, AS_STAGE_PAD))
    asDerivationStep(derivation, AS_STEP_MATERIALISE_PADS, -1);
}

//===----------------------------------------------------------------------===//
// plain: leave it to LLVM
//===----------------------------------------------------------------------===//

static AsRuleVerdict meetsPlain(const AsDerivation *derivation, int stage) {
  return isLast(derivation, stage) && !derivation->isParallel &&
                 !derivation->isTiled
             ? AS_RULE_APPLY
             : AS_RULE_PASS;
}

static void applyPlain(AsDerivation *derivation, int stage) {
  derivation->isDone = true;
}

//===----------------------------------------------------------------------===//
// parallel: share the outputs among threads
//===----------------------------------------------------------------------===//

static bool canTile(const AsDerivation *derivation, int stage) {
  const AsProgram *program = derivation->sketch.program;
  if (program->numStages > AS_MAX_STAGES || laneLoop(derivation, stage) < 0)
    return false;
  for (int s = 0; s < program->numStages; s++)
    if (program->stages[s].kind == AS_STAGE_OTHER)
      return false;
  return true;
}

static AsRuleVerdict meetsParallel(const AsDerivation *derivation, int stage) {
  return isLast(derivation, stage) && !derivation->isParallel &&
                 derivation->target->threads > 1 && canTile(derivation, stage)
             ? AS_RULE_APPLY_LAST
             : AS_RULE_PASS;
}

static void applyParallel(AsDerivation *derivation, int stage) {
  materialisePads(derivation);
  const AsStage *s = stageOf(derivation, stage);
  AsStep *step = asDerivationStep(derivation, AS_STEP_PARALLEL, stage);
  int lane = laneLoop(derivation, stage);
  for (int d = 0; d < s->numDims; d++) {
    if (s->isReduction[d] || s->extent[d] == 1)
      continue;
    // Threads share the outer loops; along the lanes only whole vectors, and
    // rows of row-wise groups are never torn apart.
    bool rowwise =
        hasKind(derivation, AS_STAGE_REDUCTION) && anchorOf(derivation) < 0;
    if (rowwise && d == lane && s->kind != AS_STAGE_REDUCTION)
      continue;
    int64_t least = d == lane ? 4 * lanesOf(derivation, stage) : 1;
    step->size[d] = tileKnob(derivation, "parallel", d, s->extent[d], least,
                             s->extent[d], unbounded);
  }
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  derivation->isParallel = true;
}

static AsSize parallelSize(const AsDerivation *derivation, int dim) {
  for (int i = 0; i < derivation->sketch.numSteps; i++)
    if (derivation->sketch.steps[i].kind == AS_STEP_PARALLEL)
      return derivation->sketch.steps[i].size[dim];
  return unbounded;
}

//===----------------------------------------------------------------------===//
// rows: softmax, layer norm, reductions
//===----------------------------------------------------------------------===//

static int numResults(const AsStage *stage) {
  int count = 0;
  for (int a = 0; a < stage->numAccesses; a++)
    count += stage->access[a].isWrite;
  return count;
}

/// One trailing reduction loop for each reduction, and one result: those of
/// several (argmax) cannot be split into partial results.
static AsRuleVerdict meetsRows(const AsDerivation *derivation, int stage) {
  const AsProgram *program = derivation->sketch.program;
  if (!isLast(derivation, stage) || derivation->isTiled ||
      anchorOf(derivation) >= 0 || !hasKind(derivation, AS_STAGE_REDUCTION) ||
      !canTile(derivation, stage))
    return AS_RULE_PASS;
  for (int s = 0; s < program->numStages; s++) {
    const AsStage *own = &program->stages[s];
    int reductions = 0;
    for (int d = 0; d < own->numDims; d++)
      reductions += own->isReduction[d];
    bool trailing = own->numDims > 0 && own->isReduction[own->numDims - 1];
    if (own->kind == AS_STAGE_REDUCTION &&
        (reductions != 1 || !trailing || numResults(own) != 1))
      return AS_RULE_PASS;
  }
  return AS_RULE_APPLY_LAST;
}

static void applyRows(AsDerivation *derivation, int stage) {
  const AsProgram *program = derivation->sketch.program;
  int rows = 0; // Leading loops that every reduction keeps.
  for (int s = 0; s < program->numStages; s++)
    if (program->stages[s].kind == AS_STAGE_REDUCTION)
      rows = program->stages[s].numDims - 1;
  materialisePads(derivation);
  const AsStage *last = stageOf(derivation, stage);
  AsStep *step = asDerivationStep(derivation, AS_STEP_FUSE, stage);
  for (int d = 0; d < rows && d < last->numDims; d++)
    step->size[d] = asDerivationConstant(1, last->extent[d]);
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  // One width for all reductions, another for all elementwise stages, since
  // they walk the same row.
  AsSize reduced = unbounded, mapped = unbounded;
  for (int s = 0; s < program->numStages; s++) {
    const AsStage *own = &program->stages[s];
    int d = own->numDims - 1;
    if (own->numDims <= rows || own->extent[d] == 1)
      continue;
    int64_t lanes = lanesOf(derivation, s);
    if (own->kind == AS_STAGE_REDUCTION) {
      if (reduced.knob < 0) {
        reduced = asDerivationTile(derivation, "reduce_width", own->extent[d],
                                   lanes, 16 * lanes, unbounded);
        if (reduced.knob >= 0)
          derivation->sketch.knobs[reduced.knob].isAlternative = true;
      }
      AsStep *split = asDerivationStep(derivation, AS_STEP_SPLIT_REDUCTION, s);
      split->size[d] = reduced;
    } else if (own->kind == AS_STAGE_ELEMENTWISE) {
      if (mapped.knob < 0)
        mapped = asDerivationTile(derivation, "map_width", own->extent[d],
                                  lanes, 16 * lanes, unbounded);
      AsStep *tile = asDerivationStep(derivation, AS_STEP_TILE, s);
      tile->size[d] = mapped;
    }
  }
  asDerivationStep(derivation, AS_STEP_VECTORISE, -1);
  asDerivationStep(derivation, AS_STEP_LOWER_VECTORS, -1)->operand =
      AS_LOWER_REDUCTIONS;
  derivation->isTiled = derivation->isDone = true;
}

//===----------------------------------------------------------------------===//
// map: elementwise groups and transposes
//===----------------------------------------------------------------------===//

static AsRuleVerdict meetsMap(const AsDerivation *derivation, int stage) {
  AsStageKind kind = stageOf(derivation, stage)->kind;
  return isLast(derivation, stage) && !derivation->isTiled &&
                 anchorOf(derivation) < 0 &&
                 !hasKind(derivation, AS_STAGE_REDUCTION) &&
                 (kind == AS_STAGE_ELEMENTWISE || kind == AS_STAGE_FILL) &&
                 canTile(derivation, stage)
             ? AS_RULE_APPLY_LAST
             : AS_RULE_PASS;
}

static void applyMap(AsDerivation *derivation, int stage) {
  materialisePads(derivation);
  const AsStage *s = stageOf(derivation, stage);
  int lane = laneLoop(derivation, stage);
  AsStep *step = asDerivationStep(derivation, AS_STEP_FUSE, stage);
  for (int d = 0; d < s->numDims; d++) {
    AsSize around = parallelSize(derivation, d);
    if (d == lane)
      step->size[d] = laneTile(derivation, stage, d, 16, around);
    else
      step->size[d] = asDerivationConstant(1, s->extent[d]);
  }
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  asDerivationStep(derivation, AS_STEP_VECTORISE, -1);
  asDerivationStep(derivation, AS_STEP_LOWER_VECTORS, -1)->operand =
      AS_LOWER_REDUCTIONS;
  derivation->isTiled = derivation->isDone = true;
}

static AsRuleVerdict meetsTranspose(const AsDerivation *derivation, int stage) {
  return isLast(derivation, stage) && !derivation->isTiled && stage == 0 &&
                 stageOf(derivation, stage)->kind == AS_STAGE_TRANSPOSE &&
                 canTile(derivation, stage)
             ? AS_RULE_APPLY_LAST
             : AS_RULE_PASS;
}

/// Two levels over the loops that are contiguous on either side, so that whole
/// lines are used on both; the inner one is transposed in registers.
static void applyTranspose(AsDerivation *derivation, int stage) {
  const AsStage *s = stageOf(derivation, stage);
  const AsProgram *program = derivation->sketch.program;
  int lane = laneLoop(derivation, stage);
  const AsAccess *source = &s->access[0];
  int rank = program->tensors[source->tensor].rank;
  int across = rank ? asAccessLoop(source, s, rank - 1) : -1;
  int64_t lanes = lanesOf(derivation, stage);
  AsSize cache[AS_MAX_DIMS];
  AsStep *outer = asDerivationStep(derivation, AS_STEP_FUSE, stage);
  for (int d = 0; d < s->numDims; d++) {
    cache[d] = parallelSize(derivation, d);
    if (d == lane || d == across)
      outer->size[d] = cache[d] =
          tileKnob(derivation, "cache", d, s->extent[d], 16, 256, cache[d]);
  }
  AsStep *inner = asDerivationStep(derivation, AS_STEP_FUSE, stage);
  for (int d = 0; d < s->numDims; d++) {
    if (d == lane || d == across)
      inner->size[d] = tileKnob(derivation, "register", d, s->extent[d],
                                lanes / 4, lanes, cache[d]);
    else
      inner->size[d] = asDerivationConstant(1, s->extent[d]);
  }
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  asDerivationStep(derivation, AS_STEP_VECTORISE, -1);
  asDerivationStep(derivation, AS_STEP_LOWER_VECTORS, -1)->operand =
      AS_LOWER_TRANSPOSES;
  derivation->isTiled = derivation->isDone = true;
}

//===----------------------------------------------------------------------===//
// tile: multi-level tiling of an anchor, its consumers fused
//===----------------------------------------------------------------------===//

static AsRuleVerdict meetsTile(const AsDerivation *derivation, int stage) {
  return isLast(derivation, stage) && !derivation->isTiled &&
                 anchorOf(derivation) >= 0 && canTile(derivation, stage)
             ? AS_RULE_APPLY_LAST
             : AS_RULE_PASS;
}

/// Cache tiles over the row and lane loops, register tiles inside them. The
/// other parallel loops become single iterations.
static void applyTile(AsDerivation *derivation, int stage) {
  materialisePads(derivation);
  const AsStage *s = stageOf(derivation, stage);
  int lane = laneLoop(derivation, stage), row = rowLoop(derivation, stage);
  int64_t lanes = lanesOf(derivation, stage);
  AsSize cache[AS_MAX_DIMS];
  AsStep *outer = asDerivationStep(derivation, AS_STEP_FUSE, stage);
  for (int d = 0; d < s->numDims; d++) {
    cache[d] = parallelSize(derivation, d);
    if (s->isReduction[d] || (d != lane && d != row))
      continue;
    int64_t least = d == lane ? 4 * lanes : 16;
    if (s->extent[d] > least)
      outer->size[d] = cache[d] = tileKnob(derivation, "cache", d, s->extent[d],
                                           least, s->extent[d], cache[d]);
  }
  AsStep *inner = asDerivationStep(derivation, AS_STEP_FUSE, stage);
  for (int d = 0; d < s->numDims; d++) {
    if (s->isReduction[d])
      continue;
    if (d == lane)
      inner->size[d] = laneTile(derivation, stage, d, 4, cache[d]);
    else if (d == row)
      inner->size[d] =
          tileKnob(derivation, "register", d, s->extent[d], 1, 28, cache[d]);
    else
      inner->size[d] = asDerivationConstant(1, s->extent[d]);
  }
  bool both = row >= 0 && (inner->size[row].knob >= 0) &&
              inner->size[lane].knob >= 0 && row + 1 == lane;
  if (both)
    inner->order = orderKnob(derivation, "order");
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  derivation->isTiled = true;
}

//===----------------------------------------------------------------------===//
// pack: an operand's tiles copied to where they are contiguous
//===----------------------------------------------------------------------===//

/// The operand indexed by the lanes but not by the rows: its tiles are used
/// again for every row.
static int packableOperand(const AsDerivation *derivation, int stage) {
  const AsStage *s = stageOf(derivation, stage);
  int lane = laneLoop(derivation, stage), row = rowLoop(derivation, stage);
  for (int a = 0; a < s->numAccesses; a++) {
    const AsAccess *access = &s->access[a];
    // Slices of a constant are constants: there would be nothing to copy.
    if (access->isWrite ||
        derivation->sketch.program->tensors[access->tensor].isConstant)
      continue;
    int rank = derivation->sketch.program->tensors[access->tensor].rank;
    bool byLane = rank > 0 && asAccessLoop(access, s, rank - 1) == lane;
    bool byRow = false;
    for (int r = 0; r < rank; r++)
      byRow |= row >= 0 && access->factor[r][row] != 0;
    if (byLane && !byRow)
      return a;
  }
  return -1;
}

static AsRuleVerdict meetsPack(const AsDerivation *derivation, int stage) {
  const AsStage *s = stageOf(derivation, stage);
  bool multiplies =
      s->kind == AS_STAGE_CONTRACTION || s->kind == AS_STAGE_CONVOLUTION;
  return derivation->isTiled && !derivation->isPacked && multiplies &&
                 rowLoop(derivation, stage) >= 0 &&
                 packableOperand(derivation, stage) >= 0
             ? AS_RULE_APPLY
             : AS_RULE_PASS;
}

static void packOperand(AsDerivation *derivation, int stage) {
  static const int64_t loops[] = {2, 3, 4};
  AsStep *step = asDerivationStep(derivation, AS_STEP_PACK, stage);
  step->operand = packableOperand(derivation, stage);
  step->knob =
      asDerivationKnob(derivation, AS_KNOB_HOIST, "pack_loops", loops, 3, true);
}

static void applyPack(AsDerivation *derivation, int stage) {
  packOperand(derivation, stage);
  derivation->isPacked = true;
}

//===----------------------------------------------------------------------===//
// contract, window: the anchor itself, in registers
//===----------------------------------------------------------------------===//

/// All reduction loops one iteration at a time: what is left in the middle is
/// an outer product of registers.
static void reduceByOne(AsDerivation *derivation, int stage) {
  const AsStage *s = stageOf(derivation, stage);
  AsStep *step = asDerivationStep(derivation, AS_STEP_TILE, stage);
  for (int d = 0; d < s->numDims; d++)
    if (s->isReduction[d])
      step->size[d] = asDerivationConstant(1, s->extent[d]);
}

/// The remaining stages were fused around the anchor: to vectors as well.
static void finishTiled(AsDerivation *derivation, int anchor) {
  const AsProgram *program = derivation->sketch.program;
  for (int s = 0; s < program->numStages; s++)
    if (s != anchor && program->stages[s].kind != AS_STAGE_PAD)
      asDerivationStep(derivation, AS_STEP_VECTORISE, s);
  asDerivationStep(derivation, AS_STEP_LOWER_VECTORS, -1)->operand =
      AS_LOWER_PRODUCTS;
  asDerivationStep(derivation, AS_STEP_UNROLL, anchor)->knob =
      unrollKnob(derivation);
  derivation->isDone = true;
}

static AsRuleVerdict meetsContract(const AsDerivation *derivation, int stage) {
  return derivation->isTiled &&
                 stageOf(derivation, stage)->kind == AS_STAGE_CONTRACTION
             ? AS_RULE_APPLY_LAST
             : AS_RULE_PASS;
}

static void applyContract(AsDerivation *derivation, int stage) {
  reduceByOne(derivation, stage);
  asDerivationStep(derivation, AS_STEP_VECTORISE, stage);
  finishTiled(derivation, stage);
}

/// Operations that transform.structured.decompose takes to one dimension and
/// that vectorise there.
static bool isDecomposable(const char *name) {
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

static AsRuleVerdict meetsWindow(const AsDerivation *derivation, int stage) {
  const AsStage *s = stageOf(derivation, stage);
  bool windowed = s->kind == AS_STAGE_CONVOLUTION ||
                  s->kind == AS_STAGE_DEPTHWISE || s->kind == AS_STAGE_POOLING;
  return derivation->isTiled && windowed && isDecomposable(s->name)
             ? AS_RULE_APPLY_LAST
             : AS_RULE_PASS;
}

static void applyWindow(AsDerivation *derivation, int stage) {
  reduceByOne(derivation, stage);
  asDerivationStep(derivation, AS_STEP_DECOMPOSE, stage);
  asDerivationStep(derivation, AS_STEP_VECTORISE, stage);
  finishTiled(derivation, stage);
}

//===----------------------------------------------------------------------===//
// block: contractions with the reduction cut into cache-sized pieces
//===----------------------------------------------------------------------===//

/// The only reduction loop of the stage, or -1.
static int reductionLoop(const AsStage *stage) {
  int loop = -1;
  for (int d = 0; d < stage->numDims; d++)
    if (stage->isReduction[d]) {
      if (loop >= 0)
        return -1;
      loop = d;
    }
  return loop;
}

/// Where the packed panels of a whole reduction do not fit into the first
/// cache, and everything goes by whole vectors.
static AsRuleVerdict meetsBlock(const AsDerivation *derivation, int stage) {
  int anchor = anchorOf(derivation);
  if (!isLast(derivation, stage) || derivation->isTiled || anchor < 0 ||
      !canTile(derivation, stage))
    return AS_RULE_PASS;
  const AsStage *a = stageOf(derivation, anchor);
  int k = reductionLoop(a), lane = laneLoop(derivation, stage);
  return a->kind == AS_STAGE_CONTRACTION && k >= 0 && a->extent[k] >= 256 &&
                 rowLoop(derivation, anchor) >= 0 &&
                 packableOperand(derivation, anchor) >= 0 &&
                 stageOf(derivation, stage)->extent[lane] %
                         lanesOf(derivation, stage) ==
                     0
             ? AS_RULE_APPLY
             : AS_RULE_PASS;
}

/// A stage around the blocked anchor: a row of vectors at a time.
static void tileAround(AsDerivation *derivation, int stage) {
  const AsStage *s = stageOf(derivation, stage);
  AsStep *step = asDerivationStep(derivation, AS_STEP_TILE, stage);
  int lane = laneLoop(derivation, stage);
  for (int d = 0; d < s->numDims; d++)
    step->size[d] = asDerivationConstant(
        d == lane ? lanesOf(derivation, stage) : 1, s->extent[d]);
}

static void applyBlock(AsDerivation *derivation, int stage) {
  const AsProgram *program = derivation->sketch.program;
  int anchor = anchorOf(derivation);
  const AsStage *s = stageOf(derivation, stage);
  const AsStage *a = stageOf(derivation, anchor);
  int lane = laneLoop(derivation, stage), row = rowLoop(derivation, stage);
  int64_t lanes = lanesOf(derivation, stage);
  AsSize cache[AS_MAX_DIMS];
  AsStep *outer = asDerivationStep(derivation, AS_STEP_FUSE, stage);
  for (int d = 0; d < s->numDims; d++) {
    cache[d] = parallelSize(derivation, d);
    if (s->isReduction[d])
      continue;
    if (d == row || d == lane)
      outer->size[d] = cache[d] =
          tileKnob(derivation, "cache", d, s->extent[d],
                   d == lane ? 8 * lanes : 32, s->extent[d], cache[d]);
    else
      outer->size[d] = asDerivationConstant(1, s->extent[d]);
  }
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  // The pieces of the reduction are the outer loop: the packed block of one
  // stays in the second cache while all rows go by.
  int k = reductionLoop(a);
  asDerivationStep(derivation, AS_STEP_TILE, anchor)->size[k] =
      asDerivationTile(derivation, "cache_k", a->extent[k], 64, 512, unbounded);
  int ownLane = laneLoop(derivation, anchor),
      ownRow = rowLoop(derivation, anchor);
  AsStep *inner = asDerivationStep(derivation, AS_STEP_TILE, anchor);
  inner->size[ownRow] =
      tileKnob(derivation, "register", row, s->extent[row], 4, 28, cache[row]);
  inner->size[ownLane] = laneTile(derivation, stage, lane, 4, cache[lane]);
  // Packing counts loops: those of a single iteration must be gone.
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  packOperand(derivation, anchor);
  AsStep *one = asDerivationStep(derivation, AS_STEP_TILE, anchor);
  one->size[k] = (AsSize){-1, 1};
  for (int i = 0; i < program->numStages; i++)
    if (i != anchor && program->stages[i].kind != AS_STAGE_PAD)
      tileAround(derivation, i);
  asDerivationStep(derivation, AS_STEP_VECTORISE, anchor);
  for (int i = 0; i < program->numStages; i++)
    if (i != anchor && program->stages[i].kind != AS_STAGE_PAD)
      asDerivationStep(derivation, AS_STEP_VECTORISE, i);
  asDerivationStep(derivation, AS_STEP_LOWER_VECTORS, -1)->operand =
      AS_LOWER_PRODUCTS;
  asDerivationStep(derivation, AS_STEP_UNROLL, anchor)->knob =
      unrollKnob(derivation);
  derivation->isTiled = derivation->isDone = true;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

const AsRule asCpuRules[] = {
    {"plain", "as it is, with loops and vectors left to LLVM", meetsPlain,
     applyPlain},
    {"parallel", "outputs shared among threads", meetsParallel, applyParallel},
    {"rows", "row-wise groups: a row at a time, reductions in partial results",
     meetsRows, applyRows},
    {"map", "elementwise groups in vectors", meetsMap, applyMap},
    {"transpose", "two-level tiles, transposed in registers", meetsTranspose,
     applyTranspose},
    {"block", "contractions with the reduction cut into cache-sized pieces",
     meetsBlock, applyBlock},
    {"tile", "cache and register tiles of an anchor, consumers fused",
     meetsTile, applyTile},
    {"pack", "an operand copied to contiguous tiles, used again for every row",
     meetsPack, applyPack},
    {"contract", "contractions as outer products in registers", meetsContract,
     applyContract},
    {"window", "convolutions and pooling by decomposition to one dimension",
     meetsWindow, applyWindow},
};

const int asNumCpuRules = sizeof asCpuRules / sizeof *asCpuRules;
