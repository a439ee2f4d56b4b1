//===- im2col.c - Make a matrix product of a convolution
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each pixel of the result is computed from is copied to a row of a
// matrix; the convolution is the product of that and the filter. The stage is
// the product of the program that is left (rules/cpu/convolution-as-product.c).
// There are no knobs.
//
//   %h3, %h1 = transform.structured.convert_conv2d_to_img2col %h0
//   %h4, %l4:2 = transform.structured.tile_using_for %h3 tile_sizes [0, 1, 64]
//   transform.annotate %h2 "as.op1"
//
// Loop nest: none. The program of the sketch has the product, and the copy as a
// pad before it.
//
//===----------------------------------------------------------------------===//

#include "sketch/steps/step-ops.h"

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
  // In loops of its own it is not fused with the product, tile by tile.
  asWriteLine(writer,
              "%%h%d, %%l%d:2 = transform.structured.tile_using_for %%h%d "
              "tile_sizes [0, 1, %lld] : (" ANY ") -> (" ANY ", " ANY ", " ANY
              ")",
              h + 3, h + 3, h + 2, (long long)run);
  asWriteLine(writer,
              "%%h%d = transform.get_producer_of_operand %%h%d[0] : (" ANY
              ") -> " ANY,
              h + 1, h);
  asWriteLine(writer, "transform.annotate %%h%d \"as.op%d\" : " ANY, h + 1,
              mark);
  asWriteClean(writer);
  asWriteMarkInitial(writer, step->stage);
}

const AsStepOps asIm2colStep = {
    .name = "im2col", .isSane = asStageStepIsSane, .writeScript = writeScript};
