//===- stages.c - The stages of a task, and what trials did with them
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See stages.h.
//
//===----------------------------------------------------------------------===//

#include "view/stages/stages.h"
#include "sketch/rules.h"
#include "view/stages/read-target.h"
#include <stdlib.h>
#include <string.h>

/// The sketches of one task for its target.
typedef struct Derived {
  AsArena arena;
  AsTarget target;
  AsGpu gpu;
  AsSketch *sketches;
  int numSketches;
  int *numbers; ///< For each sketch of the view the one that it is, or -1.
} Derived;

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

static MlirOperation firstFunction(MlirModule module) {
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  while (!mlirOperationIsNull(op) && !asIrIsNamed(op, "func.func"))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

/// Describes the task that the text is of. A text from elsewhere may be that of
/// another task.
static AsStatus describe(MlirContext context, const AsViewTask *task,
                         AsViewStages *stages, AsError *error) {
  if (!*task->text)
    return asFail(error, AS_NOT_FOUND, "the store has no text of this task");
  MlirModule module;
  AsStatus status = asIrParse(context, task->text, strlen(task->text), "<task>",
                              &module, error);
  if (status)
    return status;
  MlirOperation function = firstFunction(module);
  if (mlirOperationIsNull(function))
    status = asFail(error, AS_INVALID_INPUT,
                    "the text of this task in the store has no function");
  if (!status)
    status = asTaskDescribe(function, &stages->arena, &stages->task, error);
  if (!status && strcmp(stages->task.hash, task->hash) != 0)
    status = asFail(error, AS_INVALID_INPUT,
                    "the text of this task in the store is of another task, or "
                    "another version of as-opt named it");
  mlirModuleDestroy(module);
  return status;
}

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

/// The number of the derived sketch with this version, or -1.
static int numberOf(const Derived *derived, const char *version) {
  for (int s = 0; s < derived->numSketches; s++)
    if (strcmp(derived->sketches[s].version, version) == 0)
      return s;
  return -1;
}

/// False where the store does not say what the target is like.
static bool derive(const AsView *view, const AsViewTask *task,
                   const AsProgram *program, Derived *derived) {
  const AsViewThing *thing = asViewFindThing(&view->targetThings, task->target);
  if (!thing || program->numStages > AS_MAX_STAGES ||
      !asViewReadTarget(thing->data, &derived->target, &derived->gpu))
    return false;
  derived->sketches = asSketchDerive(program, &derived->target, &derived->arena,
                                     &derived->numSketches, NULL);
  derived->numbers =
      asArenaArray(&derived->arena, int, view->sketches.count + 1);
  for (int s = 0; s < view->sketches.count; s++)
    derived->numbers[s] =
        numberOf(derived, strchr(view->sketches.names[s], '\n') + 1);
  return true;
}

/// Builds the nest of a trial; false where it cannot be made again.
static bool buildNest(const Derived *derived, const AsViewTrial *trial,
                      AsNest *nest) {
  int number = derived->numbers[trial->sketch];
  AsPoint point;
  return number >= 0 &&
         asPointParse(&derived->sketches[number], trial->point, &point) &&
         asNestBuild(&derived->sketches[number], &point, nest);
}

static AsViewForm formOf(const AsNest *nest) {
  AsViewForm form = {0};
  for (int s = 0; s < nest->numStages; s++)
    form.stages[s] = asStageLoopsCount(nest, s);
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
                     const Derived *derived, AsViewStages *stages) {
  AsNames keys = {0};
  int capacity = 0;
  stages->numStages = stages->task.program.numStages;
  for (int t = task->begin; t < task->end; t++) {
    AsNest nest;
    if (!buildNest(derived, &view->trials[t], &nest))
      continue;
    AsViewForm form = formOf(&nest);
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

static AsViewStages *makeStages(AsView *view, const AsViewTask *task,
                                MlirContext context) {
  AsViewStages *stages = asAlloc(sizeof *stages);
  *stages = (AsViewStages){.problem = ""};
  AsError error = {0};
  if (describe(context, task, stages, &error)) {
    stages->problem =
        asArenaCopy(&stages->arena, error.message, strlen(error.message));
    return stages;
  }
  Derived derived = {0};
  if (derive(view, task, &stages->task.program, &derived))
    addForms(view, task, &derived, stages);
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
