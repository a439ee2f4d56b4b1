//===- view-store.h - Stores to look at
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Trials and things of stores that tests make views of.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_VIEW_STORE_H
#define AS_TEST_VIEW_STORE_H

#include "record.h"
#include "search/tuner.h"
#include "view/view.h"

static inline void put(AsStore *store, AsRecord record) {
  assertOk(asStorePut(store, &record, &error));
}

static inline void putThing(AsStore *store, const char *kind, const char *key,
                            const char *data, const char *text) {
  assertOk(asStorePutThing(
      store, &(AsThing){kind, key, data, text, strlen(text)}, &error));
}

/// A trial of task `task`, the `number`th, made at that second.
static inline AsRecord trialOf(const char *task, int number, double seconds) {
  AsRecord record = numbered(number);
  record.task = task;
  record.date = number;
  record.outcome = seconds > 0 ? AS_OUTCOME_OK : AS_OUTCOME_BUILD_FAILED;
  record.seconds = seconds;
  record.message = seconds > 0 ? "" : "no registers";
  return record;
}

static inline AsRecord stockOf(const char *task, double seconds) {
  AsRecord record = trialOf(task, 0, seconds);
  record.sketch = AS_BASELINE_SKETCH;
  record.sketchVersion = "";
  record.point = "{}";
  return record;
}

static inline const AsViewTask *taskOf(const AsView *view, const char *hash) {
  for (int t = 0; t < view->numTasks; t++)
    if (strcmp(view->tasks[t].hash, hash) == 0)
      return &view->tasks[t];
  fail_msg("there is no task '%s'", hash);
  return NULL;
}

#endif // AS_TEST_VIEW_STORE_H
