//===- nests.c - Tests of what is told of a nest
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strategies and text of nests that are made by hand, and of every program.
//
//===----------------------------------------------------------------------===//

#include "inputs/programs.h"
#include "record.h"
#include "view/stages/loop-strategies.h"
#include "view/stages/nest-text.h"
#include "view/stages/stage-map.h"

//===----------------------------------------------------------------------===//
// Strategies
//===----------------------------------------------------------------------===//

/// A product of m, n and k between a fill and elementwise work.
static AsStage productStages[] = {
    {.kind = AS_STAGE_FILL, .numDims = 2, .extent = {64, 512}},
    {.kind = AS_STAGE_CONTRACTION,
     .numDims = 3,
     .extent = {64, 512, 128},
     .isReduction = {false, false, true},
     .numAccesses = 3},
    {.kind = AS_STAGE_ELEMENTWISE, .numDims = 2, .extent = {64, 512}},
};
static const AsProgram productProgram = {.numStages = 3,
                                         .stages = productStages};
static const AsSketch productSketch = {.program = &productProgram};

static void emptyNest(AsNest *nest) {
  *nest = (AsNest){.sketch = &productSketch, .numStages = 3};
  for (int s = 0; s < 3; s++) {
    AsNestStage *own = &nest->stage[s];
    memset(own->packLoops, -1, sizeof own->packLoops);
    memset(own->shareDepth, -1, sizeof own->shareDepth);
    for (int d = 0; d < productStages[s].numDims; d++)
      own->tile[d] = productStages[s].extent[d];
  }
}

/// A loop over dim `d` of the product: `trip` tiles of what it walks.
static void cut(AsNest *nest, int s, int d, int trip, AsLoopKind kind) {
  AsNestStage *own = &nest->stage[s];
  int64_t span = own->tile[d];
  own->loop[own->numLoops++] = (AsNestLoop){.dim = (int16_t)d,
                                            .kind = (int8_t)kind,
                                            .unroll = 1,
                                            .span = (int32_t)span,
                                            .step = (int32_t)(span / trip)};
  own->tile[d] = span / trip;
}

/// Fails unless the loops with strategies are these; others have none.
static void assertLoops(const AsNest *nest, int s, int all,
                        const int expected[AS_NUM_LOOP_STRATEGIES]) {
  AsStageLoops loops = asStageLoopsCount(nest, s);
  assert_int_equal(loops.all, all);
  for (int i = 0; i < AS_NUM_LOOP_STRATEGIES; i++)
    if (loops.with[i] != expected[i])
      fail_msg("%s: %d, not %d", asLoopStrategyName((AsLoopStrategy)i),
               loops.with[i], expected[i]);
}

/// 4 forall m, 8 for n, 16 for k, 4 for n | 16x16x8, in vectors.
static void strategiesOfACpu(void **state) {
  AsNest nest;
  emptyNest(&nest);
  cut(&nest, 1, 0, 4, AS_LOOP_PARALLEL);
  cut(&nest, 1, 1, 8, AS_LOOP_SERIAL);
  cut(&nest, 1, 0, 1, AS_LOOP_SERIAL); // No loop: one iteration.
  cut(&nest, 1, 1, 4, AS_LOOP_SERIAL);
  cut(&nest, 1, 2, 16, AS_LOOP_SERIAL);
  AsNestStage *own = &nest.stage[1];
  own->shared = 2;
  own->isVectorised = true;
  own->loop[4].unroll = 4;
  own->packLoops[1] = 2;
  assertLoops(&nest, 1, 7,
              (int[AS_NUM_LOOP_STRATEGIES]){
                  [AS_LOOPS_PARALLEL] = 1,
                  [AS_LOOPS_VECTORISED] = 3,
                  [AS_LOOPS_UNROLLED] = 1,
                  // The second loop over n, and all of the tile.
                  [AS_LOOPS_TILED] = 4,
                  [AS_LOOPS_IN_REGISTERS] = 1,
                  [AS_LOOPS_PACKED] = 2,
                  [AS_LOOPS_HOISTED] = 2,
                  [AS_LOOPS_FUSED] = 2,
              });
  // Nothing is kept in registers where the innermost loop moves the result.
  cut(&nest, 1, 0, 2, AS_LOOP_SERIAL);
  own->packLoops[1] = 1;
  AsStageLoops loops = asStageLoopsCount(&nest, 1);
  assert_int_equal(loops.with[AS_LOOPS_IN_REGISTERS], 0);
  assert_int_equal(loops.with[AS_LOOPS_PACKED], 1);
  assert_int_equal(loops.with[AS_LOOPS_HOISTED], 0);
}

/// The stock lowering: loops over all that there is, and no strategy.
static void noStrategy(void **state) {
  AsNest nest;
  emptyNest(&nest);
  assertLoops(&nest, 1, 3, (int[AS_NUM_LOOP_STRATEGIES]){0});
  // Others are fused with the last stage, not it with them.
  cut(&nest, 2, 0, 4, AS_LOOP_SERIAL);
  nest.stage[2].shared = 1;
  assertLoops(&nest, 2, 3, (int[AS_NUM_LOOP_STRATEGIES]){[AS_LOOPS_TILED] = 1});
}

static void strategiesOfAGpu(void **state) {
  AsNest nest;
  emptyNest(&nest);
  cut(&nest, 1, 0, 2, AS_LOOP_BLOCKS);
  cut(&nest, 1, 2, 8, AS_LOOP_SERIAL);
  nest.stage[1].shareDepth[0] = 2;
  cut(&nest, 1, 1, 4, AS_LOOP_WARPS);
  nest.stage[1].isMma = nest.stage[1].isVectorised = true;
  nest.stage[1].isSplit = true;
  assertLoops(&nest, 1, 6,
              (int[AS_NUM_LOOP_STRATEGIES]){
                  [AS_LOOPS_BLOCKS] = 1,
                  [AS_LOOPS_WARPS] = 1,
                  [AS_LOOPS_TENSOR_CORES] = 3,
                  [AS_LOOPS_TILED] = 3,
                  [AS_LOOPS_PARTIAL] = 2, // The loop over k, and its tile.
                  [AS_LOOPS_SHARED] = 1,
              });
}

/// How often the body of stage `s` is in the text.
static int countBodies(const char *text, const AsProgram *program, int s) {
  AsText body = {0};
  int count = 0;
  asTextFormat(&body, "%d %s: ", s, asStageKindName(program->stages[s].kind));
  while (*text) {
    const char *line = text + strspn(text, " ");
    count += strncmp(line, body.data, body.length) == 0;
    text += strcspn(text, "\n");
    text += *text == '\n';
  }
  asTextFree(&body);
  return count;
}

/// Each stage of the task is one of the sketch's at most, in order, and the
/// anchors are each other.
static void checkMap(const AsProgram *own, const AsProgram *task) {
  int stages[AS_MAX_STAGES], last = -1;
  asStageMap(own, task, stages);
  int anchor = asProgramAnchor(own);
  for (int s = 0; s < own->numStages; s++) {
    if (stages[s] < 0) {
      assert_true(own != task && s != anchor);
      continue;
    }
    assert_in_range(stages[s], last + 1, task->numStages - 1);
    last = stages[s];
    if (s != anchor)
      assert_int_equal(own->stages[s].kind, task->stages[stages[s]].kind);
  }
  if (anchor >= 0)
    assert_int_equal(stages[anchor], asProgramAnchor(task));
}

/// A convolution that became a product: the copy of its image is no stage of
/// the task.
static void stagesOfAProduct(void **state) {
  AsStage own[] = {{.kind = AS_STAGE_FILL},
                   {.kind = AS_STAGE_ELEMENTWISE},
                   {.kind = AS_STAGE_CONTRACTION},
                   {.kind = AS_STAGE_ELEMENTWISE}};
  AsStage task[] = {{.kind = AS_STAGE_PAD},
                    {.kind = AS_STAGE_FILL},
                    {.kind = AS_STAGE_CONVOLUTION},
                    {.kind = AS_STAGE_ELEMENTWISE},
                    {.kind = AS_STAGE_REDUCTION}};
  AsProgram ownProgram = {.numStages = 4, .stages = own};
  AsProgram taskProgram = {.numStages = 5, .stages = task};
  int stages[AS_MAX_STAGES];
  asStageMap(&ownProgram, &taskProgram, stages);
  assert_int_equal(stages[0], 1);
  assert_int_equal(stages[1], -1);
  assert_int_equal(stages[2], 2);
  assert_int_equal(stages[3], 3);
}

/// No strategy has more loops than there are, and each stage is once in the
/// text.
static void checkProgram(const Program *program) {
  AsRandom random = {11};
  AsText text = {0};
  for (int i = 0; i < program->numSketches; i++) {
    AsPoint point;
    AsNest nest;
    if (!asPointSample(&program->sketches[i], &random, &point) ||
        !asNestBuild(&program->sketches[i], &point, &nest))
      fail_msg("%s: %s", program->name, program->sketches[i].name);
    asTextClear(&text);
    asNestAppendLoops(&nest, nest.sketch->program, &text);
    checkMap(nest.sketch->program, &program->task.program);
    for (int s = 0; s < nest.numStages; s++) {
      AsStageLoops loops = asStageLoopsCount(&nest, s);
      for (int w = 0; w < AS_NUM_LOOP_STRATEGIES; w++)
        if (loops.with[w] < 0 || loops.with[w] > loops.all)
          fail_msg("%s, %s, stage %d: %d of %d loops are %s", program->name,
                   program->sketches[i].name, s, loops.with[w], loops.all,
                   asLoopStrategyName((AsLoopStrategy)w));
      if (countBodies(text.data, nest.sketch->program, s) != 1)
        fail_msg("%s, %s: stage %d is not once in\n%s", program->name,
                 program->sketches[i].name, s, text.data);
    }
  }
  asTextFree(&text);
}

static void everyProgram(void **state) { visitPrograms(checkProgram); }

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// What is fused is in the loops of the last stage, at its depth; copies are
/// where they are made.
static void loopsAsText(void **state) {
  AsNest nest;
  emptyNest(&nest);
  AsText text = {0};
  asProgramAppendLoops(&productProgram, &text);
  assert_string_equal(text.data, "for d0 in 64\n"
                                 "  for d1 in 512\n"
                                 "    0 fill\n"
                                 "for d0 in 64\n"
                                 "  for d1 in 512\n"
                                 "    for d2 in 128, reduced\n"
                                 "      1 contraction\n"
                                 "for d0 in 64\n"
                                 "  for d1 in 512\n"
                                 "    2 elementwise\n");
  for (int s = 1; s < 3; s++) {
    cut(&nest, s, 0, 4, AS_LOOP_PARALLEL);
    cut(&nest, s, 0, 1, AS_LOOP_SERIAL);
    nest.stage[s].shared = 2;
  }
  cut(&nest, 2, 1, 512, AS_LOOP_SERIAL);
  cut(&nest, 1, 1, 8, AS_LOOP_SERIAL);
  cut(&nest, 1, 2, 12, AS_LOOP_SERIAL); // Tiles of 10, which leave 8.
  AsNestStage *own = &nest.stage[1];
  own->loop[3].unroll = 2;
  own->packLoops[1] = 1;
  own->isVectorised = true;
  asTextClear(&text);
  asNestAppendLoops(&nest, nest.sketch->program, &text);
  assert_string_equal(
      text.data, "0 fill: 64x512\n"
                 "forall d0 in 4 tiles of 16\n"
                 "  for d1 in 8 tiles of 64\n"
                 "    pack operand 1\n"
                 "    for d2 in 12 tiles of 10, reduced, unrolled by 2, and a "
                 "rest of 8\n"
                 "      1 contraction: 16x64x10, vectors\n"
                 "  for d1 in 512\n"
                 "    2 elementwise: 16x1\n");
  // Loops that are not those of the last stage stand alone.
  nest.stage[2].loop[0].step = 8;
  asTextClear(&text);
  asNestAppendLoops(&nest, nest.sketch->program, &text);
  assertContains(text.data, "forall d0 in 8 tiles of 8\n  for d1 in 512\n");
  assertContains(text.data,
                 "forall d0 in 4 tiles of 16\n  for d1 in 8 tiles of 64\n");
  asTextFree(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(strategiesOfACpu), cmocka_unit_test(noStrategy),
      cmocka_unit_test(everyProgram),     cmocka_unit_test(stagesOfAProduct),
      cmocka_unit_test(strategiesOfAGpu), cmocka_unit_test(loopsAsText),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
