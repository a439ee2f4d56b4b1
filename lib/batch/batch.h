//===- batch.h - Batches of candidates for another machine
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
// A machine with a GPU need not have a compiler. A batch is a folder with
// everything that is needed to check and time candidates there: their kernels,
// how these are launched, and the reference's results on the seeded inputs.
// This header declares how batches are written and read; measure-batch.h
// measures them. docs/gpu.md documents the files.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BATCH_BATCH_H
#define AS_BATCH_BATCH_H

#include "measure/entry-buffers.h"
#include "record/record-json.h"
#include "record/record.h"
#include "support/arena.h"

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

typedef struct AsBatchWriter AsBatchWriter;

/// Settings for all candidates.
typedef struct AsBatchSetting {
  const char *target; ///< The target's key, as in records.
  double runTimeout;  ///< Seconds for checking and timing a candidate.
  bool isCold;        ///< Whether caches are flushed before each run.
} AsBatchSetting;

/// Begins a batch that will be the folder `path`, which must not exist yet. The
/// folder has another name until it is published.
AsStatus asBatchCreate(const char *path, const AsBatchSetting *setting,
                       AsBatchWriter **writer, AsError *error);

/// Appends the path of the file for the reference's results of `task`. It must
/// be written (asServedTaskWriteExpected) before the task is added.
void asBatchAppendExpectedPath(const AsBatchWriter *writer, const char *task,
                               AsText *path);
AsStatus asBatchAddTask(AsBatchWriter *writer, const char *task,
                        const char *label, double tolerance,
                        const AsBuffer *buffers, int numBuffers,
                        AsError *error);

/// Adds a candidate's kernels (launch/kernel-list.h) to a task that was added
/// before. `record` is its record so far. Its results may deviate by
/// `allowance` more than the task's tolerance.
AsStatus asBatchAddCandidate(AsBatchWriter *writer, const AsRecord *record,
                             double allowance, const void *object,
                             size_t length, AsError *error);

int asBatchSize(const AsBatchWriter *writer); ///< Number of candidates.

/// Renames the folder to its final name.
AsStatus asBatchPublish(AsBatchWriter *writer, AsError *error);

/// Frees the writer. Removes the folder if it was not published. NULL is
/// allowed.
void asBatchDestroy(AsBatchWriter *writer);

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

typedef struct AsBatchCandidate {
  AsRecordReading known; ///< The record when the batch was written.
  AsText object;         ///< The kernels (launch/kernel-list.h).
  const char *signature; ///< Of the kernels.
  double allowance;      ///< Added to the task's tolerance.
} AsBatchCandidate;

typedef struct AsBatchTask {
  const char *hash, *label, *expectedFile;
  double tolerance;
  int64_t *extents; ///< Of each buffer: see AsBuffer.
  int numBuffers;
  AsBatchCandidate *candidates;
  int numCandidates;
} AsBatchTask;

typedef struct AsBatch {
  AsBatchSetting setting;
  AsBatchTask *tasks;
  int numTasks;
  int numCandidates; ///< Of all tasks.
  cJSON *json;       ///< Owns the strings.
  AsArena arena;
} AsBatch;

/// Reads the batch in the folder `path`, and checks the hashes of its files.
/// asBatchFree frees *batch, also after a failure.
AsStatus asBatchRead(const char *path, AsBatch *batch, AsError *error);
void asBatchFree(AsBatch *batch);

/// The index file of a batch, and the version of its format.
#define AS_BATCH_FILE "batch.json"
enum { AS_BATCH_VERSION = 5 };

#endif // AS_BATCH_BATCH_H
