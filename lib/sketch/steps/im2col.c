//===- im2col.c - Make a matrix product of a convolution
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each pixel of the result is computed from is copied to a row of a
// matrix; the convolution is the product of that and the filter. The stage is
// the product of the program that is left (rules/cpu/convolution-as-product.c).
// There are no knobs. Threads share the copy, if the step says so.
//
//   %h3, %h1 = transform.structured.convert_conv2d_to_img2col %h0
//   %h5, %l5 = transform.structured.tile_using_forall %h3 tile_sizes [1, 7]
//   %h4, %l4:2 = transform.structured.tile_using_for %h5 tile_sizes [0, 1, 64]
//   transform.annotate %h2 "as.op1"
//
// Loop nest: none but the loops that threads share. The program of the sketch
// has the product, and the copy as a pad before it.
//
//===----------------------------------------------------------------------===//

#include "sketch/steps/step-ops.h"

static bool isSane(const AsSketch *sketch, const AsStep *step) {
  if (!asStageStepIsSane(sketch, step) || step->stage < 1)
    return false;
  const AsStage *copy = &sketch->program->stages[step->stage - 1];
  int loop = step->im2col.loop;
  int64_t size = step->im2col.size;
  return size == 0 || (size > 0 && loop > 0 && loop < copy->numDims &&
                       copy->extent[loop] % size == 0);
}

static bool applyToNest(AsNest *nest, const AsStep *step,
                        const AsPoint *point) {
  (void)point;
  const int copy = step->stage - 1, batch = 0;
  int64_t size = step->im2col.size;
  return size == 0 ||
         (asNestCut(nest, copy, batch, 1, AS_LOOP_PARALLEL) &&
          asNestCut(nest, copy, step->im2col.loop, size, AS_LOOP_PARALLEL));
}

/// Has threads copy a piece of one image each. Returns the handle of what one
/// of them copies.
static int writeShared(AsWriter *writer, const AsStep *step, int all) {
  const AsStage *copy = &writer->sketch->program->stages[step->stage - 1];
  const AsAccess *columns = &copy->access[1];
  int loop = step->im2col.loop, h = writer->next++;
  bool isSecond = columns->factor[1][loop] != 0;
  int64_t size = step->im2col.size * columns->factor[isSecond ? 1 : 2][loop];
  asWriteLine(writer,
              "%%h%d, %%l%d = transform.structured.tile_using_forall %%h%d "
              "tile_sizes [1, %s%lld] : (" ANY ") -> (" ANY ", " ANY ")",
              h, h, all, isSecond ? "" : "0, ", (long long)size);
  return h;
}

/// What upstream leaves are a copy of the image, the product, and reshapes. The
/// copy goes by the channels of a pixel, which are contiguous on both sides.
/// The fill takes the shape of the product's result by canonicalisation.
static void writeScript(AsWriter *writer, const AsStep *step) {
  const AsProgram *program = writer->sketch->program;
  const AsStage *copy = &program->stages[step->stage - 1];
  int64_t run = copy->extent[copy->numDims - 1]; // Contiguous in the image.
  int target = asWriteMatch(writer, step->stage), h = writer->next;
  int mark = asWriterMark(writer, step->stage);
  writer->next += 4;
  asWriteLine(writer,
              "%%h%d, %%h%d = transform.structured.convert_conv2d_to_img2col "
              "%%h%d : (" ANY ") -> (" ANY ", " ANY ")",
              h + 2, h, target);
  int copied = step->im2col.size ? writeShared(writer, step, h + 2) : h + 2;
  // In loops of its own it is not fused with the product, tile by tile.
  asWriteLine(writer,
              "%%h%d, %%l%d:2 = transform.structured.tile_using_for %%h%d "
              "tile_sizes [0, 1, %lld] : (" ANY ") -> (" ANY ", " ANY ", " ANY
              ")",
              h + 3, h + 3, copied, (long long)run);
  asWriteLine(writer,
              "%%h%d = transform.get_producer_of_operand %%h%d[0] : (" ANY
              ") -> " ANY,
              h + 1, h);
  asWriteLine(writer, "transform.annotate %%h%d \"as.op%d\" : " ANY, h + 1,
              mark);
  asWriteClean(writer);
  asWriteMarkInitial(writer, step->stage);
}

const AsStepOps asIm2colStep = {.name = "im2col",
                                .isSane = isSane,
                                .applyToNest = applyToNest,
                                .writeScript = writeScript};
