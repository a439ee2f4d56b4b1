//===- profile.h - Where the time of a run goes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the probes in a module's tasks say over many runs. All times are means
// over the faster half of the runs, the same ones for all, so that they add up:
// what is in no task is the whole less the tasks.
//
//===----------------------------------------------------------------------===//

#ifndef AS_RUN_PROFILE_H
#define AS_RUN_PROFILE_H

#include "measure/roofline.h"
#include "tools/as-run/rounds.h"
#include "tools/as-run/runnable.h"

/// What a task takes in one run.
typedef struct AsShare {
  const AsPart *part;
  double seconds, calls;
} AsShare;

typedef struct AsProfile {
  int runs;       ///< That were timed.
  double seconds; ///< Of one run.
  AsShare *tasks; ///< That ran, longest first.
  int numTasks;
  double secondsInTasks, calls; ///< Of all tasks together.
  double probeSeconds;          ///< That the probes around a call take.
  AsRoofline roofline;
} AsProfile;

/// Runs `runnable` on `data` again and again, on the cores of `turn`. *profile
/// lives in `arena`.
void asProfileMeasure(const AsRunnable *runnable, void **data,
                      const AsRoundsGoal *goal, AsCoreTurn *turn,
                      AsArena *arena, AsProfile *profile);

/// What the machine can do with so many threads, on the cores of `turn`.
AsStatus asProfileRoofline(const AsTarget *target, AsCoreTurn *turn,
                           AsProfile *profile, AsError *error);

/// The part of the machine's limit that a task reaches.
double asShareOfRoof(const AsShare *task, const AsRoofline *roofline);

/// Appends a table, or a member of a JSON object.
void asProfileTable(const AsProfile *profile, AsText *text);
void asProfileJson(const AsProfile *profile, AsText *text);

#endif // AS_RUN_PROFILE_H
