//===- task-history.h - What was tried of one task
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every candidate of a task that was measured, is being measured, or was read
// from the store: the search must not try it twice, the cost model learns from
// it, and the best of them is the result.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_TASK_HISTORY_H
#define AS_SEARCH_TASK_HISTORY_H

#include "as/outcome.h"
#include "sketch/sketch.h"
#include <stddef.h>
#include <stdint.h>

/// One point of one of a task's sketches.
typedef struct AsCandidate {
  int sketch;
  AsPoint point;
} AsCandidate;

typedef struct AsTrial {
  AsCandidate candidate;
  AsOutcome outcome; ///< BUILT while in flight.
  double seconds;    ///< asDriftSeconds of its runs, or an estimate; of one
                  ///< that was EARLY_STOPPED a bound; 0 where the outcome has
                  ///< none.
  bool isFinal;    ///< Measured again at the end, beside its rivals.
  int program;     ///< Its number with the scorer, or -1.
  uint64_t object; ///< Hash of its object code, 0 while not known.
} AsTrial;

/// Zero-initialise; free with asTaskHistoryFree.
typedef struct AsTaskHistory {
  AsTrial *trials; ///< In the order of being chosen.
  int numTrials, capacity;
  int *table; ///< Open hash table of trial numbers + 1.
  int tableSize;
} AsTaskHistory;

/// The number of the candidate's trial, or -1.
int asTaskHistoryFind(const AsTaskHistory *history,
                      const AsCandidate *candidate);

/// Adds the candidate as in flight; returns the number of the trial.
int asTaskHistoryAdd(AsTaskHistory *history, const AsCandidate *candidate);

/// The fastest trial that has a time (the earlier of equals), or -1.
int asTaskHistoryBest(const AsTaskHistory *history);

/// The same among those that were measured again in the end, where there are
/// any: what only looked faster before was noise, or from a day on which the
/// machine was. What looks faster by more than AS_RIVAL_FACTOR wins even so: a
/// run that was interrupted found it and did not measure it again. A later run
/// that finds the same trials in the store chooses the same one.
int asTaskHistoryWinner(const AsTaskHistory *history);

void asTaskHistoryFree(AsTaskHistory *history);

#endif // AS_SEARCH_TASK_HISTORY_H
