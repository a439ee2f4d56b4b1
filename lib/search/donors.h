//===- donors.h - Points that were good for similar tasks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transfer-tuning (Gibson, Cano: "Reusing Auto-Schedules for Efficient DNN
// Compilation", 2022): a task that was never tuned begins with what was best
// for tasks that are like it. Two tasks are alike if they have one signature
// (task/program.h): they differ in their extents only. Next come those that
// have the anchor in common, the stage that does most of the work.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_DONORS_H
#define AS_SEARCH_DONORS_H

#include "record/record.h"
#include "search/tuner.h"

typedef struct AsDonors AsDonors;

/// Reads the tasks that the stores know; `stores` is borrowed. The caller frees
/// *donors with asDonorsDestroy.
AsStatus asDonorsCreate(AsStore *const *stores, int numStores,
                        AsDonors **donors, AsError *error);
void asDonorsDestroy(AsDonors *donors); ///< NULL is allowed.

/// What a candidate comes from: the task that donated its point. The strings
/// live as long as the donors.
typedef struct AsDonor {
  const char *hash, *label;
} AsDonor;

/// Writes at most `wanted` candidates of the task to `chosen`, none of which is
/// in its history, and none twice; those with the best prospects first. Returns
/// how many, and in `from` where each of them comes from. `target` is the key
/// of the target; donors of other CPUs are further away, those of a GPU no
/// donors of a CPU. What cannot be read gives no donors.
int asDonorsPropose(AsDonors *donors, const AsTuneTask *task,
                    const char *target, int wanted, AsCandidate *chosen,
                    AsDonor *from);

#endif // AS_SEARCH_DONORS_H
