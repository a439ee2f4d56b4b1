//===- row-rest.c - Bodies for the rows that tiles leave over
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See row-rest.h.
//
//===----------------------------------------------------------------------===//

#include "costmodel/row-rest.h"
#include <math.h>

/// Whether the loop makes register tiles of rows.
static bool tilesRows(const AsStageView *stage, int l) {
  int d = stage->dim[l];
  return d >= 0 && d != stage->lane && !stage->stage->isReduction[d] &&
         stage->body[d] > 1 && stage->own->loop[l].step == stage->own->tile[d];
}

AsRowRest asViewRowRest(const AsStageView *stage) {
  AsRowRest rows = {-1, 1, 0, 1};
  if (stage->lane < 0)
    return rows;
  for (int l = 0; l < stage->own->numLoops; l++) {
    double share = fmod(stage->trip[l], 1);
    if (share > 0 && tilesRows(stage, l))
      rows = (AsRowRest){l, floor(stage->trip[l]) / stage->trip[l],
                         1 / stage->trip[l], share};
  }
  return rows;
}
