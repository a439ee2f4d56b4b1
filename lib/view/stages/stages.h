//===- stages.h - The stages of a task, and what trials did with them
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the nests of trials, which are made again (derive-task.h): how many
// loops of each stage they vectorise, pack and so on, for all; and for the
// fastest ones the loops as text.
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

/// The loops of so many trials of a task are shown.
enum { AS_MOST_NESTS = 32 };

typedef struct AsViewNest {
  int trial;
  const char *text;
} AsViewNest;

struct AsViewStages {
  AsArena arena;
  const char *problem; ///< Why there is no program, or "".
  AsTask task;         ///< Its program, where there is no problem.
  int numStages;       ///< Of forms: 0 where there are none.
  AsViewForm *forms;
  int numForms;
  const char *before;              ///< The loops as the program has them.
  AsViewNest nests[AS_MOST_NESTS]; ///< Of the best trial, and the fastest ones.
  int numNests;
};

void asViewStagesFree(AsViewStages *stages); ///< NULL is allowed.

/// Appends [{"name":"parallel","meaning":"..."},...].
void asLoopStrategiesAppendJson(AsText *text);

/// Appends the stages of a task (docs/view.md), null where these were not made.
void asViewStagesAppendJson(const AsViewTask *task, AsText *text);

#endif // AS_VIEW_STAGES_H
