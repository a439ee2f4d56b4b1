//===- families.c - Trials that may have principles in common
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See families.h.
//
//===----------------------------------------------------------------------===//

#include "view/principles/families.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Comparing takes the square of their number, so that of a task and a sketch
/// the first ones count.
enum { MOST_TRIALS = 2000 };

static const char *textOf(const cJSON *object, const char *key) {
  const char *text =
      cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
  return text ? text : "";
}

static bool isKind(const cJSON *knob, AsKnobKind kind) {
  return strcmp(textOf(knob, "kind"), asKnobKindName(kind)) == 0;
}

//===----------------------------------------------------------------------===//
// Knobs
//===----------------------------------------------------------------------===//

/// Whether the options of a knob are numbers that mean the same in all tasks.
/// Those of the schedules of a loop nest are not, nor are those of a user.
static bool isComparable(const cJSON *knobs, const cJSON *value) {
  if (!cJSON_IsNumber(value))
    return false;
  const cJSON *knob;
  cJSON_ArrayForEach(knob, knobs) {
    if (strcmp(textOf(knob, "name"), value->string) == 0)
      return !isKind(knob, AS_KNOB_SCHEDULE) && !isKind(knob, AS_KNOB_USER);
  }
  return true;
}

static int knobOf(AsFamily *family, const char *name, AsArena *arena) {
  for (int k = 0; k < family->numKnobs; k++)
    if (strcmp(family->knobs[k], name) == 0)
      return k;
  if (family->numKnobs == AS_MAX_KNOBS)
    return -1;
  family->knobs[family->numKnobs] = asArenaCopy(arena, name, strlen(name));
  return family->numKnobs++;
}

static void readPoint(const char *point, const cJSON *knobs, AsFamily *family,
                      AsArena *arena, double values[AS_MAX_KNOBS]) {
  const char *why;
  cJSON *object = asJsonParse(point, &why);
  const cJSON *value;
  cJSON_ArrayForEach(value, object) {
    int k =
        isComparable(knobs, value) ? knobOf(family, value->string, arena) : -1;
    if (k >= 0)
      values[k] = value->valuedouble;
  }
  cJSON_Delete(object);
}

//===----------------------------------------------------------------------===//
// Samples
//===----------------------------------------------------------------------===//

static bool isTimed(const AsViewTrial *trial) {
  return asOutcomeIsTimed(trial->outcome) && trial->seconds > 0;
}

static int numTimed(const AsView *view, const AsViewTask *task, int sketch) {
  int count = 0;
  for (int t = task->begin; t < task->end && count < MOST_TRIALS; t++)
    count += view->trials[t].sketch == sketch && isTimed(&view->trials[t]);
  return count;
}

static void addSample(const AsView *view, int number, int sketch,
                      AsFamily *family, AsArena *arena) {
  const AsViewTask *task = &view->tasks[number];
  size_t room = (size_t)numTimed(view, task, sketch);
  AsPairSample sample = {.numKnobs = AS_MAX_KNOBS,
                         .values =
                             asAlloc(sizeof(double) * AS_MAX_KNOBS * room),
                         .logs = asAlloc(sizeof(double) * room),
                         .isBound = asAlloc(room)};
  const char *version = strchr(view->sketches.names[sketch], '\n') + 1;
  const AsViewThing *thing = asViewFindThing(&view->sketchThings, version);
  const cJSON *knobs =
      thing ? cJSON_GetObjectItemCaseSensitive(thing->data, "knobs") : NULL;
  for (int t = task->begin; t < task->end && sample.numTrials < (int)room;
       t++) {
    const AsViewTrial *trial = &view->trials[t];
    if (trial->sketch != sketch || !isTimed(trial))
      continue;
    int at = sample.numTrials++;
    readPoint(trial->point, knobs, family, arena,
              sample.values + (size_t)at * AS_MAX_KNOBS);
    sample.logs[at] = log(trial->seconds);
    sample.isBound[at] = trial->outcome == AS_OUTCOME_EARLY_STOPPED;
  }
  size_t count = (size_t)family->numSamples + 1;
  family->samples = asRealloc(family->samples, sizeof *family->samples * count);
  family->tasks = asRealloc(family->tasks, sizeof *family->tasks * count);
  family->tasks[family->numSamples] = number;
  family->samples[family->numSamples++] = sample;
}

//===----------------------------------------------------------------------===//
// Families
//===----------------------------------------------------------------------===//

typedef struct Building {
  const AsView *view;
  AsArena *arena;
  AsNames keys; ///< Of the families, in their order.
  AsFamilies result;
} Building;

static AsFamily *familyOf(Building *building, const AsViewTask *task,
                          int sketch) {
  AsArena *arena = building->arena;
  AsFamilies *all = &building->result;
  const char *name = building->view->sketches.names[sketch];
  AsFamily family = {
      .signature = textOf(task->data, "signature"),
      .device = asArenaCopy(arena, task->target, strcspn(task->target, ":")),
      .sketch = asArenaCopy(arena, name, strcspn(name, "\n"))};
  AsText key = {0};
  asTextFormat(&key, "%s\n%s\n%s", family.device, family.signature,
               family.sketch);
  int number = asNamesAdd(&building->keys, asTextString(&key));
  asTextFree(&key);
  if (number == all->count) {
    family.like = asArenaFormat(arena, "%s (%.8s)", textOf(task->data, "label"),
                                task->hash);
    all->families =
        asRealloc(all->families, sizeof *all->families * (size_t)++all->count);
    all->families[number] = family;
  }
  return &all->families[number];
}

/// Adds the trials of a task, sketch by sketch. Without a signature nothing is
/// known of what other tasks it is like.
static void addTask(Building *building, int number) {
  const AsView *view = building->view;
  const AsViewTask *task = &view->tasks[number];
  bool hasAny = false;
  for (int s = 0; s < view->sketches.count; s++) {
    if (!*textOf(task->data, "signature") || !numTimed(view, task, s))
      continue;
    addSample(view, number, s, familyOf(building, task, s), building->arena);
    hasAny = true;
  }
  building->result.numTasks += hasAny;
}

AsFamilies asFamiliesOf(const AsView *view, AsArena *arena) {
  Building building = {.view = view, .arena = arena};
  for (int t = 0; t < view->numTasks; t++)
    addTask(&building, t);
  asNamesFree(&building.keys);
  return building.result;
}

void asFamiliesFree(AsFamilies *families) {
  for (int f = 0; f < families->count; f++) {
    AsFamily *family = &families->families[f];
    for (int s = 0; s < family->numSamples; s++) {
      free(family->samples[s].values);
      free(family->samples[s].logs);
      free(family->samples[s].isBound);
    }
    free(family->samples);
    free(family->tasks);
  }
  free(families->families);
  *families = (AsFamilies){0};
}
