//===- trials.c - The trials that as-opt made
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/trials.h"
#include "support/arena.h"
#include "support/text.h"
#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>

static double numberOf(const cJSON *object, const char *key) {
  double value = cJSON_GetNumberValue(cJSON_GetObjectItem(object, key));
  return isnan(value) ? 0 : value;
}

static void readLines(const cJSON *lines, AsTrials *trials) {
  trials->lines =
      asAlloc(sizeof *trials->lines * (size_t)(cJSON_GetArraySize(lines) + 1));
  const cJSON *line;
  cJSON_ArrayForEach(line, lines) {
    const char *sketch =
        cJSON_GetStringValue(cJSON_GetObjectItem(line, "sketch"));
    char *point = cJSON_PrintUnformatted(cJSON_GetObjectItem(line, "point"));
    if (sketch && point)
      trials->lines[trials->count++] =
          (AsTrialLine){.sketch = asCopyString(sketch),
                        .point = asCopyString(point),
                        .seconds = numberOf(line, "seconds")};
    free(point);
  }
}

AsStatus asTrialsRead(const char *path, AsTrials *trials, AsError *error) {
  *trials = (AsTrials){0};
  AsText text = {0};
  if (asReadFile(path, &text, error))
    return error->status;
  cJSON *report = cJSON_Parse(asTextString(&text));
  asTextFree(&text);
  const cJSON *tasks = cJSON_GetObjectItem(report, "tasks");
  const cJSON *times = cJSON_GetObjectItem(report, "times");
  AsStatus status = AS_OK;
  if (cJSON_GetArraySize(tasks) == 1) {
    readLines(cJSON_GetObjectItem(cJSON_GetArrayItem(tasks, 0), "trials"),
              trials);
    trials->total = numberOf(times, "total");
    trials->search = numberOf(times, "search") + numberOf(times, "train");
  } else {
    status =
        asFail(error, AS_INVALID_INPUT, "%s is no report on one task", path);
  }
  cJSON_Delete(report);
  return status;
}

void asTrialsFree(AsTrials *trials) {
  for (int i = 0; i < trials->count; i++) {
    free(trials->lines[i].sketch);
    free(trials->lines[i].point);
  }
  free(trials->lines);
  *trials = (AsTrials){0};
}

double asTrialsBest(const AsTrials *trials, int count) {
  double best = INFINITY;
  for (int i = 0; i < trials->count && i < count; i++)
    if (trials->lines[i].seconds > 0)
      best = fmin(best, trials->lines[i].seconds);
  return best;
}

int asTrialsWithin(const AsTrials *trials, double seconds) {
  int count = 0;
  for (int i = 0; i < trials->count; i++)
    count +=
        trials->lines[i].seconds > 0 && trials->lines[i].seconds <= seconds;
  return count;
}

int asTrialsFailed(const AsTrials *trials) {
  int count = 0;
  for (int i = 0; i < trials->count; i++)
    count += trials->lines[i].seconds == 0;
  return count;
}
