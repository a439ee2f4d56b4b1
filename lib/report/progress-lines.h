//===- progress-lines.h - Progress as lines, for people and for programs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every function appends what has just happened, as one line where not said
// otherwise. The JSON lines are described in docs/report.md.
//
//===----------------------------------------------------------------------===//

#ifndef AS_REPORT_PROGRESS_LINES_H
#define AS_REPORT_PROGRESS_LINES_H

#include "report/figures.h"
#include "support/text.h"

/// Something that happened to a task. The phase says what: its stock lowering
/// was timed (BASELINE), one of its trials ended (SEARCH), or its best few were
/// measured again (FINAL).
typedef struct AsTuneEvent {
  AsTunePhase phase;
  int task;
  AsOutcome outcome; ///< SEARCH: of the trial.
  bool isBest;       ///< SEARCH: nothing was faster before.
} AsTuneEvent;

void asPlainStartAppend(AsText *text, const AsSnapshot *snapshot);
void asPlainEventAppend(AsText *text, const AsSnapshot *snapshot,
                        const AsTuneEvent *event);

/// Appends a line for each task and, below it, one for each of its trials that
/// were chosen and not made.
void asPlainSamplesAppend(AsText *text, const AsTuneTask *tasks, int numTasks);

void asJsonStartAppend(AsText *text, const AsSnapshot *snapshot);
void asJsonEventAppend(AsText *text, const AsSnapshot *snapshot,
                       const AsTuneEvent *event);
void asJsonEndAppend(AsText *text, const AsSnapshot *snapshot,
                     const AsTuneTimes *times, bool interrupted);

#endif // AS_REPORT_PROGRESS_LINES_H
