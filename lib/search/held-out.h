//===- held-out.h - What a model makes of tasks that it has not seen
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranks the trials of each task of a store by a model that learned from other
// families of tasks only, mixed with the prior. A layer of another size is not
// unseen enough: what is learned of one layer holds for it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_HELD_OUT_H
#define AS_SEARCH_HELD_OUT_H

#include "search/earlier-trials.h"

enum { AS_NUM_SHARES = 5 };

/// Weights of the model, the first of which is 0: the prior alone.
extern const double asShares[AS_NUM_SHARES];

/// How well the trials of a task are ranked.
typedef struct AsRanking {
  double tau;   ///< Kendall's, between scores and speeds.
  double speed; ///< Of the trial that is ranked first, over the best one's; the
                ///< geometric mean where several are. A failure counts as 0.01.
} AsRanking;

/// Writes AS_NUM_SHARES rankings for each task. Where other families teach
/// nothing, all are those of the prior.
AsStatus asHeldOutRank(const AsEarlierTrials *trials, AsRanking *rankings,
                       AsError *error);

#endif // AS_SEARCH_HELD_OUT_H
