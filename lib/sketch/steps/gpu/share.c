//===- share.c - Copy the tile of an operand to shared memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tile of an operand that the loops so far make is copied to an array. What
// is in loops over blocks but not over threads becomes shared memory, and a
// copy to it is made by all threads of the block. There are no knobs.
//
//   %h4, %p4, %q4 = transform.structured.pad %h3 {nofold_flags = [1,0,0], ...}
//   %h5 = transform.get_producer_of_operand %h4[0]
//   %h6 = transform.structured.rewrite_in_destination_passing_style %h5
//
// Loop nest: the operand is read from a copy at the depth of the loops so far.
// Where tiles of several iterations are there, the last loop has as many.
//
//===----------------------------------------------------------------------===//

#include "sketch/sanity.h"
#include "sketch/steps/operand-copy.h"
#include "sketch/steps/step-ops.h"

static bool isSane(const AsSketch *sketch, const AsStep *step) {
  return sketch->gpu &&
         asOperandIsSane(sketch, step->stage, step->share.operand);
}

/// The copy is made in the loops that there are so far. Of the last one there
/// must be as many iterations as have tiles; hardware copies ahead only.
static bool applyToNest(AsNest *nest, const AsStep *step,
                        const AsPoint *point) {
  AsNestStage *own = &nest->stage[step->stage];
  own->shareDepth[step->share.operand] = own->numLoops;
  const AsNestLoop *last = own->numLoops ? &own->loop[own->numLoops - 1] : NULL;
  bool isLoop = last && last->kind == AS_LOOP_SERIAL;
  return nest->stages < 2 ? !nest->isByTma
                          : isLoop && asNestTrip(last) >= nest->stages;
}

static void writeScript(AsWriter *writer, const AsStep *step) {
  int h = asWriteOperandCopy(writer, step->stage, step->share.operand,
                             asWriteMatch(writer, step->stage));
  int copy = writer->next++;
  asWriteLine(
      writer,
      "%%h%d = transform.structured.rewrite_in_destination_passing_style "
      "%%h%d : (" ANY ") -> " ANY,
      copy, h + 1);
}

const AsStepOps asShareStep = {.name = "share",
                               .isSane = isSane,
                               .applyToNest = applyToNest,
                               .writeScript = writeScript};
