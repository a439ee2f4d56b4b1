//===- feed.c - Make a padded image in the loops of its pad
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pad was fused into the loops of its reader. The stages that make what is
// padded follow it: of each tile they make what is no border. There are no
// knobs.
//
//   %h4 = transform.get_parent_op %h3
//   %h6, %h7 = transform.structured.fuse_into_containing_op %h5 into %h4
//   transform.annotate %h16 "as.tile"
//
// Loop nest: these stages get the loops of the pad, and tiles of what is in the
// image. The point is not valid without loops, or where the second cache does
// not keep a tile of the padded image.
//
//===----------------------------------------------------------------------===//

#include "sketch/steps/step-ops.h"
#include "support/saturate.h"

static bool isSane(const AsSketch *sketch, const AsStep *step) {
  return asProgramStepIsSane(sketch, step) && sketch->feeder >= 0;
}

/// How much of dimension `r` of the image is in the tile of second iterations:
/// as much as in most, those at the borders having less.
static int64_t imageTile(const AsNest *nest, int pad, int r) {
  const AsProgram *program = nest->sketch->program;
  const AsNestStage *own = &nest->stage[pad];
  const AsStage *stage = &program->stages[pad];
  int64_t image = program->tensors[stage->access[0].tensor].shape[r];
  int64_t low = -stage->access[0].offset[r], start = 0;
  bool isCut = false;
  for (int l = 0; l < own->numLoops; l++)
    if (own->loop[l].dim == r) {
      isCut = true;
      start += own->loop[l].step;
    }
  if (!isCut)
    return image;
  // Loops go by steps of the reader, which may stride.
  for (int s = 0; s < program->numStages; s++)
    for (int a = 0; a < program->stages[s].numAccesses; a++) {
      const AsAccess *access = &program->stages[s].access[a];
      if (access->isWrite || access->tensor != asStageResult(stage)->tensor)
        continue;
      for (int d = 0; d < program->stages[s].numDims; d++)
        if (access->factor[r][d] && !program->stages[s].isReduction[d])
          start *= access->factor[r][d];
    }
  int64_t from = start > low ? start - low : 0;
  int64_t to = start - low + own->tile[r];
  return (to < image ? to : image) - from;
}

/// The pad behind the feeder.
static int paddedAfter(const AsSketch *sketch) {
  const AsProgram *program = sketch->program;
  int image = asStageResult(&program->stages[sketch->feeder])->tensor;
  int pad = sketch->feeder + 1;
  while (program->stages[pad].kind != AS_STAGE_PAD ||
         program->stages[pad].access[0].tensor != image)
    pad++;
  return pad;
}

/// Whether a tile of the padded image leaves half of the second cache to what
/// it is made of and to what is made of it.
static bool staysInCache(const AsNest *nest, int pad) {
  const AsTensor *padded =
      &nest->sketch->program->tensors
           [asStageResult(&nest->sketch->program->stages[pad])->tensor];
  int64_t bytes = asElementBytes(padded->element);
  for (int r = 0; r < padded->rank; r++)
    bytes = asTimes(bytes, nest->stage[pad].tile[r]);
  return 2 * bytes <= nest->sketch->cacheBytes;
}

static bool applyToNest(AsNest *nest, const AsStep *step,
                        const AsPoint *point) {
  const AsSketch *sketch = nest->sketch;
  const AsProgram *program = sketch->program;
  const AsStage *feeder = &program->stages[sketch->feeder];
  const AsAccess *result = asStageResult(feeder);
  int pad = paddedAfter(sketch);
  const AsNestStage *around = &nest->stage[pad];
  for (int s = 0; s <= sketch->feeder; s++) {
    AsNestStage *own = &nest->stage[s];
    if (!sketch->feeds[s])
      continue;
    for (int l = 0; l < around->numLoops; l++) {
      int r = around->loop[l].dim;
      int loop = r < 0 ? -1 : asAccessLoop(result, feeder, r);
      own->loop[l] = around->loop[l];
      own->loop[l].dim = (int16_t)(loop < 0 ? -1 : sketch->loopMap[s][loop]);
    }
    own->numLoops = own->shared = around->numLoops;
    for (int r = 0; r < program->tensors[result->tensor].rank; r++) {
      int loop = asAccessLoop(result, feeder, r);
      int mine = loop < 0 ? -1 : sketch->loopMap[s][loop];
      if (mine >= 0)
        own->tile[mine] = imageTile(nest, pad, r);
    }
  }
  return around->numLoops > 0 && staysInCache(nest, pad);
}

/// The stages that make the image of a pad follow it into its loops, the last
/// one first. Their result has the tile's size there, in an array of its own:
/// as a part of what the border is filled in, which upstream would make of it,
/// all of that would be copied in each iteration
/// (lowering/memory/pad-in-place.c).
static void writeScript(AsWriter *writer, const AsStep *step) {
  int around = writer->next;
  writer->next += 2;
  asWriteLine(writer,
              "%%h%d = transform.structured.match ops{[\"tensor.pad\"]} in "
              "%%f%d : (" ANY ") -> " ANY,
              around, writer->function);
  asWriteLine(writer,
              "%%h%d = transform.get_parent_op %%h%d : (" ANY ") -> " ANY,
              around + 1, around);
  around++;
  for (int s = writer->sketch->feeder; s >= 0; s--) {
    if (!writer->sketch->feeds[s])
      continue;
    int target = asWriteMatch(writer, s), h = writer->next;
    writer->next += 2;
    asWriteLine(writer,
                "%%h%d, %%h%d = transform.structured.fuse_into_containing_op "
                "%%h%d into %%h%d : (" ANY ", " ANY ") -> (" ANY ", " ANY ")",
                h, h + 1, target, around);
    around = h + 1;
  }
  static const char *const sizes[] = {"tensor.fold_tensor_empty",
                                      "canonicalization", NULL};
  asWritePatterns(writer, sizes);
  int feeder = asWriteMatch(writer, writer->sketch->feeder), h = writer->next;
  const AsStage *stage =
      &writer->sketch->program->stages[writer->sketch->feeder];
  writer->next += 2;
  asWriteLine(writer,
              "%%h%d = transform.get_producer_of_operand %%h%d[%d] : (" ANY
              ") -> !transform.op<\"tensor.empty\">",
              h, feeder, asStageNumOperands(stage) - 1);
  asWriteLine(writer,
              "%%h%d = transform.bufferization.empty_tensor_to_alloc_tensor "
              "%%h%d : (!transform.op<\"tensor.empty\">) -> "
              "!transform.op<\"bufferization.alloc_tensor\">",
              h + 1, h);
  asWriteLine(writer,
              "transform.annotate %%h%d \"as.tile\" : "
              "!transform.op<\"bufferization.alloc_tensor\">",
              h + 1);
}

const AsStepOps asFeedStep = {.name = "feed",
                              .isSane = isSane,
                              .applyToNest = applyToNest,
                              .writeScript = writeScript};
