//===- progress-view.h - Progress without a tuner and without stderr
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to this library and its tests: what progress.h does, of a snapshot
// that may come from anywhere and to any file.
//
//===----------------------------------------------------------------------===//

#ifndef AS_REPORT_PROGRESS_VIEW_H
#define AS_REPORT_PROGRESS_VIEW_H

#include "report/figures.h"
#include "report/progress.h"
#include <stdio.h>

/// asProgressCreate for `out`, which is borrowed.
AsProgressView *asProgressCreateFor(AsProgress style, FILE *out);

/// asProgressShow of a snapshot; its secondsLeft is filled in here.
void asProgressShowSnapshot(AsProgressView *view, AsSnapshot snapshot);

#endif // AS_REPORT_PROGRESS_VIEW_H
