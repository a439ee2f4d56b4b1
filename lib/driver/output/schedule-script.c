//===- schedule-script.c - Sketches and schedules as scripts for users
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See run.h.
//
//===----------------------------------------------------------------------===//

#include "driver/run.h"
#include "mlir-c/BuiltinAttributes.h"
#include "sketch/script.h"
#include "transform/apply-script.h"
#include <stdlib.h>
#include <string.h>

static void printStart(const AsRun *run, AsText *text) {
  asTextAppendString(text, "module attributes {transform.with_named_sequence");
  if (run->kernels.count) {
    asTextAppendString(text, ", " AS_KERNELS_ATTRIBUTE " = ");
    asIrPrintAttribute(asKernelTableWrite(&run->kernels, run->context), text);
  }
  asTextAppendString(text, "} {\n");
}

AsCandidate asTaskWinner(const AsTuneTask *task) {
  int best = asTaskHistoryWinner(&task->history);
  if (best >= 0)
    return task->history.trials[best].candidate;
  int plain = asSketchPlain(task->sketches, task->numSketches);
  return (AsCandidate){.sketch = plain >= 0 ? plain : task->numSketches - 1};
}

/// The lines of a script's first sequence, under another name and with
/// attributes: from its "transform.named_sequence @" up to the end of it.
static void printOpenSketch(const AsTask *task, const AsSketch *sketch,
                            int number, AsText *text) {
  AsText name = {0};
  asTextFormat(&name, "sketch_%.16s_%d", task->hash, number);
  asTextFormat(text, "  // %s of task %s, %s: %.0f points\n", sketch->name,
               task->hash, task->label, asSketchNumPoints(sketch));
  asScriptSequence(sketch, NULL, name.data, false, text);
  asTextFree(&name);
}

void asSketchesPrint(const AsRun *run, AsText *text) {
  printStart(run, text);
  for (int t = 0; t < run->tasks.numTasks; t++) {
    int number = 0;
    for (int s = 0; s < run->tuned[t].numSketches; s++)
      if (!run->tuned[t].sketches[s].isUser)
        printOpenSketch(&run->tasks.tasks[t], &run->tuned[t].sketches[s],
                        number++, text);
  }
  asUserSketchesPrint(run, text);
  asTextAppendString(text, "}\n");
}

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

/// The sequence for a task, under which name asScheduleApply looks for it too.
static void appendName(const char *hash, AsText *text) {
  asTextFormat(text, "schedule_%.16s", hash);
}

typedef struct Functions {
  AsText matches, handles; ///< Lines that match each by its name; ", %n0, ...".
  AsText description;      ///< Of the last one.
  int count, marked;
} Functions;

static void addFunction(MlirOperation function, void *context) {
  Functions *functions = context;
  AsText hash = {0};
  functions->marked += !asTaskIsScheduled(function) &&
                       asIrStringAttribute(function, AS_TASK_ATTRIBUTE, &hash);
  asTextFree(&hash);
  MlirAttribute description = mlirOperationGetDiscardableAttributeByName(
      function, asIrString(AS_DESCRIPTION_ATTRIBUTE));
  asTextClear(&functions->description);
  if (!mlirAttributeIsNull(description))
    asIrPrintAttribute(description, &functions->description);
  asTextFormat(&functions->matches,
               "    %%n%d = transform.structured.match ops{[\"func.func\"]} "
               "attributes {sym_name = ",
               functions->count);
  asIrPrintAttribute(
      mlirOperationGetInherentAttributeByName(function, asIrString("sym_name")),
      &functions->matches);
  asTextAppendString(&functions->matches,
                     "} in %m : (!transform.any_op) -> !transform.any_op\n");
  asTextFormat(&functions->handles, ", %%n%d", functions->count++);
}

/// Tasks bear a mark. Where every function of the module is the one task, they
/// are matched by their names as well: the original module, on which the script
/// replays too, has neither marks nor a description. They get them (again,
/// where they were), so that the result is the same.
static void printMain(const AsRun *run, AsText *text) {
  Functions functions = {0};
  asIrVisitAllFunctions(run->module, addFunction, &functions);
  bool isSingle =
      run->tasks.numTasks == 1 && functions.marked == functions.count;
  asTextAppendString(text, "  transform.named_sequence @__transform_main(%m: "
                           "!transform.any_op) {\n");
  for (int t = 0; t < run->tasks.numTasks; t++) {
    const char *hash = run->tasks.tasks[t].hash;
    asTextFormat(text,
                 "    // %s\n"
                 "    %%t%d = transform.structured.match ops{[\"func.func\"]} "
                 "attributes {" AS_TASK_ATTRIBUTE " = \"%s\"} in %%m : "
                 "(!transform.any_op) -> !transform.any_op\n",
                 run->tasks.tasks[t].label, t, hash);
    if (isSingle)
      asTextFormat(text,
                   "%s    %%f%d = transform.merge_handles deduplicate "
                   "%%t%d%s : !transform.any_op\n"
                   "    %%k%d = transform.param.constant \"%s\" -> "
                   "!transform.any_param\n"
                   "    transform.annotate %%f%d \"" AS_TASK_ATTRIBUTE
                   "\" = %%k%d : !transform.any_op, !transform.any_param\n"
                   "    %%d%d = transform.param.constant %s -> "
                   "!transform.any_param\n"
                   "    transform.annotate %%f%d \"" AS_DESCRIPTION_ATTRIBUTE
                   "\" = %%d%d : !transform.any_op, !transform.any_param\n",
                   functions.matches.data, t, t, functions.handles.data, t,
                   hash, t, t, t, asTextString(&functions.description), t, t);
    char handle = isSingle ? 'f' : 't';
    asTextFormat(text,
                 "    transform.annotate %%%c%d \"" AS_SCHEDULED_ATTRIBUTE
                 "\" : !transform.any_op\n"
                 "    transform.foreach %%%c%d : !transform.any_op {\n"
                 "    ^bb0(%%f: !transform.any_op):\n"
                 "      transform.include @",
                 handle, t, handle, t);
    appendName(hash, text);
    asTextAppendString(text, " failures(propagate) (%f) : (!transform.any_op) "
                             "-> ()\n    }\n");
  }
  asTextAppendString(text, "    transform.yield\n  }\n");
  asTextFree(&functions.matches);
  asTextFree(&functions.handles);
  asTextFree(&functions.description);
}

AsStatus asSchedulePrint(const AsRun *run, AsText *text, AsError *error) {
  printStart(run, text);
  printMain(run, text);
  AsStatus status = AS_OK;
  for (int t = 0; t < run->tasks.numTasks && !status; t++) {
    const AsTuneTask *task = &run->tuned[t];
    AsCandidate winner = asTaskWinner(task);
    const AsSketch *sketch = &task->sketches[winner.sketch];
    AsText name = {0};
    appendName(task->hash, &name);
    if (sketch->isUser)
      status = asUserSchedulePrint(run, sketch, &winner.point, name.data, text,
                                   error);
    else
      asScriptSequence(sketch, &winner.point, name.data, false, text);
    asTextFree(&name);
  }
  asTextAppendString(text, "}\n");
  return status;
}

//===----------------------------------------------------------------------===//
// Applying
//===----------------------------------------------------------------------===//

typedef struct Application {
  MlirModule script;
  int applied;
  AsStatus status;
  AsError *error;
} Application;

/// What @__transform_main does, but by marks alone: by now they are there.
static void applyToFunction(MlirOperation function, void *context) {
  Application *application = context;
  AsText hash = {0}, name = {0};
  if (!application->status && !asTaskIsScheduled(function) &&
      asIrStringAttribute(function, AS_TASK_ATTRIBUTE, &hash)) {
    appendName(hash.data, &name);
    AsStatus status = asScriptApply(function, application->script, name.data,
                                    application->error);
    if (!status)
      mlirOperationSetDiscardableAttributeByName(
          function, asIrString(AS_SCHEDULED_ATTRIBUTE),
          mlirUnitAttrGet(mlirOperationGetContext(function)));
    application->applied += status == AS_OK;
    application->status = status == AS_NOT_FOUND ? AS_OK : status;
  }
  asTextFree(&hash);
  asTextFree(&name);
}

AsStatus asScheduleApply(AsRun *run, MlirModule script, int *applied,
                         AsError *error) {
  Application application = {.script = script, .error = error};
  asIrVisitAllFunctions(run->module, applyToFunction, &application);
  *applied = application.applied;
  return application.status;
}
