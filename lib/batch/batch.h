//===- batch.h - Candidates for another machine to measure
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A machine that has a GPU need not have a compiler. A batch is a folder with
// all that it takes to check and time candidates there: their kernels, how
// these are launched, and what the reference left on the seeded inputs, which
// it cannot compute itself. Here it is written, and read again; measure-batch.h
// makes records of it. docs/gpu.md has what is in the files.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BATCH_BATCH_H
#define AS_BATCH_BATCH_H

#include "record/record.h"
#include "record/record-json.h"
#include "support/arena.h"

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

typedef struct AsBatchWriter AsBatchWriter;

/// What holds for all candidates.
typedef struct AsBatchSetting {
  const char *target; ///< Key, as in records.
  double runTimeout;  ///< Seconds for checking and timing one of them.
  bool isCold;        ///< The caches are flushed before each run.
} AsBatchSetting;

/// Begins a batch that is to be the folder `path`, which must not exist yet. It
/// has another name beside it until it is published.
AsStatus asBatchCreate(const char *path, const AsBatchSetting *setting,
                       AsBatchWriter **writer, AsError *error);

/// Appends the file that what the reference of `task` left must be written to
/// (asServedTaskWriteExpected) before the task is added.
void asBatchAppendExpectedPath(const AsBatchWriter *writer, const char *task,
                               AsText *path);
AsStatus asBatchAddTask(AsBatchWriter *writer, const char *task,
                        const char *label, double tolerance, AsError *error);

/// Adds kernels (launch/kernel-list.h) of a task that was added. `record` is
/// what is known of them so far, and their results may deviate by `allowance`
/// more than the task's tolerance.
AsStatus asBatchAddCandidate(AsBatchWriter *writer, const AsRecord *record,
                             double allowance, const void *object,
                             size_t length, AsError *error);

int asBatchSize(const AsBatchWriter *writer); ///< Candidates so far.

/// Gives the folder its name.
AsStatus asBatchPublish(AsBatchWriter *writer, AsError *error);

/// Frees the writer, and removes what was not published. NULL is allowed.
void asBatchDestroy(AsBatchWriter *writer);

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

typedef struct AsBatchCandidate {
  AsRecordReading known; ///< Its record is what was known when it was written.
  AsText object;         ///< Kernels, as the runner takes them.
  const char *signature; ///< Of these.
  double allowance;      ///< Beyond the task's tolerance.
} AsBatchCandidate;

typedef struct AsBatchTask {
  const char *hash, *label, *expectedFile;
  double tolerance;
  AsBatchCandidate *candidates;
  int numCandidates;
} AsBatchTask;

typedef struct AsBatch {
  AsBatchSetting setting;
  AsBatchTask *tasks;
  int numTasks;
  int numCandidates; ///< Of all tasks.
  cJSON *json;       ///< Has the strings.
  AsArena arena;
} AsBatch;

/// Reads the batch in the folder `path`, and sees that its files are whole.
/// asBatchFree frees *batch, also after a failure.
AsStatus asBatchRead(const char *path, AsBatch *batch, AsError *error);
void asBatchFree(AsBatch *batch);

/// The file that says what is in a batch, and the form that it has now.
#define AS_BATCH_FILE "batch.json"
enum { AS_BATCH_VERSION = 3 };

#endif // AS_BATCH_BATCH_H
