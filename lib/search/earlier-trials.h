//===- earlier-trials.h - What a store knows of trials of other tasks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The features of trials, which the store keeps beside their records, and how
// good these were within their tasks.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_EARLIER_TRIALS_H
#define AS_SEARCH_EARLIER_TRIALS_H

#include "record/record.h"
#include "record/thing.h"
#include "search/scorer.h"
#include "support/hash.h"

/// A task, and which trials are its own: from `begin` to the next one's.
typedef struct AsEarlierTask {
  AsHashText key;
  AsHashText kin; ///< The anchor in its thing, or the signature of a task that
                  ///< has no anchor; empty where the store has neither.
  int family; ///< The same number for tasks with the same kin. One without kin
              ///< is a family of its own.
  int begin;
} AsEarlierTask;

/// Zero-initialise; free with asEarlierTrialsFree.
typedef struct AsEarlierTrials {
  int width; ///< Floats in a row.
  float *features;
  uint32_t *firstRow;   ///< One more than trials.
  double *labels;       ///< As for asModelTrain.
  AsEarlierTask *tasks; ///< One more than tasks, which begins at `count`.
  int count, numTasks, numFamilies;
} AsEarlierTrials;

/// Puts what a model sees of the candidate beside its record.
AsStatus asEarlierTrialsPut(AsStore *store, const AsRecord *record,
                            const AsCostScorer *scorer, const AsSketch *sketch,
                            const AsPoint *point, AsError *error);

/// Writes the rows that a thing "features" has, of `width` floats each, to
/// `rows`, which has room for AS_MAX_STAGES. Returns how many there are: 0
/// where they are of another version, damaged, or not finite.
int asEarlierTrialsUnpack(const AsThing *thing, int width, float *rows);

/// How many trials of the target the store has that a model can learn from.
AsStatus asEarlierTrialsCount(AsStore *store, const char *target, int *count,
                              AsError *error);

/// Reads them: at most `most`, as evenly spread over the tasks, and over the
/// speeds within each, as there are. Those whose features are of another
/// version are left out.
AsStatus asEarlierTrialsRead(AsStore *store, const char *target, int most,
                             AsEarlierTrials *trials, AsError *error);
void asEarlierTrialsFree(AsEarlierTrials *trials);

/// Trials `begin` to `end` - 1, for a model.
AsModelRows asEarlierTrialsRows(const AsEarlierTrials *trials, int begin,
                                int end);

#endif // AS_SEARCH_EARLIER_TRIALS_H
