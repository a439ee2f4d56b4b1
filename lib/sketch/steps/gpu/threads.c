//===- threads.c - Blocks and threads of a GPU, in a script
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops are tiled as for CPUs, on tensors; their mapping says what will run
// them. It takes effect when the result is lowered (build/gpu/), and so does
// what a knob says of the launch.
//
//===----------------------------------------------------------------------===//

#include "sketch/steps/steps.h"

static const char *levelOf(const AsStep *step) {
  switch (step->kind) {
  case AS_STEP_BLOCKS:
    return "block";
  case AS_STEP_WARPS:
  case AS_STEP_WARPGROUPS:
    return "warp";
  case AS_STEP_LANES:
    return "lane";
  default:
    return "thread";
  }
}

/// Whether `count` loops are a single dimension of the GPU. More loops over
/// blocks than it has dimensions are numbered through.
static bool isLinear(const AsStep *step, int count) {
  return step->kind != AS_STEP_THREADS &&
         (step->kind != AS_STEP_BLOCKS || count > AS_GPU_GRID_RANK);
}

/// Of the dimension that comes `fromLast` before the last one.
static void appendPlace(const AsStep *step, bool isLinear, int fromLast,
                        AsText *text) {
  static const char names[] = "xyz";
  if (isLinear)
    asTextFormat(text, "#gpu.%s<linear_dim_%d>", levelOf(step), fromLast);
  else
    asTextFormat(text, "#gpu.%s<%c>", levelOf(step), names[fromLast]);
}

/// The last dimension is the fastest; of warpgroups the first one is, as four
/// warps that follow each other are along the rows.
static void appendMapping(const AsStep *step, int count, AsText *text) {
  for (int i = 0; i < count; i++) {
    asTextAppendString(text, i ? ", " : "");
    appendPlace(step, isLinear(step, count),
                step->kind == AS_STEP_WARPGROUPS ? i : count - 1 - i, text);
  }
}

void asWriteMapping(AsWriter *writer, const AsStep *step, int loops,
                    int count) {
  AsText mapping = {0};
  appendMapping(step, count, &mapping);
  int h = writer->next++;
  asWriteLine(writer,
              "%%h%d = transform.param.constant [%s] -> !transform.any_param",
              h, mapping.data);
  asWriteLine(writer,
              "transform.annotate %%l%d \"mapping\" = %%h%d : " ANY
              ", !transform.any_param",
              loops, h);
  if (step->knob >= 0)
    asWriteLine(
        writer, "transform.annotate %%l%d \"%s\" = %%k%d : " ANY ", " PARAM,
        loops, step->kind == AS_STEP_GRID ? "as.threads" : "as.resident",
        step->knob);
  if (step->stages >= 0)
    asWriteLine(writer,
                "transform.annotate %%l%d \"as.stages\" = %%k%d : " ANY
                ", " PARAM,
                loops, step->stages);
  if (step->tma >= 0)
    asWriteLine(writer,
                "transform.annotate %%l%d \"as.tma\" = %%k%d : " ANY ", " PARAM,
                loops, step->tma);
  if (step->stages >= 0 && !asGpuCopiesAsync(writer->sketch->gpu))
    asWriteLine(writer, "transform.annotate %%l%d \"as.registers\" : " ANY,
                loops);
  asTextFree(&mapping);
}

/// Tiles what `target` is a handle of, an iteration a thread, with a mapping
/// for its loops.
static void tileBy(AsWriter *writer, const AsStep *step, int target,
                   const char *mapping) {
  AsText list = {0}, types = {0};
  asWriteSizes(writer, step, &list, &types);
  int h = writer->next++;
  asWriteLine(writer,
              "%%h%d, %%l%d = transform.structured.tile_using_forall %%h%d "
              "tile_sizes [%s] (mapping = [%s]) : (" ANY "%s) -> (" ANY ", " ANY
              ")",
              h, h, target, list.data, mapping, asTextString(&types));
  asTextFree(&list);
  asTextFree(&types);
}

static void tileByThreads(AsWriter *writer, const AsStep *step, int target) {
  int count = 0;
  for (int d = 0; d < AS_MAX_DIMS; d++)
    count += step->size[d].knob >= 0 || step->size[d].constant;
  AsText mapping = {0};
  appendMapping(step, count, &mapping);
  tileBy(writer, step, target, asTextString(&mapping));
  asTextFree(&mapping);
}

bool asMergesColumns(const AsStage *stage) {
  return !stage->isReduction[stage->numDims - 1];
}

/// The step for partial results of columns: of them the result's loops come
/// first, and then what is reduced, without which it is one for the result.
static AsStep stepOfParts(const AsStage *stage, const AsStep *step,
                          bool isMerged) {
  AsStep parts = *step;
  int count = 0;
  for (int kept = 1; kept >= 0; kept--)
    for (int d = 0; d < stage->numDims; d++)
      if (stage->isReduction[d] != kept)
        parts.size[count++] =
            kept || !isMerged ? step->size[d] : (AsSize){-1, 0};
  return parts;
}

/// What columns start from, what is added to them and what merges them, by
/// threads that have the same columns: they go along these side by side.
static void tileColumns(AsWriter *writer, const AsStep *step) {
  const AsStage *stage = &writer->sketch->program->stages[step->stage];
  AsStep start = stepOfParts(stage, step, false);
  tileBy(writer, &start, asWriteMatchPart(writer, "as.start", step->stage),
         "#gpu.thread<x>, #gpu.thread<y>");
  tileByThreads(writer, step, asWriteMatchPart(writer, "as.part", step->stage));
  AsStep merge = stepOfParts(stage, step, true);
  tileByThreads(writer, &merge,
                asWriteMatchPart(writer, "as.merge", step->stage));
}

/// Of a reduction into partial results both what they start from and what is
/// added to them: so a thread finds its own in its registers. What merges those
/// of rows is shared out when it is lowered.
void asWriteThreads(AsWriter *writer, const AsStep *step) {
  if (!asStepTiles(writer, step))
    return;
  if (!writer->isSplit[step->stage]) {
    tileByThreads(writer, step, asWriteMatch(writer, step->stage));
    return;
  }
  if (asMergesColumns(&writer->sketch->program->stages[step->stage])) {
    tileColumns(writer, step);
    return;
  }
  tileByThreads(writer, step,
                asWriteMatchPart(writer, "as.start", step->stage));
  tileByThreads(writer, step, asWriteMatchPart(writer, "as.part", step->stage));
}

/// What is in loops over blocks but not over threads becomes shared memory, and
/// a copy to it is made by all threads of the block.
void asWriteShare(AsWriter *writer, const AsStep *step) {
  int h = asWriteCopyPad(writer, step, asWriteMatch(writer, step->stage));
  int copy = writer->next++;
  asWriteLine(
      writer,
      "%%h%d = transform.structured.rewrite_in_destination_passing_style "
      "%%h%d : (" ANY ") -> " ANY,
      copy, h + 1);
}

/// Left as it is, for lowering to find, with how many terms an instruction of
/// the chip sums up, and whether it is one of four warps.
void asWriteMma(AsWriter *writer, const AsStep *step) {
  const AsProgram *program = writer->sketch->program;
  int first = program->stages[step->stage].access[0].tensor;
  int bytes = asElementBytes(program->tensors[first].element);
  int h = asWriteMatch(writer, step->stage), terms = writer->next++;
  asWriteLine(writer, "%%h%d = transform.param.constant %d : i64 -> " PARAM,
              terms, asGpuMmaTerms(writer->sketch->gpu, bytes));
  asWriteLine(writer,
              "transform.annotate %%h%d \"as.mma\" = %%h%d : " ANY ", " PARAM,
              h, terms);
  if (step->kind == AS_STEP_WGMMA)
    asWriteLine(writer, "transform.annotate %%h%d \"as.warpgroup\" : " ANY, h);
}
