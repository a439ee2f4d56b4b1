//===- clean.c - Canonicalise between steps
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Canonicalises and removes common subexpressions, so that the steps after it
// see simple IR: loops of a single iteration are gone. With `makesLocal` the
// tile of an intermediate result is an array of its own: upstream leaves a
// slice of an empty array for all of the result. There are no knobs.
//
//   transform.apply_patterns to %f4 {
//     transform.apply_patterns.canonicalization
//   transform.apply_cse to %f4
//
// Loop nest: none.
//
//===----------------------------------------------------------------------===//

#include "sketch/steps/step-ops.h"

static void writeScript(AsWriter *writer, const AsStep *step) {
  static const char *const local[] = {"tensor.fold_tensor_empty", NULL};
  if (step->clean.makesLocal)
    asWritePatterns(writer, local);
  asWriteClean(writer);
}

const AsStepOps asCleanStep = {
    .name = "clean", .isSane = asProgramStepIsSane, .writeScript = writeScript};
