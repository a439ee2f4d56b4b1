//===- stages.h - The stages of a task, and what trials did with them
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The store has a task as a module, and a trial as the version of a sketch and
// a point. From these its nest is made again: the program is taken from the
// module, and the sketches are derived from it as they were for the target.
// That takes the rules of today; of a sketch which they do not make any more
// nothing is known.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_STAGES_H
#define AS_VIEW_STAGES_H

#include "task/task.h"
#include "view/stages/loop-strategies.h"
#include "view/view.h"

/// What many trials of a task have in common: to how many loops of each stage
/// they do what.
typedef struct AsViewForm {
  AsStageLoops stages[AS_MAX_STAGES];
} AsViewForm;

enum { AS_MOST_READS = AS_MAX_ACCESSES };

/// Writes the tensors that a stage reads, each once, and returns how many. One
/// that is overwritten without being looked at is not read.
int asStageReads(const AsStage *stage, int tensors[AS_MOST_READS]);

struct AsViewStages {
  AsArena arena;
  const char *problem; ///< Why there is no program, or "".
  AsTask task;         ///< Its program, where there is no problem.
  int numStages;       ///< Of forms: 0 where there are none.
  AsViewForm *forms;
  int numForms;
};

void asViewStagesFree(AsViewStages *stages); ///< NULL is allowed.

/// Appends [{"name":"parallel","meaning":"..."},...].
void asLoopStrategiesAppendJson(AsText *text);

/// Appends the stages of a task (docs/view.md), null where that is NULL.
void asViewStagesAppendJson(const AsViewStages *stages, AsText *text);

#endif // AS_VIEW_STAGES_H
