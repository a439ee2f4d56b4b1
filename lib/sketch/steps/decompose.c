//===- decompose.c - Take a convolution to one dimension
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// After all loops of the window but one were tiled to one iteration: what is
// left is a one-dimensional convolution, which upstream vectorises as outer
// products. There are no knobs.
//
//   %h9 = transform.structured.decompose %h8
//   transform.annotate %h9 "as.op1"
//
// Loop nest: none.
//
//===----------------------------------------------------------------------===//

#include "sketch/steps/step-ops.h"

static void writeScript(AsWriter *writer, const AsStep *step) {
  int target = asWriteMatch(writer, step->stage);
  int h = writer->next++;
  asWriteLine(writer,
              "%%h%d = transform.structured.decompose %%h%d : (" ANY
              ") -> " ANY,
              h, target);
  asWriteLine(writer, "transform.annotate %%h%d \"as.op%d\" : " ANY, h,
              asWriterMark(writer, step->stage));
}

const AsStepOps asDecomposeStep = {.name = "decompose",
                                   .isSane = asStageStepIsSane,
                                   .writeScript = writeScript,
                                   .endsTensors = true};
