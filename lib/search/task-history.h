//===- task-history.h - The trials of one task
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every candidate of a task that was measured, is being measured, or was read
// from the store. The search does not try it again, the cost model learns from
// it, and the best one is the result.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_TASK_HISTORY_H
#define AS_SEARCH_TASK_HISTORY_H

#include "as/outcome.h"
#include "sketch/sketch.h"
#include "support/hash.h"
#include <stddef.h>
#include <stdint.h>

/// One point of one of a task's sketches.
typedef struct AsCandidate {
  int sketch;
  AsPoint point;
} AsCandidate;

typedef struct AsTrial {
  AsCandidate candidate;
  AsOutcome outcome;    ///< BUILT while in flight.
  double seconds;       ///< asDriftSeconds of its runs, or an estimate; a lower
                        ///< bound if EARLY_STOPPED; 0 without a time.
  double relativeError; ///< Standard error of `seconds`, as a part of it; 0
                        ///< while not known, as for few runs.
  bool isFinal;         ///< Measured again at the end, beside its rivals.
  int program;          ///< Its number in the scorer's training set, or -1.
  uint64_t object;      ///< Hash of its object code, 0 while not known.
  char *message;        ///< Why it failed, or NULL. Owned.
  AsHashText donor;     ///< Of the task that its point is from, or "".
} AsTrial;

/// Zero-initialise; free with asTaskHistoryFree.
typedef struct AsTaskHistory {
  AsTrial *trials; ///< In the order of being chosen.
  int numTrials, capacity;
  int *table; ///< Open hash table of trial numbers + 1.
  int tableSize;
  int preferred; ///< Number + 1 of the trial that wins, nearly as fast as the
                 ///< fastest (shared-layouts.c); 0 if that wins.
} AsTaskHistory;

/// The number of the candidate's trial, or -1.
int asTaskHistoryFind(const AsTaskHistory *history,
                      const AsCandidate *candidate);

/// Adds the candidate as in flight; returns the number of the trial.
int asTaskHistoryAdd(AsTaskHistory *history, const AsCandidate *candidate);

/// The fastest trial that has a time (the earlier of equals), or -1.
int asTaskHistoryBest(const AsTaskHistory *history);

/// The fastest among the trials that were measured again at the end, if there
/// are any: others may only have looked faster by noise. A trial that looks
/// faster by more than AS_RIVAL_FACTOR wins anyway: an interrupted run found it
/// and did not measure it again. A later run that finds the same trials in the
/// store chooses the same one. One that is preferred wins over all others.
int asTaskHistoryWinner(const AsTaskHistory *history);

void asTaskHistoryFree(AsTaskHistory *history);

#endif // AS_SEARCH_TASK_HISTORY_H
