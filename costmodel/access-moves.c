//===- access-moves.c - Loads and registers that an access takes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See access-moves.h.
//
//===----------------------------------------------------------------------===//

#include "costmodel/access-moves.h"
#include "costmodel/automatic-vectors.h"
#include "costmodel/narrow-products.h"
#include "support/power-of-two.h"
#include <math.h>

static const double shuffledLoads = 1.5; ///< To load a vector and shuffle it.
/// How many times as long a shuffle of a vector of two units takes in a
/// transposition: on Zen 4, squares of 8 and of 16 take the same time.
static const double wideShuffles = 1.4;
static const double turnedLoads =
    0.8; ///< To transpose an element in registers.

bool asIsVectorAccess(const AsStageView *stage, int a) {
  return stage->lane >= 0 && stage->moves[a] >> stage->lane & 1;
}

/// How often an average vector is moved. If rows are not whole numbers of
/// vectors, some vectors cross two lines. Packed copies are aligned.
static double splitsOf(const AsNestView *view, const AsStageView *stage,
                       int a) {
  const AsTensor *tensor =
      &view->nest->sketch->program->tensors[stage->stage->access[a].tensor];
  int element = asElementBytes(tensor->element);
  int64_t vector = (int64_t)stage->lanes * element;
  if (stage->packDepth[a] >= 0 || tensor->rank < 2 || vector == 0 ||
      tensor->shape[tensor->rank - 1] % vector * element % vector == 0)
    return 1;
  return 1 + asLeast(1, (double)(vector - element) / view->lineBytes);
}

/// Loads or stores of what a row of lanes leaves over beyond whole vectors.
/// LLVM does that by halves, quarters and so on: 60 floats as 16, 16, 16, 8
/// and 4. Where these are many, codegen/move-odd-vectors.c loads under a mask,
/// and stores two that overlap, or one that overlaps a whole vector.
static int piecesOfRow(const AsNestView *view, const AsStageView *stage,
                       bool isWrite) {
  int64_t size = (int64_t)stage->body[stage->lane];
  unsigned left = (unsigned)(size % stage->lanes);
  if (view->nest->sketch->hasMasks && asIsManyPowers(left))
    return isWrite && size < stage->lanes ? 2 : 1;
  return __builtin_popcount(left);
}

static double loadsOfRow(const AsNestView *view, const AsStageView *stage,
                         int a) {
  int64_t whole = (int64_t)stage->body[stage->lane] / stage->lanes;
  const AsAccess *access = &stage->stage->access[a];
  return (double)(whole +
                  piecesOfRow(view, stage, access->isWrite && !access->isRead));
}

/// The share of what a body reads that the next iteration of the innermost loop
/// reads for the first time. The rest is in registers if both are unrolled:
/// neighbouring windows overlap.
static double stepShare(const AsStageView *stage, int a) {
  int inner = stage->own->numLoops - 1;
  if (inner < 0 || stage->numLoops != stage->own->numLoops ||
      stage->own->loop[inner].unroll < 2 || stage->trip[inner] < 2 ||
      stage->dim[inner] < 0 || !(stage->moves[a] >> stage->dim[inner] & 1))
    return 1;
  double body = stage->reach[a][inner + 1].bytes,
         all = stage->reach[a][inner].bytes;
  return asLeast(1, (all - body) / (stage->trip[inner] - 1) / body);
}

double asNewShare(const AsStageView *stage, int a) {
  double share = stepShare(stage, a);
  if (share == 1)
    return 1;
  int inner = stage->own->numLoops - 1;
  double unroll =
      asLeast((double)stage->own->loop[inner].unroll, stage->trip[inner]);
  return (1 + (unroll - 1) * share) / unroll;
}

/// Loads, or what takes as long, of a tile that is transposed in registers: by
/// squares of a power of two, which take as many rounds of shuffles as that.
/// What they leave over goes by elements.
static double loadsOfTransposed(const AsNestView *view,
                                const AsStageView *stage, double elements,
                                int bytes) {
  double lanes = stage->body[stage->lane], rows = elements / lanes;
  double rounds = floor(log2(asLeast(lanes, rows))), side = exp2(rounds);
  if (side * bytes < 16 || bytes < 4)
    return elements * turnedLoads;
  double units = view->nest->sketch->unitBytes;
  double passes = units > 0 && side * bytes > units ? wideShuffles : 1;
  double inSquares = floor(rows / side) * floor(lanes / side) * side * side;
  return inSquares / side * (1 + rounds * shuffledLoads * passes) +
         (elements - inSquares) * turnedLoads;
}

double asMovesOf(const AsNestView *view, int s, int a,
                 const AsWidening *widening) {
  const AsStageView *stage = &view->stage[s];
  const AsTensor *tensor =
      &view->nest->sketch->program->tensors[stage->stage->access[a].tensor];
  double elements =
      stage->reach[a][stage->numLoops].bytes / asElementBytes(tensor->element);
  if (asIsReadWide(widening, a))
    return elements / widening->ratio * stage->vectorsPerLane;
  if (!asIsVectorAccess(stage, a))
    return elements;
  double stride = asViewStride(view, s, a, stage->lane);
  bool isRow = elements == stage->body[stage->lane];
  if (isRow && stride > 1 && stride <= AS_MOST_INTERLEAVED)
    return asMost(1, elements * stride / stage->lanes) * shuffledLoads;
  if (stride != 1 && stage->stage->kind == AS_STAGE_TRANSPOSE)
    return loadsOfTransposed(view, stage, elements,
                             asElementBytes(tensor->element));
  if (stride != 1)
    return elements * AS_GATHER_LOADS;
  return elements / stage->body[stage->lane] * loadsOfRow(view, stage, a) *
         splitsOf(view, stage, a);
}

bool asIsRowOfLanes(const AsNestView *view, int s, int a) {
  const AsStageView *stage = &view->stage[s];
  return asIsVectorAccess(stage, a) &&
         asViewStride(view, s, a, stage->lane) == 1;
}

/// Whether each sum of a body is made of elements of its own, and nothing is
/// kept for the next one: an instruction reads them as it adds them.
static bool isReadOnce(const AsNestView *view, const AsStageView *stage,
                       int a) {
  for (int d = 0; d < stage->stage->numDims; d++)
    if (stage->body[d] > 1 && !stage->stage->isReduction[d] &&
        !(stage->moves[a] >> d & 1))
      return false;
  bool isProduct = stage->accumulates && !stage->own->isSplit &&
                   stage->stage->arithmetic[AS_ARITHMETIC_MUL] > 0 &&
                   !asIsNarrowOperand(view, stage, a);
  return (stage->stage->kind == AS_STAGE_POOLING || isProduct) &&
         stepShare(stage, a) == 1 && !asIsFloatExtreme(view, stage);
}

/// Registers for rows that are read once. Only vectors that take several loads
/// are put together before they are added.
static double registersOfPieces(const AsNestView *view,
                                const AsStageView *stage, double elements) {
  int pieces = piecesOfRow(view, stage, false);
  return pieces > 1 ? elements / stage->body[stage->lane] * pieces : 1;
}

/// How many terms of each partial sum a body adds one after another, and loads
/// as it does, as of several numbers in an element.
static double termsOfPartial(const AsStageView *stage, int a) {
  double terms = 1;
  for (int d = 0; d < stage->stage->numDims && stage->own->isSplit; d++)
    if (d != stage->lane && stage->stage->isReduction[d] &&
        stage->moves[a] >> d & 1)
      terms *= stage->body[d];
  return terms;
}

double asRegistersOf(const AsNestView *view, int s, int a, double moves) {
  const AsStageView *stage = &view->stage[s];
  const AsTensor *tensor =
      &view->nest->sketch->program->tensors[stage->stage->access[a].tensor];
  double elements =
      stage->reach[a][stage->numLoops].bytes / asElementBytes(tensor->element);
  if (!asIsVectorAccess(stage, a))
    return moves * (1 - stepShare(stage, a));
  if (asIsRowOfLanes(view, s, a))
    return isReadOnce(view, stage, a)
               ? asLeast(moves, registersOfPieces(view, stage, elements))
               : moves / termsOfPartial(stage, a);
  return elements / stage->lanes;
}

/// How many vectors of the operand a body of partial sums has, if lanes lie
/// along it and it is not widened; else 0.
static double vectorsAlongSum(const AsNestView *view, int s, int a) {
  const AsStageView *stage = &view->stage[s];
  const AsAccess *access = &stage->stage->access[a];
  AsElement element =
      view->nest->sketch->program->tensors[access->tensor].element;
  return stage->own->isSplit && !access->isWrite &&
                 asIsRowOfLanes(view, s, a) &&
                 !asIsNarrowOperand(view, stage, a)
             ? stage->reach[a][stage->numLoops].bytes /
                   asElementBytes(element) / stage->lanes
             : 0;
}

bool asIsFromMemory(const AsNestView *view, int s, int a) {
  double own = vectorsAlongSum(view, s, a);
  for (int b = 0; b < view->stage[s].stage->numAccesses; b++) {
    double other = b == a ? 0 : vectorsAlongSum(view, s, b);
    if (other > 1 && (own > other || (own == other && a > b)))
      return true;
  }
  return false;
}
