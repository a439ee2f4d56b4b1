//===- list-runs.c - What runs a store knows of
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --list-runs: a line for each run that the store has records of. A store from
// elsewhere may say anything of a run; what it does not say is N/A.
//
//===----------------------------------------------------------------------===//

#include "record/canonical-json.h"
#include "record/thing.h"
#include "report/figures.h"
#include "support/arena.h"
#include "support/text.h"
#include "tools/as-opt/driver.h"
#include <stdlib.h>
#include <string.h>

typedef struct Run {
  const char *id;
  cJSON *data; ///< See docs/records.md.
} Run;

typedef struct Runs {
  AsArena arena;
  Run *runs;
  size_t count, capacity;
} Runs;

static AsStatus addRun(const AsThing *thing, void *context, AsError *error) {
  (void)error;
  Runs *runs = context;
  const char *why;
  if (runs->count == runs->capacity) {
    runs->capacity = runs->capacity ? 2 * runs->capacity : 64;
    runs->runs = asRealloc(runs->runs, runs->capacity * sizeof *runs->runs);
  }
  runs->runs[runs->count++] =
      (Run){asArenaCopy(&runs->arena, thing->key, strlen(thing->key)),
            asJsonParse(thing->data, &why)};
  return AS_OK;
}

static const cJSON *entryOf(const cJSON *object, const char *key) {
  return cJSON_GetObjectItemCaseSensitive(object, key);
}

/// 0 where there is none.
static double numberOf(const cJSON *object, const char *key) {
  const cJSON *number = entryOf(object, key);
  return cJSON_IsNumber(number) ? number->valuedouble : 0;
}

static double startOf(const Run *run) { return numberOf(run->data, "started"); }

static int compareStart(const void *a, const void *b) {
  double first = startOf(a), second = startOf(b);
  int order = (first > second) - (first < second);
  return order ? order : strcmp(((const Run *)a)->id, ((const Run *)b)->id);
}

static const char row[] = "%-32.32s  %16s  %6s  %10s  %10s  %s\n";

static void appendRun(const Run *run, AsText *text) {
  const cJSON *totals = entryOf(run->data, "totals"),
              *times = entryOf(run->data, "time"),
              *trials = entryOf(times, "trials");
  bool isBound = cJSON_IsTrue(entryOf(totals, "baselineIsBound"));
  const char *input = cJSON_GetStringValue(entryOf(run->data, "input"));
  char count[16] = "N/A";
  if (cJSON_IsNumber(trials))
    snprintf(count, sizeof count, "%d", trials->valueint);
  asTextFormat(
      text, row, run->id, asFigureDate((int64_t)startOf(run)).text, count,
      asFigureBound(asFigureSeconds(numberOf(totals, "baselineSeconds")),
                    isBound)
          .text,
      asFigureSeconds(numberOf(totals, "seconds")).text, input ? input : "");
}

AsStatus asDriverListRuns(AsStore *store, AsError *error) {
  Runs runs = {0};
  AsStatus status =
      asStoreVisitThings(store, "run", NULL, addRun, &runs, error);
  if (runs.count)
    qsort(runs.runs, runs.count, sizeof *runs.runs, compareStart);
  AsText text = {0};
  asTextFormat(&text, row, "run", "started", "trials", "before", "after",
               "input");
  for (size_t r = 0; r < runs.count; r++) {
    appendRun(&runs.runs[r], &text);
    cJSON_Delete(runs.runs[r].data);
  }
  if (!status)
    status = asWriteFile("-", text.data, text.length, error);
  asTextFree(&text);
  free(runs.runs);
  asArenaDestroy(&runs.arena);
  return status;
}
