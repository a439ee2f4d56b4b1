//===- view-json.c - A view as one JSON document
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The trials of a task are columns, {"seconds":[...],"outcome":[...]}, and what
// many of them have is a number in a list, so that 20,000 trials are few
// megabytes. docs/view.md describes the document.
//
//===----------------------------------------------------------------------===//

#include "as/version.h"
#include "costmodel/nest-features.h"
#include "record/store.h"
#include "search/scorer.h"
#include "support/shell-word.h"
#include "view/glance.h"
#include "view/json-writer.h"
#include "view/knobs.h"
#include "view/map/map-json.h"
#include "view/principles/find.h"
#include "view/roof.h"
#include "view/stages/stages.h"
#include <math.h>
#include <string.h>

static const char *nameOf(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static const char *comma(int index) { return index ? "," : ""; }

//===----------------------------------------------------------------------===//
// Trials
//===----------------------------------------------------------------------===//

#define COLUMN(name, append, value)                                            \
  do {                                                                         \
    asJsonKey(text, name);                                                     \
    asTextAppendString(text, "[");                                             \
    for (int t = task->begin; t < task->end; t++) {                            \
      const AsViewTrial *trial = &view->trials[t];                             \
      asTextAppendString(text, comma(t - task->begin));                        \
      append(text, value);                                                     \
    }                                                                          \
    asTextAppendString(text, "]");                                             \
  } while (0)

static void appendWhole(AsText *text, int64_t number) {
  asTextFormat(text, "%lld", (long long)number);
}

/// The values of a point, in the order of its keys.
static void appendPoint(AsText *text, const char *point) {
  const char *why;
  cJSON *object = asJsonParse(point, &why);
  asTextAppendString(text, "[");
  for (const cJSON *item = object ? object->child : NULL; item;
       item = item->next) {
    asTextAppendString(text, comma(item != object->child));
    asJsonAppendValue(text, item);
  }
  asTextAppendString(text, "]");
  cJSON_Delete(object);
}

/// The first digits of an address, enough to tell trials of a task apart.
static void appendAddress(AsText *text, const AsHashText *address) {
  asTextFormat(text, "\"%.*s\"", AS_VIEW_ID_DIGITS, address->text);
}

static void appendTrials(AsText *text, const AsView *view,
                         const AsViewTask *task) {
  asTextAppendString(text, "{");
  COLUMN("id", appendAddress, &trial->address);
  COLUMN("sketch", appendWhole, trial->sketch);
  COLUMN("outcome", appendWhole, trial->outcome);
  COLUMN("seconds", asJsonAppendReal, trial->seconds);
  COLUMN("estimate", asJsonAppendReal, trial->estimate);
  COLUMN("message", appendWhole, trial->message);
  COLUMN("run", appendWhole, trial->run);
  COLUMN("donor", appendWhole, trial->donor);
  COLUMN("date", appendWhole, trial->date);
  COLUMN("build", asJsonAppendReal, trial->buildSeconds);
  COLUMN("measure", asJsonAppendReal, trial->measureSeconds);
  COLUMN("final", appendWhole, trial->isFinal);
  COLUMN("form", appendWhole, trial->form);
  COLUMN("point", appendPoint, trial->point);
  asTextAppendString(text, "}");
}

//===----------------------------------------------------------------------===//
// Features
//===----------------------------------------------------------------------===//

/// Rows of so many trials of a task are shown: its winner's, and those of the
/// ones that improved on all before.
enum { MOST_SHOWN_ROWS = 8 };

static void appendRows(AsText *text, const AsView *view,
                       const AsViewTrial *trial) {
  int width = asCostScorerWidth();
  asTextAppendString(text, "[");
  for (int r = 0; r < trial->numRows; r++) {
    const float *row =
        view->features + (size_t)(trial->firstRow + r) * (size_t)width;
    asTextFormat(text, "%s[", comma(r));
    for (int f = 0; f < asNumFeatures; f++) {
      asTextAppendString(text, comma(f));
      asJsonAppendReal(text, (double)row[f]);
    }
    asTextAppendString(text, "]");
  }
  asTextAppendString(text, "]");
}

/// {"12":[[...]]}: by the number of the trial within the task.
static void appendFeatures(AsText *text, const AsView *view,
                           const AsViewTask *task) {
  int shown[MOST_SHOWN_ROWS], count = 0;
  if (task->best >= 0)
    shown[count++] = task->best;
  for (int i = task->numImprovements - 1; i >= 0 && count < MOST_SHOWN_ROWS;
       i--)
    if (task->improvements[i] != task->best)
      shown[count++] = task->improvements[i];
  asTextAppendString(text, "{");
  bool isFirst = true;
  for (int i = 0; i < count; i++) {
    const AsViewTrial *trial = &view->trials[shown[i]];
    if (!trial->numRows)
      continue;
    asTextFormat(text, "%s\"%d\":", comma(!isFirst), shown[i] - task->begin);
    appendRows(text, view, trial);
    isFirst = false;
  }
  asTextAppendString(text, "}");
}

static void appendFeatureNames(AsText *text) {
  asTextAppendString(text, "[");
  for (int f = 0; f < asNumFeatures; f++) {
    asTextAppendString(text, comma(f));
    asJsonAppendString(text, asFeatureName(f));
  }
  asTextAppendString(text, "]");
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

static void appendOutcomes(AsText *text, const AsViewTask *task) {
  asTextAppendString(text, "{");
  bool isFirst = true;
  for (int o = 0; o < AS_NUM_OUTCOMES; o++) {
    if (!task->outcomes[o])
      continue;
    asTextFormat(text, "%s\"%d\":%d", comma(!isFirst), o, task->outcomes[o]);
    isFirst = false;
  }
  asTextAppendString(text, "}");
}

/// [[message, outcome, count],...]
static void appendReasons(AsText *text, const AsViewTask *task) {
  asTextAppendString(text, "[");
  for (int r = 0; r < task->numReasons; r++)
    asTextFormat(text, "%s[%d,%d,%d]", comma(r), task->reasons[r].message,
                 (int)task->reasons[r].outcome, task->reasons[r].count);
  asTextAppendString(text, "]");
}

/// Numbers of trials within the task.
static void appendImprovements(AsText *text, const AsViewTask *task) {
  asTextAppendString(text, "[");
  for (int i = 0; i < task->numImprovements; i++)
    asTextFormat(text, "%s%d", comma(i), task->improvements[i] - task->begin);
  asTextAppendString(text, "]");
}

static void appendTask(AsText *text, const AsView *view,
                       const AsViewTask *task) {
  asTextAppendString(text, "{");
  asJsonString(text, "hash", task->hash);
  asJsonString(text, "target", task->target);
  asJsonString(text, "compiler", task->compiler);
  asJsonValue(text, "data", task->data);
  asJsonString(text, "text", task->text);
  asJsonReal(text, "stock", task->stock);
  asJsonBool(text, "stockIsBound", task->stockIsBound);
  if (task->best < 0)
    asJsonValue(text, "best", NULL);
  else
    asJsonInt(text, "best", task->best - task->begin);
  asJsonReal(text, "seconds", task->seconds);
  asJsonReal(text, "speedup", task->speedup);
  asJsonReal(text, "gflops", task->gflops);
  asJsonReal(text, "intensity", task->intensity);
  asJsonReal(text, "roof", task->roof);
  asJsonReal(text, "weight", task->weight);
  asJsonReal(text, "share", task->share);
  asJsonReal(text, "tau", task->tau);
  asJsonInt(text, "numErrors", task->numErrors);
  asJsonKey(text, "glance");
  asViewAppendGlance(view, task, text);
  asJsonKey(text, "outcomes");
  appendOutcomes(text, task);
  asJsonKey(text, "reasons");
  appendReasons(text, task);
  asJsonKey(text, "improvements");
  appendImprovements(text, task);
  asJsonKey(text, "features");
  appendFeatures(text, view, task);
  asJsonKey(text, "knobs");
  asKnobsAppendJson(view, task, text);
  asJsonKey(text, "map");
  asViewMapAppendJson(task->map, task, text);
  asJsonKey(text, "stages");
  asViewStagesAppendJson(task, text);
  asJsonKey(text, "trials");
  appendTrials(text, view, task);
  asTextAppendString(text, "}");
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

/// The names of a point's knobs, where the store has no thing of the sketch.
static void appendKnobNames(AsText *text, const AsView *view, int sketch) {
  int t = 0;
  while (t < view->numTrials && view->trials[t].sketch != sketch)
    t++;
  const char *why;
  cJSON *point =
      t < view->numTrials ? asJsonParse(view->trials[t].point, &why) : NULL;
  asTextAppendString(text, "[");
  for (const cJSON *item = point ? point->child : NULL; item;
       item = item->next) {
    asTextAppendString(text, comma(item != point->child));
    asTextAppendString(text, "{");
    asJsonString(text, "name", item->string);
    asTextAppendString(text, "}");
  }
  asTextAppendString(text, "]");
  cJSON_Delete(point);
}

/// Whether the knobs of a sketch's thing are what they should be.
static bool areKnobs(const cJSON *knobs) {
  const cJSON *knob;
  cJSON_ArrayForEach(knob, knobs) {
    const cJSON *options = cJSON_GetObjectItemCaseSensitive(knob, "options");
    if (!cJSON_IsString(cJSON_GetObjectItemCaseSensitive(knob, "name")) ||
        (options && !cJSON_IsArray(options)))
      return false;
  }
  return cJSON_IsArray(knobs);
}

static void appendSketch(AsText *text, const AsView *view, int sketch) {
  const char *name = view->sketches.names[sketch];
  size_t length = strcspn(name, "\n");
  const char *version = name + length + 1;
  const AsViewThing *thing = asViewFindThing(&view->sketchThings, version);
  AsText own = {0};
  asTextAppend(&own, name, length);
  asTextAppendString(text, "{");
  asJsonString(text, "name", asTextString(&own));
  asJsonString(text, "version", version);
  const cJSON *knobs =
      thing ? cJSON_GetObjectItemCaseSensitive(thing->data, "knobs") : NULL;
  asJsonKey(text, "knobs");
  if (areKnobs(knobs))
    asJsonAppendValue(text, knobs);
  else
    appendKnobNames(text, view, sketch);
  asJsonString(text, "script", thing ? thing->text : "");
  asTextAppendString(text, "}");
  asTextFree(&own);
}

static void appendOutcomeNames(AsText *text) {
  asTextAppendString(text, "[");
  for (int o = 0; o < AS_NUM_OUTCOMES; o++) {
    asTextFormat(text, "%s{", comma(o));
    asJsonString(text, "name", asOutcomeName((AsOutcome)o));
    asJsonString(text, "meaning", asOutcomeMeaning((AsOutcome)o));
    asTextAppendString(text, "}");
  }
  asTextAppendString(text, "]");
}

static void appendGainNames(AsText *text) {
  asTextAppendString(text, "[");
  for (int g = 0; g < AS_NUM_GAINS; g++) {
    asTextFormat(text, "%s{", comma(g));
    asJsonString(text, "name", asGainName((AsGain)g));
    asJsonString(text, "meaning", asGainMeaning((AsGain)g));
    asTextAppendString(text, "}");
  }
  asTextAppendString(text, "]");
}

/// The runs that trials name, in the order of these numbers.
static void appendRuns(AsText *text, const AsView *view) {
  asTextAppendString(text, "[");
  for (int r = 0; r < view->runs.count; r++) {
    const char *id = view->runs.names[r];
    const AsViewThing *thing = asViewFindThing(&view->runThings, id);
    asTextFormat(text, "%s{", comma(r));
    asJsonString(text, "id", id);
    asJsonValue(text, "data", thing ? thing->data : NULL);
    asTextAppendString(text, "}");
  }
  asTextAppendString(text, "]");
}

static void appendTargets(AsText *text, const AsView *view) {
  asTextAppendString(text, "[");
  for (int t = 0; t < view->targetThings.count; t++) {
    const AsViewThing *thing = &view->targetThings.things[t];
    asTextFormat(text, "%s{", comma(t));
    asJsonString(text, "key", thing->key);
    asJsonValue(text, "data", thing->data);
    asTextAppendString(text, "}");
  }
  asTextAppendString(text, "]");
}

static void appendNames(AsText *text, const AsNames *names) {
  asTextAppendString(text, "[");
  for (int n = 0; n < names->count; n++) {
    asTextAppendString(text, comma(n));
    asJsonAppendString(text, names->names[n]);
  }
  asTextAppendString(text, "]");
}

static void appendPrinciples(AsText *text, const AsView *view) {
  AsComparisons comparisons = {0};
  asPrinciplesFind(view, &comparisons);
  asPrinciplesAppendJson(&comparisons, text);
  asComparisonsFree(&comparisons);
}

/// What reads this store: "as-view store.db". Folders are left out: pages are
/// passed on.
static void appendCommand(AsText *text, const char *storePath) {
  AsText command = {0};
  char standard[4096];
  asTextAppendString(&command, "as-view");
  if (asStoreDefaultPath(standard, sizeof standard, NULL) ||
      strcmp(standard, storePath) != 0) {
    asTextAppendString(&command, " ");
    asTextAppendShellWord(&command, nameOf(storePath));
  }
  asJsonString(text, "command", command.data);
  asTextFree(&command);
}

void asViewAppendJson(const AsView *view, const char *storePath, AsText *text) {
  asTextAppendString(text, "{");
  asJsonInt(text, "version", 1);
  asJsonString(text, "asVersion", AS_VERSION);
  asJsonString(text, "store", nameOf(storePath));
  asJsonInt(text, "numTrials", view->numTrials);
  appendCommand(text, storePath);
  asJsonKey(text, "outcomes");
  appendOutcomeNames(text);
  asJsonKey(text, "gains");
  appendGainNames(text);
  asJsonKey(text, "strategies");
  asLoopStrategiesAppendJson(text);
  asJsonKey(text, "messages");
  appendNames(text, &view->messages);
  asJsonKey(text, "donors");
  appendNames(text, &view->donors);
  asJsonKey(text, "runs");
  appendRuns(text, view);
  asJsonKey(text, "targets");
  appendTargets(text, view);
  asJsonKey(text, "rooflines");
  asViewAppendRoofs(view, text);
  asJsonKey(text, "featureNames");
  appendFeatureNames(text);
  asJsonKey(text, "sketches");
  asTextAppendString(text, "[");
  for (int s = 0; s < view->sketches.count; s++) {
    asTextAppendString(text, comma(s));
    appendSketch(text, view, s);
  }
  asTextAppendString(text, "]");
  asJsonKey(text, "tasks");
  asTextAppendString(text, "[");
  for (int t = 0; t < view->numTasks; t++) {
    asTextAppendString(text, comma(t));
    appendTask(text, view, &view->tasks[t]);
  }
  asTextAppendString(text, "]");
  asJsonKey(text, "principles");
  appendPrinciples(text, view);
  asTextAppendString(text, "}");
}
