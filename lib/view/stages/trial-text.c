//===- trial-text.c - One trial, with its loops and its script
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See trial-text.h.
//
//===----------------------------------------------------------------------===//

#include "view/stages/trial-text.h"
#include "sketch/script.h"
#include "view/stages/derive-task.h"
#include "view/stages/nest-text.h"
#include <math.h>
#include <string.h>

/// Sets *task and *trial.
static AsStatus find(const AsView *view, const char *id,
                     const AsViewTask **task, const AsViewTrial **trial,
                     AsError *error) {
  size_t length = strlen(id);
  *trial = NULL;
  for (int t = 0; t < view->numTasks; t++)
    for (int i = view->tasks[t].begin; i < view->tasks[t].end; i++) {
      if (strncmp(view->trials[i].address.text, id, length) != 0)
        continue;
      if (*trial)
        return asFail(error, AS_INVALID_INPUT,
                      "more than one trial begins with '%s': '%s' and '%s'; "
                      "give more of its digits",
                      id, (*trial)->address.text, view->trials[i].address.text);
      *task = &view->tasks[t];
      *trial = &view->trials[i];
    }
  return *trial
             ? AS_OK
             : asFail(error, AS_NOT_FOUND,
                      "there is no trial '%s'; --csv lists them all, and the "
                      "address of a page names the chosen one",
                      id);
}

/// Appends each line of `lines` as a comment.
static void appendComment(AsText *text, const char *lines) {
  while (*lines) {
    size_t length = strcspn(lines, "\r\n");
    asTextAppendString(text, length ? "// " : "//");
    asTextAppend(text, lines, length);
    asTextAppendString(text, "\n");
    lines += length + (lines[length] != 0);
  }
}

static void appendFacts(AsText *text, const AsView *view,
                        const AsViewTask *task, const AsViewTrial *trial) {
  const char *sketch = view->sketches.names[trial->sketch];
  int length = (int)strcspn(sketch, "\n");
  AsText facts = {0};
  asTextFormat(&facts, "trial %s of %s\n", trial->address.text,
               asViewTaskLabel(task));
  asTextFormat(&facts, "task %s\ntarget %s\ncompiler %s\n", task->hash,
               task->target, task->compiler);
  asTextFormat(&facts, "outcome %s", asOutcomeName(trial->outcome));
  if (!isnan(trial->seconds))
    asTextFormat(&facts, ", %s%.4g us",
                 trial->outcome == AS_OUTCOME_OK ? "" : "more than ",
                 trial->seconds * 1e6);
  if (trial->message >= 0)
    asTextFormat(&facts, ": %s", view->messages.names[trial->message]);
  asTextFormat(&facts, "\nsketch %.*s, %s\npoint %s\n", length, sketch,
               sketch + length + 1, trial->point);
  appendComment(text, asTextString(&facts));
  asTextFree(&facts);
}

static void appendLoops(AsText *text, const AsNest *nest,
                        const AsProgram *task) {
  AsText loops = {0};
  asTextAppendString(text, "//\n// The loops before:\n//\n");
  asProgramAppendLoops(task, &loops);
  appendComment(text, asTextString(&loops));
  asTextClear(&loops);
  asTextAppendString(text, "//\n// and after:\n//\n");
  asNestAppendLoops(nest, task, &loops);
  appendComment(text, asTextString(&loops));
  asTextAppendString(text, "\n");
  asTextFree(&loops);
}

/// What the store has of the script, with open knobs, where the trial cannot be
/// made again.
static void appendOpenScript(AsText *text, const AsView *view,
                             const AsViewTrial *trial) {
  const char *version = strchr(view->sketches.names[trial->sketch], '\n') + 1;
  const AsViewThing *thing = asViewFindThing(&view->sketchThings, version);
  asTextAppendString(
      text, "//\n// The loops are not known: the sketch is a user's, or of "
            "another version of as-opt,\n// or the store lacks the task or the "
            "target.\n");
  if (thing && *thing->text)
    asTextFormat(text, "// The knobs of this script are open.\n\n%s\n",
                 thing->text);
}

AsStatus asViewAppendTrial(const AsView *view, const char *id, AsText *text,
                           AsError *error) {
  const AsViewTask *task = NULL;
  const AsViewTrial *trial = NULL;
  AsStatus status = find(view, id, &task, &trial, error);
  if (status)
    return status;
  appendFacts(text, view, task, trial);
  AsViewDerived derived = {0};
  AsTask program;
  AsPoint point;
  AsNest nest;
  AsError problem = {0};
  MlirContext context = asIrContextCreate();
  if (!asViewDescribe(context, task, &derived.arena, &program, &problem) &&
      asViewDerive(view, task, &program.program, &derived) &&
      asViewBuildNest(&derived, trial, &point, &nest)) {
    appendLoops(text, &nest, &program.program);
    asScriptModule(nest.sketch, &point, false, text);
  } else {
    appendOpenScript(text, view, trial);
  }
  mlirContextDestroy(context);
  asArenaDestroy(&derived.arena);
  return AS_OK;
}
