//===- dot.c - The stages of tasks for graphviz
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See dot.h. A stage is called t0s1, the second one of the first task, and a
// tensor t0v4.
//
//===----------------------------------------------------------------------===//

#include "view/stages/dot.h"
#include "view/stages/stages.h"

/// A string in quotes. A backslash would begin an escape, as \n, which ends a
/// line.
static void appendQuoted(AsText *text, const char *string) {
  asTextAppendString(text, "\"");
  for (const char *c = string; *c; c++) {
    if (*c == '"' || *c == '\\')
      asTextAppendString(text, "\\");
    asTextFormat(text, "%c", *c == '\n' ? ' ' : *c);
  }
  asTextAppendString(text, "\"");
}

static void appendShape(AsText *text, const AsTensor *tensor) {
  for (int r = 0; r < tensor->rank; r++)
    asTextFormat(text, "%lldx", (long long)tensor->shape[r]);
  asTextAppendString(text, asElementName(tensor->element));
}

static void appendStage(AsText *text, const AsProgram *program, int t, int s,
                        const AsViewForm *form) {
  const AsStage *stage = &program->stages[s];
  int fused = form ? form->stages[s].with[AS_LOOPS_FUSED] : 0;
  asTextFormat(text, "    t%ds%d [shape=box%s, label=\"%d %s\\n", t, s,
               fused ? ", penwidth=2" : "", s, asStageKindName(stage->kind));
  for (int d = 0; d < stage->numDims; d++)
    asTextFormat(text, "%s%lld%s", d ? " x " : "", (long long)stage->extent[d],
                 stage->isReduction[d] ? "r" : "");
  if (fused)
    asTextFormat(text, "\\nfused: in %d loops of another", fused);
  asTextAppendString(text, "\"];\n");
}

static bool isReadBy(const AsStage *stage, int tensor) {
  int reads[AS_MOST_READS];
  int count = asStageReads(stage, reads);
  for (int i = 0; i < count; i++)
    if (reads[i] == tensor)
      return true;
  return false;
}

/// The tensors that no stage makes, and those that none reads: results.
static void appendTensors(AsText *text, const AsProgram *program, int t) {
  for (int v = 0; v < program->numTensors; v++) {
    const AsTensor *tensor = &program->tensors[v];
    bool isRead = false;
    for (int s = 0; s < program->numStages; s++)
      isRead |= isReadBy(&program->stages[s], v);
    if (isRead == (tensor->producer >= 0))
      continue;
    asTextFormat(text, "    t%dv%d [shape=oval, label=\"", t, v);
    appendShape(text, tensor);
    asTextAppendString(text,
                       tensor->isConstant ? ", constant\"];\n" : "\"];\n");
    if (tensor->producer >= 0)
      asTextFormat(text, "    t%ds%d -> t%dv%d;\n", t, tensor->producer, t, v);
  }
}

static void appendArrows(AsText *text, const AsProgram *program, int t,
                         const AsViewForm *form) {
  for (int s = 0; s < program->numStages; s++) {
    int reads[AS_MOST_READS];
    int count = asStageReads(&program->stages[s], reads);
    for (int i = 0; i < count; i++) {
      const AsTensor *tensor = &program->tensors[reads[i]];
      int from = tensor->producer;
      if (from < 0) {
        asTextFormat(text, "    t%dv%d -> t%ds%d;\n", t, reads[i], t, s);
        continue;
      }
      bool isFused = form && form->stages[from].with[AS_LOOPS_FUSED];
      asTextFormat(text, "    t%ds%d -> t%ds%d [label=\"", t, from, t, s);
      appendShape(text, tensor);
      asTextFormat(text, "\"%s];\n", isFused ? ", penwidth=2" : "");
    }
  }
}

void asViewAppendDot(const AsView *view, AsText *text) {
  asTextAppendString(text, "digraph tasks {\n  node [fontname=Helvetica];\n"
                           "  edge [fontname=Helvetica, fontsize=10];\n");
  for (int t = 0; t < view->numTasks; t++) {
    const AsViewTask *task = &view->tasks[t];
    const AsViewStages *stages = task->stages;
    asTextFormat(text, "  subgraph cluster_%d {\n    label=", t);
    appendQuoted(text, asViewTaskLabel(task));
    asTextAppendString(text, ";\n");
    if (*stages->problem) {
      asTextFormat(text, "    t%d [shape=note, label=", t);
      appendQuoted(text, stages->problem);
      asTextAppendString(text, "];\n");
    } else {
      const AsProgram *program = &stages->task.program;
      int number = task->best < 0 ? -1 : view->trials[task->best].form;
      const AsViewForm *form = number < 0 ? NULL : &stages->forms[number];
      for (int s = 0; s < program->numStages; s++)
        appendStage(text, program, t, s, form);
      appendTensors(text, program, t);
      appendArrows(text, program, t, form);
    }
    asTextAppendString(text, "  }\n");
  }
  asTextAppendString(text, "}\n");
}
