//===- case.h - A run at one choice of sizes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is compiled once is then run, compared and timed in each case. A
// function of static shapes has one case.
//
//===----------------------------------------------------------------------===//

#ifndef AS_RUN_CASE_H
#define AS_RUN_CASE_H

#include "tools/as-run/onto.h"
#include "tools/as-run/options.h"
#include "tools/as-run/profile.h"
#include "tools/as-run/truth.h"

/// The file, and the one it is compared with, if any.
typedef struct AsContest {
  const AsRunOptions *options;
  AsArena arena;
  AsRunnable runnables[AS_MAX_CONTENDERS];
  AsExact exact[AS_MAX_CONTENDERS]; ///< The same functions in f64.
  int count;
  AsTarget target;
  AsCoreTurn turn;
  AsOnto onto; ///< Of --onto; of one case.
} AsContest;

typedef struct AsCase {
  AsArena arena;
  const int64_t *sizes;               ///< Of each symbol.
  AsArrays arrays[AS_MAX_CONTENDERS]; ///< What each contender works on.
  AsDeviation deviation;
  AsTruth truth;
  AsRounds rounds;
  AsProfile profile;
  double waited; ///< Seconds, for cores that others used.
} AsCase;

/// Runs with these sizes, which have to live as long as *contest. To be ended
/// with asCaseEnd, also after a failure.
AsStatus asCaseRun(AsContest *contest, const int64_t *sizes, AsCase *at,
                   AsError *error);
void asCaseEnd(AsCase *at);

#endif // AS_RUN_CASE_H
