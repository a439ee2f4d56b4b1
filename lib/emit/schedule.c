//===- emit/schedule.c - Sketches and schedules as scripts for users
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See run.h.
//
//===----------------------------------------------------------------------===//

#include "emit/run.h"
#include "sketch/script.h"
#include <stdlib.h>
#include <string.h>

static const char moduleStart[] =
    "module attributes {transform.with_named_sequence} {\n";

AsCandidate asTaskWinner(const AsTuneTask *task) {
  int best = asHistoryBest(&task->history);
  if (best >= 0)
    return task->history.trials[best].candidate;
  AsCandidate plain;
  memset(&plain, 0, sizeof plain);
  while (plain.sketch < task->numSketches - 1 &&
         (task->sketches[plain.sketch].numSteps ||
          task->sketches[plain.sketch].isUser))
    plain.sketch++;
  return plain;
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
  asTextAppendString(text, moduleStart);
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

/// Whether every function of the module is the one task: then the script need
/// not look for a mark, and replays on the original module too.
typedef struct Marks {
  int functions, marked;
} Marks;

static void countMarks(MlirOperation function, void *context) {
  Marks *marks = context;
  AsText hash = {0};
  marks->functions++;
  marks->marked += asIrStringAttribute(function, AS_TASK_ATTRIBUTE, &hash);
  asTextFree(&hash);
}

static bool isSingleTask(const AsRun *run) {
  Marks marks = {0};
  asIrVisitFunctions(run->module, countMarks, &marks);
  return run->tasks.numTasks == 1 && marks.marked == marks.functions;
}

/// Marks the function (again, where it was), so that the result is the same
/// whether the script runs on the tasks or on the original.
static void printMain(const AsRun *run, AsText *text) {
  bool single = isSingleTask(run);
  asTextAppendString(text, "  transform.named_sequence @__transform_main(%m: "
                           "!transform.any_op) {\n");
  for (int t = 0; t < run->tasks.numTasks; t++) {
    const char *hash = run->tasks.tasks[t].hash;
    asTextFormat(text, "    // %s\n", run->tasks.tasks[t].label);
    asTextFormat(text,
                 "    %%f%d = transform.structured.match "
                 "ops{[\"func.func\"]}",
                 t);
    if (!single)
      asTextFormat(text, " attributes {" AS_TASK_ATTRIBUTE " = \"%s\"}", hash);
    asTextFormat(text,
                 " in %%m : (!transform.any_op) -> !transform.any_op\n"
                 "    %%k%d = transform.param.constant \"%s\" -> "
                 "!transform.any_param\n"
                 "    transform.annotate %%f%d \"" AS_TASK_ATTRIBUTE
                 "\" = %%k%d : !transform.any_op, !transform.any_param\n"
                 "    transform.foreach %%f%d : !transform.any_op {\n"
                 "    ^bb0(%%f: !transform.any_op):\n"
                 "      transform.include @schedule_%.16s failures(propagate) "
                 "(%%f) : (!transform.any_op) -> ()\n"
                 "    }\n",
                 t, hash, t, t, t, hash);
  }
  asTextAppendString(text, "    transform.yield\n  }\n");
}

AsStatus asSchedulePrint(const AsRun *run, AsText *text, AsError *error) {
  asTextAppendString(text, moduleStart);
  printMain(run, text);
  AsStatus status = AS_OK;
  for (int t = 0; t < run->tasks.numTasks && !status; t++) {
    const AsTuneTask *task = &run->tuned[t];
    AsCandidate winner = asTaskWinner(task);
    const AsSketch *sketch = &task->sketches[winner.sketch];
    AsText name = {0};
    asTextFormat(&name, "schedule_%.16s", task->hash);
    if (sketch->isUser)
      status = asUserSchedulePrint(run, sketch, &winner.point, name.data, text,
                                   error);
    else
      asScriptSequence(sketch, &winner.point, name.data, false, text);
    asTextFree(&name);
  }
  asUserSketchesPrint(run, text);
  asTextAppendString(text, "}\n");
  return status;
}
