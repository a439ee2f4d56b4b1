//===- narrow-products.c - Products of narrow numbers, together
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "costmodel/narrow-products.h"
#include "costmodel/access-moves.h"
#include "costmodel/lane-rest.h"
#include "ir/flipped-columns.h"
#include <math.h>

/// Lanes that fours are added to; vectors are filled up
/// (lowering/vector/dot-products.c).
enum { fewestInFours = 2 };

bool asIsNarrowOperand(const AsNestView *view, const AsStageView *stage,
                       int a) {
  const AsTensor *tensors = view->nest->sketch->program->tensors;
  const AsAccess *result = asStageResult(stage->stage);
  return stage->accumulates && stage->own->isVectorised && result &&
         asElementBytes(tensors[stage->stage->access[a].tensor].element) <
             asElementBytes(tensors[result->tensor].element);
}

int asProductsTogether(const AsNestView *view, const AsStageView *stage) {
  const AsTensor *tensors = view->nest->sketch->program->tensors;
  const AsAccess *result = asStageResult(stage->stage);
  int inner = stage->own->numLoops - 1;
  int64_t unroll = inner < 0 ? 1 : stage->own->loop[inner].unroll;
  if (unroll < 2 || !result)
    return 1;
  bool isFloat = asElementIsFloat(tensors[result->tensor].element);
  bool areBytes = true;
  for (int a = 0; a < stage->stage->numAccesses; a++) {
    const AsAccess *access = &stage->stage->access[a];
    bool isBf16 = view->nest->sketch->dots.bf16 &&
                  tensors[access->tensor].element == AS_ELEMENT_BF16;
    if (!access->isWrite &&
        (!asIsNarrowOperand(view, stage, a) || (isFloat && !isBf16)))
      return 1;
    areBytes &=
        access->isWrite || tensors[access->tensor].element == AS_ELEMENT_I8;
  }
  int64_t lanes = stage->lane < 0 ? 0 : (int64_t)stage->body[stage->lane];
  return areBytes && unroll >= 4 && view->nest->sketch->dots.byteLanes &&
                 lanes >= fewestInFours
             ? 4
             : 2;
}

/// The share of the lanes that are in a part of a vector which cannot add
/// fours: the last one, if it is too short.
static double lanesAlone(const AsStageView *stage) {
  AsLaneRest rest = asViewLaneRest(stage);
  int last = rest.lastLanes;
  if (rest.loop < 0 || last == 0 || last >= fewestInFours)
    return 0;
  return last /
         (stage->trip[rest.loop] * (double)stage->own->loop[rest.loop].step);
}

double asStepsAtOnce(const AsStageView *stage, int together) {
  int inner = stage->own->numLoops - 1;
  if (together == 1)
    return 1;
  double steps = stage->trip[inner], unroll = stage->own->loop[inner].unroll;
  double left = fmod(steps, unroll);
  double taken = ((steps - left) / together + left) / steps;
  double alone = together == 4 ? lanesAlone(stage) : 0;
  return 1 / ((1 - alone) * taken + alone);
}

bool asIsPackedByFours(const AsStageView *stage, int a) {
  int inner = stage->own->numLoops - 1;
  return stage->packDepth[a] >= 0 && fmod(stage->trip[inner], 4) == 0;
}

double asTilesCorrected(const AsStageView *stage) {
  double tiles = 1;
  bool areGrouped = false;
  for (int a = 0; a < stage->stage->numAccesses; a++) {
    if (stage->stage->access[a].isWrite || !asIsVectorAccess(stage, a))
      continue;
    areGrouped |= !asIsPackedByFours(stage, a);
    for (int l = 0; l < stage->own->numLoops; l++) {
      int d = stage->dim[l];
      bool isOfRows = d >= 0 && !(stage->moves[a] >> d & 1) &&
                      !asNestIsParallel(&stage->own->loop[l]);
      tiles *= isOfRows ? stage->trip[l] : 1;
    }
  }
  return asAreHoisted((int64_t)asLeast(tiles, INT32_MAX), areGrouped) ? tiles
                                                                      : 1;
}

double asFurtherFours(const AsStageView *stage) {
  return (double)stage->own->loop[stage->own->numLoops - 1].unroll / 4 - 1;
}

bool asIsFlippedOperand(const AsNestView *view, const AsStageView *stage, int a,
                        double bytesRead) {
  const AsTensor *tensor =
      &view->nest->sketch->program->tensors[stage->stage->access[a].tensor];
  double bytes = asElementBytes(tensor->element);
  for (int r = 0; r < tensor->rank; r++)
    bytes *= (double)tensor->shape[r];
  bool isShared = false;
  for (int l = 0; l < stage->own->numLoops; l++)
    isShared |= asNestIsParallel(&stage->own->loop[l]);
  return tensor->producer < 0 && bytes < INT32_MAX &&
         asIsFlippedOnce((int64_t)bytes, bytesRead, isShared);
}
