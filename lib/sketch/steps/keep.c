//===- keep.c - Sum up a tile in an array of its own
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tile of the result that the loops so far make is summed up in an array of
// its own, which is copied to its place once. Rows of a result may be a power
// of two apart and compete for lines of the cache; those of the array do not.
// There are no knobs.
//
//   %h4, %p4, %q4 = transform.structured.pad %h3 {nofold_flags = [0,0,1],
//       copy_back_op = "linalg.copy", ...}
//   %h8, %p8:2 = transform.structured.tile_using_for %h7 tile_sizes [1, 16]
//
// Loop nest: none; accesses are taken for those of the result.
//
//===----------------------------------------------------------------------===//

#include "sketch/sanity.h"
#include "sketch/steps/operand-copy.h"
#include "sketch/steps/step-ops.h"

static bool isSane(const AsSketch *sketch, const AsStep *step) {
  return asOperandIsSane(sketch, step->stage, step->keep.operand);
}

/// The tile as far as it is cut is copied into an array, and from it when all
/// that is summed is in it, by whole vectors.
static void writeScript(AsWriter *writer, const AsStep *step) {
  const AsProgram *program = writer->sketch->program;
  const AsStage *stage = &program->stages[step->stage];
  const AsTensor *result =
      &program->tensors[stage->access[step->keep.operand].tensor];
  int h = asWriteOperandCopy(writer, step->stage, step->keep.operand,
                             asWriteMatch(writer, step->stage));
  int first = writer->next++;
  asWriteLine(
      writer,
      "%%h%d = transform.structured.rewrite_in_destination_passing_style "
      "%%h%d : (" ANY ") -> " ANY,
      first, h + 1);
  int copies = asWriteMatchOperandCopies(writer, first);
  if (copies == first) { // Then the copy back is not among them.
    copies = writer->next++;
    asWriteLine(writer, "%%h%d = transform.merge_handles %%h%d, %%q%d : " ANY,
                copies, first, h);
  }
  int tiled = writer->next++;
  AsText sizes = {0}, loops = {0};
  for (int r = 0; r < result->rank; r++)
    asTextFormat(&sizes, "%s%d", r ? ", " : "",
                 r + 1 < result->rank ? 1
                                      : writer->sketch->vectorBytes /
                                            asElementBytes(result->element));
  asWriteTypes(&loops, result->rank);
  asWriteLine(
      writer,
      "%%h%d, %%p%d:%d = transform.structured.tile_using_for %%h%d tile_sizes "
      "[%s] : (" ANY ") -> (%s)",
      tiled, tiled, result->rank, copies, sizes.data, loops.data);
  asWriteLine(writer, "transform.structured.vectorize %%h%d : " ANY, tiled);
  asTextFree(&sizes);
  asTextFree(&loops);
}

const AsStepOps asKeepStep = {
    .name = "keep", .isSane = isSane, .writeScript = writeScript};
