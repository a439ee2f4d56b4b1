//===- automatic-vectors.c - What LLVM vectorises by itself
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See automatic-vectors.h.
//
//===----------------------------------------------------------------------===//

#include "costmodel/automatic-vectors.h"

/// Vectorisation by LLVM, as a share of the lanes of vectors that a schedule
/// asks for.
static const double automaticVectors = 0.5;
/// How many terms of a sum LLVM unrolls as a whole, so that it can vectorise
/// the loop around them: a window of 4x4.
enum { mostUnrolled = 16 };

/// Whether all that is read is contiguous along the loop, or nearly so, or does
/// not move with it.
static bool readsByElement(const AsNestView *view, int s, int loop) {
  const AsStageView *stage = &view->stage[s];
  for (int a = 0; a < stage->stage->numAccesses; a++) {
    double stride = asViewStride(view, s, a, loop);
    if (!stage->stage->access[a].isWrite && stage->moves[a] >> loop & 1 &&
        (stride < 1 || stride > AS_MOST_INTERLEAVED))
      return false;
  }
  return true;
}

bool asIsFloatExtreme(const AsNestView *view, const AsStageView *stage) {
  const AsProgram *program = view->nest->sketch->program;
  const AsAccess *result = asStageResult(stage->stage);
  return stage->accumulates && result &&
         asElementIsFloat(program->tensors[result->tensor].element) &&
         stage->stage->arithmetic[AS_ARITHMETIC_COMPARE] > 0;
}

/// Loops of fewer iterations around an unrolled window LLVM unrolls as well,
/// and looks for vectors along the next one.
static const double fewIterations = 16;
/// Where results are not contiguous along that, it gathers and scatters them:
/// an element takes as long as so many.
static const double gatheredElements = 3;

/// The number of loops around the innermost ones that reduce and that LLVM
/// unrolls as a whole, such as those over a small window.
static int loopsAroundUnrolled(const AsStageView *stage) {
  int depth = stage->numLoops;
  for (double terms = 1; depth > 1; depth--) {
    int d = stage->dim[depth - 1];
    if (d < 0 || !stage->stage->isReduction[d])
      break;
    terms *= (double)stage->stage->extent[d];
    if (terms > mostUnrolled)
      break;
  }
  return depth;
}

/// The loop along which LLVM vectorises code that is not vectorised, or -1: the
/// innermost one that it does not unroll, if the results are contiguous along
/// it, or are a sum of integers, which may be added in any order. If results
/// that are next to each other are stored together, it is the loop around them.
/// Maxima over windows stay scalars.
static int automaticLoop(const AsNestView *view, int s) {
  const AsStageView *stage = &view->stage[s];
  const AsProgram *program = view->nest->sketch->program;
  const AsAccess *result = asStageResult(stage->stage);
  if (stage->own->isVectorised || stage->own->carry || stage->own->isDiagonal ||
      stage->numLoops == 0 || !result)
    return -1;
  int innermost = stage->dim[stage->numLoops - 1];
  bool isFloat = asElementIsFloat(program->tensors[result->tensor].element);
  if (innermost >= 0 && stage->stage->isReduction[innermost] && !isFloat &&
      readsByElement(view, s, innermost))
    return innermost;
  int depth = loopsAroundUnrolled(stage), inner = stage->dim[depth - 1];
  bool isWindow = depth < stage->numLoops;
  if (inner < 0 || stage->stage->isReduction[inner] ||
      inner != asStageLaneLoop(program, stage->stage) ||
      (isWindow &&
       (!readsByElement(view, s, inner) || asIsFloatExtreme(view, stage) ||
        stage->trip[depth - 1] < fewIterations)))
    return -1;
  int outer = depth > 1 ? stage->dim[depth - 2] : -1;
  bool isUnrolled = stage->stage->extent[inner] <= AS_MOST_INTERLEAVED;
  if (isUnrolled && outer >= 0 && !stage->stage->isReduction[outer] &&
      readsByElement(view, s, outer))
    return outer;
  return readsByElement(view, s, inner) ? inner : -1;
}

/// Whether LLVM makes vectors of elements that are apart: the window is
/// unrolled, and the loop around it that is long enough is not along the
/// results.
static bool gathers(const AsNestView *view, int s) {
  const AsStageView *stage = &view->stage[s];
  int depth = loopsAroundUnrolled(stage);
  if (stage->own->isVectorised || stage->own->carry || stage->own->isDiagonal ||
      depth == stage->numLoops || asIsFloatExtreme(view, stage))
    return false;
  while (depth > 1 && stage->trip[depth - 1] < fewIterations)
    depth--;
  int loop = depth > 0 ? stage->dim[depth - 1] : -1;
  return loop >= 0 && stage->trip[depth - 1] >= fewIterations &&
         !stage->stage->isReduction[loop] &&
         loop != asStageLaneLoop(view->nest->sketch->program, stage->stage);
}

double asAutomaticLanes(const AsNestView *view, int s) {
  const AsStageView *stage = &view->stage[s];
  const AsSketch *sketch = view->nest->sketch;
  int loop = automaticLoop(view, s);
  if (loop < 0)
    return gathers(view, s) ? 1 / gatheredElements : 1;
  const AsAccess *result = asStageResult(stage->stage);
  int bytes = asElementBytes(sketch->program->tensors[result->tensor].element);
  double lanes = automaticVectors * sketch->vectorBytes / asMost(1, bytes);
  int64_t extent = stage->stage->extent[loop], vector = (int64_t)lanes;
  while (vector > extent)
    vector /= 2;
  if (vector < 2)
    return 1;
  int64_t runs = extent / vector + extent % vector;
  return asLeast(lanes, (double)extent / (double)runs);
}

int asLoopsLeft(const AsNestView *view, int s) {
  const AsStageView *stage = &view->stage[s];
  int count = stage->numLoops, loop = automaticLoop(view, s);
  while (loop >= 0 && stage->dim[count - 1] != loop)
    count--;
  return count;
}
