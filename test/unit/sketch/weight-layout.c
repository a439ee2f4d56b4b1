//===- weight-layout.c - How points pack weights
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layouts of nests that are written down, of a matmul of m, n and k, and of
// random points. That equal layouts are equal arrays is seen on the IR by
// task/dynamic/shared-weights.mlir.
//
//===----------------------------------------------------------------------===//

#include "sketch/weight-layout.h"
#include "inputs/programs.h"
#include <string.h>

enum { m, n, k };

/// The matmul, whose second operand is a weight.
static void openMatmul(MlirContext context, bool isFixed, Program *program) {
  openProgram("matmul-large.mlir", &programTargets[0], context, program);
  AsProgram *own = &program->task.program;
  const AsStage *product = &own->stages[asProgramAnchor(own)];
  own->tensors[product->access[1].tensor].isFixed = isFixed;
}

/// A nest of the matmul with those loops, which reads its second operand from
/// a copy.
static void makeNest(const Program *program, const AsNestLoop *loops, int count,
                     AsNest *nest) {
  AsPoint point = {{0}};
  int plain = asSketchPlain(program->sketches, program->numSketches);
  assert_true(asNestBuild(&program->sketches[plain], &point, nest));
  AsNestStage *own = &nest->stage[asProgramAnchor(&program->task.program)];
  own->numLoops = (int8_t)count;
  memcpy(own->loop, loops, sizeof *loops * (size_t)count);
  own->tile[m] = 8;
  own->tile[n] = 16;
  own->tile[k] = 1;
  own->packLoops[1] = 1;
}

static void expect(const AsNest *nest, const char *expected) {
  AsWeightLayout layout;
  AsText text = {0};
  asNestWeightLayout(nest, &layout);
  asWeightLayoutPrint(&layout, &text);
  assert_string_equal(text.data, expected);
  asTextFree(&text);
}

static void loopsThatMoveTheWeightAreItsLayout(void **state) {
  MlirContext context = asIrContextCreate();
  Program program;
  openMatmul(context, true, &program);
  AsNest nest;
  const AsNestLoop blocked[] = {{.dim = n, .step = 192},
                                {.dim = k, .step = 32},
                                {.dim = m, .step = 8},
                                {.dim = n, .step = 16},
                                {.dim = k, .step = 1}};
  makeNest(&program, blocked, 5, &nest);
  expect(&nest, "1 by 192, 0 by 32, 1 by 16, 0 by 1, 1 by 1, out of 1");
  // Rows make no difference.
  const AsNestLoop rows[] = {{.dim = m, .step = 96},
                             {.dim = n, .step = 16},
                             {.dim = m, .step = 8},
                             {.dim = m, .step = 2},
                             {.dim = k, .step = 1}};
  makeNest(&program, rows, 5, &nest);
  expect(&nest, "1 by 16, 0 by 1, 1 by 1, out of 1");
  nest.stage[asProgramAnchor(&program.task.program)].packLoops[1] = 2;
  expect(&nest, "1 by 16, 0 by 1, 1 by 1, out of 1");
  nest.stage[asProgramAnchor(&program.task.program)].packLoops[1] = 4;
  expect(&nest, "1 by 16, 0 by 1, 1 by 1, out of 2");
  nest.stage[asProgramAnchor(&program.task.program)].padded = n;
  expect(&nest, "1 by 16, 0 by 1, 1 by 1, out of 2, filled up");
  // What is read as it is has no layout.
  nest.stage[asProgramAnchor(&program.task.program)].packLoops[1] = -1;
  AsWeightLayout layout;
  asNestWeightLayout(&nest, &layout);
  assert_int_equal(layout.numSteps, 0);
  asArenaDestroy(&program.arena);
  // Nor has an operand that each call packs.
  openMatmul(context, false, &program);
  makeNest(&program, blocked, 5, &nest);
  expect(&nest, "none");
  asArenaDestroy(&program.arena);
  mlirContextDestroy(context);
}

static void pointsHaveTheLayoutsOfTheirNests(void **state) {
  MlirContext context = asIrContextCreate();
  Program program;
  openMatmul(context, true, &program);
  AsRandom random = {.state = 1};
  int packed = 0;
  for (int s = 0; s < program.numSketches; s++)
    for (int i = 0; i < 50; i++) {
      const AsSketch *sketch = &program.sketches[s];
      AsPoint point;
      AsNest nest;
      AsWeightLayout layout, same;
      if (!asPointSample(sketch, &random, &point))
        continue;
      assert_true(asPointWeightLayout(sketch, &point, &layout));
      assert_true(asNestBuild(sketch, &point, &nest));
      asNestWeightLayout(&nest, &same);
      assert_true(asIsSameLayout(&layout, &same));
      packed += layout.numSteps > 0;
      if (layout.numSteps == 0)
        continue;
      same.step[0].step++;
      assert_false(asIsSameLayout(&layout, &same));
      same = layout;
      same.step[layout.numSteps - 1].dim++;
      assert_false(asIsSameLayout(&layout, &same));
      same = layout;
      same.hoist++;
      assert_false(asIsSameLayout(&layout, &same));
      same = layout;
      same.numSteps--;
      assert_false(asIsSameLayout(&layout, &same));
    }
  assert_true(packed > 20);
  asArenaDestroy(&program.arena);
  mlirContextDestroy(context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(loopsThatMoveTheWeightAreItsLayout),
      cmocka_unit_test(pointsHaveTheLayoutsOfTheirNests),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
