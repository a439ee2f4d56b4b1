//===- restore.c - Give the tiles of a result their own layout again
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// After the step layout: the linalg.unpack of the result becomes a transpose of
// a tile. There are no knobs.
//
//   %h14 = transform.structured.match ops{["linalg.unpack"]} in %f4
//   %p15, %h15, %q15, %r15 = transform.structured.lower_unpack %h14
//       {lowerUnpadLikeWithExtractSlice = false}
//
// Of a tile of a single pixel upstream would take a slice instead, which is
// invalid where the channels are not the last dimension.
//
// Loop nest: none.
//
//===----------------------------------------------------------------------===//

#include "sketch/steps/step-ops.h"

static void writeScript(AsWriter *writer, const AsStep *step) {
  asWriteLine(writer, "transform.apply_patterns to %%f%d {", writer->function);
  asWriteLine(writer, "  transform.apply_patterns.tensor.fold_tensor_empty");
  asWriteLine(writer, "} : " ANY);
  int unpack = writer->next++, h = writer->next++;
  asWriteLine(
      writer,
      "%%h%d = transform.structured.match ops{[\"linalg.unpack\"]} in %%f%d : "
      "(" ANY ") -> !transform.op<\"linalg.unpack\">",
      unpack, writer->function);
  asWriteLine(
      writer,
      "%%p%d, %%h%d, %%q%d, %%r%d = transform.structured.lower_unpack %%h%d "
      "{lowerUnpadLikeWithExtractSlice = false} : "
      "(!transform.op<\"linalg.unpack\">) -> (!transform.op<\"tensor.empty\">, "
      "!transform.op<\"linalg.transpose\">, "
      "!transform.op<\"tensor.collapse_shape\">, "
      "!transform.op<\"tensor.extract_slice\">)",
      h, h, h, h, unpack);
}

const AsStepOps asRestoreStep = {
    .name = "restore", .isSane = asStageStepIsSane, .writeScript = writeScript};
