//===- layout.c - Another layout for a stage, in a script
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// linalg.pack before the stage and linalg.unpack after it, both lowered to
// loops.
//
//===----------------------------------------------------------------------===//

#include "sketch/steps/steps.h"
#include <stdio.h>

/// Tiles of `size` of the loop that has a size in the step become the innermost
/// dimension of what the loop indexes.
static void packLoop(AsWriter *writer, const AsStep *step, int target,
                     int packed, int64_t size, const char *indent) {
  int numDims = writer->sketch->program->stages[step->stage].numDims;
  AsText list = {0};
  for (int d = 0; d < numDims; d++) {
    bool here = step->size[d].knob >= 0 || step->size[d].constant;
    asTextFormat(&list, "%s%lld", d ? ", " : "", here ? (long long)size : 0);
  }
  asWriteLine(
      writer,
      "%s%%h%d = transform.structured.pack %%h%d packed_sizes = [%s] : (" ANY
      ") -> " GENERIC,
      indent, packed, target, list.data);
  asTextFree(&list);
}

/// The size is an attribute of the transform op. Returns the packed operation.
static int packLoops(AsWriter *writer, const AsStep *step) {
  int target = asWriteMatch(writer, step->stage), packed = writer->next++;
  const AsSize *size = NULL;
  for (int d = 0; d < writer->sketch->program->stages[step->stage].numDims; d++)
    if (step->size[d].knob >= 0 || step->size[d].constant)
      size = &step->size[d];
  if (size->knob < 0) {
    packLoop(writer, step, target, packed, size->constant, "");
    return packed;
  }
  const AsKnob *knob = &writer->sketch->knobs[size->knob];
  int inner = writer->next++;
  AsText handle = {0};
  asTextFormat(&handle, "%%h%d = ", packed);
  asWriteOpenAlternatives(writer, size->knob, handle.data, " -> " GENERIC);
  asTextFree(&handle);
  for (int o = 0; asWriteRegion(writer, size->knob, o); o++) {
    packLoop(writer, step, target, inner, knob->options[o], "  ");
    asWriteLine(writer, "  transform.yield %%h%d : " GENERIC, inner);
  }
  return packed;
}

/// The copy of the operand, a few elements at a time that were contiguous.
void asWriteLowerPack(AsWriter *writer, const AsStep *step) {
  const AsStage *stage = &writer->sketch->program->stages[step->stage];
  const AsAccess *access = &stage->access[step->operand];
  const AsTensor *tensor = &writer->sketch->program->tensors[access->tensor];
  int rank = tensor->rank, run = rank - 1;
  while (run > 0 && tensor->shape[run] == 1)
    run--; // A window of a single position has its channels side by side.
  int64_t rows = tensor->shape[run] < 4 ? tensor->shape[run] : 4;
  while (tensor->shape[run] % rows != 0)
    rows--;
  AsText tiles = {0}, loops = {0};
  for (int r = 0; r < rank; r++)
    asTextFormat(&tiles, "%lld, ", r == run ? (long long)rows : 1);
  asWriteTypes(&loops, rank);
  int packed = asWriteMatch(writer, step->stage), h = writer->next;
  writer->next += 4;
  asWriteLine(writer,
              "%%h%d = transform.get_producer_of_operand %%h%d[%d] : (" ANY
              ") -> !transform.op<\"linalg.pack\">",
              h, packed, step->operand);
  asWriteLine(
      writer,
      "%%p%d, %%q%d, %%h%d = transform.structured.lower_pack %%h%d : "
      "(!transform.op<\"linalg.pack\">) -> (!transform.op<\"tensor.pad\">, "
      "!transform.op<\"tensor.expand_shape\">, "
      "!transform.op<\"linalg.transpose\">)",
      h, h, h + 1, h);
  asWriteLine(
      writer,
      "%%h%d, %%l%d:%d = transform.structured.tile_using_for %%h%d tile_sizes "
      "[%s0] : (!transform.op<\"linalg.transpose\">) -> (%s)",
      h + 2, h + 2, rank, h + 1, tiles.data, loops.data);
  asWriteLine(writer, "transform.structured.vectorize %%h%d : " ANY, h + 2);
  asTextFree(&tiles);
  asTextFree(&loops);
}

/// The operand and the result of a stage in another layout, the fill of the
/// result with it.
void asWriteLayout(AsWriter *writer, const AsStep *step) {
  const AsProgram *program = writer->sketch->program;
  const AsStage *stage = &program->stages[step->stage];
  int packed = packLoops(writer, step);
  asWriteLine(writer, "transform.annotate %%h%d \"as.op%d\" : " GENERIC, packed,
              asWriterMark(writer, step->stage));
  asWriteLine(writer, "transform.apply_patterns to %%f%d {", writer->function);
  asWriteLine(writer, "  transform.apply_patterns.canonicalization");
  asWriteLine(writer, "  transform.apply_patterns.linalg."
                      "fold_pack_unpack_into_empty");
  asWriteLine(writer, "} : " ANY);
  int h = writer->next++;
  asWriteLine(writer,
              "%%h%d = transform.get_producer_of_operand %%h%d[%d] : (" GENERIC
              ") -> " ANY,
              h, packed, stage->numAccesses - 1);
  int initial = asStageResult(stage)->initial;
  asWriteLine(writer, "transform.annotate %%h%d \"as.op%d\" : " ANY, h,
              asWriterMark(writer, program->tensors[initial].producer));
  writer->layout = step;
}

void asWriteMarkInitial(AsWriter *writer, int stage) {
  const AsProgram *program = writer->sketch->program;
  const AsStage *of = &program->stages[stage];
  int fill = program->tensors[asStageResult(of)->initial].producer;
  if (fill < 0)
    return;
  int target = asWriteMatch(writer, stage), h = writer->next++;
  asWriteLine(writer,
              "%%h%d = transform.get_producer_of_operand %%h%d[%d] : (" ANY
              ") -> " ANY,
              h, target, of->numAccesses - 1);
  asWriteLine(writer, "transform.annotate %%h%d \"as.op%d\" : " ANY, h,
              asWriterMark(writer, fill));
}

/// What upstream leaves are a copy of the image, the product, and reshapes. The
/// copy goes by the channels of a pixel, which are contiguous on both sides.
/// The fill takes the shape of the product's result by canonicalisation.
void asWriteIm2col(AsWriter *writer, const AsStep *step) {
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

int asWriteMatchUnpack(AsWriter *writer, const char *type) {
  int h = writer->next++;
  asWriteLine(
      writer,
      "%%h%d = transform.structured.match ops{[\"linalg.unpack\"]} in %%f%d : "
      "(" ANY ") -> %s",
      h, writer->function, type);
  return h;
}

void asWriteRestore(AsWriter *writer) {
  asWriteLine(writer, "transform.apply_patterns to %%f%d {", writer->function);
  asWriteLine(writer, "  transform.apply_patterns.tensor.fold_tensor_empty");
  asWriteLine(writer, "} : " ANY);
  int unpack = asWriteMatchUnpack(writer, "!transform.op<\"linalg.unpack\">");
  int h = writer->next++;
  asWriteLine(
      writer,
      "%%p%d, %%h%d, %%q%d, %%r%d = transform.structured.lower_unpack %%h%d : "
      "(!transform.op<\"linalg.unpack\">) -> (!transform.op<\"tensor.empty\">, "
      "!transform.op<\"linalg.transpose\">, "
      "!transform.op<\"tensor.collapse_shape\">, "
      "!transform.op<\"tensor.extract_slice\">)",
      h, h, h, h, unpack);
}

/// What is left of an operation whose reductions go one by one has unit loops,
/// by which its indices are sums. Without them it is elementwise, and that
/// vectorises. Rows that are to be unrolled are unit loops as well, in a loop
/// of their own.
void asWriteDropUnits(AsWriter *writer, const AsStep *step) {
  const AsStage *stage = &writer->sketch->program->stages[step->stage];
  int target = asWriteMatch(writer, step->stage), row = step->operand;
  char inner[32], rows[32];
  snprintf(inner, sizeof inner, "%%l%d#%d", writer->loops[step->stage].handle,
           writer->loops[step->stage].count - 1);
  int h = writer->next;
  writer->next += 3;
  asWriteLine(writer,
              "%%h%d = transform.structured.generalize %%h%d : (" ANY
              ") -> " ANY,
              h, target);
  if (row >= 0) {
    AsText list = {0};
    for (int d = 0; d < stage->numDims + asWriterChangedLayout(writer, step);
         d++)
      asTextFormat(&list, "%s%d", d ? ", " : "", d == row);
    asWriteLine(
        writer,
        "%%h%d, %%l%d = transform.structured.tile_using_for %%h%d tile_sizes "
        "[%s] : (" ANY ") -> (" ANY ", " ANY ")",
        h + 1, h + 1, h, list.data);
    asTextFree(&list);
    snprintf(rows, sizeof rows, "%%l%d", h + 1);
  }
  asWriteLine(writer, "transform.apply_patterns to %s {", inner);
  asWriteLine(writer, "  transform.apply_patterns.linalg."
                      "fold_unit_extent_dims_via_slices");
  asWriteLine(writer, "  transform.apply_patterns.canonicalization");
  asWriteLine(writer, "} : " ANY);
  if (row >= 0)
    asWriteUnrollWhole(writer, &step->size[row],
                       step->size[row].constant ? step->size[row].constant
                                                : stage->extent[row],
                       rows);
  asWriteLine(
      writer,
      "%%h%d = transform.structured.match ops{[\"linalg.generic\"]} in %s : "
      "(" ANY ") -> " ANY,
      h + 2, inner);
  asWriteLine(writer, "transform.annotate %%h%d \"as.op%d\" : " ANY, h + 2,
              asWriterMark(writer, step->stage));
}
