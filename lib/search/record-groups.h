//===- record-groups.h - Records of a task, together
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Records compare where task, target and compiler are the same. Such a group is
// what a search of that task has to start from.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_RECORD_GROUPS_H
#define AS_SEARCH_RECORD_GROUPS_H

#include "record/references.h"
#include "support/hash.h"

typedef struct AsRecordGroup {
  const char *task, *target, *compiler;
  int numTrials;     ///< Records but that of the unscheduled program.
  int64_t date;      ///< Of the latest record.
  double seconds;    ///< Of the winner; 0 where no trial was ok.
  AsHashText winner; ///< Its address, and that of the unscheduled program;
  AsHashText stock;  ///< "" where there is none.
} AsRecordGroup;

/// Valid for the call only. A status other than AS_OK ends the visit.
typedef AsStatus (*AsGroupVisitor)(const AsRecordGroup *group, void *context,
                                   AsError *error);

/// Visits the groups of a store, in the order of their addresses. The winner is
/// the one that a search would choose (asTaskHistoryWinner).
AsStatus asRecordGroupsVisit(AsStore *store, AsGroupVisitor visitor,
                             void *context, AsError *error);

/// Writes the winner of each group, the record of the unscheduled program, and
/// what they refer to, as lines of JSON.
AsStatus asRecordGroupsExport(AsStore *store, FILE *out, AsError *error);

/// Whether the fastest trial that was measured again wins against the fastest
/// of all, by their seconds; 0 where there is none.
bool asFinalWins(double finalSeconds, double bestSeconds);

/// Seconds of one run, or a lower bound; 0 if nothing is known.
double asRecordSeconds(const AsRecord *record);

#endif // AS_SEARCH_RECORD_GROUPS_H
