//===- round.c - Pad a product to extents that tiles divide
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pads the operands of a product with zeros, so that its extents are multiples
// of `multiple`, and copies what was asked for out of the result, or has the
// elementwise operations behind it read that: a thread an element. Where only
// what is summed up is padded the result stays as it is. The stage is the
// product of the program that is left (rules/gpu/pad-product.c,
// rules/cpu/round-sums.c). There are no knobs.
//
//   %h1, %p1, %q1 = transform.structured.pad %h0 pad_to_multiple_of [16, 16, 1]
//       {padding_dimensions = [0,1,2], nofold_flags = [0,0,0], ...}
//   transform.annotate %h1 "as.op1"
//
// Loop nest: none. The program of the sketch has the padded extents.
//
//===----------------------------------------------------------------------===//

#include "sketch/steps/step-ops.h"

static bool isSane(const AsSketch *sketch, const AsStep *step) {
  bool isSane = asStageStepIsSane(sketch, step);
  for (int d = 0; isSane && d < AS_MAX_DIMS; d++)
    isSane = step->round.multiple[d] >= 0;
  return isSane;
}

/// Tiles the operation with that mark, a thread of the grid an element.
static void writeByElements(AsWriter *writer, int mark, int rank) {
  int h = writer->next;
  writer->next += 2;
  AsText sizes = {0}, mapping = {0};
  for (int r = 0; r < rank; r++) {
    asTextFormat(&sizes, "%s1", r ? ", " : "");
    asTextFormat(&mapping, "%s#gpu.thread<linear_dim_%d>", r ? ", " : "",
                 rank - 1 - r);
  }
  asWriteLine(writer,
              "%%h%d = transform.structured.match attributes {as.op%d} in "
              "%%f%d : (" ANY ") -> " ANY,
              h, mark, writer->function);
  asWriteLine(writer,
              "%%h%d, %%l%d = transform.structured.tile_using_forall %%h%d "
              "tile_sizes [%s] (mapping = [%s]) : (" ANY ") -> (" ANY ", " ANY
              ")",
              h + 1, h + 1, h, sizes.data, mapping.data);
  asWriteLine(writer, "transform.structured.vectorize %%h%d : " ANY, h + 1);
  asTextFree(&sizes);
  asTextFree(&mapping);
}

/// The fill takes the shape of the padded product's by canonicalisation, and is
/// another operation then.
static void writeScript(AsWriter *writer, const AsStep *step) {
  const AsProgram *program = writer->sketch->program;
  const AsStage *product = &program->stages[step->stage];
  AsText values = {0}, dims = {0}, units = {0}, nofold = {0};
  for (int a = 0; a < product->numAccesses; a++) {
    AsElement element = program->tensors[product->access[a].tensor].element;
    asTextFormat(&values, "%s%s : %s", a ? ", " : "",
                 asElementIsFloat(element) ? "0.0" : "0",
                 asElementName(element));
    asTextFormat(&nofold, "%s0", a ? "," : "");
  }
  for (int d = 0; d < product->numDims; d++) {
    int64_t unit = step->round.multiple[d];
    asTextFormat(&dims, "%s%d", d ? "," : "", d);
    asTextFormat(&units, "%s%lld", d ? ", " : "", (long long)(unit ? unit : 1));
  }
  int target = asWriteMatch(writer, step->stage), h = writer->next;
  writer->next += 2;
  asWriteLine(
      writer,
      "%%h%d, %%p%d, %%q%d = transform.structured.pad %%h%d pad_to_multiple_of "
      "[%s] {padding_values = [%s], padding_dimensions = [%s], nofold_flags = "
      "[%s], copy_back_op = \"none\"} : (" ANY ") -> (" ANY ", " ANY ", " ANY
      ")",
      h, h, h, target, units.data, values.data, dims.data, nofold.data);
  asWriteLine(writer, "transform.annotate %%h%d \"as.op%d\" : " ANY, h,
              asWriterMark(writer, step->stage));
  asTextFree(&values);
  asTextFree(&dims);
  asTextFree(&units);
  asTextFree(&nofold);
  asWriteClean(writer);
  asWriteMarkInitial(writer, step->stage);
  for (int i = 0; i < program->numAfter; i++)
    writeByElements(writer, asWriterMark(writer, step->stage) + 1 + i,
                    program->tensors[asStageResult(product)->tensor].rank);
}

const AsStepOps asRoundStep = {
    .name = "round", .isSane = isSane, .writeScript = writeScript};
