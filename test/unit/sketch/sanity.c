//===- sanity.c - Sanity predicates see what is wrong
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// That derived sketches are sane is tested with every program (derive.c). Here
// sane sketches are spoiled, one member at a time.
//
//===----------------------------------------------------------------------===//

#include "sketch/sanity.h"
#include "schedules.h"

enum {
  unrollKnob,
  packKnob,
  orderKnob,
  tileKnob,
  launchKnob,
  locationKnob,
  numKnobs
};

static const int64_t options[] = {1, 2, 4};

/// A sketch of the matmul with a knob of each kind and no steps.
static void makeKnobs(AsSketch *sketch, const AsProgram *program) {
  static const struct {
    AsKnobKind kind;
    const char *name;
  } knobs[numKnobs] = {[unrollKnob] = {AS_KNOB_UNROLL, "unroll"},
                       [packKnob] = {AS_KNOB_HOIST, "pack"},
                       [orderKnob] = {AS_KNOB_ORDER, "order"},
                       [tileKnob] = {AS_KNOB_TILE, "tile"},
                       [launchKnob] = {AS_KNOB_LAUNCH, "launch"},
                       [locationKnob] = {AS_KNOB_LOCATION, "location"}};
  makeSketch(sketch, program);
  for (int k = 0; k < numKnobs; k++)
    sketch->knobs[k] = (AsKnob){.kind = knobs[k].kind,
                                .name = knobs[k].name,
                                .numOptions = 3,
                                .options = options,
                                .within = -1};
  sketch->numKnobs = numKnobs;
}

/// Whether the sketch is sane with that step alone.
static bool isSaneWith(AsSketch *sketch, AsStep step) {
  sketch->steps[0] = step;
  sketch->numSteps = 1;
  return asSketchIsSane(sketch);
}

static void stepsOfNoStageAreWrong(void **state) {
  Matmul matmul;
  AsSketch sketch;
  makeMatmul(&matmul, 64, 64, 64);
  makeKnobs(&sketch, &matmul.program);
  for (int kind = 0; kind < AS_NUM_STEP_KINDS; kind++) {
    assert_false(isSaneWith(&sketch, asStepMake(kind, numStages)));
    assert_false(isSaneWith(&sketch, asStepMake(kind, -2)));
  }
  assert_true(isSaneWith(&sketch, asStepMake(AS_STEP_TILE, matmulStage)));
  assert_false(isSaneWith(&sketch, asStepMake(AS_STEP_TILE, -1)));
  assert_true(isSaneWith(&sketch, asStepMake(AS_STEP_CLEAN, -1)));
  assert_false(isSaneWith(&sketch, asStepMake(AS_STEP_CLEAN, 0)));
  assert_true(isSaneWith(&sketch, asStepMake(AS_STEP_VECTORISE, -1)));
  AsStep none = asStepMake(AS_STEP_CLEAN, -1);
  none.kind = AS_NUM_STEP_KINDS;
  assert_false(isSaneWith(&sketch, none));
}

static void knobsOfAnotherKindAreWrong(void **state) {
  Matmul matmul;
  AsSketch sketch;
  makeMatmul(&matmul, 64, 64, 64);
  makeKnobs(&sketch, &matmul.program);
  for (int k = -1; k <= numKnobs; k++) {
    AsStep tile = asStepMake(AS_STEP_TILE, matmulStage);
    tile.tile.size[1].knob = k;
    assert_int_equal(isSaneWith(&sketch, tile), k == -1 || k == tileKnob);
    AsStep fuse = asStepMake(AS_STEP_FUSE, reluStage);
    fuse.fuse.size[0].constant = fuse.fuse.size[1].constant = 8;
    fuse.fuse.orderKnob = k;
    assert_int_equal(isSaneWith(&sketch, fuse), k == -1 || k == orderKnob);
    fuse.fuse.orderKnob = -1;
    fuse.fuse.locationKnob = k;
    assert_int_equal(isSaneWith(&sketch, fuse), k == -1 || k == locationKnob);
    AsStep pack = asStepMake(AS_STEP_PACK, matmulStage);
    pack.pack.operand = 1;
    pack.pack.hoistKnob = k;
    assert_int_equal(isSaneWith(&sketch, pack), k == -1 || k == packKnob);
    AsStep unroll = asStepMake(AS_STEP_UNROLL, matmulStage);
    unroll.unroll.factorKnob = k;
    assert_int_equal(isSaneWith(&sketch, unroll), k == unrollKnob);
  }
}

static void membersOutOfRangeAreWrong(void **state) {
  Matmul matmul;
  AsSketch sketch;
  makeMatmul(&matmul, 64, 64, 64);
  makeKnobs(&sketch, &matmul.program);
  AsStep swapped = asStepMake(AS_STEP_FUSE, reluStage);
  swapped.fuse.size[0].constant = 8;
  swapped.fuse.orderKnob = orderKnob; // Of a single loop.
  assert_false(isSaneWith(&sketch, swapped));
  AsStep first = asStepMake(AS_STEP_FUSE, 0);
  first.fuse.size[0].constant = 8;
  assert_true(isSaneWith(&sketch, first));
  first.fuse.locationKnob = locationKnob; // No stage comes before it.
  assert_false(isSaneWith(&sketch, first));
  for (int operand = -1; operand <= 3; operand++) {
    AsStep keep = asStepMake(AS_STEP_KEEP, matmulStage);
    keep.keep.operand = operand;
    assert_int_equal(isSaneWith(&sketch, keep), operand >= 0 && operand < 3);
  }
  AsStep negative = asStepMake(AS_STEP_TILE, matmulStage);
  negative.tile.size[0].constant = -8;
  assert_false(isSaneWith(&sketch, negative));
  AsStep drop = asStepMake(AS_STEP_DROP_UNITS, matmulStage);
  assert_true(isSaneWith(&sketch, drop));
  drop.dropUnits.row = 3; // Of three loops.
  assert_false(isSaneWith(&sketch, drop));
  AsStep layout = asStepMake(AS_STEP_LAYOUT, matmulStage);
  assert_false(isSaneWith(&sketch, layout)); // Without a size.
  layout.layout.size.constant = 16;
  assert_true(isSaneWith(&sketch, layout));
}

/// Steps that only a GPU has.
static void stepsForGpusNeedOne(void **state) {
  Matmul matmul;
  AsSketch sketch;
  makeMatmul(&matmul, 64, 64, 64);
  makeKnobs(&sketch, &matmul.program);
  AsStep grid = asStepMake(AS_STEP_GRID, reluStage);
  grid.grid.threadsKnob = launchKnob;
  assert_false(isSaneWith(&sketch, grid));
  assert_false(isSaneWith(&sketch, asStepMake(AS_STEP_MMA, matmulStage)));
  sketch.gpu = asGpuFind("sm_90");
  assert_true(isSaneWith(&sketch, grid));
  assert_true(isSaneWith(&sketch, asStepMake(AS_STEP_MMA, matmulStage)));
  grid.grid.threadsKnob = -1;
  assert_false(isSaneWith(&sketch, grid));
}

static void knobsAreChecked(void **state) {
  Matmul matmul;
  AsSketch sketch;
  makeMatmul(&matmul, 64, 64, 64);
  makeKnobs(&sketch, &matmul.program);
  assert_true(asSketchIsSane(&sketch));
  sketch.knobs[1].name = "unroll"; // As another one.
  assert_false(asSketchIsSane(&sketch));
  sketch.knobs[1].name = "pack";
  sketch.knobs[1].within = 1; // Itself.
  assert_false(asSketchIsSane(&sketch));
  sketch.knobs[1].within = 0;
  assert_true(asSketchIsSane(&sketch));
  AsPoint point = {{2, 2, 2, 2, 2}};
  assert_true(asPointIsSane(&sketch, &point));
  point.choice[numKnobs - 1] = 3;
  assert_false(asPointIsSane(&sketch, &point));
  sketch.knobs[0].numOptions = 0;
  assert_false(asSketchIsSane(&sketch));
  sketch.knobs[0].numOptions = AS_MAX_OPTIONS + 1;
  assert_false(asSketchIsSane(&sketch));
}

/// Tiles must be what the loops leave.
static void nestsAreChecked(void **state) {
  Matmul matmul;
  AsSketch sketch;
  AsNest nest;
  makeMatmul(&matmul, 512, 512, 512);
  build(&good, &matmul.program, &sketch, &nest);
  assert_true(asNestIsSane(&nest));
  AsNest spoiled = nest;
  spoiled.stage[matmulStage].tile[0]++;
  assert_false(asNestIsSane(&spoiled));
  spoiled = nest;
  spoiled.stage[matmulStage].loop[0].span++;
  assert_false(asNestIsSane(&spoiled));
  spoiled = nest;
  spoiled.stage[reluStage].numLoops--;
  assert_false(asNestIsSane(&spoiled));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stepsOfNoStageAreWrong),
      cmocka_unit_test(knobsOfAnotherKindAreWrong),
      cmocka_unit_test(membersOutOfRangeAreWrong),
      cmocka_unit_test(stepsForGpusNeedOne),
      cmocka_unit_test(knobsAreChecked),
      cmocka_unit_test(nestsAreChecked),
  };
  return cmocka_run_group_tests_name("sanity", tests, NULL, NULL);
}
