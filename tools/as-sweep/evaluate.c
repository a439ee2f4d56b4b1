//===- evaluate.c - Timing the results of a sweep beside each other
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-sweep/evaluate.h"
#include "record/canonical-json.h"
#include "support/run-program.h"
#include "tools/as-sweep/outcome.h"
#include "tools/as-sweep/program.h"
#include <string.h>

/// The median that as-run wrote to `path`; 0 where there is none.
static double medianOf(const char *path) {
  AsText text = {0};
  const char *why;
  cJSON *json = asReadFile(path, &text, NULL)
                    ? NULL
                    : asJsonParse(asTextString(&text), &why);
  const cJSON *run =
      cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(json, "runs"), 0);
  const cJSON *median = cJSON_GetObjectItemCaseSensitive(run, "median");
  double seconds = cJSON_IsNumber(median) ? median->valuedouble : 0;
  cJSON_Delete(json);
  asTextFree(&text);
  return seconds;
}

/// Adds a round to the combination, or drops those that it has.
static AsStatus timeOnce(AsArena *arena, const AsSweepOptions *options,
                         AsSweepCombination *combination, AsError *error) {
  const char *threads = asSweepValue(combination, "threads");
  const char *json =
      asSweepPath(arena, options->folder, combination, "run.json");
  const char *log = asSweepPath(arena, options->folder, combination, "run.log");
  const char *arguments[] = {
      asProgramBeside(arena, "as-run"),
      asSweepPath(arena, options->folder, combination, "module.so"),
      asArenaFormat(arena, "--json=%s", json),
      "--runs=5",
      "--min-time=0.1",
      asArenaFormat(arena, "--threads=%s", threads ? threads : "1"),
      asArenaFormat(arena, "--entry=%s", options->entry),
      asArenaFormat(arena, "--sizes=%s", options->sizes),
      NULL};
  bool succeeded;
  AsStatus status = asSweepRunProgram(arguments, log, &succeeded, error);
  if (status)
    return status;
  double seconds = succeeded ? medianOf(json) : 0;
  if (seconds > 0) {
    combination->rounds[combination->numRounds++] = seconds;
  } else {
    combination->rounds = NULL;
    combination->numRounds = 0;
    asSweepFindMessage(log, combination->outcome.message,
                       sizeof combination->outcome.message);
  }
  return AS_OK;
}

AsStatus asSweepEvaluate(AsArena *arena, const AsSweepOptions *options,
                         AsSweepCombination *combinations, int count,
                         AsError *error) {
  for (int c = 0; c < count; c++)
    if (combinations[c].outcome.succeeded)
      combinations[c].rounds = asArenaArray(arena, double, options->rounds + 1);
  int numModels = count ? combinations[count - 1].model + 1 : 0;
  for (int m = 0; m < numModels; m++)
    for (int r = 0; r < options->rounds; r++)
      for (int c = 0; c < count; c++) {
        AsSweepCombination *combination = &combinations[c];
        if (combination->model != m || !combination->rounds)
          continue;
        AsStatus status = timeOnce(arena, options, combination, error);
        if (status)
          return status;
      }
  return AS_OK;
}
