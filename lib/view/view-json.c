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
#include "search/scorer.h"
#include "view/view.h"
#include <math.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// A number with six digits, more than any clock is worth; null if it is none.
static void appendNumber(AsText *text, double number) {
  char digits[32];
  if (!isfinite(number)) {
    asTextAppendString(text, "null");
    return;
  }
  snprintf(digits, sizeof digits, "%.6g", number);
  asTextAppendString(text, digits);
}

/// Begins the next entry of an object.
static void appendKey(AsText *text, const char *key) {
  char last = text->length ? text->data[text->length - 1] : 0;
  if (last != '{' && last != 0)
    asTextAppendString(text, ",");
  asJsonAppendString(text, key);
  asTextAppendString(text, ":");
}

static void appendString(AsText *text, const char *key, const char *value) {
  appendKey(text, key);
  asJsonAppendString(text, value);
}

static void appendReal(AsText *text, const char *key, double number) {
  appendKey(text, key);
  appendNumber(text, number);
}

static void appendInt(AsText *text, const char *key, int64_t number) {
  appendKey(text, key);
  asTextFormat(text, "%lld", (long long)number);
}

static void appendBool(AsText *text, const char *key, bool value) {
  appendKey(text, key);
  asTextAppendString(text, value ? "true" : "false");
}

/// An object, or null.
static void appendValue(AsText *text, const char *key, const cJSON *value) {
  appendKey(text, key);
  if (value)
    asJsonAppendValue(text, value);
  else
    asTextAppendString(text, "null");
}

static const char *comma(int index) { return index ? "," : ""; }

//===----------------------------------------------------------------------===//
// Trials
//===----------------------------------------------------------------------===//

#define COLUMN(name, append, value)                                            \
  do {                                                                         \
    appendKey(text, name);                                                     \
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
  asTextFormat(text, "\"%.12s\"", address->text);
}

static void appendTrials(AsText *text, const AsView *view,
                         const AsViewTask *task) {
  asTextAppendString(text, "{");
  COLUMN("id", appendAddress, &trial->address);
  COLUMN("sketch", appendWhole, trial->sketch);
  COLUMN("outcome", appendWhole, trial->outcome);
  COLUMN("seconds", appendNumber, trial->seconds);
  COLUMN("estimate", appendNumber, trial->estimate);
  COLUMN("message", appendWhole, trial->message);
  COLUMN("run", appendWhole, trial->run);
  COLUMN("date", appendWhole, trial->date);
  COLUMN("build", appendNumber, trial->buildSeconds);
  COLUMN("measure", appendNumber, trial->measureSeconds);
  COLUMN("final", appendWhole, trial->isFinal);
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
      appendNumber(text, (double)row[f]);
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
  appendString(text, "hash", task->hash);
  appendString(text, "target", task->target);
  appendString(text, "compiler", task->compiler);
  appendValue(text, "data", task->data);
  appendString(text, "text", task->text);
  appendReal(text, "stock", task->stock);
  appendBool(text, "stockIsBound", task->stockIsBound);
  if (task->best < 0)
    appendValue(text, "best", NULL);
  else
    appendInt(text, "best", task->best - task->begin);
  appendReal(text, "seconds", task->seconds);
  appendReal(text, "speedup", task->speedup);
  appendReal(text, "gflops", task->gflops);
  appendReal(text, "intensity", task->intensity);
  appendReal(text, "weight", task->weight);
  appendReal(text, "share", task->share);
  appendReal(text, "tau", task->tau);
  appendInt(text, "numErrors", task->numErrors);
  appendKey(text, "outcomes");
  appendOutcomes(text, task);
  appendKey(text, "reasons");
  appendReasons(text, task);
  appendKey(text, "improvements");
  appendImprovements(text, task);
  appendKey(text, "features");
  appendFeatures(text, view, task);
  appendKey(text, "trials");
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
    appendString(text, "name", item->string);
    asTextAppendString(text, "}");
  }
  asTextAppendString(text, "]");
  cJSON_Delete(point);
}

static void appendSketch(AsText *text, const AsView *view, int sketch) {
  const char *name = view->sketches.names[sketch];
  size_t length = strcspn(name, "\n");
  const char *version = name + length + 1;
  const AsViewThing *thing = asViewFindThing(&view->sketchThings, version);
  AsText own = {0};
  asTextAppend(&own, name, length);
  asTextAppendString(text, "{");
  appendString(text, "name", asTextString(&own));
  appendString(text, "version", version);
  const cJSON *knobs =
      thing ? cJSON_GetObjectItemCaseSensitive(thing->data, "knobs") : NULL;
  appendKey(text, "knobs");
  if (cJSON_IsArray(knobs))
    asJsonAppendValue(text, knobs);
  else
    appendKnobNames(text, view, sketch);
  appendString(text, "script", thing ? thing->text : "");
  asTextAppendString(text, "}");
  asTextFree(&own);
}

static void appendOutcomeNames(AsText *text) {
  asTextAppendString(text, "[");
  for (int o = 0; o < AS_NUM_OUTCOMES; o++) {
    asTextFormat(text, "%s{", comma(o));
    appendString(text, "name", asOutcomeName((AsOutcome)o));
    appendString(text, "meaning", asOutcomeMeaning((AsOutcome)o));
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
    appendString(text, "id", id);
    appendValue(text, "data", thing ? thing->data : NULL);
    asTextAppendString(text, "}");
  }
  asTextAppendString(text, "]");
}

static void appendTargets(AsText *text, const AsView *view) {
  asTextAppendString(text, "[");
  for (int t = 0; t < view->targetThings.count; t++) {
    const AsViewThing *thing = &view->targetThings.things[t];
    asTextFormat(text, "%s{", comma(t));
    appendString(text, "key", thing->key);
    appendValue(text, "data", thing->data);
    asTextAppendString(text, "}");
  }
  asTextAppendString(text, "]");
}

static void appendMessages(AsText *text, const AsView *view) {
  asTextAppendString(text, "[");
  for (int m = 0; m < view->messages.count; m++) {
    asTextAppendString(text, comma(m));
    asJsonAppendString(text, view->messages.names[m]);
  }
  asTextAppendString(text, "]");
}

void asViewAppendJson(const AsView *view, const char *storeName, AsText *text) {
  asTextAppendString(text, "{");
  appendInt(text, "version", 1);
  appendString(text, "asVersion", AS_VERSION);
  appendString(text, "store", storeName);
  appendInt(text, "numTrials", view->numTrials);
  appendKey(text, "outcomes");
  appendOutcomeNames(text);
  appendKey(text, "messages");
  appendMessages(text, view);
  appendKey(text, "runs");
  appendRuns(text, view);
  appendKey(text, "targets");
  appendTargets(text, view);
  appendKey(text, "featureNames");
  appendFeatureNames(text);
  appendKey(text, "sketches");
  asTextAppendString(text, "[");
  for (int s = 0; s < view->sketches.count; s++) {
    asTextAppendString(text, comma(s));
    appendSketch(text, view, s);
  }
  asTextAppendString(text, "]");
  appendKey(text, "tasks");
  asTextAppendString(text, "[");
  for (int t = 0; t < view->numTasks; t++) {
    asTextAppendString(text, comma(t));
    appendTask(text, view, &view->tasks[t]);
  }
  asTextAppendString(text, "]}");
}
