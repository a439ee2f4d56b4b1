//===- judge.h - What the score makes of measured trials
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_JUDGE_H
#define AS_BENCH_JUDGE_H

#include "as/error.h"
#include "bench/trials.h"

/// Of trials by chance, the failed ones left out.
typedef struct AsJudgement {
  int numTrials;
  double priorTau; ///< Kendall's, of the analytical prior and speed.
  /// Likewise of the search's score of those held out, a fifth at a time, where
  /// it has learned from the rest.
  double scoreTau;
  /// The fastest of the eight that each likes best, in parts of the speed of
  /// the fastest of all (likewise among those held out for the score).
  double priorPick, scorePick;
} AsJudgement;

/// Scores the trials of a program (MLIR of one task), made for `threads`.
AsStatus asJudge(const char *program, int threads, const AsTrials *trials,
                 AsJudgement *judgement, AsError *error);

#endif // AS_BENCH_JUDGE_H
