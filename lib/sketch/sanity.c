//===- sanity.c - Nests printed and checked
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See loop-nest.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/loop-nest.h"

void asNestPrint(const AsNest *nest, AsText *text) {
  static const char *const names[] = {
#define AS_NAME(suffix, name) name,
      AS_LOOP_KINDS(AS_NAME)
#undef AS_NAME
  };
  for (int s = 0; s < nest->numStages; s++) {
    const AsStage *stage = &nest->sketch->program->stages[s];
    if (stage->kind == AS_STAGE_PAD)
      continue;
    const AsNestStage *own = &nest->stage[s];
    asTextFormat(text, "%d %s:", stage->order, stage->name);
    for (int l = 0; l < own->numLoops; l++)
      asTextFormat(text, "%s %d %s", l ? "," : "", asNestTrip(&own->loop[l]),
                   names[own->loop[l].kind]);
    asTextAppendString(text, " | ");
    for (int d = 0; d < stage->numDims; d++)
      asTextFormat(text, "%s%lld", d ? "x" : "", (long long)own->tile[d]);
    asTextAppendString(text, "\n");
  }
}

bool asNestIsSane(const AsNest *nest) {
  for (int s = 0; s < nest->numStages; s++) {
    const AsStage *stage = &nest->sketch->program->stages[s];
    const AsNestStage *own = &nest->stage[s];
    if (stage->kind == AS_STAGE_PAD || nest->sketch->feeds[s])
      continue; // Tiles overlap.
    for (int d = 0; d < stage->numDims; d++) {
      int64_t span = stage->extent[d];
      bool isEven = true;
      for (int l = 0; l < own->numLoops; l++) {
        const AsNestLoop *loop = &own->loop[l];
        if (loop->dim != d)
          continue;
        bool leavesRest = loop->span % loop->step != 0;
        bool isPadded = asNestIsParallel(loop) && span == stage->extent[d] &&
                        loop->span > span && loop->span - span < loop->step &&
                        !leavesRest;
        bool isOnly = loop->kind == AS_LOOP_BLOCKS && loop->span == 1;
        if ((loop->span != span && !isPadded) ||
            (asNestTrip(loop) < 2 && !isOnly) || (leavesRest && !isEven))
          return false;
        isEven &= !leavesRest && !isPadded;
        span = loop->step;
      }
      if (span != own->tile[d])
        return false;
    }
  }
  return true;
}
