//===- dispatch.c - What it costs to choose a kernel at run time
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/dispatch.h"
#include "bench/families.h"
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

static const double leastSeconds = 10e-6; // Of the size to run at.

static const char *nameOf(const AsDynamic *row, AsArena *arena) {
  return asArenaFormat(arena, "dispatch-%s",
                       row->workload.name + strlen("dyn-"));
}

/// Whether a tile of the row can be the same task as the program of one size.
/// Of several dynamic sizes, heads are tiles of their own; and where constants
/// are in the body of an operation, they are moved out of loops over tiles, so
/// that hashes differ.
static bool hasSharedTask(const AsDynamic *row) {
  const AsFamily *family = row->workload.family;
  return !row->dynamic[1] && family != &asFamilyGelu &&
         family != &asFamilySoftmax && family != &asFamilyLayernorm;
}

static bool isAsked(const AsSession *session, const AsDynamic *row) {
  AsArena arena = {0};
  bool is =
      hasSharedTask(row) && asSessionAsksApart(session, nameOf(row, &arena));
  asArenaDestroy(&arena);
  return is;
}

bool asDispatchIsAsked(const AsSession *session) {
  bool is = false;
  for (const AsDynamic *row = NULL; (row = asDynamicNext(row));)
    is |= isAsked(session, row);
  return is;
}

void asDispatchList(const AsSession *session, FILE *out) {
  AsArena arena = {0};
  for (const AsDynamic *row = NULL; (row = asDynamicNext(row));)
    if (isAsked(session, row))
      fprintf(out, "%s\n", nameOf(row, &arena));
  asArenaDestroy(&arena);
}

//===----------------------------------------------------------------------===//
// The size to run at
//===----------------------------------------------------------------------===//

typedef struct At {
  AsWorkload workload;
  AsOperands operands;
  AsLineup lineup;
  int64_t sizes[AS_MAX_SIZES]; ///< Passed to the dynamic program.
  AsArena arena;
} At;

/// Enters the dynamic program at a size.
static void enterAt(const AsDynamic *row, int size, AsTuned dynamic, At *at) {
  *at = (At){0};
  at->workload = asDynamicAt(row, size, &at->arena);
  for (size_t d = 0; row->dynamic[d]; d++)
    at->sizes[d] = size;
  dynamic.sizes = at->sizes;
  asOperandsCreate(&at->workload, &at->operands);
  asTunedAdd(&dynamic, "as-opt", &at->operands, &at->lineup);
}

static void leave(At *at) {
  asLineupDestroy(&at->lineup);
  asOperandsDestroy(&at->operands);
  asArenaDestroy(&at->arena);
}

static double secondsAt(AsSession *session, const AsDynamic *row, int size,
                        const AsTuned *dynamic) {
  enum { rounds = 3 };
  const int count = session->rounds.count;
  At at;
  enterAt(row, size, *dynamic, &at);
  asMeasureFirst(&at.lineup);
  session->rounds.count = rounds;
  asMeasure(&at.lineup, &session->rounds);
  session->rounds.count = count;
  double seconds = asRoundsSeconds(&session->rounds, 0).least;
  leave(&at);
  return seconds;
}

/// The least size of the row that takes over `leastSeconds`, or its largest.
static AsStatus findSize(const AsDynamicBench *bench, const AsDynamic *row,
                         int *size, AsError *error) {
  AsTuner tuner = bench->session->tuner;
  AsTuned probe;
  double seconds;
  tuner.name = "probe";
  tuner.trials = 0;
  if (asDynamicTune(bench, row, tuner, &probe, &seconds, error) ||
      asCoresPin(&bench->session->cores, error))
    return error->status;
  int under = row->least - 1;
  *size = row->most;
  while (*size - under > 1) {
    int middle = under + (*size - under) / 2;
    if (secondsAt(bench->session, row, middle, &probe) > leastSeconds)
      *size = middle;
    else
      under = middle;
  }
  return AS_OK;
}

//===----------------------------------------------------------------------===//
// The same kernel
//===----------------------------------------------------------------------===//

static AsStatus readTasks(const AsTuner *tuner, const char *name,
                          cJSON **report, AsError *error) {
  AsText text = {0};
  char *path = asTunedReport(tuner, name);
  AsStatus status = asReadFile(path, &text, error);
  if (!status && !(*report = cJSON_Parse(asTextString(&text))))
    status = asFail(error, AS_INVALID_INPUT, "%s is no report", path);
  free(path);
  asTextFree(&text);
  return status;
}

static bool hasTask(const cJSON *report, const char *hash) {
  const cJSON *task;
  cJSON_ArrayForEach(task, cJSON_GetObjectItem(report, "tasks")) {
    const char *own = cJSON_GetStringValue(cJSON_GetObjectItem(task, "hash"));
    if (own && !strcmp(own, hash))
      return true;
  }
  return false;
}

/// Fails unless each task of the program `alone` is one of the dynamic program.
static AsStatus checkTasks(const AsTuner *dynamic, const char *name,
                           const AsTuner *alone, const char *aloneName,
                           AsError *error) {
  cJSON *all = NULL, *own = NULL;
  AsStatus status = readTasks(dynamic, name, &all, error);
  if (!status)
    status = readTasks(alone, aloneName, &own, error);
  const cJSON *tasks = cJSON_GetObjectItem(own, "tasks"), *task;
  if (!status && !cJSON_GetArraySize(tasks))
    status = asFail(error, AS_CHILD, "there is no task");
  cJSON_ArrayForEach(task, tasks) {
    const char *hash = cJSON_GetStringValue(cJSON_GetObjectItem(task, "hash"));
    if (!status && (!hash || !hasTask(all, hash)))
      status = asFail(error, AS_CHILD,
                      "no tile of the dynamic program has the size of '%s', so "
                      "that their kernels differ",
                      aloneName);
  }
  cJSON_Delete(all);
  cJSON_Delete(own);
  return status;
}

/// Writes a schedule as as-opt makes it of the row, but with tiles of `size`
/// and one: `as.kernels = {HASH = [array<i64: 128, 16, 1>, ...]}` becomes
/// `as.kernels = {HASH = [array<i64: SIZE, 1>]}`.
static AsStatus writeTiles(const AsDynamicBench *bench, const AsDynamic *row,
                           int size, const char *path, AsError *error) {
  AsTuner tuner = bench->session->tuner;
  AsInput input = asInputOfDynamic(&row->workload, row->dynamic);
  AsText schedule = {0}, own = {0};
  tuner.name = "tiles";
  tuner.trials = 0;
  AsStatus status = asTunedSchedule(&tuner, &input, &schedule, error);
  const char *all = asTextString(&schedule),
             *kernels = strstr(all, "as.kernels = {"),
             *list = kernels ? strstr(kernels, "= [array<i64:") : NULL,
             *end = list ? strchr(list, ']') : NULL;
  if (!status && !end)
    status = asFail(error, AS_CHILD, "its schedule has no tiles");
  if (!status) {
    asTextAppend(&own, all, (size_t)(list - all));
    asTextFormat(&own, "= [array<i64: %d%s>", size, size > 1 ? ", 1" : "");
    asTextAppendString(&own, end);
    status = asWriteFile(path, own.data, own.length, error);
  }
  asInputFree(&input);
  asTextFree(&schedule);
  asTextFree(&own);
  return status;
}

/// Enters the program of the size alone, with what the dynamic one has learned.
static AsStatus enterAlone(const AsTuner *dynamic, const AsDynamic *row, At *at,
                           AsError *error) {
  double seconds;
  char *records = asTunedRecords(dynamic, row->workload.name);
  AsTuner alone = *dynamic;
  AsInput input = asInputOfWorkload(&at->workload, false);
  alone.name = "alone";
  alone.trials = 0;
  alone.records = records;
  alone.kernels = NULL;
  AsStatus status =
      asTunedEnter(&alone, &input, &at->operands, &at->lineup, &seconds, error);
  if (!status)
    status = checkTasks(dynamic, row->workload.name, &alone, input.name, error);
  asInputFree(&input);
  free(records);
  return status;
}

static AsStatus measure(const AsDynamicBench *bench, At *at, AsSizePoint *point,
                        AsError *error) {
  AsSession *session = bench->session;
  double errors[AS_MAX_CONTENDERS];
  asMeasureFirst(&at->lineup);
  if (asLineupCompare(&at->lineup, &at->operands, 1, errors, error) ||
      asCoresPin(&session->cores, error))
    return error->status;
  asMeasure(&at->lineup, &session->rounds);
  asSizePointFill(&bench->report, &session->rounds, &at->lineup, point);
  return AS_OK;
}

static AsStatus runRow(const AsDynamicBench *bench, const AsDynamic *row,
                       const char *name, AsError *error) {
  AsSizePoint point = {0};
  AsTuned dynamic;
  AsText path = {0};
  AsTuner tuner = bench->session->tuner;
  tuner.name = "dispatch";
  if (findSize(bench, row, &point.size, error))
    return error->status;
  asTextFormat(&path, "%s/%s.tiles.mlir", tuner.folder, name);
  tuner.kernels = path.data;
  AsStatus status = writeTiles(bench, row, point.size, path.data, error);
  if (!status)
    status =
        asDynamicTune(bench, row, tuner, &dynamic, &point.tuneSeconds, error);
  if (!status) {
    At at;
    enterAt(row, point.size, dynamic, &at);
    status = enterAlone(&tuner, row, &at, error);
    if (!status)
      status = measure(bench, &at, &point, error);
    leave(&at);
  }
  if (!status)
    asSizeReportPoint(&bench->report, name, &point);
  asTextFree(&path);
  return status;
}

int asDispatchRun(const AsDynamicBench *bench) {
  int failed = 0;
  AsArena arena = {0};
  if (!asDispatchIsAsked(bench->session))
    return 0;
  asSizeReportBegin(&bench->report);
  for (const AsDynamic *row = NULL; (row = asDynamicNext(row));) {
    AsError error = {0};
    const char *name = nameOf(row, &arena);
    if (!isAsked(bench->session, row) || !runRow(bench, row, name, &error))
      continue;
    asSizeReportFailure(&bench->report, name, &error);
    failed++;
  }
  asArenaDestroy(&arena);
  return failed;
}
