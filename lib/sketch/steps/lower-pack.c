//===- lower-pack.c - Make loops of the copy that another layout takes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// After the step layout: the linalg.pack of the operand becomes a transpose
// that goes by a few elements that were contiguous. It stays in the loops that
// there are by then. There are no knobs.
//
//   %p8, %q8, %h9 = transform.structured.lower_pack %h8
//   %h10, %l10:4 = transform.structured.tile_using_for %h9
//       tile_sizes [1, 4, 1, 1, 0]
//
// Loop nest: none; layout has noted the copy.
//
//===----------------------------------------------------------------------===//

#include "sketch/sanity.h"
#include "sketch/steps/step-ops.h"

static bool isSane(const AsSketch *sketch, const AsStep *step) {
  return asOperandIsSane(sketch, step->stage, step->lowerPack.operand) &&
         step->lowerPack.loop >= 0 &&
         step->lowerPack.loop < sketch->program->stages[step->stage].numDims;
}

/// How many elements that were contiguous are copied at a time: up to four, a
/// divisor of their dimension `run`. One where the loop itself goes along them.
static int64_t rowsOfCopy(const AsWriter *writer, const AsStep *step,
                          int *run) {
  const AsStage *stage = &writer->sketch->program->stages[step->stage];
  const AsAccess *access = &stage->access[step->lowerPack.operand];
  const AsTensor *tensor = &writer->sketch->program->tensors[access->tensor];
  *run = tensor->rank - 1;
  while (*run > 0 && tensor->shape[*run] == 1)
    --*run; // A window of a single position has its channels side by side.
  if (asAccessLoop(access, stage, *run) == step->lowerPack.loop)
    return 1;
  int64_t rows = 4;
  while (tensor->shape[*run] % rows != 0)
    rows--;
  return rows;
}

static void writeScript(AsWriter *writer, const AsStep *step) {
  const AsStage *stage = &writer->sketch->program->stages[step->stage];
  const AsAccess *access = &stage->access[step->lowerPack.operand];
  int rank = writer->sketch->program->tensors[access->tensor].rank, run;
  int64_t rows = rowsOfCopy(writer, step, &run);
  AsText tiles = {0}, loops = {0};
  for (int r = 0; r < rank; r++)
    asTextFormat(&tiles, "%lld, ", r == run ? (long long)rows : 1);
  asWriteTypes(&loops, rank);
  int packed = asWriteMatch(writer, step->stage), h = writer->next;
  writer->next += 4;
  asWriteLine(writer,
              "%%h%d = transform.get_producer_of_operand %%h%d[%d] : (" ANY
              ") -> !transform.op<\"linalg.pack\">",
              h, packed, step->lowerPack.operand);
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

const AsStepOps asLowerPackStep = {
    .name = "lower-pack", .isSane = isSane, .writeScript = writeScript};
