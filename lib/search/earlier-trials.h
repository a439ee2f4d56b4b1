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

#include "costmodel/learned-model.h"
#include "record/record.h"

/// Zero-initialise; free with asEarlierTrialsFree.
typedef struct AsEarlierTrials {
  int width; ///< Floats in a row.
  float *features;
  uint32_t *firstRow; ///< One more than trials.
  double *labels;     ///< As for asModelTrain.
  int *tasks; ///< The number of the task of each; trials of one are adjacent.
  int count, numTasks;
} AsEarlierTrials;

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
