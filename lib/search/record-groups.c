//===- record-groups.c - Records of a task, together
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A store visits records in the order of their addresses, so that those of a
// group follow each other.
//
//===----------------------------------------------------------------------===//

#include "search/record-groups.h"
#include "measure/timing-statistics.h"
#include "measure/trial-extra.h"
#include "record/record-fields.h"
#include "search/task-history.h"
#include "search/tuner.h"
#include <stdlib.h>
#include <string.h>

double asRecordSeconds(const AsRecord *record) {
  return record->seconds > 0 || record->outcome != AS_OUTCOME_OK
             ? record->seconds
             : asTimesStatistic(record->times, record->numTimes);
}

bool asFinalWins(double finalSeconds, double bestSeconds) {
  return finalSeconds > 0 && AS_RIVAL_FACTOR * bestSeconds >= finalSeconds;
}

typedef struct Best {
  double seconds; ///< 0 where there is none.
  AsHashText address;
} Best;

typedef struct Grouping {
  AsGroupVisitor visitor;
  void *context;
  AsRecordGroup group;
  AsText task, target, compiler;
  Best best, final;
} Grouping;

static void note(Best *best, double seconds, const AsRecord *record) {
  if (seconds > 0 && (best->seconds == 0 || seconds < best->seconds))
    *best = (Best){seconds, asRecordAddress(record)};
}

/// Ends the group at hand, if there is one.
static AsStatus endGroup(Grouping *grouping, AsError *error) {
  AsRecordGroup *group = &grouping->group;
  if (!group->task)
    return AS_OK;
  const Best *best = &grouping->best, *final = &grouping->final;
  if (asFinalWins(final->seconds, best->seconds))
    best = final;
  group->seconds = best->seconds;
  group->winner = best->address;
  return grouping->visitor(group, grouping->context, error);
}

static const char *keep(AsText *text, const char *string) {
  asTextClear(text);
  asTextAppendString(text, string);
  return asTextString(text);
}

static void startGroup(Grouping *grouping, const AsRecord *record) {
  grouping->group =
      (AsRecordGroup){.task = keep(&grouping->task, record->task),
                      .target = keep(&grouping->target, record->target),
                      .compiler = keep(&grouping->compiler, record->compiler)};
  grouping->best = grouping->final = (Best){0};
}

static bool belongs(const AsRecordGroup *group, const AsRecord *record) {
  return group->task && strcmp(group->task, record->task) == 0 &&
         strcmp(group->target, record->target) == 0 &&
         strcmp(group->compiler, record->compiler) == 0;
}

static AsStatus groupRecord(const AsRecord *record, void *context,
                            AsError *error) {
  Grouping *grouping = context;
  AsRecordGroup *group = &grouping->group;
  if (!belongs(group, record)) {
    AsStatus status = endGroup(grouping, error);
    if (status)
      return status;
    startGroup(grouping, record);
  }
  if (group->date < record->date)
    group->date = record->date;
  if (strcmp(record->sketch, AS_BASELINE_SKETCH) == 0) {
    group->stock = asRecordAddress(record);
    return AS_OK;
  }
  group->numTrials++;
  double seconds =
      record->outcome == AS_OUTCOME_OK ? asRecordSeconds(record) : 0;
  note(&grouping->best, seconds, record);
  if (asExtraIsFinal(record->extra))
    note(&grouping->final, seconds, record);
  return AS_OK;
}

AsStatus asRecordGroupsVisit(AsStore *store, AsGroupVisitor visitor,
                             void *context, AsError *error) {
  Grouping grouping = {.visitor = visitor, .context = context};
  AsStatus status =
      asStoreVisit(store, &(AsRecordQuery){0}, groupRecord, &grouping, error);
  if (!status)
    status = endGroup(&grouping, error);
  asTextFree(&grouping.task);
  asTextFree(&grouping.target);
  asTextFree(&grouping.compiler);
  return status;
}

//===----------------------------------------------------------------------===//
// Exporting
//===----------------------------------------------------------------------===//

static int compare(const void *left, const void *right) {
  return memcmp(left, right, sizeof(AsHashText));
}

/// Appends the addresses of a group, as bytes.
static AsStatus addAddresses(const AsRecordGroup *group, void *addresses,
                             AsError *error) {
  (void)error;
  if (group->seconds > 0)
    asTextAppend(addresses, group->winner.text, sizeof(AsHashText));
  if (group->seconds > 0 && group->stock.text[0])
    asTextAppend(addresses, group->stock.text, sizeof(AsHashText));
  return AS_OK;
}

static bool isOneOf(const AsRecord *record, void *context) {
  const AsText *addresses = context;
  AsHashText address = asRecordAddress(record);
  return addresses->length && bsearch(&address, addresses->data,
                                      addresses->length / sizeof(AsHashText),
                                      sizeof(AsHashText), compare);
}

AsStatus asRecordGroupsExport(AsStore *store, FILE *out, AsError *error) {
  AsText addresses = {0};
  AsStatus status = asRecordGroupsVisit(store, addAddresses, &addresses, error);
  if (addresses.length)
    qsort(addresses.data, addresses.length / sizeof(AsHashText),
          sizeof(AsHashText), compare);
  if (!status)
    status = asStoreExportChosen(store, isOneOf, &addresses, out, error);
  asTextFree(&addresses);
  return status;
}
