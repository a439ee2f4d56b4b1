//===- list-records.c - What a store has records of
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --list-records: a line for each task, target and compiler. --forget removes
// records of tasks that match a pattern, or that are old.
//
//===----------------------------------------------------------------------===//

#include "record/canonical-json.h"
#include "report/figures.h"
#include "search/record-groups.h"
#include "support/text.h"
#include "tools/as-opt/driver.h"
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/// The labels of tasks, as far as the store knows them.
typedef struct Labels {
  cJSON *ofHash; ///< An object.
} Labels;

static AsStatus addLabel(const AsThing *thing, void *context, AsError *error) {
  (void)error;
  const char *why;
  cJSON *data = asJsonParse(thing->data, &why);
  const char *label =
      cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(data, "label"));
  if (label)
    cJSON_AddStringToObject(((Labels *)context)->ofHash, thing->key, label);
  cJSON_Delete(data);
  return AS_OK;
}

static AsStatus readLabels(AsStore *store, Labels *labels, AsError *error) {
  labels->ofHash = cJSON_CreateObject();
  return asStoreVisitThings(store, "task", NULL, addLabel, labels, error);
}

static const char *labelOf(const Labels *labels, const char *task) {
  const char *label = cJSON_GetStringValue(
      cJSON_GetObjectItemCaseSensitive(labels->ofHash, task));
  return label ? label : "";
}

static bool matches(const Labels *labels, const char *task, const char *glob) {
  return fnmatch(glob, labelOf(labels, task), 0) == 0 ||
         fnmatch(glob, task, 0) == 0;
}

//===----------------------------------------------------------------------===//
// Listing
//===----------------------------------------------------------------------===//

typedef struct Listing {
  Labels labels;
  const char *glob;
  int width; ///< Of the longest label that matches.
  AsText text;
} Listing;

static int longestLabel(const Labels *labels, const char *glob) {
  size_t width = strlen("task");
  const cJSON *label;
  cJSON_ArrayForEach(label, labels->ofHash) {
    size_t length = strlen(label->valuestring);
    if (length > width && matches(labels, label->string, glob))
      width = length;
  }
  return (int)width;
}

static AsStatus appendGroup(const AsRecordGroup *group, void *context,
                            AsError *error) {
  (void)error;
  Listing *listing = context;
  if (!matches(&listing->labels, group->task, listing->glob))
    return AS_OK;
  asTextFormat(&listing->text, "%-12.12s  %-*s  %6d  %10s  %16s  %s, %s\n",
               group->task, listing->width,
               labelOf(&listing->labels, group->task), group->numTrials,
               asFigureSeconds(group->seconds).text,
               asFigureDate(group->date).text, group->target, group->compiler);
  return AS_OK;
}

AsStatus asDriverListRecords(AsStore *store, const char *glob, AsError *error) {
  Listing listing = {.glob = glob};
  AsStatus status = readLabels(store, &listing.labels, error);
  if (!status) {
    listing.width = longestLabel(&listing.labels, glob);
    asTextFormat(&listing.text, "%-12s  %-*s  %6s  %10s  %16s  %s\n", "hash",
                 listing.width, "task", "trials", "best", "last",
                 "target and compiler");
    status = asRecordGroupsVisit(store, appendGroup, &listing, error);
  }
  if (!status)
    status = asWriteFile("-", listing.text.data, listing.text.length, error);
  asTextFree(&listing.text);
  cJSON_Delete(listing.labels.ofHash);
  return status;
}

//===----------------------------------------------------------------------===//
// Forgetting
//===----------------------------------------------------------------------===//

typedef struct Forgetting {
  Labels labels;
  const char *glob; ///< NULL: by date.
  int64_t before;   ///< Seconds since the epoch.
} Forgetting;

static bool isForgotten(const AsRecord *record, void *context) {
  const Forgetting *forgetting = context;
  return forgetting->glob
             ? matches(&forgetting->labels, record->task, forgetting->glob)
             : record->date < forgetting->before;
}

/// Reads "older:DAYS"; else `what` is a pattern.
static AsStatus readChoice(const char *what, Forgetting *forgetting,
                           AsError *error) {
  static const char older[] = "older:";
  forgetting->glob = what;
  if (strncmp(what, older, strlen(older)) != 0)
    return AS_OK;
  const char *text = what + strlen(older);
  char *end;
  double days = strtod(text, &end);
  if (end == text || *end || !(days >= 0 && days <= 1e6))
    return asFail(error, AS_INVALID_INPUT,
                  "bad value '%s' for forget: expected older:DAYS, with a "
                  "number of days from 0 to 1000000",
                  what);
  forgetting->glob = NULL;
  forgetting->before = time(NULL) - (int64_t)(days * 24 * 60 * 60);
  return AS_OK;
}

AsStatus asDriverForget(AsStore *store, const char *what, AsError *error) {
  Forgetting forgetting = {{NULL}, NULL, 0};
  size_t count = 0;
  AsStatus status = readChoice(what, &forgetting, error);
  if (!status)
    status = readLabels(store, &forgetting.labels, error);
  if (!status)
    status = asStoreForget(store, isForgotten, &forgetting, &count, error);
  cJSON_Delete(forgetting.labels.ofHash);
  if (!status)
    fprintf(stderr, "as-opt: removed %zu record%s\n", count,
            count == 1 ? "" : "s");
  return status;
}
