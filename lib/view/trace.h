//===- trace.h - A view as a trace
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In the format of chrome://tracing, which Perfetto and Speedscope read: a
// process for each run, in it a track for what was measured, and as many for
// what was built as there were builds at a time:
//
//   {"ph":"X","name":"matmul 8x8x8","cat":"measure","pid":1,"tid":1,
//    "ts":2000000,"dur":400000,"args":{"outcome":"ok",...}}
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_TRACE_H
#define AS_VIEW_TRACE_H

#include "view/view.h"

/// A record has the second in which its trial ended, and how long it was built
/// and measured. So measurements follow each other from there, no two at a
/// time, and a build ends where its measurement begins, at the latest.
void asTraceAppend(const AsView *view, AsText *text);

#endif // AS_VIEW_TRACE_H
