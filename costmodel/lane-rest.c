//===- lane-rest.c - Bodies for the lanes that tiles leave over
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See lane-rest.h.
//
//===----------------------------------------------------------------------===//

#include "costmodel/lane-rest.h"
#include <math.h>

AsLaneRest asViewLaneRest(const AsStageView *stage) {
  AsLaneRest rest = {-1, 1, 0, 0, 0, 1};
  if (stage->lane < 0 || stage->own->isSplit)
    return rest;
  int loop = stage->own->numLoops - 1;
  while (loop >= 0 && stage->dim[loop] != stage->lane)
    loop--;
  // Of padded tiles none is a part.
  if (loop < 0 || fmod(stage->trip[loop], 1) == 0)
    return rest;
  double trip = stage->trip[loop], whole = floor(trip);
  double left = rint((trip - whole) * stage->own->loop[loop].step);
  rest.loop = loop;
  rest.whole = whole / trip;
  rest.bodies = ceil(left / stage->lanes) / trip;
  rest.lastLanes = (int)fmod(left, stage->lanes);
  rest.last = rest.lastLanes ? 1 / trip : 0;
  rest.vectors = stage->vectorsPerLane * stage->body[stage->lane];
  return rest;
}
