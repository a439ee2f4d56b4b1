//===- schedules.h - Programs and schedules by hand
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Made by hand, so that what the numbers of the cost model should be can be
// worked out on paper.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_SCHEDULES_H
#define AS_TEST_SCHEDULES_H

#include "costmodel/analytical-prior.h"
#include "support/arena.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
// After the headers that it relies on.
#include <cmocka.h>

//===--- Programs --------------------------------------------------------===//

enum { fillStage, matmulStage, reluStage, numStages };
enum { tensorA, tensorB, tensorZero, tensorC, tensorOut, numTensors };

/// relu(A * B), from zeros: M x N x K.
typedef struct Matmul {
  AsStage stages[numStages];
  AsTensor tensors[numTensors];
  AsProgram program;
} Matmul;

static inline AsTensor matrix(int64_t rows, int64_t columns, int producer) {
  return (AsTensor){2, {rows, columns}, AS_ELEMENT_F32, producer, false, false};
}

/// The access [loop i, loop j].
static inline AsAccess at(int tensor, int i, int j) {
  AsAccess access = {.tensor = tensor, .initial = -1};
  access.factor[0][i] = access.factor[1][j] = 1;
  return access;
}

static inline AsAccess result(AsAccess access, int initial) {
  access.isWrite = true;
  access.isRead = initial >= 0;
  access.initial = initial;
  return access;
}

static inline void makeMatmul(Matmul *matmul, int64_t m, int64_t n, int64_t k) {
  *matmul = (Matmul){
      .stages =
          {{.kind = AS_STAGE_FILL,
            .name = "linalg.fill",
            .numDims = 2,
            .extent = {m, n},
            .numAccesses = 1,
            .access = {result(at(tensorZero, 0, 1), -1)}},
           {.kind = AS_STAGE_CONTRACTION,
            .name = "linalg.matmul",
            .numDims = 3,
            .extent = {m, n, k},
            .isReduction = {false, false, true},
            .merges = true,
            .numAccesses = 3,
            .access = {at(tensorA, 0, 2), at(tensorB, 2, 1),
                       result(at(tensorC, 0, 1), tensorZero)},
            .arithmetic = {[AS_ARITHMETIC_ADD] = 1, [AS_ARITHMETIC_MUL] = 1},
            .order = 1},
           {.kind = AS_STAGE_ELEMENTWISE,
            .name = "linalg.generic",
            .numDims = 2,
            .extent = {m, n},
            .numAccesses = 2,
            .access = {at(tensorC, 0, 1), result(at(tensorOut, 0, 1), -1)},
            .arithmetic = {[AS_ARITHMETIC_COMPARE] = 1},
            .order = 2}},
      .tensors = {matrix(m, k, -1), matrix(k, n, -1), matrix(m, n, fillStage),
                  matrix(m, n, matmulStage), matrix(m, n, reluStage)}};
  matmul->program = (AsProgram){.numStages = numStages,
                                .stages = matmul->stages,
                                .numTensors = numTensors,
                                .tensors = matmul->tensors};
  assert_true(asProgramIsSane(&matmul->program));
}

//===--- Schedules -------------------------------------------------------===//

/// A schedule of the matmul: how it is tiled, and what else is done to it.
typedef struct Schedule {
  int64_t parallelRows; ///< 0: one thread.
  int64_t cacheRows, cacheColumns;
  int64_t rows, columns; ///< Of the register tile.
  bool packs;
  int64_t unroll;
} Schedule;

static const Schedule good = {0, 512, 128, 8, 32, false, 4};

static inline AsStep *addStep(AsSketch *sketch, AsStepKind kind, int stage) {
  AsStep *step = &sketch->steps[sketch->numSteps++];
  *step = asStepMake(kind, stage);
  return step;
}

static inline void tileResult(AsSketch *sketch, AsStepKind kind, int64_t rows,
                              int64_t columns) {
  AsStep *step = addStep(sketch, kind, reluStage);
  // Those of a step parallel are in the same place.
  step->fuse.size[0].constant = rows;
  step->fuse.size[1].constant = columns;
}

static inline void makeSketch(AsSketch *sketch, const AsProgram *program) {
  *sketch = (AsSketch){
      .name = "test",
      .program = program,
      .vectorBytes = 64,
      // More than there are, so that a tile that spills can be built at all.
      .vectorRegisters = 1024};
  asSketchMapLoops(sketch);
}

/// The nest of `schedule`; `unroll` outlives the call.
static inline void build(const Schedule *schedule, const AsProgram *program,
                         AsSketch *sketch, AsNest *nest) {
  makeSketch(sketch, program);
  if (schedule->parallelRows)
    tileResult(sketch, AS_STEP_PARALLEL, schedule->parallelRows, 0);
  tileResult(sketch, AS_STEP_FUSE, schedule->cacheRows, schedule->cacheColumns);
  tileResult(sketch, AS_STEP_FUSE, schedule->rows, schedule->columns);
  if (schedule->packs) {
    AsStep *pack = addStep(sketch, AS_STEP_PACK, matmulStage);
    pack->pack.operand = 1;
    pack->pack.hoistKnob = 1;
  }
  addStep(sketch, AS_STEP_TILE, matmulStage)->tile.size[2].constant = 1;
  for (int s = 0; s < numStages; s++)
    addStep(sketch, AS_STEP_VECTORISE, s);
  sketch->knobs[0] = (AsKnob){.kind = AS_KNOB_UNROLL,
                              .name = "unroll",
                              .numOptions = 1,
                              .options = &schedule->unroll,
                              .within = -1};
  static const int64_t packLoops = 2;
  sketch->knobs[1] = (AsKnob){.kind = AS_KNOB_HOIST,
                              .name = "pack_loops",
                              .numOptions = 1,
                              .options = &packLoops,
                              .within = -1};
  sketch->numKnobs = 2;
  addStep(sketch, AS_STEP_UNROLL, matmulStage)->unroll.factorKnob = 0;
  assert_true(asNestBuild(sketch, &(AsPoint){{0}}, nest));
  sketch->vectorRegisters = 32;
}

static const AsTarget target = {.threads = 1,
                                .cores = {.count = 4},
                                .vectorBytes = 64,
                                .vectorRegisters = 32,
                                .cacheBytes = {32 << 10, 1 << 20, 32 << 20},
                                .lineBytes = 64};

//===--- Estimates -------------------------------------------------------===//

static inline double priorOn(const Schedule *schedule, const AsProgram *program,
                             const AsTarget *machine) {
  AsSketch sketch;
  AsNest nest;
  build(schedule, program, &sketch, &nest);
  return asPriorSeconds(&nest, machine);
}

static inline double prior(const Schedule *schedule, const AsProgram *program) {
  return priorOn(schedule, program, &target);
}

#endif // AS_TEST_SCHEDULES_H
