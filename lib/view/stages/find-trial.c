//===- find-trial.c - One trial, by the beginning of its address
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See find-trial.h.
//
//===----------------------------------------------------------------------===//

#include "view/stages/find-trial.h"
#include <math.h>
#include <string.h>

AsStatus asViewFindTrial(const AsView *view, const char *id,
                         AsViewChosen *chosen, AsError *error) {
  size_t length = strlen(id);
  *chosen = (AsViewChosen){NULL, NULL};
  for (int t = 0; t < view->numTasks; t++)
    for (int i = view->tasks[t].begin; i < view->tasks[t].end; i++) {
      const AsViewTrial *trial = &view->trials[i];
      if (strncmp(trial->address.text, id, length) != 0)
        continue;
      if (chosen->trial)
        return asFail(error, AS_INVALID_INPUT,
                      "more than one trial begins with '%s': '%s' and '%s'; "
                      "give more of its digits",
                      id, chosen->trial->address.text, trial->address.text);
      *chosen = (AsViewChosen){&view->tasks[t], trial};
    }
  return chosen->trial
             ? AS_OK
             : asFail(error, AS_NOT_FOUND,
                      "there is no trial '%s'; --csv lists them all, and the "
                      "address of a page names the chosen one",
                      id);
}

void asViewAppendComment(const char *mark, const char *lines, AsText *text) {
  while (*lines) {
    size_t length = strcspn(lines, "\r\n");
    asTextFormat(text, "%s%s", mark, length ? " " : "");
    asTextAppend(text, lines, length);
    asTextAppendString(text, "\n");
    lines += length + (lines[length] != 0);
  }
}

void asViewAppendFacts(const AsView *view, const AsViewChosen *chosen,
                       const char *mark, AsText *text) {
  const AsViewTask *task = chosen->task;
  const AsViewTrial *trial = chosen->trial;
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
  asViewAppendComment(mark, asTextString(&facts), text);
  asTextFree(&facts);
}
