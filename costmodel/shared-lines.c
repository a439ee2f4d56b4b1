//===- shared-lines.c - Lines that threads take from each other
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See shared-lines.h.
//
//===----------------------------------------------------------------------===//

#include "costmodel/shared-lines.h"
#include <math.h>

/// For a line of another core.
static const double cyclesPerLine = 220;

/// How often sums are read and written in each tile of a thread: once for each
/// part of what is added.
static double passesOfSums(const AsStageView *stage, int a, int depth) {
  int hoist = asViewHoistDepth(stage, a);
  double passes = 1;
  for (int l = depth; l < hoist; l++)
    if (stage->dim[l] >= 0 && !(stage->moves[a] >> stage->dim[l] & 1))
      passes *= stage->trip[l];
  return passes;
}

/// Whether a row of what is only written has a line that columns of two threads
/// are in: parts or rows are not whole lines.
static bool isTorn(const AsNestView *view, const AsStageView *stage, int a,
                   double columns) {
  const AsTensor *tensor =
      &view->nest->sketch->program->tensors[stage->stage->access[a].tensor];
  double bytes = asElementBytes(tensor->element);
  double row =
      tensor->rank ? (double)tensor->shape[tensor->rank - 1] * bytes : 0;
  const AsAccess *access = &stage->stage->access[a];
  return access->isWrite && !access->isRead &&
         (fmod(columns * bytes, view->lineBytes) > 0 ||
          fmod(row, view->lineBytes) > 0);
}

/// Whether the result is an array of the thread's own: that of a stage which is
/// fused with the last one within the loop of the threads.
static bool isLocal(const AsNestView *view, const AsStageView *stage,
                    int depth) {
  int last = view->nest->numStages - 1, own = (int)(stage - view->stage);
  return own != last && stage->stage->kind != AS_STAGE_FILL &&
         asNestCommonLoops(view->nest, own, last) >= depth;
}

double asSharedLineCycles(const AsNestView *view, const AsStageView *stage,
                          int threads) {
  double parts = 1, others = 1, columns = 0, cycles = 0;
  int depth = 0;
  for (int l = 0; l < stage->own->numLoops; l++)
    if (asNestIsParallel(&stage->own->loop[l])) {
      bool isLane = stage->own->loop[l].dim == stage->lane;
      depth = l + 1;
      // What is left over is done when all have finished.
      parts *= isLane ? floor(stage->trip[l]) : 1;
      others *= isLane ? 1 : stage->trip[l];
      columns = isLane ? stage->own->loop[l].step : columns;
    }
  if (isLocal(view, stage, depth))
    return 0;
  // Parts of a thread are side by side.
  double borders = asLeast(parts, threads) / parts;
  for (int a = 0; a < stage->stage->numAccesses; a++) {
    const AsAccess *access = &stage->stage->access[a];
    double passes = passesOfSums(stage, a, depth);
    bool isShared =
        access->isWrite && access->isRead && passes > 1 && parts <= threads;
    bool isTornOnce = others < threads && isTorn(view, stage, a, columns);
    if (parts > 1 && (isShared || isTornOnce))
      cycles += (isTornOnce ? 1 : passes) * borders *
                stage->reach[a][depth].runs * stage->entries[depth] *
                cyclesPerLine;
  }
  return cycles;
}
