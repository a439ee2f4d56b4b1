//===- write-batch.c - Write a batch
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
// Writes kernels to files as they are added. batch.json is written when the
// batch is published, since candidates of several tasks are added in turns.
//
//===----------------------------------------------------------------------===//

#include "batch/batch.h"
#include "launch/launch-json.h"
#include "record/record-fields.h"
#include "support/hash.h"
#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct AsBatchWriter {
  char *path;    ///< The final path.
  AsText folder; ///< The path until the batch is published.
  cJSON *json;   ///< The contents of AS_BATCH_FILE.
  int size;
};

//===----------------------------------------------------------------------===//
// The folder
//===----------------------------------------------------------------------===//

/// Makes a folder of a new name beside `path`. mkdtemp would keep all others
/// out of it, and only mkdir can ask for the umask without changing it, which
/// other threads would notice.
static bool makeFolder(const char *path, AsText *folder) {
  bool isMade = false;
  errno = EEXIST;
  for (int attempt = 0; !isMade && errno == EEXIST && attempt < 100;
       attempt++) {
    asTextClear(folder);
    asTextFormat(folder, "%s.%ld-%d.tmp", path, (long)getpid(), attempt);
    isMade = mkdir(folder->data, 0777) == 0;
  }
  return isMade;
}

static AsStatus createFolder(AsBatchWriter *writer, AsError *error) {
  size_t length = strlen(writer->path);
  while (length > 1 && writer->path[length - 1] == '/')
    writer->path[--length] = 0;
  if (access(writer->path, F_OK) == 0)
    return asFail(error, AS_IO, "'%s' exists already; a batch is a new folder",
                  writer->path);
  if (!makeFolder(writer->path, &writer->folder)) {
    asFail(error, AS_IO, "cannot create a folder beside '%s': %s", writer->path,
           strerror(errno));
    asTextFree(&writer->folder);
    return AS_IO;
  }
  return AS_OK;
}

AsStatus asBatchCreate(const char *path, const AsBatchSetting *setting,
                       AsBatchWriter **result, AsError *error) {
  AsBatchWriter *writer = asAlloc(sizeof *writer);
  writer->path = asCopyString(path);
  writer->json = cJSON_CreateObject();
  cJSON_AddNumberToObject(writer->json, "version", AS_BATCH_VERSION);
  cJSON_AddStringToObject(writer->json, "target", setting->target);
  cJSON_AddStringToObject(writer->json, "caches",
                          setting->isCold ? "cold" : "warm");
  cJSON_AddNumberToObject(writer->json, "runTimeout", setting->runTimeout);
  cJSON_AddArrayToObject(writer->json, "tasks");
  AsStatus status = createFolder(writer, error);
  if (status)
    asBatchDestroy(writer);
  else
    *result = writer;
  return status;
}

static int removeEntry(const char *path, const struct stat *status, int type,
                       struct FTW *position) {
  return remove(path);
}

void asBatchDestroy(AsBatchWriter *writer) {
  if (!writer)
    return;
  if (writer->folder.length)
    nftw(writer->folder.data, removeEntry, 4, FTW_DEPTH | FTW_PHYS);
  asTextFree(&writer->folder);
  cJSON_Delete(writer->json);
  free(writer->path);
  free(writer);
}

AsStatus asBatchPublish(AsBatchWriter *writer, AsError *error) {
  AsText text = {0}, file = {0};
  asJsonAppendValue(&text, writer->json);
  asTextAppendString(&text, "\n");
  asTextFormat(&file, "%s/" AS_BATCH_FILE, writer->folder.data);
  AsStatus status = asWriteFile(file.data, text.data, text.length, error);
  if (!status && rename(writer->folder.data, writer->path) != 0)
    status = asFail(error, AS_IO, "cannot rename '%s' to '%s': %s",
                    writer->folder.data, writer->path, strerror(errno));
  if (!status)
    asTextClear(&writer->folder);
  asTextFree(&text);
  asTextFree(&file);
  return status;
}

int asBatchSize(const AsBatchWriter *writer) { return writer->size; }

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

void asBatchAppendExpectedPath(const AsBatchWriter *writer, const char *task,
                               AsText *path) {
  asTextFormat(path, "%s/%s.expected", writer->folder.data, task);
}

/// Of each buffer the end of the indices that it holds, or 0.
static void addExtents(cJSON *task, const AsBuffer *buffers, int numBuffers) {
  cJSON *extents = cJSON_AddArrayToObject(task, "extents");
  for (int b = 0; b < numBuffers; b++)
    cJSON_AddItemToArray(extents,
                         cJSON_CreateNumber((double)buffers[b].extent));
}

AsStatus asBatchAddTask(AsBatchWriter *writer, const char *task,
                        const char *label, double tolerance,
                        const AsBuffer *buffers, int numBuffers,
                        AsError *error) {
  AsText path = {0}, expected = {0};
  asBatchAppendExpectedPath(writer, task, &path);
  AsStatus status = asReadFile(path.data, &expected, error);
  if (!status) {
    AsHash hash = asHashBytes(asHashStart(), expected.data, expected.length);
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "task", task);
    cJSON_AddStringToObject(object, "label", label);
    cJSON_AddNumberToObject(object, "tolerance", tolerance);
    addExtents(object, buffers, numBuffers);
    cJSON_AddStringToObject(object, "expected", strrchr(path.data, '/') + 1);
    cJSON_AddStringToObject(object, "expectedHash", asHashFormat(hash).text);
    cJSON_AddArrayToObject(object, "candidates");
    cJSON_AddItemToArray(cJSON_GetObjectItem(writer->json, "tasks"), object);
  }
  asTextFree(&path);
  asTextFree(&expected);
  return status;
}

static cJSON *findTask(const AsBatchWriter *writer, const char *task) {
  cJSON *object;
  cJSON_ArrayForEach(object, cJSON_GetObjectItem(writer->json, "tasks")) {
    if (strcmp(cJSON_GetObjectItem(object, "task")->valuestring, task) == 0)
      return object;
  }
  return NULL;
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

static AsStatus writeImage(const AsBatchWriter *writer, const char *name,
                           const AsKernels *kernels, AsError *error) {
  AsText path = {0};
  asTextFormat(&path, "%s/%s", writer->folder.data, name);
  AsStatus status =
      asWriteFile(path.data, kernels->image, kernels->imageLength, error);
  asTextFree(&path);
  return status;
}

/// The record as in a line of a store's export.
static AsStatus makeRecord(const AsRecord *record, cJSON **object,
                           AsError *error) {
  AsRecord complete = *record;
  AsText line = {0};
  const char *why = "";
  AsStatus status = asRecordComplete(&complete, error);
  if (!status)
    status = asRecordAppendJson(&line, &complete, error);
  *object = status ? NULL : asJsonParse(line.data, &why);
  asTextFree(&line);
  return status || *object ? status : asFail(error, AS_INTERNAL, "%s", why);
}

AsStatus asBatchAddCandidate(AsBatchWriter *writer, const AsRecord *record,
                             double allowance, const void *object,
                             size_t length, AsError *error) {
  AsKernels kernels;
  cJSON *task = findTask(writer, record->task), *known = NULL;
  if (!task || !asKernelsGet(object, length, &kernels))
    return asFail(error, AS_INTERNAL, "no kernels of a task of this batch");
  AsStatus status = makeRecord(record, &known, error);
  if (status)
    return status;
  // Candidates with the same code share a file.
  AsText image = {0};
  asTextFormat(&image, "%s.ptx", record->objectHash);
  status = writeImage(writer, image.data, &kernels, error);
  cJSON *candidate = cJSON_CreateObject();
  cJSON_AddStringToObject(candidate, "image", image.data);
  asTextFree(&image);
  cJSON_AddNumberToObject(candidate, "allowance", allowance);
  cJSON *launches = cJSON_AddArrayToObject(candidate, "kernels");
  for (int k = 0; k < kernels.count; k++)
    cJSON_AddItemToArray(launches, asLaunchJson(&kernels.launches[k]));
  cJSON_AddItemToObject(candidate, "record", known);
  cJSON_AddItemToArray(cJSON_GetObjectItem(task, "candidates"), candidate);
  writer->size++;
  return status;
}
