//===- shared-lines.h - Lines that threads take from each other
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where each thread has one part of the columns, those on both sides of the
// border come to it at the same time, in each pass over their sums. Its lines
// go from core to core then, also where none has columns of both, as they are
// fetched ahead. What is written once has lines of both where the border is
// within a line, unless each thread has rows of its own.
//
//===----------------------------------------------------------------------===//

#ifndef AS_COSTMODEL_SHARED_LINES_H
#define AS_COSTMODEL_SHARED_LINES_H

#include "costmodel/footprint.h"

/// Cycles that threads wait for each other's lines in a stage.
double asSharedLineCycles(const AsNestView *view, const AsStageView *stage,
                          int threads);

#endif // AS_COSTMODEL_SHARED_LINES_H
