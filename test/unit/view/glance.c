//===- glance.c - Tests of what a task is about, in a few sentences
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "view/glance.h"
#include "view-store.h"

static AsStore *store;

static int openAll(void **state) {
  store = openStore(":memory:");
  return 0;
}

static int closeAll(void **state) {
  asStoreClose(store);
  return 0;
}

static void putData(const char *kind, const char *key, const char *data) {
  putThing(store, kind, key, data, "");
}

/// 100 GFLOP/s, 50 GB/s.
static void putRoof(void) {
  putData("roofline", "cpu",
          "{\"peakGflops\":100,\"instructions\":\"\",\"levels\":["
          "{\"name\":\"DRAM\",\"bytes\":null,\"read\":50,\"triad\":50}]}");
}

/// 20 ns by arithmetic, 2 ns by memory.
static void putTask(void) {
  putData("task", "t", "{\"flops\":2000,\"minBytes\":100}");
}

static void putTrial(int number, double seconds) {
  put(store, trialOf("t", number, seconds));
}

static char *glance(void) {
  AsView view;
  AsText text = {0};
  assertOk(asViewRead(store, NULL, &view, &error));
  assert_int_equal(view.numTasks, 1);
  asViewAppendGlance(&view, &view.tasks[0], &text);
  asViewFree(&view);
  return text.data;
}

static void expect(const char *part) {
  char *text = glance();
  assertContains(text, part);
  free(text);
}

static void stillGaining(void **state) {
  putRoof();
  putTask();
  put(store, stockOf("t", 1000e-9));
  for (int i = 1; i <= 12; i++)
    putTrial(i, 400e-9 / i);
  expect(": 100.0% of the time of all tasks of its target.\"");
  expect("\"why\":\"It runs at 60% of what the machine allows. What limits it "
         "there is arithmetic (20 FLOP for each byte that it has to move). The "
         "stock lowering takes 30 times as long.\"");
  expect("\"tried\":\"12 trials of 1 sketch. The best is #12, by s.\"");
  expect("\"helps\":[\"More trials: the last 2 of 12 made it 20% faster.\"]}");
}

/// The last trial may well be the best one, and yet no better.
static void hardlyGaining(void **state) {
  putTask();
  for (int i = 1; i <= 12; i++)
    putTrial(i, 100e-9 - i * 0.1e-9);
  expect("\"tried\":\"12 trials of 1 sketch. The best is #12, by s.\"");
  expect("\"helps\":[\"More trials help less: the last 2 of 12 made it 0.2% "
         "faster.\"]}");
}

static void lateTimes(void **state) {
  putTask();
  for (int i = 1; i <= 12; i++)
    putTrial(i, i < 12 ? 0 : 100e-9);
  expect("\"helps\":[\"More trials: of 12, number 12 was the first with a "
         "time.\",");
}

static void failing(void **state) {
  putTask();
  putTrial(1, 100e-9);
  for (int i = 2; i <= 10; i++)
    putTrial(i, 0);
  expect("\"why\":\"N/A: it is not known what the machine could do");
  expect("\"tried\":\"10 trials of 1 sketch. 9 failed, most of them as "
         "build-failed. The best is #1, by s.\"");
  expect(
      "\"helps\":[\"More trials help less: the last 9 of 10 found nothing "
      "better.\",\"90% of the trials failed, most of them as build-failed: ");
}

static void nothingLeft(void **state) {
  putRoof();
  putTask();
  for (int i = 1; i <= 12; i++)
    putTrial(i, 21e-9);
  expect("\"helps\":[\"Little: at most 5% of its time is left to gain on this "
         "machine.\"]}");
}

/// Nobody is faster than the machine.
static void aRoofThatIsTooLow(void **state) {
  putRoof();
  putTask();
  for (int i = 1; i <= 12; i++)
    putTrial(i, 10e-9);
  expect("\"why\":\"N/A: its best trial is faster than the measured roofline "
         "allows (200%): other programs used the machine while that was "
         "measured; as-run --profile measures it again.\"");
  expect("\"helps\":[\"More trials help less");
}

static void byMemory(void **state) {
  putRoof();
  putData("task", "t", "{\"flops\":10,\"minBytes\":1000}");
  putTrial(1, 200e-9);
  expect("\"slow\":\"It takes 200.0 ns: 100.0% of the time");
  expect("It runs at 10% of what the machine allows. What limits it there is "
         "memory: it does too little with each byte (0.01 FLOP");
  expect("\"helps\":[\"More trials: 1 says little (as-opt --trials).\"]}");
}

static void withoutTimes(void **state) {
  putTrial(1, 0);
  expect("\"slow\":\"N/A: none of its trials has a time.\"");
  expect("\"tried\":\"1 trial of 1 sketch. 1 failed, most of them as "
         "build-failed.\"");
}

/// A knob that decides, and a stock lowering that is as fast.
static void byOneKnob(void **state) {
  putTask();
  put(store, stockOf("t", 100e-9));
  for (int i = 0; i < 24; i++) {
    AsRecord record = numbered(0);
    char point[64];
    snprintf(point, sizeof point, "{\"other\":%d,\"deciding\":%d}", i % 3,
             i / 6);
    record.point = point;
    record.date = i;
    record.sketchVersion = i % 2 ? "v" : "w"; // So that none is put twice.
    record.outcome = AS_OUTCOME_OK;
    record.seconds = 100e-9 * (1 + i / 6);
    put(store, record);
  }
  expect(
      "\"helps\":[\"No sketch gains anything yet: stock is as fast (1.00).\"");
  expect("The knob deciding explains ");
}

int main(void) {
#define CASE(name) cmocka_unit_test_setup_teardown(name, openAll, closeAll)
  const struct CMUnitTest tests[] = {
      CASE(stillGaining),      CASE(hardlyGaining), CASE(lateTimes),
      CASE(failing),           CASE(nothingLeft),   CASE(byMemory),
      CASE(aRoofThatIsTooLow), CASE(withoutTimes),  CASE(byOneKnob),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
