//===- materialise-pads.c - Make arrays of pads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each tensor.pad becomes a fill and a copy into an array: all of the padded
// image or, where the pad was fused before, a tile of it. There are no knobs.
//
//   %h0 = transform.structured.match ops{["tensor.pad"]} in %f4
//   transform.structured.rewrite_in_destination_passing_style %h0
//
// Loop nest: none. A fusion before it takes pads along (asStepFusesPads).
//
//===----------------------------------------------------------------------===//

#include "sketch/steps/step-ops.h"

static void writeScript(AsWriter *writer, const AsStep *step) {
  int h = writer->next++;
  asWriteLine(
      writer,
      "%%h%d = transform.structured.match ops{[\"tensor.pad\"]} in %%f%d : "
      "(" ANY ") -> " ANY,
      h, writer->function);
  asWriteLine(
      writer,
      "transform.structured.rewrite_in_destination_passing_style %%h%d : "
      "(" ANY ") -> " ANY,
      h);
}

const AsStepOps asMaterialisePadsStep = {.name = "materialise-pads",
                                         .isSane = asProgramStepIsSane,
                                         .writeScript = writeScript};
