//===- footprint.c - Data that a loop nest touches
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See footprint.h. The search computes this for every candidate, so each depth
// is derived from the one inside it, and only accesses that its loop moves are
// computed again.
//
//===----------------------------------------------------------------------===//

#include "costmodel/footprint.h"
#include <math.h>
#include <stdlib.h>

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Doubles up to this are exact integers, far below the limit of int64_t.
static const double largest = 0x1p52;

static void pushLoop(AsStageView *view, int dim, double trip) {
  view->dim[view->numLoops] = (int8_t)dim;
  view->trip[view->numLoops++] = asMost(trip, 1);
}

static void viewLoops(AsStageView *view) {
  const AsNestStage *own = view->own;
  view->numLoops = 0;
  // A remainder counts as a part of an iteration, so that totals are exact,
  // except if it is padded to a whole one.
  for (int l = 0; l < own->numLoops; l++) {
    double trip = (double)own->loop[l].span / own->loop[l].step;
    bool isPadded = own->padded >= 0 && own->loop[l].dim == own->padded;
    pushLoop(view, own->loop[l].dim, isPadded ? ceil(trip) : trip);
  }
  for (int d = 0; d < view->stage->numDims; d++) {
    double tile = asMost((double)own->tile[d], 1);
    view->body[d] = own->isVectorised ? asLeast(tile, largest) : 1;
    if (!own->isVectorised && tile > 1)
      pushLoop(view, d, tile);
  }
  view->entries[0] = 1;
  for (int l = 0; l < view->numLoops; l++)
    view->entries[l + 1] = view->entries[l] * view->trip[l];
}

/// The loop along which partial sums are vectors where the reduction is split:
/// the last one, if all that it moves is contiguous along it; else -1.
static int splitLoop(const AsProgram *program, const AsStageView *view) {
  const AsStage *stage = view->stage;
  int last = stage->numDims - 1;
  if (last < 0 || !view->own->isSplit || !stage->isReduction[last] ||
      view->body[last] <= 1)
    return -1;
  for (int a = 0; a < stage->numAccesses; a++) {
    const AsAccess *access = &stage->access[a];
    int rank = program->tensors[access->tensor].rank;
    if (asAccessUses(access, last) &&
        asAccessLoop(access, stage, rank - 1) != last)
      return -1;
  }
  return last;
}

/// The loop of the vector lanes: the one along which results are contiguous;
/// for a split reduction or one of a single row, the one along which an operand
/// is.
static int laneOf(const AsProgram *program, const AsStageView *view) {
  int split = splitLoop(program, view);
  if (split >= 0)
    return split;
  int lane = asNestLaneLoop(program, view->stage, view->own);
  if (lane >= 0 && view->body[lane] > 1)
    return lane;
  for (int a = 0; a < view->stage->numAccesses; a++) {
    const AsAccess *access = &view->stage->access[a];
    int rank = program->tensors[access->tensor].rank;
    int d = rank ? asAccessLoop(access, view->stage, rank - 1) : -1;
    if (d >= 0 && view->body[d] > 1)
      return d;
  }
  return lane;
}

static void viewVectors(const AsSketch *sketch, AsStageView *view) {
  const AsProgram *program = sketch->program;
  const AsStage *stage = view->stage;
  const AsAccess *result = asStageResult(stage);
  view->lane = view->own->isVectorised ? laneOf(program, view) : -1;
  view->lanes = 1;
  if (view->lane >= 0 && result) {
    int bytes = asElementBytes(program->tensors[result->tensor].element);
    if (bytes > 0 && sketch->vectorBytes > bytes)
      view->lanes = sketch->vectorBytes / bytes;
  }
  view->vectors = view->steps = view->vectorsPerLane = 1;
  view->accumulates = false;
  for (int d = 0; d < stage->numDims; d++) {
    view->accumulates |= stage->isReduction[d];
    if (d == view->lane) {
      int64_t size = (int64_t)view->body[d];
      int64_t wholeVectors = (size + view->lanes - 1) / view->lanes;
      double vectors = (double)wholeVectors;
      view->vectors *= vectors;
      view->vectorsPerLane = vectors / view->body[d];
    } else if (stage->isReduction[d]) {
      view->steps *= view->body[d];
    } else {
      view->vectors *= view->body[d];
    }
  }
}

/// The depth at which a packed copy is made: packing precedes the tiling of the
/// reduction, whose loops are inside of it.
static int packDepthOf(const AsStageView *view, int a) {
  if (view->own->packLoops[a] < 0)
    return -1;
  int depth = view->own->numLoops;
  while (depth > 0 && view->dim[depth - 1] >= 0 &&
         view->stage->isReduction[view->dim[depth - 1]])
    depth--;
  depth -= view->own->packLoops[a];
  return depth > 0 ? depth : 0;
}

//===----------------------------------------------------------------------===//
// Reach
//===----------------------------------------------------------------------===//

/// The indices of an access in each dimension of its tensor.
typedef struct Box {
  double span[AS_MAX_RANK];  ///< From the first to the last.
  double count[AS_MAX_RANK]; ///< How many; fewer than the span with strides.
  double slide[AS_MAX_RANK]; ///< Distance in each iteration of the mover.
  double steps;              ///< Iterations of the mover after the first.
} Box;

/// How many boxes the tensor elements touched amount to while the box moves:
/// each step adds the elements that the box did not have before.
static double boxesOf(const AsTensor *tensor, const Box *box) {
  double share = 0, most = 1;
  for (int r = 0; r < tensor->rank; r++) {
    double extent = (double)tensor->shape[r];
    double span = asLeast(box->span[r], extent);
    share += span < extent ? box->slide[r] / span : 0;
    most *= extent / span;
  }
  return asLeast(1 + box->steps * asLeast(share, 1), most);
}

static AsReach reachOf(const AsTensor *tensor, const Box *box, bool isPacked,
                       double lineBytes) {
  double element = asElementBytes(tensor->element);
  double points = 1, run = element, runs = 1, step = element, stride = 0;
  bool isWhole = true; // The dimensions so far, from the last, are one run.
  for (int r = tensor->rank - 1; r >= 0; r--) {
    double extent = (double)tensor->shape[r];
    double span = asLeast(box->span[r], extent);
    double count = asLeast(box->count[r], span);
    points *= count;
    if (isWhole) {
      run *= span;
      isWhole = span >= extent;
    } else if (runs == 1 && step <= lineBytes) {
      run += step * (count - 1); // Closer than a line: no line is left out.
    } else if (count > 1) {
      runs *= count;
      stride = stride > 0 ? stride : step;
    }
    step *= extent;
  }
  if (isPacked)
    runs = 1, run = points * element;
  double boxes = box->steps > 0 ? boxesOf(tensor, box) : 1;
  points *= boxes, runs *= boxes;
  return (AsReach){points * element, runs * asMost(1, run / lineBytes), runs,
                   stride};
}

/// Widens the box: loop d takes `trip` times as many steps as the `size`
/// before.
static void widen(Box *box, const AsAccess *access, int rank, int d,
                  double size, double trip) {
  for (int r = 0; r < rank; r++) {
    int factor = access->factor[r][d];
    if (!factor)
      continue;
    box->span[r] += (factor < 0 ? -factor : factor) * size * (trip - 1);
    box->count[r] *= trip;
  }
}

/// Finds how far the access moves with each iteration of the mover if it does
/// so because tiles are skewed. An access that the mover itself moves has other
/// elements in each iteration.
static bool findSlide(const AsStageView *view, const AsAccess *access, int rank,
                      Box *box) {
  const AsNestStage *own = view->own;
  bool slides = false;
  for (int r = 0; r < rank && own->mover >= 0; r++) {
    if (access->factor[r][own->mover])
      return false;
    box->slide[r] = 0;
    for (int d = 0; d < view->stage->numDims; d++)
      box->slide[r] += abs(access->factor[r][d]) * own->shift[d];
    slides |= box->slide[r] > 0;
  }
  return slides;
}

static void viewAccess(const AsProgram *program, AsStageView *view, int a,
                       double lineBytes) {
  const AsAccess *access = &view->stage->access[a];
  const AsTensor *tensor = &program->tensors[access->tensor];
  view->packDepth[a] = packDepthOf(view, a);
  bool isPacked = view->packDepth[a] >= 0;
  view->isCopied[a] = isPacked && !tensor->isFixed;
  AsReach *reach = view->reach[a];
  Box box = {.steps = 0};
  bool slides = findSlide(view, access, tensor->rank, &box);
  for (int r = 0; r < tensor->rank; r++)
    box.span[r] = box.count[r] = 1;
  _Static_assert(AS_MAX_DIMS <= 8 * sizeof *view->moves, "a bit for each loop");
  view->moves[a] = 0;
  double size[AS_MAX_DIMS];
  for (int d = 0; d < view->stage->numDims; d++) {
    for (int r = 0; r < tensor->rank; r++)
      view->moves[a] |= (uint16_t)((access->factor[r][d] != 0) << d);
    size[d] = view->body[d];
    if (size[d] > 1)
      widen(&box, access, tensor->rank, d, 1, size[d]);
  }
  reach[view->numLoops] = reachOf(tensor, &box, isPacked, lineBytes);
  for (int l = view->numLoops - 1; l >= 0; l--) {
    int d = view->dim[l];
    // A packed copy is made again in the same buffer.
    bool isMover = slides && d == view->own->mover;
    bool isSame = d < 0 || !((view->moves[a] >> d & 1) || isMover) ||
                  (view->isCopied[a] && l < view->packDepth[a]);
    if (isSame) {
      reach[l] = reach[l + 1];
      continue;
    }
    widen(&box, access, tensor->rank, d, size[d], view->trip[l]);
    size[d] *= view->trip[l];
    if (isMover)
      box.steps = size[d] - 1;
    reach[l] = reachOf(tensor, &box, isPacked, lineBytes);
  }
}

static void viewStage(const AsNest *nest, int s, double lineBytes,
                      AsStageView *view) {
  const AsProgram *program = nest->sketch->program;
  view->stage = &program->stages[s];
  view->own = &nest->stage[s];
  viewLoops(view);
  viewVectors(nest->sketch, view);
  for (int a = 0; a < view->stage->numAccesses; a++)
    viewAccess(program, view, a, lineBytes);
  for (int l = 0; l <= view->numLoops; l++) {
    view->working[l] = 0;
    for (int a = 0; a < view->stage->numAccesses; a++)
      view->working[l] += view->reach[a][l].bytes;
  }
}

void asViewNest(const AsNest *nest, double lineBytes, AsNestView *view) {
  view->nest = nest;
  view->lineBytes = lineBytes;
  view->fillsFirst = false;
  for (int s = 0; s < nest->numStages; s++)
    viewStage(nest, s, lineBytes, &view->stage[s]);
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

double asViewStride(const AsNestView *view, int s, int a, int d) {
  const AsProgram *program = view->nest->sketch->program;
  const AsAccess *access = &program->stages[s].access[a];
  const AsTensor *tensor = &program->tensors[access->tensor];
  // A packed copy has its lanes in the last dimension.
  if (view->stage[s].packDepth[a] >= 0 && d == view->stage[s].lane)
    return view->stage[s].moves[a] >> d & 1;
  double stride = 0, step = 1;
  for (int r = tensor->rank - 1; r >= 0; r--) {
    stride += access->factor[r][d] * step;
    step *= (double)tensor->shape[r];
  }
  return stride;
}

int asViewHoistDepth(const AsStageView *stage, int a) {
  int depth = stage->numLoops;
  while (depth > 0 && stage->dim[depth - 1] >= 0 &&
         !(stage->moves[a] >> stage->dim[depth - 1] & 1))
    depth--;
  return depth;
}

double asBrokenLines(const AsReach *reach, double lineBytes) {
  const double longest = 1e15; // An integer.
  double run = reach->bytes / reach->runs;
  if (reach->runs < 2 || run != floor(run) ||
      asMost(run, reach->stride) > longest)
    return 1;
  int64_t bytes = (int64_t)run, stride = (int64_t)reach->stride;
  int64_t bits = bytes | stride | (int64_t)lineBytes;
  double least = (double)(bits & -bits); // They begin at multiples of this.
  return (run + lineBytes - least) / asMost(run, lineBytes);
}

/// The bytes of the cache that the access occupies. Runs whose distance is a
/// multiple of a large power of two compete for a few sets; if these overflow,
/// the cache holds less than its size.
static double occupied(const AsReach *reach, double lineBytes,
                       const AsCache *cache) {
  double bytes = reach->lines * asBrokenLines(reach, lineBytes) * lineBytes;
  if (reach->runs < 2 || cache->wayBytes <= 0)
    return bytes;
  // Each run takes the space up to the next one from the others, at most a way.
  int64_t stride = (int64_t)asLeast(reach->stride, largest);
  double spacing = asLeast((double)(stride & -stride), cache->wayBytes);
  double crowded = reach->runs * spacing;
  return crowded > cache->bytes ? crowded : bytes;
}

/// Whether the runs are whole ways of the cache apart: all are in the same
/// sets.
static bool areWaysApart(const AsReach *reach, const AsCache *cache) {
  return reach->runs >= 2 && cache->wayBytes > 0 &&
         fmod(reach->stride, cache->wayBytes) == 0;
}

bool asViewFits(const AsNestView *view, int s, int kept, int depth,
                const AsCache *cache) {
  const AsStageView *stage = &view->stage[s];
  double sure = cache->bytes * (1 - cache->unsure);
  if (stage->working[depth] > sure)
    return false;
  double bytes = 0;
  const AsReach *own = &stage->reach[kept][depth];
  for (int a = 0; a < stage->stage->numAccesses; a++) {
    const AsReach *reach = &stage->reach[a][depth];
    bool compete =
        a == kept || (areWaysApart(reach, cache) && areWaysApart(own, cache));
    bytes += compete ? occupied(reach, view->lineBytes, cache)
                     : reach->lines * asBrokenLines(reach, view->lineBytes) *
                           view->lineBytes;
  }
  return bytes <= sure;
}

int asViewReuseDepth(const AsNestView *view, int s, int a,
                     const AsCache *cache) {
  // If one iteration of a loop fits into the cache, the next one finds its data
  // there: the loop as a whole fetches its reach once.
  int depth = 0;
  while (depth < view->stage[s].numLoops &&
         !asViewFits(view, s, a, depth + 1, cache))
    depth++;
  return depth;
}

/// The most that any access takes up of the tensor: they share it.
static double occupiedBy(const AsNestView *view, int tensor,
                         const AsCache *cache) {
  double most = 0;
  for (int s = 0; s < view->nest->numStages; s++) {
    const AsStageView *stage = &view->stage[s];
    for (int a = 0; a < stage->stage->numAccesses; a++)
      if (stage->stage->access[a].tensor == tensor)
        most =
            fmax(most, occupied(&stage->reach[a][0], view->lineBytes, cache));
  }
  return most;
}

bool asViewStays(const AsNestView *view, const AsCache *cache) {
  double bytes = 0;
  for (int t = 0; t < view->nest->sketch->program->numTensors; t++)
    bytes += occupiedBy(view, t, cache);
  return bytes <= cache->bytes;
}

/// Whether any access of the stage uses the tensor.
static bool touches(const AsStage *stage, int tensor) {
  for (int a = 0; a < stage->numAccesses; a++)
    if (stage->access[a].tensor == tensor ||
        (stage->access[a].isWrite && stage->access[a].initial == tensor))
      return true;
  return false;
}

int asViewNeighbour(const AsNestView *view, int s, int a, double *between) {
  const AsProgram *program = view->nest->sketch->program;
  const AsAccess *access = &program->stages[s].access[a];
  int step = access->isWrite ? 1 : -1, other = s + step;
  while (other >= 0 && other < view->nest->numStages &&
         !touches(&program->stages[other], access->tensor))
    other += step;
  if (other < 0 || other >= view->nest->numStages)
    return -1;
  int depth = asNestCommonLoops(view->nest, s, other);
  *between = 0;
  for (int i = s; i != other + step; i += step) {
    const AsStageView *stage = &view->stage[i];
    *between +=
        stage->working[depth < stage->numLoops ? depth : stage->numLoops];
  }
  return other;
}

/// Whether all elements of the tensor that the stage touches within the shared
/// loops are in its innermost body.
static bool holds(const AsStageView *stage, int tensor, int depth) {
  for (int a = 0; a < stage->stage->numAccesses; a++) {
    const AsAccess *access = &stage->stage->access[a];
    if ((access->tensor == tensor ||
         (access->isWrite && access->initial == tensor)) &&
        stage->reach[a][depth].bytes > stage->reach[a][stage->numLoops].bytes)
      return false;
  }
  return stage->own->isVectorised;
}

bool asViewInRegisters(const AsNestView *view, int s, int a) {
  const AsProgram *program = view->nest->sketch->program;
  int tensor = program->stages[s].access[a].tensor;
  double between;
  if (program->tensors[tensor].producer < 0)
    return false;
  int other = asViewNeighbour(view, s, a, &between);
  if (other < 0)
    return false;
  const AsStageView *here = &view->stage[s], *there = &view->stage[other];
  int depth = asNestCommonLoops(view->nest, s, other);
  const AsSketch *sketch = view->nest->sketch;
  double registers = (double)sketch->vectorRegisters * sketch->vectorBytes;
  return depth > 0 && here->reach[a][here->numLoops].bytes <= registers &&
         holds(here, tensor, depth) && holds(there, tensor, depth);
}

double asViewBusyThreads(const AsStageView *stage, int threads) {
  const double many = 1e9; // With more parts all threads are busy.
  double parts = 1, whole = 1;
  for (int l = 0; l < stage->own->numLoops; l++)
    if (asNestIsParallel(&stage->own->loop[l])) {
      parts *= stage->trip[l];
      whole *= floor(stage->trip[l]);
    }
  if (threads < 2 || parts > many)
    return threads < 2 ? 1 : threads;
  return parts / (ceil(whole / threads) + parts - whole);
}
