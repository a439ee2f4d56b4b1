//===- task-table.h - The table of tasks, as text
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the live display and the end of a run both show: a line for each task,
// and what the lines add up to.
//
//===----------------------------------------------------------------------===//

#ifndef AS_DISPLAY_TASK_TABLE_H
#define AS_DISPLAY_TASK_TABLE_H

#include "report/figures.h"
#include "support/text.h"

/// Appends a line of titles and one for each task, in their order. A table
/// that would be wider than `width` (0: no limit) does without columns, the
/// least important first, and cuts labels, where possible so that those which
/// differ still do. Where there are more tasks than
/// `rows` (0: no limit), the current one and the ones that take most of the
/// time are shown, and the last row says how many are not.
void asTableAppend(AsText *text, const AsSnapshot *snapshot, int width,
                   int rows);

/// Appends two lines: the latency of all tasks together, trials and errors.
void asTotalsAppend(AsText *text, const AsSnapshot *snapshot);

/// A line for each model, where there are several or one has a goal.
void asModelsAppend(AsText *text, const AsSnapshot *snapshot);

/// Appends why, a line each, for the tasks that have nothing to show but a
/// problem; tasks that cannot be measured at all are what warnings are for.
void asProblemsAppend(AsText *text, const AsSnapshot *snapshot);

/// Seconds from which on it is worth a word that a run waits for cores.
extern const double asShortWait;

/// Appends the time so far, what is left of it, and what is being done.
void asActivityAppend(AsText *text, const AsSnapshot *snapshot);

/// Appends where the time went.
void asTimesAppend(AsText *text, const AsTuneTimes *times);

/// Appends the first line of `message`: compilers write several.
void asFirstLineAppend(AsText *text, const char *message);

#endif // AS_DISPLAY_TASK_TABLE_H
