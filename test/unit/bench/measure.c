//===- measure.c - The turns of contenders, and what results are accepted
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/measure.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MAX_BATCHES = 1000 };

/// Who had the batches, in order.
static int owners[MAX_BATCHES];
static int numBatches;

static double logBatch(void *state, long runs) {
  assert_true(numBatches < MAX_BATCHES);
  owners[numBatches++] = *(int *)state;
  return 0.01 * (double)runs;
}

static void addContender(AsLineup *lineup, int number) {
  int *state = malloc(sizeof *state);
  *state = number;
  lineup->contenders[lineup->count++] =
      (AsContender){.name = "fake", .state = state, .time = logBatch};
}

static void noneFollowsItself(void **state) {
  enum { ROUNDS = 12 };
  for (int count = 3; count < 7; count++) {
    AsLineup lineup = {0};
    static AsRounds rounds;
    rounds.count = ROUNDS;
    rounds.threads = 1;
    for (int i = 0; i < count; i++)
      addContender(&lineup, i);
    numBatches = 0;
    asMeasure(&lineup, &rounds);
    // The last batches are the rounds: an untimed one and a timed one a turn.
    const int *turns = owners + numBatches - 2 * count * ROUNDS;
    int successors = 0;
    for (int turn = 0; turn < count * ROUNDS; turn++) {
      assert_int_equal(turns[2 * turn], turns[2 * turn + 1]);
      if (turn)
        assert_int_not_equal(turns[2 * turn], turns[2 * turn - 1]);
      if (turn && turns[2 * turn - 1] == 0)
        successors |= 1 << turns[2 * turn];
    }
    // The first one has neighbours on both sides.
    assert_true(successors & 1 << 1);
    assert_true(successors & 1 << (count - 1));
    asLineupDestroy(&lineup);
  }
}

static bool accepts(int64_t count, float *actual, float *expected) {
  AsOperands operands = {
      .result = {.element = AS_ELEMENT_F32, .count = count, .isResult = true}};
  AsLineup lineup = {.contenders = {{.result = actual}, {.result = expected}},
                     .count = 2};
  double error;
  return asLineupAccepts(&lineup, &operands, 0, 1, &error);
}

static void oneNumberIsComparedWithItself(void **state) {
  assert_true(accepts(1, (float[]){1000.1F}, (float[]){1000}));
  assert_false(accepts(1, (float[]){1002}, (float[]){1000}));
  // More than one: in parts of their range.
  assert_false(accepts(2, (float[]){1000.1F, 1001}, (float[]){1000, 1001}));
  assert_false(accepts(1, (float[]){1e-9F}, (float[]){0}));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(noneFollowsItself),
      cmocka_unit_test(oneNumberIsComparedWithItself),
  };
  return cmocka_run_group_tests_name("measure", tests, NULL, NULL);
}
