//===- export-batch.c - Trials for another machine to measure
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Trials are chosen and built as usual, but written to a batch (batch/batch.h)
// that another machine measures. Its records come back into the store.
//
//===----------------------------------------------------------------------===//

#include "search/tuner-state.h"
#include "support/hash.h"

AsStatus asExportTask(AsTuner *tuner, const AsTuneTask *task, AsError *error) {
  return asBatchAddTask(tuner->given.batch, task->hash, task->label,
                        task->tolerance, task->buffers, task->numBuffers,
                        error);
}

AsStatus asExportTrial(AsTuner *tuner, const AsTuneTask *task, int trial,
                       const AsText *object, double buildSeconds,
                       AsError *error) {
  AsArena arena = {0};
  AsHash hash = asHashBytes(asHashStart(), object->data, object->length);
  AsHashText objectHash = asHashFormat(hash);
  const AsCandidate *candidate = &task->history.trials[trial].candidate;
  AsRecord record = asTrialsRecord(tuner, task, candidate, &arena);
  record.buildSeconds = buildSeconds;
  record.objectHash = objectHash.text;
  AsStatus status = asBatchAddCandidate(tuner->given.batch, &record,
                                        asPipelineAllowance(task, candidate),
                                        object->data, object->length, error);
  asArenaDestroy(&arena);
  return status;
}
