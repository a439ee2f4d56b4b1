//===- mma.c - Leave a product to tensor cores
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps mma and wgmma. The tile of a product that a warp has, or that four
// warps have together, is marked and left as it is; lowering finds the mark and
// makes instructions of the tensor cores of it
// (lowering/gpu/tensorcore/mma-sync.h, warpgroup-mma.h). The mark says how many
// terms an instruction of the chip sums up. There are no knobs.
//
//   %h20 = transform.param.constant 8 : i64 -> !transform.param<i64>
//   transform.annotate %h19 "as.mma" = %h20
//   transform.annotate %h19 "as.warpgroup"
//
// Loop nest: the tile is made by tensor cores. It goes by whole instructions,
// and there is a loop over warps around it, or the point is not valid.
//
//===----------------------------------------------------------------------===//

#include "sketch/steps/step-ops.h"

/// The tile of a warp goes by whole instructions, two of them along the lanes;
/// and a block has several warps, as a loop over one is none.
static bool applyMma(AsNest *nest, const AsStep *step, const AsPoint *point) {
  const AsStage *stage = &nest->sketch->program->stages[step->stage];
  AsNestStage *own = &nest->stage[step->stage];
  own->isMma = own->isVectorised = true;
  bool isWhole = true, hasWarps = false;
  for (int l = 0; l < own->numLoops; l++)
    hasWarps |= own->loop[l].kind == AS_LOOP_WARPS;
  for (int d = 0; d < stage->numDims; d++)
    isWhole &= stage->extent[d] == 1 || own->tile[d] == 1 ||
               own->tile[d] % AS_GPU_MMA == 0;
  return isWhole && hasWarps;
}

static bool applyWgmma(AsNest *nest, const AsStep *step, const AsPoint *point) {
  nest->stage[step->stage].isWgmma = true;
  return applyMma(nest, step, point);
}

/// Marks the product and returns its handle.
static int mark(AsWriter *writer, const AsStep *step) {
  const AsProgram *program = writer->sketch->program;
  int first = program->stages[step->stage].access[0].tensor;
  int bytes = asElementBytes(program->tensors[first].element);
  int h = asWriteMatch(writer, step->stage), terms = writer->next++;
  asWriteLine(writer, "%%h%d = transform.param.constant %d : i64 -> " PARAM,
              terms, asGpuMmaTerms(writer->sketch->gpu, bytes));
  asWriteLine(writer,
              "transform.annotate %%h%d \"as.mma\" = %%h%d : " ANY ", " PARAM,
              h, terms);
  return h;
}

static void writeMma(AsWriter *writer, const AsStep *step) {
  mark(writer, step);
}

static void writeWgmma(AsWriter *writer, const AsStep *step) {
  int h = mark(writer, step);
  asWriteLine(writer, "transform.annotate %%h%d \"as.warpgroup\" : " ANY, h);
}

static bool isSane(const AsSketch *sketch, const AsStep *step) {
  return sketch->gpu && asStageStepIsSane(sketch, step);
}

const AsStepOps asMmaStep = {.name = "mma",
                             .isSane = isSane,
                             .applyToNest = applyMma,
                             .writeScript = writeMma,
                             .reordersSums = true};

const AsStepOps asWgmmaStep = {.name = "wgmma",
                               .isSane = isSane,
                               .applyToNest = applyWgmma,
                               .writeScript = writeWgmma,
                               .reordersSums = true};
