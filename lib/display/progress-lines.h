//===- progress-lines.h - Progress as lines, for people and for programs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every function appends what has just happened, as one line where not said
// otherwise. The JSON lines are described in docs/report.md.
//
//===----------------------------------------------------------------------===//

#ifndef AS_DISPLAY_PROGRESS_LINES_H
#define AS_DISPLAY_PROGRESS_LINES_H

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
  int trial;         ///< SEARCH: its number in the history of the task.
} AsTuneEvent;

void asPlainStartAppend(AsText *text, const AsSnapshot *snapshot);
void asPlainEventAppend(AsText *text, const AsSnapshot *snapshot,
                        const AsTuneEvent *event);
/// That the run waits for cores.
void asPlainWaitAppend(AsText *text, const AsSnapshot *snapshot);

void asJsonStartAppend(AsText *text, const AsSnapshot *snapshot);
void asJsonEventAppend(AsText *text, const AsSnapshot *snapshot,
                       const AsTuneEvent *event);
/// Of the last snapshot.
void asJsonWaitAppend(AsText *text, const AsSnapshot *snapshot);
void asJsonEndAppend(AsText *text, const AsSnapshot *snapshot);

#endif // AS_DISPLAY_PROGRESS_LINES_H
