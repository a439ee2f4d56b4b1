//===- derive-task.c - The program and the sketches of a task again
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See derive-task.h.
//
//===----------------------------------------------------------------------===//

#include "view/stages/derive-task.h"
#include "sketch/rules.h"
#include "view/stages/read-target.h"
#include <string.h>

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

static MlirOperation firstFunction(MlirModule module) {
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  while (!mlirOperationIsNull(op) && !asIrIsNamed(op, "func.func"))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

AsStatus asViewDescribe(MlirContext context, const AsViewTask *task,
                        AsArena *arena, AsTask *result, AsError *error) {
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
    status = asTaskDescribe(function, arena, result, error);
  if (!status && strcmp(result->hash, task->hash) != 0)
    status = asFail(error, AS_INVALID_INPUT,
                    "the text of this task in the store is of another task, or "
                    "another version of as-opt named it");
  mlirModuleDestroy(module);
  return status;
}

//===----------------------------------------------------------------------===//
// Sketches
//===----------------------------------------------------------------------===//

/// The number of the derived sketch with this version, or -1.
static int numberOf(const AsViewDerived *derived, const char *version) {
  for (int s = 0; s < derived->numSketches; s++)
    if (strcmp(derived->sketches[s].version, version) == 0)
      return s;
  return -1;
}

bool asViewDerive(const AsView *view, const AsViewTask *task,
                  const AsProgram *program, AsViewDerived *derived) {
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

bool asViewBuildNest(const AsViewDerived *derived, const AsViewTrial *trial,
                     AsPoint *point, AsNest *nest) {
  int number = derived->numbers ? derived->numbers[trial->sketch] : -1;
  return number >= 0 &&
         asPointParse(&derived->sketches[number], trial->point, point) &&
         asNestBuild(&derived->sketches[number], point, nest);
}
