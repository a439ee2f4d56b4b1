//===- csv.c - The trials of a view as a table
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See csv.h.
//
//===----------------------------------------------------------------------===//

#include "support/csv.h"
#include "view/csv.h"
#include <math.h>
#include <string.h>

static const char header[] =
    "task,label,target,compiler,trial,sketch,sketchVersion,outcome,seconds,"
    "estimate,buildSeconds,measureSeconds,final,date,run,donor,message,point\n";

static void addText(AsText *text, const char *field) {
  asCsvAppend(text, field);
  asTextAppendString(text, ",");
}

static void addReal(AsText *text, double number) {
  if (!isnan(number))
    asTextFormat(text, "%.9g", number);
  asTextAppendString(text, ",");
}

static void addTrial(const AsView *view, const AsViewTask *task,
                     const AsViewTrial *trial, AsText *text) {
  const char *sketch = view->sketches.names[trial->sketch];
  size_t length = strcspn(sketch, "\n");
  AsText name = {0};
  asTextAppend(&name, sketch, length);
  addText(text, task->hash);
  addText(text, asViewTaskLabel(task));
  addText(text, task->target);
  addText(text, task->compiler);
  addText(text, trial->address.text);
  addText(text, asTextString(&name));
  addText(text, sketch + length + 1);
  addText(text, asOutcomeName(trial->outcome));
  addReal(text, trial->seconds);
  addReal(text, trial->estimate);
  addReal(text, trial->buildSeconds);
  addReal(text, trial->measureSeconds);
  asTextFormat(text, "%d,%lld,", trial->isFinal, (long long)trial->date);
  addText(text, trial->run < 0 ? "" : view->runs.names[trial->run]);
  addText(text, trial->donor < 0 ? "" : view->donors.names[trial->donor]);
  addText(text, trial->message < 0 ? "" : view->messages.names[trial->message]);
  asCsvAppend(text, trial->point);
  asTextAppendString(text, "\n");
  asTextFree(&name);
}

void asViewAppendCsv(const AsView *view, AsText *text) {
  asTextAppendString(text, header);
  for (int t = 0; t < view->numTasks; t++) {
    const AsViewTask *task = &view->tasks[t];
    for (int i = task->begin; i < task->end; i++)
      addTrial(view, task, &view->trials[i], text);
  }
}
