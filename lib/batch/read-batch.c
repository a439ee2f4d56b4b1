//===- read-batch.c - Read a batch
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
// Reads batch.json and the files that it names. A folder that was copied from
// another machine may be incomplete, so every file is compared with its hash.
//
//===----------------------------------------------------------------------===//

#include "batch/batch.h"
#include "launch/launch-json.h"
#include "support/hash.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// A batch that is being read, and its folder.
typedef struct Reader {
  const char *folder;
  AsBatch *batch;
} Reader;

static AsStatus failForm(const char *what, AsError *error) {
  return asFail(error, AS_INVALID_INPUT,
                AS_BATCH_FILE " is no batch of this version of as-opt: %s",
                what);
}

static const char *stringOf(const cJSON *object, const char *key) {
  return cJSON_GetStringValue(cJSON_GetObjectItem(object, key));
}

/// Reads a file of the batch. Names with a path are refused.
static AsStatus readPart(const Reader *reader, const char *name, AsText *text,
                         AsError *error) {
  if (!name || strchr(name, '/') || *name == '.')
    return failForm("a file has no proper name", error);
  const char *path =
      asArenaFormat(&reader->batch->arena, "%s/%s", reader->folder, name);
  return asReadFile(path, text, error);
}

static bool hasHash(const AsText *text, const char *expected) {
  AsHash hash = asHashBytes(asHashStart(), text->data, text->length);
  return expected && strcmp(asHashFormat(hash).text, expected) == 0;
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// Combines the image and the launches into kernels.
static AsStatus readObject(const Reader *reader, const cJSON *json,
                           AsBatchCandidate *candidate, AsError *error) {
  AsArena *arena = &reader->batch->arena;
  const cJSON *list = cJSON_GetObjectItem(json, "kernels");
  int count = cJSON_GetArraySize(list);
  if (count < 1 || count > AS_MOST_LAUNCHES)
    return failForm("a candidate has no kernels, or too many", error);
  AsKernels *kernels = asArenaArray(arena, AsKernels, 1);
  kernels->count = count;
  for (int k = 0; k < count; k++)
    if (!asLaunchReadJson(cJSON_GetArrayItem(list, k), arena,
                          &kernels->launches[k]))
      return failForm("a kernel cannot be launched", error);
  AsText image = {0};
  const char *name = stringOf(json, "image");
  AsStatus status = readPart(reader, name, &image, error);
  if (!status) {
    kernels->image = asTextString(&image);
    kernels->imageLength = image.length;
    asKernelsPut(&candidate->object, kernels);
    candidate->signature = kernels->launches[0].signature;
    if (!hasHash(&candidate->object, candidate->known.record.objectHash))
      status = asFail(error, AS_INVALID_INPUT,
                      "'%s/%s' is not what was exported", reader->folder, name);
  }
  asTextFree(&image);
  return status;
}

static AsStatus readCandidate(const Reader *reader, const cJSON *json,
                              const AsBatchTask *task,
                              AsBatchCandidate *candidate, AsError *error) {
  AsStatus status = asRecordReadJson(
      &candidate->known, cJSON_GetObjectItem(json, "record"), error);
  if (status)
    return asFailContext(error, AS_BATCH_FILE);
  if (strcmp(candidate->known.record.task, task->hash) != 0)
    return failForm("a record is of another task", error);
  const cJSON *allowance = cJSON_GetObjectItem(json, "allowance");
  candidate->allowance = cJSON_GetNumberValue(allowance);
  // A missing number is NaN. Without a finite bound, any result would be
  // accepted.
  if (!(candidate->allowance >= 0 && isfinite(candidate->allowance)))
    return failForm("a candidate has no allowance", error);
  return readObject(reader, json, candidate, error);
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

/// Extents are whole numbers.
static AsStatus readExtents(const cJSON *json, AsArena *arena,
                            AsBatchTask *task, AsError *error) {
  const cJSON *list = cJSON_GetObjectItem(json, "extents");
  task->numBuffers = cJSON_GetArraySize(list);
  task->extents = asArenaArray(arena, int64_t, task->numBuffers);
  for (int b = 0; b < task->numBuffers; b++) {
    double extent = cJSON_GetNumberValue(cJSON_GetArrayItem(list, b));
    if (!(extent >= 0 && extent < INT32_MAX && floor(extent) == extent))
      return failForm("an extent of a task is no size", error);
    task->extents[b] = (int64_t)extent;
  }
  return AS_OK;
}

static AsStatus readTask(const Reader *reader, const cJSON *json,
                         AsBatchTask *task, AsError *error) {
  AsArena *arena = &reader->batch->arena;
  const char *expected = stringOf(json, "expected");
  const cJSON *list = cJSON_GetObjectItem(json, "candidates");
  const cJSON *tolerance = cJSON_GetObjectItem(json, "tolerance");
  *task = (AsBatchTask){.hash = stringOf(json, "task"),
                        .label = stringOf(json, "label"),
                        .tolerance = cJSON_GetNumberValue(tolerance)};
  if (!task->hash || !task->label || !isfinite(task->tolerance))
    return failForm("a task lacks something", error);
  int count = cJSON_GetArraySize(list);
  task->candidates = asArenaArray(arena, AsBatchCandidate, count);
  AsText file = {0};
  AsStatus status = readExtents(json, arena, task, error);
  if (!status)
    status = readPart(reader, expected, &file, error);
  if (!status && !hasHash(&file, stringOf(json, "expectedHash")))
    status = asFail(error, AS_INVALID_INPUT, "'%s/%s' is not what was exported",
                    reader->folder, expected);
  if (!status)
    task->expectedFile =
        asArenaFormat(arena, "%s/%s", reader->folder, expected);
  asTextFree(&file);
  for (int c = 0; c < count && !status; c++) {
    task->numCandidates++;
    status = readCandidate(reader, cJSON_GetArrayItem(list, c), task,
                           &task->candidates[c], error);
  }
  reader->batch->numCandidates += task->numCandidates;
  return status;
}

static AsStatus readAll(const Reader *reader, AsError *error) {
  AsBatch *batch = reader->batch;
  const cJSON *version = cJSON_GetObjectItem(batch->json, "version");
  const cJSON *timeout = cJSON_GetObjectItem(batch->json, "runTimeout");
  const cJSON *list = cJSON_GetObjectItem(batch->json, "tasks");
  const char *caches = stringOf(batch->json, "caches");
  if (cJSON_GetNumberValue(version) != AS_BATCH_VERSION)
    return failForm("it has another version", error);
  batch->setting.target = stringOf(batch->json, "target");
  batch->setting.runTimeout = cJSON_GetNumberValue(timeout);
  if (!batch->setting.target || !caches || !(batch->setting.runTimeout > 0))
    return failForm("it lacks a target, a timeout or a state of caches", error);
  batch->setting.isCold = strcmp(caches, "cold") == 0;
  int count = cJSON_GetArraySize(list);
  batch->tasks = asArenaArray(&batch->arena, AsBatchTask, count);
  AsStatus status = AS_OK;
  for (int t = 0; t < count && !status; t++) {
    batch->numTasks++;
    status =
        readTask(reader, cJSON_GetArrayItem(list, t), &batch->tasks[t], error);
  }
  return status;
}

AsStatus asBatchRead(const char *path, AsBatch *batch, AsError *error) {
  *batch = (AsBatch){.numTasks = 0};
  Reader reader = {path, batch};
  AsText text = {0};
  const char *why = "";
  AsStatus status = readPart(&reader, AS_BATCH_FILE, &text, error);
  if (!status && !(batch->json = asJsonParse(asTextString(&text), &why)))
    status = failForm(why, error);
  if (!status)
    status = readAll(&reader, error);
  asTextFree(&text);
  return status;
}

void asBatchFree(AsBatch *batch) {
  for (int t = 0; t < batch->numTasks; t++)
    for (int c = 0; c < batch->tasks[t].numCandidates; c++) {
      asRecordReadingFree(&batch->tasks[t].candidates[c].known);
      asTextFree(&batch->tasks[t].candidates[c].object);
    }
  cJSON_Delete(batch->json);
  asArenaDestroy(&batch->arena);
  *batch = (AsBatch){.numTasks = 0};
}
