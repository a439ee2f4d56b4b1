//===- held-out.h - What a model makes of tasks that it has not seen
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranks the trials of each task of a store by a model that learned from other
// tasks only, mixed with the prior: from other families, or from other tasks of
// the same family, too, or alone.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_HELD_OUT_H
#define AS_SEARCH_HELD_OUT_H

#include "search/earlier-trials.h"

enum { AS_NUM_SHARES = 5 };

/// Weights of the model, the first of which is 0: the prior alone.
extern const double asShares[AS_NUM_SHARES];

/// What a model of a task has learned from.
typedef enum AsHeldOut {
  AS_HELD_OUT_FAMILIES, ///< From other families. A layer of another size is not
                        ///< unseen enough: what is learned of one holds for it.
  AS_HELD_OUT_TASKS,    ///< From all other tasks, those of the family included.
  AS_HELD_OUT_KIN,      ///< From other tasks of the family, and from no other.
} AsHeldOut;

/// How well the trials of a task are ranked. Speeds are parts of the best
/// one's; a failure counts as 0.01.
typedef struct AsRanking {
  double tau;   ///< Kendall's, between scores and speeds.
  double speed; ///< Of the trial that is ranked first; the geometric mean where
                ///< several are.
  double early; ///< Of the fastest of the eight that are ranked first.
} AsRanking;

/// Writes AS_NUM_SHARES rankings for each task. Where the others teach nothing,
/// all are those of the prior.
AsStatus asHeldOutRank(const AsEarlierTrials *trials, AsHeldOut heldOut,
                       AsRanking *rankings, AsError *error);

#endif // AS_SEARCH_HELD_OUT_H
