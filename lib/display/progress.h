//===- progress.h - Showing the search
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the user of a program sees while tasks are tuned, and at the end: a live
// table on a terminal, plain lines elsewhere, JSON lines for tools. Programs
// show it; libas-opt.so is without it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_DISPLAY_PROGRESS_H
#define AS_DISPLAY_PROGRESS_H

#include "report/figures.h"
#include <stdio.h>

typedef struct AsProgressView AsProgressView;

/// A view that writes to `out`, which is borrowed. `style` AUTO becomes a table
/// where `out` is a terminal, else plain lines.
AsProgressView *asProgressCreate(AsProgress style, FILE *out);
void asProgressDestroy(AsProgressView *view); ///< NULL is allowed.

/// Shows a run at one moment. The last snapshot becomes the final table: each
/// task with weight, speed, latency, speed-up over the stock lowering, trials
/// by outcome; the totals; where the time went. One with words becomes these.
void asProgressShow(AsProgressView *view, const AsSnapshot *snapshot);

#endif // AS_DISPLAY_PROGRESS_H
