//===- outcome.c - What came of tuning a combination
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-sweep/outcome.h"
#include "record/canonical-json.h"
#include "support/clock.h"
#include "support/run-program.h"
#include "tools/as-sweep/program.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

//===----------------------------------------------------------------------===//
// outcome.json
//===----------------------------------------------------------------------===//

static double numberOf(const cJSON *object, const char *key) {
  const cJSON *number = cJSON_GetObjectItemCaseSensitive(object, key);
  return cJSON_IsNumber(number) ? number->valuedouble : 0;
}

static cJSON *readJson(const char *path) {
  AsText text = {0};
  const char *why;
  cJSON *value = asReadFile(path, &text, NULL)
                     ? NULL
                     : asJsonParse(asTextString(&text), &why);
  asTextFree(&text);
  return value;
}

void asSweepReadOutcome(AsArena *arena, const char *folder,
                        AsSweepCombination *combination) {
  cJSON *json =
      readJson(asSweepPath(arena, folder, combination, "outcome.json"));
  AsSweepOutcome *outcome = &combination->outcome;
  *outcome =
      (AsSweepOutcome){.isKnown = numberOf(json, "version") == 1,
                       .succeeded = cJSON_IsTrue(
                           cJSON_GetObjectItemCaseSensitive(json, "succeeded")),
                       .seconds = numberOf(json, "seconds"),
                       .search = numberOf(json, "search"),
                       .train = numberOf(json, "train"),
                       .build = numberOf(json, "build"),
                       .measure = numberOf(json, "measure"),
                       .trials = (int)numberOf(json, "trials"),
                       .errors = (int)numberOf(json, "errors")};
  const char *message =
      cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "message"));
  snprintf(outcome->message, sizeof outcome->message, "%s",
           message ? message : "");
  cJSON_Delete(json);
}

static AsStatus writeOutcome(const char *path, const AsSweepOutcome *outcome,
                             AsError *error) {
  AsText text = {0};
  asTextFormat(&text,
               "{\"version\": 1, \"succeeded\": %s, \"seconds\": %.9g, "
               "\"search\": %.9g, \"train\": %.9g, \"build\": %.9g, "
               "\"measure\": %.9g, \"trials\": %d, \"errors\": %d, "
               "\"message\": ",
               outcome->succeeded ? "true" : "false", outcome->seconds,
               outcome->search, outcome->train, outcome->build,
               outcome->measure, outcome->trials, outcome->errors);
  asJsonAppendString(&text, outcome->message);
  asTextAppendString(&text, "}\n");
  AsStatus status = asWriteFile(path, text.data, text.length, error);
  asTextFree(&text);
  return status;
}

//===----------------------------------------------------------------------===//
// Tuning
//===----------------------------------------------------------------------===//

static AsStatus makeFolder(const char *path, AsError *error) {
  if (mkdir(path, 0777) == 0 || errno == EEXIST)
    return AS_OK;
  return asFail(error, AS_IO, "cannot make the folder '%s': %s", path,
                strerror(errno));
}

static AsStatus makeFolders(AsArena *arena, const char *folder,
                            const AsSweepCombination *combination,
                            AsError *error) {
  AsStatus status = makeFolder(asArenaFormat(arena, "%s/runs", folder), error);
  return status
             ? status
             : makeFolder(asSweepPath(arena, folder, combination, ""), error);
}

/// The command line of as-opt, ended by NULL.
static const char **argumentsOf(AsArena *arena, const char *folder,
                                const AsSweepCombination *combination) {
  const AsSweepSpecification *sweep = combination->specification;
  const char **arguments =
      asArenaArray(arena, const char *, sweep->numAxes + 12);
  int count = 0;
  arguments[count++] = asProgramBeside(arena, "as-opt");
  arguments[count++] = "--autoschedule";
  arguments[count++] = "--emit=shared";
  arguments[count++] = "--progress=plain";
  arguments[count++] =
      asArenaFormat(arena, "--report=%s",
                    asSweepPath(arena, folder, combination, "report.json"));
  arguments[count++] =
      asArenaFormat(arena, "--records=%s",
                    sweep->isStoreShared
                        ? asArenaFormat(arena, "%s/store.db", folder)
                        : asSweepPath(arena, folder, combination, "store.db"));
  if (sweep->repeat > 1)
    arguments[count++] =
        asArenaFormat(arena, "--seed=%d", combination->repetition);
  for (int a = 0; a < sweep->numAxes; a++)
    arguments[count++] =
        asArenaFormat(arena, "--%s=%s", sweep->axes[a].key,
                      sweep->axes[a].values[combination->choices[a]]);
  arguments[count++] = "-o";
  arguments[count++] = asSweepPath(arena, folder, combination, "module.so");
  arguments[count++] = asSweepModel(combination);
  return arguments;
}

void asSweepFindMessage(const char *log, char *message, size_t size) {
  AsText text = {0};
  asReadFile(log, &text, NULL);
  const char *line = asTextString(&text);
  for (const char *next = line; *next; next += strspn(next, "\n")) {
    line = next;
    next += strcspn(next, "\n");
    const char *error = strstr(line, "error: ");
    if (error && error < next)
      break;
  }
  snprintf(message, size, "%.*s", (int)strcspn(line, "\n"), line);
  asTextFree(&text);
}

static void readReport(const char *path, AsSweepOutcome *outcome) {
  cJSON *report = readJson(path);
  const cJSON *times = cJSON_GetObjectItemCaseSensitive(report, "times"),
              *totals = cJSON_GetObjectItemCaseSensitive(report, "totals");
  outcome->search = numberOf(times, "search");
  outcome->train = numberOf(times, "train");
  outcome->build = numberOf(times, "build");
  outcome->measure = numberOf(times, "measure");
  outcome->trials = (int)numberOf(times, "trials");
  outcome->errors = (int)numberOf(totals, "numErrors");
  cJSON_Delete(report);
}

AsStatus asSweepTune(AsArena *arena, const char *folder,
                     AsSweepCombination *combination, AsError *error) {
  AsStatus status = makeFolders(arena, folder, combination, error);
  if (status)
    return status;
  const char *log = asSweepPath(arena, folder, combination, "log");
  AsSweepOutcome outcome = {.isKnown = true};
  double start = asClockNow();
  status = asSweepRunProgram(argumentsOf(arena, folder, combination), log,
                             &outcome.succeeded, error);
  if (status)
    return status;
  outcome.seconds = asClockNow() - start;
  if (outcome.succeeded)
    readReport(asSweepPath(arena, folder, combination, "report.json"),
               &outcome);
  else
    asSweepFindMessage(log, outcome.message, sizeof outcome.message);
  combination->outcome = outcome;
  return writeOutcome(asSweepPath(arena, folder, combination, "outcome.json"),
                      &outcome, error);
}
