//===- progress.h - Showing the search
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the user sees on stderr while tasks are tuned, and at the end: a live
// table on a terminal, plain lines elsewhere, JSON lines for tools.
//
//===----------------------------------------------------------------------===//

#ifndef AS_REPORT_PROGRESS_H
#define AS_REPORT_PROGRESS_H

#include "search/tuner.h"

typedef struct AsProgressView AsProgressView;

/// `style` AUTO becomes a table where stderr is a terminal, else plain lines.
AsProgressView *asProgressCreate(AsProgress style);
void asProgressDestroy(AsProgressView *view);

/// What AsTunerOptions.progress calls; the context is the view.
void asProgressShow(const AsTuner *tuner, void *view);

/// The final table: each task with weight, speed, latency, speed-up over the
/// stock lowering, trials by outcome; the totals; where the time went.
void asProgressFinish(AsProgressView *view, const AsTuneTask *tasks,
                      int numTasks, const AsTuneTimes *times, bool interrupted);

/// For a run that measures nothing: `words`, some lines, in place of the table.
void asProgressSay(AsProgressView *view, const AsTuneTask *tasks, int numTasks,
                   const AsTuneTimes *times, const char *words);

#endif // AS_REPORT_PROGRESS_H
