//===- stages.c - The stages of a task, and what trials did with them
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See stages.h.
//
//===----------------------------------------------------------------------===//

#include "view/stages/stages.h"
#include "view/stages/derive-task.h"
#include "view/stages/nest-text.h"
#include "view/stages/stage-map.h"
#include <stdlib.h>
#include <string.h>

int asStageReads(const AsStage *stage, int tensors[AS_MOST_READS]) {
  int count = 0;
  for (int a = 0; a < stage->numAccesses; a++) {
    const AsAccess *access = &stage->access[a];
    int tensor = !access->isWrite ? access->tensor
                 : access->isRead ? access->initial
                                  : -1;
    int i = 0;
    while (i < count && tensors[i] != tensor)
      i++;
    if (tensor >= 0 && i == count)
      tensors[count++] = tensor;
  }
  return count;
}

//===----------------------------------------------------------------------===//
// The forms of trials
//===----------------------------------------------------------------------===//

/// Of a stage that the sketch does not have there are no loops.
static AsViewForm formOf(const AsNest *nest, const AsProgram *task) {
  AsViewForm form = {0};
  int stages[AS_MAX_STAGES];
  asStageMap(nest->sketch->program, task, stages);
  for (int s = 0; s < nest->numStages; s++)
    if (stages[s] >= 0)
      form.stages[stages[s]] = asStageLoopsCount(nest, s);
  return form;
}

/// A form as a string, to be found by: its counts, which are small, plus one.
typedef struct FormKey {
  char text[AS_MAX_STAGES * (1 + AS_NUM_LOOP_STRATEGIES) + 1];
} FormKey;

static FormKey keyOf(const AsViewForm *form, int numStages) {
  FormKey key = {0};
  char *next = key.text;
  for (int s = 0; s < numStages; s++) {
    *next++ = (char)(form->stages[s].all + 1);
    for (int i = 0; i < AS_NUM_LOOP_STRATEGIES; i++)
      *next++ = (char)(form->stages[s].with[i] + 1);
  }
  return key;
}

static void addForms(AsView *view, const AsViewTask *task,
                     const AsViewDerived *derived, AsViewStages *stages) {
  AsNames keys = {0};
  int capacity = 0;
  stages->numStages = stages->task.program.numStages;
  for (int t = task->begin; t < task->end; t++) {
    AsNest nest;
    AsPoint point;
    if (!asViewBuildNest(derived, &view->trials[t], &point, &nest))
      continue;
    AsViewForm form = formOf(&nest, &stages->task.program);
    FormKey key = keyOf(&form, stages->numStages);
    int number = asNamesAdd(&keys, key.text);
    view->trials[t].form = number;
    if (number < stages->numForms)
      continue;
    if (stages->numForms == capacity) {
      capacity = capacity ? 2 * capacity : 16;
      stages->forms =
          asRealloc(stages->forms, sizeof *stages->forms * (size_t)capacity);
    }
    stages->forms[stages->numForms++] = form;
  }
  asNamesFree(&keys);
}

//===----------------------------------------------------------------------===//
// The nests of a few trials
//===----------------------------------------------------------------------===//

/// A trial, and what to order it by.
typedef struct Ranked {
  int trial;
  double seconds;
} Ranked;

static int fastestFirst(const void *left, const void *right) {
  const Ranked *a = left, *b = right;
  return a->seconds != b->seconds
             ? (a->seconds > b->seconds) - (a->seconds < b->seconds)
             : a->trial - b->trial;
}

/// The best trial is among the fastest, or was measured again.
static void addNests(const AsView *view, const AsViewTask *task,
                     const AsViewDerived *derived, AsViewStages *stages) {
  int count = 0;
  Ranked *ranked =
      asAlloc(sizeof *ranked * (size_t)(task->end - task->begin + 1));
  for (int t = task->begin; t < task->end; t++)
    if (view->trials[t].outcome == AS_OUTCOME_OK && view->trials[t].form >= 0)
      ranked[count++] =
          (Ranked){t, t == task->best ? 0 : view->trials[t].seconds};
  qsort(ranked, (size_t)count, sizeof *ranked, fastestFirst);
  AsText text = {0};
  for (int r = 0; r < count && r < AS_MOST_NESTS; r++) {
    AsPoint point;
    AsNest nest;
    asTextClear(&text);
    if (!asViewBuildNest(derived, &view->trials[ranked[r].trial], &point,
                         &nest))
      continue;
    asNestAppendLoops(&nest, &stages->task.program, &text);
    stages->nests[stages->numNests++] = (AsViewNest){
        ranked[r].trial,
        asArenaCopy(&stages->arena, asTextString(&text), text.length)};
  }
  asTextFree(&text);
  free(ranked);
}

//===----------------------------------------------------------------------===//

static AsViewStages *makeStages(AsView *view, const AsViewTask *task,
                                MlirContext context) {
  AsViewStages *stages = asAlloc(sizeof *stages);
  *stages = (AsViewStages){.problem = "", .before = ""};
  AsError error = {0};
  if (asViewDescribe(context, task, &stages->arena, &stages->task, &error)) {
    stages->problem =
        asArenaCopy(&stages->arena, error.message, strlen(error.message));
    return stages;
  }
  AsViewDerived derived = {0};
  AsText text = {0};
  asProgramAppendLoops(&stages->task.program, &text);
  stages->before =
      asArenaCopy(&stages->arena, asTextString(&text), text.length);
  asTextFree(&text);
  if (asViewDerive(view, task, &stages->task.program, &derived)) {
    addForms(view, task, &derived, stages);
    addNests(view, task, &derived, stages);
  }
  asArenaDestroy(&derived.arena);
  return stages;
}

void asViewMakeStages(AsView *view) {
  MlirContext context = {0};
  for (int t = 0; t < view->numTasks; t++) {
    AsViewTask *task = &view->tasks[t];
    if (*task->text && mlirContextIsNull(context))
      context = asIrContextCreate();
    task->stages = makeStages(view, task, context);
  }
  if (!mlirContextIsNull(context))
    mlirContextDestroy(context);
}

void asViewStagesFree(AsViewStages *stages) {
  if (!stages)
    return;
  asArenaDestroy(&stages->arena);
  free(stages->forms);
  free(stages);
}
