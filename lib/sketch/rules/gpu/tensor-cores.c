//===- tensor-cores.c - Products by tensor cores
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule mma: as share, but a warp has a tile, not a thread, and its product
// is left to the tensor cores (lowering/gpu/tensorcore/mma-sync.h). The stages
// around it go by lanes, each with what these leave in its registers. The rule
// wgmma: the same, but four warps multiply together, each 16 rows of 64, and as
// many columns as an instruction may have
// (lowering/gpu/tensorcore/warpgroup-mma.h). See docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/gpu/block-queries.h"
#include "sketch/rules/gpu/block-steps.h"
#include "sketch/rules/stage-queries.h"
#include "sketch/rules/tile-knobs.h"
#include <stdio.h>

/// The oldest capability whose tensor cores multiply 16 x 8 of these; none
/// where that is 0. Of f32 they round operands to tf32.
static const int oldest[AS_NUM_ELEMENTS] = {
    [AS_ELEMENT_F16] = 75, [AS_ELEMENT_BF16] = 80, [AS_ELEMENT_F32] = 80};

/// A sum of products of these floats in f32, or of f16 in f16, and nothing
/// else.
static bool isSumOfProducts(const AsDerivation *derivation, const AsStage *s) {
  const AsTensor *tensors = derivation->sketch.program->tensors;
  bool isSum = s->numAccesses == 3 && asIsPlainProduct(s);
  AsElement first = tensors[s->access[0].tensor].element;
  isSum &= oldest[first] > 0 &&
           asGpuCapability(derivation->target->gpu) >= oldest[first];
  for (int a = 0; a < s->numAccesses; a++) {
    AsElement element = tensors[s->access[a].tensor].element;
    isSum &= element == (s->access[a].isWrite ? AS_ELEMENT_F32 : first) ||
             (element == AS_ELEMENT_F16 && first == AS_ELEMENT_F16);
  }
  return isSum;
}

/// Whether the last dimension of every operand is one of the three loops of the
/// product: rows of memory are of those.
static bool isDense(const AsDerivation *derivation, int anchor, int row,
                    int lane) {
  const AsStage *s = asStageOf(derivation, anchor);
  const AsTensor *tensors = derivation->sketch.program->tensors;
  int k = asReductionLoop(s);
  bool isDense = true;
  for (int a = 0; a < s->numAccesses; a++) {
    const AsAccess *access = &s->access[a];
    int rank = tensors[access->tensor].rank;
    int own = asAccessUses(access, row) ? row : lane;
    int last = rank > 1 ? asAccessLoop(access, s, rank - 1) : -1;
    int before = rank > 1 ? asAccessLoop(access, s, rank - 2) : -1;
    isDense &= access->isWrite ? last == lane && before == row
                               : last == k || last == own;
    isDense &= access->isWrite ||
               asAccessUses(access, row) != asAccessUses(access, lane);
  }
  return isDense;
}

/// Whether tensor cores can make it, so many rows at a time.
static bool canMultiply(const AsDerivation *derivation, int stage,
                        int64_t rows) {
  const AsProgram *program = derivation->sketch.program;
  int anchor = asAnchorOf(derivation);
  if (!asCanShare(derivation, stage) ||
      asStageOf(derivation, anchor)->kind != AS_STAGE_CONTRACTION)
    return false;
  const AsStage *s = asStageOf(derivation, anchor);
  int row = derivation->sketch.loopMap[anchor][asRowLoop(derivation, stage)];
  int lane = derivation->sketch.loopMap[anchor][asLaneLoop(derivation, stage)];
  // Warps and lanes are numbered by the loops as they come: rows are first.
  bool areInOrder = row < lane && asRowLoop(derivation, stage) <
                                      asLaneLoop(derivation, stage);
  int initial = asStageResult(s)->initial;
  bool isFilled =
      initial >= 0 && program->tensors[initial].producer >= 0 &&
      program->stages[program->tensors[initial].producer].kind == AS_STAGE_FILL;
  bool isWhole = s->extent[row] % rows == 0 &&
                 s->extent[lane] % AS_GPU_MMA == 0 &&
                 s->extent[asReductionLoop(s)] % AS_GPU_MMA == 0;
  return isFilled && isWhole && areInOrder && isSumOfProducts(derivation, s) &&
         isDense(derivation, anchor, row, lane);
}

static AsRuleVerdict meetsMma(const AsDerivation *derivation, int stage) {
  return canMultiply(derivation, stage, AS_GPU_MMA) ? AS_RULE_APPLY
                                                    : AS_RULE_PASS;
}

/// f32 would be cut off to tf32, not rounded.
static AsRuleVerdict meetsWgmma(const AsDerivation *derivation, int stage) {
  const AsProgram *program = derivation->sketch.program;
  if (!derivation->target->gpu->hasWarpgroups ||
      !canMultiply(derivation, stage, AS_GPU_WARPGROUP_ROWS))
    return AS_RULE_PASS;
  const AsStage *anchor = asStageOf(derivation, asAnchorOf(derivation));
  AsElement element = program->tensors[anchor->access[0].tensor].element;
  return element == AS_ELEMENT_F32 ? AS_RULE_PASS : AS_RULE_APPLY;
}

/// A tile of whole instructions, each of which has so much of it.
static AsSize wholeTile(AsDerivation *derivation, const char *level, int d,
                        int64_t unit, int64_t extent, int64_t most,
                        AsSize within) {
  int64_t options[AS_MAX_OPTIONS];
  int count = 0;
  for (int64_t size = unit; size <= most && size <= extent; size += unit)
    if (extent % size == 0 && count < AS_MAX_OPTIONS)
      options[count++] = size;
  if (count == 1)
    return asDerivationConstant(options[0], extent);
  char name[32];
  snprintf(name, sizeof name, "%s_%d", level, d);
  int knob =
      asDerivationKnob(derivation, AS_KNOB_TILE, name, options, count, false);
  derivation->sketch.knobs[knob].within = within.knob;
  derivation->sketch.knobs[knob].extent = extent;
  return (AsSize){knob, 0};
}

static void multiply(AsDerivation *derivation, int stage, bool isByGroups) {
  enum { mostPiece = 128, mostWarp = 128, mostOfGroup = 256 };
  const int64_t unit = AS_GPU_MMA;
  const AsStage *s = asStageOf(derivation, stage);
  int anchor = asAnchorOf(derivation);
  const AsStage *a = asStageOf(derivation, anchor);
  int lane = asLaneLoop(derivation, stage), row = asRowLoop(derivation, stage);
  int k = asReductionLoop(a);
  AsSize block[AS_MAX_DIMS], warp[AS_MAX_DIMS], own[AS_MAX_DIMS];
  asSingleTile(derivation, stage, block);
  block[row] = wholeTile(derivation, "block", row,
                         isByGroups ? AS_GPU_WARPGROUP_ROWS : unit,
                         s->extent[row], AS_MOST_BLOCK, asUnbounded);
  block[lane] = wholeTile(derivation, "block", lane, unit, s->extent[lane],
                          AS_MOST_BLOCK, asUnbounded);
  asShareBlocks(derivation, stage, block, isByGroups);
  asShareOperands(derivation, anchor,
                  wholeTile(derivation, "shared", k, unit, a->extent[k],
                            mostPiece, asUnbounded));
  for (int d = 0; d < s->numDims; d++)
    warp[d] = own[d] = asUnbounded;
  warp[row] = isByGroups ? asDerivationConstant(unit, s->extent[row])
                         : wholeTile(derivation, "warp", row, unit,
                                     s->extent[row], mostWarp, block[row]);
  warp[lane] = wholeTile(derivation, "warp", lane, unit, s->extent[lane],
                         isByGroups ? mostOfGroup : mostWarp, block[lane]);
  asShareOut(derivation, isByGroups ? AS_STEP_WARPGROUPS : AS_STEP_WARPS, -1,
             warp);
  own[row] = (AsSize){-1, 1};
  own[lane] = (AsSize){-1, 2};
  asShareOut(derivation, AS_STEP_LANES, anchor, own);
  asDerivationStep(derivation, isByGroups ? AS_STEP_WGMMA : AS_STEP_MMA,
                   anchor);
  asDerivationStep(derivation, AS_STEP_CLEAN, -1);
  for (int other = 0; other <= stage; other++)
    if (other != anchor && !asIsPad(derivation, other))
      asDerivationStep(derivation, AS_STEP_VECTORISE, other);
  asDerivationStep(derivation, AS_STEP_LOWER_VECTORS, -1)->lowerVectors.how =
      AS_LOWER_PRODUCTS;
  derivation->isTiled = derivation->isDone = true;
}

static void applyMma(AsDerivation *derivation, int stage) {
  multiply(derivation, stage, false);
}

static void applyWgmma(AsDerivation *derivation, int stage) {
  multiply(derivation, stage, true);
}

const AsRule asRuleMma = {"mma", "products by tensor cores, a tile for a warp",
                          meetsMma, applyMma};

const AsRule asRuleWgmma = {"wgmma",
                            "products by tensor cores, a tile for four warps",
                            meetsWgmma, applyWgmma};
