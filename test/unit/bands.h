//===- bands.h - Loop nests with their schedules
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What may be permuted, fused, nested and done in waves, as tasks.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_BANDS_H
#define AS_TEST_BANDS_H

#include "affine/schedule/schedulable-nests.h"
#include "inputs/programs.h"
#include "module.h"
#include "sketch/band-loops.h"

/// Statement s writes argument s. Extents are powers of two, as tiles are.
static const char *const sources[] = {
    "nests/permutable.mlir",
    "nests/two-statements.mlir",
    "nests/loop-in-band.mlir",
    "nests/recurrence.mlir",
};

enum { numSources = sizeof sources / sizeof *sources };

static void failOnRemark(MlirOperation op, const char *why, void *context) {
  fail_msg("%s", why);
}

/// A loop nest of an input as a task, with its sketches.
static inline void openNest(const char *source, Program *program) {
  MlirModule module = parseInput(source);
  AsError error = {0};
  *program = (Program){.context = context};
  asMarkSchedulableNests(module, &(AsAffineOptions){.remark = failOnRemark});
  if (asTaskDescribe(firstOperation(module), &program->arena, &program->task,
                     &error))
    fail_msg("%s", error.message);
  program->sketches =
      asSketchDerive(&program->task.program, &programTargets[0],
                     &program->arena, &program->numSketches, NULL);
  mlirModuleDestroy(module);
}

static inline void openSource(int i, Program *program) {
  openNest(sources[i], program);
}

static inline AsSketch *sketchOf(const Program *program) {
  for (int s = 0; s < program->numSketches; s++)
    if (strcmp(program->sketches[s].name, "nest") == 0)
      return &program->sketches[s];
  fail_msg("there is no sketch of the nest");
  return NULL;
}

#endif // AS_TEST_BANDS_H
