//===- roof.c - Tests of what the machine of a task can do
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "view/roof.h"
#include "view-store.h"

static const char sound[] =
    "{\"peakGflops\":100,\"instructions\":\"AVX2\",\"date\":5,\"levels\":["
    "{\"name\":\"L1\",\"bytes\":1000,\"read\":50,\"triad\":60},"
    "{\"name\":\"DRAM\",\"bytes\":null,\"read\":10,\"triad\":12}]}";

/// By arithmetic, by the cache that holds it all, and by memory.
static void sharesByHand(void **state) {
  static const struct {
    const char *data;
    double seconds, share;
  } cases[] = {
      // 2000 FLOP in 20 ns; 100 bytes in 2 ns.
      {"{\"flops\":2000,\"minBytes\":100}", 40e-9, 0.5},
      // 10 FLOP in 0.1 ns; 1000 bytes in 20 ns.
      {"{\"flops\":10,\"minBytes\":1000}", 200e-9, 0.1},
      // 5000 bytes in 500 ns.
      {"{\"flops\":10,\"minBytes\":5000}", 500e-9, 1},
      {"{\"flops\":0,\"minBytes\":5000}", 1000e-9, 0.5},
      {"{\"flops\":10}", 1, NAN},
      {"{\"minBytes\":10}", 1, NAN},
  };
  AsStore *store = openStore(":memory:");
  putThing(store, "roofline", "cpu", sound, "");
  for (int c = 0; c < (int)COUNT(cases); c++) {
    char task[2] = {(char)('a' + c), 0};
    putThing(store, "task", task, cases[c].data, "");
    AsRecord record = numbered(1);
    record.task = task;
    record.outcome = AS_OUTCOME_OK;
    record.seconds = cases[c].seconds;
    assertOk(asStorePut(store, &record, &error));
  }
  AsView view;
  assertOk(asViewRead(store, NULL, &view, &error));
  assert_int_equal(view.numTasks, COUNT(cases));
  for (int t = 0; t < view.numTasks; t++) {
    const AsViewTask *task = &view.tasks[t];
    double expected = cases[*task->hash - 'a'].share;
    if (isnan(expected))
      assert_true(isnan(task->roof));
    else
      assert_true(fabs(task->roof - expected) < 1e-9);
  }
  AsText text = {0};
  asViewAppendRoofs(&view, &text);
  assert_string_equal(
      text.data,
      "[{\"target\":\"cpu\",\"instructions\":\"AVX2\",\"gflops\":100,"
      "\"date\":5,\"levels\":[{\"name\":\"L1\",\"bytes\":1000,\"gbps\":50},"
      "{\"name\":\"DRAM\",\"bytes\":null,\"gbps\":10}]}]");
  asTextFree(&text);
  asViewFree(&view);
  asStoreClose(store);
}

/// What a store of someone else's may have, and none at all.
static void badOnes(void **state) {
  static const char *const texts[] = {
      "{}",
      "{\"peakGflops\":0,\"instructions\":\"\",\"levels\":[{\"name\":\"\","
      "\"read\":1,\"triad\":1}]}",
      "{\"peakGflops\":1,\"instructions\":\"\",\"levels\":[]}",
      "{\"peakGflops\":1,\"instructions\":\"\",\"levels\":[{\"name\":1,"
      "\"read\":1,\"triad\":1}]}",
      "{\"peakGflops\":1,\"instructions\":\"\",\"levels\":[{\"name\":\"\","
      "\"read\":-1,\"triad\":1}]}",
      "{\"peakGflops\":1,\"instructions\":\"\",\"levels\":[{\"name\":\"\","
      "\"bytes\":5,\"read\":1,\"triad\":1}]}",
      "{\"peakGflops\":1,\"instructions\":\"\",\"levels\":[1,2,3,4,5]}",
  };
  AsStore *store = openStore(":memory:");
  putThing(store, "task", "t", "{\"flops\":10,\"minBytes\":10}", "");
  AsRecord record = numbered(1);
  record.outcome = AS_OUTCOME_OK;
  record.seconds = 1;
  assertOk(asStorePut(store, &record, &error));
  for (size_t i = 0; i <= COUNT(texts); i++) {
    AsView view;
    AsText text = {0};
    assertOk(asViewRead(store, NULL, &view, &error));
    assert_int_equal(view.numTasks, 1);
    if (!isnan(view.tasks[0].roof))
      fail_msg("%s", texts[i - 1]);
    asViewAppendRoofs(&view, &text);
    assert_string_equal(text.data, "[]");
    asTextFree(&text);
    asViewFree(&view);
    if (i < COUNT(texts))
      putThing(store, "roofline", "cpu", texts[i], "");
  }
  asStoreClose(store);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sharesByHand),
      cmocka_unit_test(badOnes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
