//===- nest-reference.c - Which program is the reference
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Candidates are compared with the stock lowering, but with another order of
// loops where a nest as it is would take long. Which of them was built is told
// by the object code. What both compute is tested in reference.c.
//
//===----------------------------------------------------------------------===//

#include "bands.h"
#include "tuner.h"
#include <math.h>

/// Products that differ in their extents only.
static const char shortNest[] = "nests/product-short.mlir",
                  longNest[] = "nests/product-long.mlir";

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

/// As much of a search as builds references.
typedef struct Bench {
  AsArena arena;
  AsTarget target;
  AsOptions options;
  AsTuner tuner;
  Program program;
  AsTuneTask task;
} Bench;

static void openBench(const char *source, Bench *bench) {
  AsError error = {0};
  memset(bench, 0, sizeof *bench);
  if (asTargetCreate("host", 1, &bench->arena, &bench->target, &error))
    fail_msg("%s", error.message);
  openNest(source, &bench->program);
  bench->task = tuneTaskOf(&bench->program);
  bench->options = asOptionsDefault();
  bench->options.buildTimeout = patience;
  bench->tuner = (AsTuner){.given = {.options = &bench->options,
                                     .target = &bench->target,
                                     .worker = worker},
                           .tasks = &bench->task,
                           .numTasks = 1,
                           .buildOnly = true};
  if (asCostScorerCreate(&bench->target, 1, &bench->tuner.scorer, &error) ||
      asPipelineOpen(&bench->tuner, &error))
    fail_msg("%s", error.message);
}

static void closeBench(Bench *bench) {
  asPipelineClose(&bench->tuner);
  asCostScorerDestroy(bench->tuner.scorer);
  asArenaDestroy(&bench->program.arena);
  asArenaDestroy(&bench->arena);
}

/// The lowered reference with the schedule of a point, or without one.
static AsText lowerAs(Bench *bench, const AsCandidate *candidate) {
  AsKnobChoice choices[AS_MAX_KNOBS];
  AsBuildJob job = asPipelineJob(&bench->task, candidate, choices);
  AsBuildResult result;
  AsError error = {0};
  job.isReference = true;
  if (asPipelineBuildJobs(&bench->tuner, &job, 1, &result, &error))
    fail_msg("%s", error.message);
  if (result.outcome != AS_OUTCOME_BUILT)
    fail_msg("%s", result.message);
  return result.object;
}

static AsText buildReference(Bench *bench) {
  AsBuildResult result;
  AsError error = {0};
  if (asReferenceBuild(&bench->tuner, &bench->task, &result, &error))
    fail_msg("%s", error.message);
  if (result.outcome != AS_OUTCOME_BUILT)
    fail_msg("%s", result.message);
  return result.object;
}

/// Whether both are the same; frees the second.
static bool isObject(const AsText *object, AsText other) {
  bool isSame = object->length == other.length &&
                memcmp(object->data, other.data, other.length) == 0;
  asTextFree(&other);
  return isSame;
}

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

static void shortNestsStayAsTheyAre(void **state) {
  Bench bench;
  openBench(shortNest, &bench);
  AsText object = buildReference(&bench);
  assert_true(isObject(&object, lowerAs(&bench, NULL)));
  asTextFree(&object);
  closeBench(&bench);
}

/// The reference of a long one goes along rows, without tiles, in the order
/// that the estimate likes best.
static void longNestsGoAlongRows(void **state) {
  Bench bench;
  openBench(longNest, &bench);
  AsText object = buildReference(&bench);
  assert_false(isObject(&object, lowerAs(&bench, NULL)));
  const AsSketch *sketch = sketchOf(&bench.program);
  assert_int_equal(sketch->knobs[0].kind, AS_KNOB_SCHEDULE);
  double best = INFINITY, least = INFINITY;
  for (int o = 0; o < sketch->knobs[0].numOptions; o++) {
    AsCandidate candidate = {.sketch = (int)(sketch - bench.task.sketches)};
    candidate.point.choice[0] = (uint8_t)o;
    double seconds =
        asCostEstimate(bench.tuner.scorer, sketch, &candidate.point);
    least = fmin(least, seconds);
    if (!isObject(&object, lowerAs(&bench, &candidate)))
      continue;
    const AsNestOrder *order =
        &asBandsSchedule(sketch, &candidate.point)->order[0];
    assert_int_equal(order->numLoops, 3);
    assert_int_equal(order->loop[2], 0);
    best = fmin(best, seconds);
  }
  assert_true(isfinite(least) && best == least);
  asTextFree(&object);
  closeBench(&bench);
}

/// What cannot be applied is no reason to have none.
static void brokenSchedulesAreLeftOut(void **state) {
  Bench bench;
  openBench(longNest, &bench);
  for (int s = 0; s < bench.program.numSketches; s++)
    bench.program.sketches[s].script = "this is no script";
  AsText object = buildReference(&bench);
  assert_true(isObject(&object, lowerAs(&bench, NULL)));
  asTextFree(&object);
  closeBench(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shortNestsStayAsTheyAre),
      cmocka_unit_test(longNestsGoAlongRows),
      cmocka_unit_test(brokenSchedulesAreLeftOut),
  };
  return cmocka_run_group_tests_name("nest-reference", tests, openContext,
                                     closeContext);
}
