//===- loop-nest.c - The symbolic loop nest
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each kind of step has one function here, which does to the symbolic loops
// what the step's lines in script.c do to the IR. A function returns false
// where the values of the knobs do not fit together.
//
//===----------------------------------------------------------------------===//

#include "sketch/band-loops.h"
#include "sketch/fused-pads.h"
#include "sketch/gpu-launch-limits.h"
#include <assert.h>
#include <string.h>

/// How many vectors a vectorised tile that is no accumulator may take: more
/// would only bloat the code.
static const int64_t maxVectors = 128;

static bool pushLoop(AsNestStage *stage, int dim, int64_t span, int64_t step,
                     AsLoopKind kind) {
  if (stage->numLoops == AS_MAX_LOOPS || span > INT32_MAX)
    return false;
  stage->loop[stage->numLoops++] =
      (AsNestLoop){(int16_t)dim, (int8_t)kind, 1, (int32_t)span, (int32_t)step};
  return true;
}

/// Whether all that the loops around make of dim `d` is alike.
static bool isEven(const AsNest *nest, int s, int d) {
  const AsNestStage *stage = &nest->stage[s];
  bool isEven = true;
  for (int l = 0; l < stage->numLoops; l++)
    if (stage->loop[l].dim == d)
      isEven &=
          stage->loop[l].span % stage->loop[l].step == 0 &&
          stage->loop[l].span <= nest->sketch->program->stages[s].extent[d];
  return isEven;
}

bool asNestCut(AsNest *nest, int s, int d, int64_t size, AsLoopKind kind) {
  AsNestStage *stage = &nest->stage[s];
  int64_t span = stage->tile[d];
  if (size == 0 || size == span)
    return true;
  bool isPeeled = nest->sketch->program->stages[s].extent[d] % size != 0;
  if (span % size != 0 && (!isPeeled || span < 2 * size || !isEven(nest, s, d)))
    return false;
  stage->tile[d] = size;
  return pushLoop(stage, d, span, size, kind);
}

/// Cuts dim `d` into tiles for threads, of which the last may be a smaller one:
/// in the nest it is as large as the others.
static bool cutPadded(AsNest *nest, int s, int d, int64_t size) {
  AsNestStage *stage = &nest->stage[s];
  int64_t tiles = (stage->tile[d] + size - 1) / size;
  stage->tile[d] = size;
  return tiles > 1 && pushLoop(stage, d, tiles * size, size, AS_LOOP_PARALLEL);
}

/// What runs the loops that a step makes.
static AsLoopKind kindOf(const AsNest *nest, const AsStep *step) {
  switch (step->kind) {
  case AS_STEP_PARALLEL:
    return AS_LOOP_PARALLEL;
  case AS_STEP_RFACTOR:
    return nest->sketch->gpu ? AS_LOOP_BLOCKS : AS_LOOP_PARALLEL;
  case AS_STEP_BLOCKS:
    return AS_LOOP_BLOCKS;
  case AS_STEP_GRID:
  case AS_STEP_THREADS:
    return AS_LOOP_THREADS;
  case AS_STEP_WARPS:
  case AS_STEP_WARPGROUPS:
    return AS_LOOP_WARPS;
  case AS_STEP_LANES:
    return AS_LOOP_LANES;
  default:
    return AS_LOOP_SERIAL;
  }
}

/// Whether tiles of `size` leave nothing over of what the tiles of threads left
/// over of loop `d`, or the step peels it.
static bool fitsRest(const AsNest *nest, const AsStep *step, int d,
                     int64_t size) {
  const AsNestStage *stage = &nest->stage[step->stage];
  const AsStage *of = &nest->sketch->program->stages[step->stage];
  int64_t rest = 0;
  for (int l = 0; l < stage->numLoops; l++)
    if (stage->loop[l].dim == d && asNestIsParallel(&stage->loop[l]))
      rest = stage->loop[l].span % stage->loop[l].step;
  return size == 0 || rest <= size || rest % size == 0 ||
         asSizeLeavesRest(nest->sketch, &step->size[d], of->extent[d]);
}

/// Whether fusing takes the stage along with its consumer. Pads are arrays of
/// their own, or fused in another way, and pieces of a concatenation have
/// nothing to do with each other.
static bool isFused(const AsStage *stage) {
  return stage->kind != AS_STAGE_PAD && stage->kind != AS_STAGE_INSERT;
}

/// A pad is made in the loops that cut its reader.
static bool fusePad(AsNest *nest, int pad, int d, int64_t span, int64_t size,
                    AsLoopKind kind) {
  AsNestStage *own = &nest->stage[pad];
  if (!pushLoop(own, asPaddedDim(nest->sketch, pad, d), span, size, kind))
    return false;
  own->shared = own->numLoops;
  return true;
}

/// Tiles the last stage; everything fused with it gets the same loops.
static bool fuse(AsNest *nest, const AsStep *step, const AsPoint *point) {
  const AsSketch *sketch = nest->sketch;
  const AsProgram *program = sketch->program;
  int root = step->stage;
  int order[AS_MAX_DIMS], count = 0;
  for (int d = 0; d < program->stages[root].numDims; d++)
    if (step->size[d].knob >= 0 || step->size[d].constant)
      order[count++] = d;
  if (step->order >= 0 && asPointValue(sketch, point, step->order) == 1) {
    int swapped = order[count - 1];
    order[count - 1] = order[count - 2];
    order[count - 2] = swapped;
  }
  AsLoopKind kind = kindOf(nest, step);
  bool fusesPads = asStepFusesPads(sketch, step);
  bool isFeeder = root == sketch->feeder;
  if (step->kind == AS_STEP_GRID)
    nest->threads = (int)asPointValue(sketch, point, step->knob);
  if (step->kind == AS_STEP_BLOCKS && step->knob >= 0)
    nest->resident = (int)asPointValue(sketch, point, step->knob);
  if (step->kind == AS_STEP_BLOCKS && step->stages >= 0)
    nest->stages = (int)asPointValue(sketch, point, step->stages);
  if (step->kind == AS_STEP_BLOCKS && step->tma >= 0)
    nest->isByTma = asPointValue(sketch, point, step->tma) != 0;
  for (int i = 0; i < count; i++) {
    int d = order[i];
    int64_t size = asSizeValue(sketch, point, &step->size[d]);
    int64_t whole = nest->stage[root].tile[d];
    bool isPadded = step->isPadded && whole % size != 0;
    if (!fitsRest(nest, step, d, size) ||
        !(isPadded ? cutPadded(nest, root, d, size)
                   : asNestCut(nest, root, d, size, kind)))
      return false;
    bool isSingle = step->kind == AS_STEP_BLOCKS && size == 1 && whole == 1;
    if (isSingle && !pushLoop(&nest->stage[root], d, 1, 1, kind))
      return false;
    if (size == 0 || (size == whole && !isSingle))
      continue;
    nest->stage[root].shared = nest->stage[root].numLoops;
    for (int s = 0; s < root; s++) {
      if (program->stages[s].kind == AS_STAGE_PAD && fusesPads &&
          !fusePad(nest, s, d, whole, size, kind))
        return false;
      if (!isFused(&program->stages[s]) || sketch->feeds[s] != isFeeder)
        continue;
      AsNestStage *stage = &nest->stage[s];
      int own = sketch->loopMap[s][d];
      bool fits = own < 0 || isSingle ? pushLoop(stage, own, whole, size, kind)
                  : isPadded          ? cutPadded(nest, s, own, size)
                                      : asNestCut(nest, s, own, size, kind);
      if (!fits)
        return false;
      stage->shared = stage->numLoops;
    }
  }
  for (int s = 0; s < root && fusesPads; s++)
    if (program->stages[s].kind == AS_STAGE_PAD)
      asPadCoverReader(nest, s);
  return true;
}

static bool tile(AsNest *nest, const AsStep *step, const AsPoint *point) {
  const AsStage *stage = &nest->sketch->program->stages[step->stage];
  for (int d = 0; d < stage->numDims; d++) {
    int64_t size = asSizeValue(nest->sketch, point, &step->size[d]);
    if (!fitsRest(nest, step, d, size) ||
        !asNestCut(nest, step->stage, d, size, kindOf(nest, step)))
      return false;
  }
  return true;
}

static bool splitReduction(AsNest *nest, const AsStep *step,
                           const AsPoint *point) {
  // A width that is the whole extent leaves the reduction as it is.
  for (int d = 0; d < AS_MAX_DIMS; d++)
    nest->stage[step->stage].isSplit |=
        step->size[d].knob >= 0 || step->size[d].constant;
  return tile(nest, step, point);
}

/// Whether the tile of an operand that is turned consists of whole squares.
static bool isWholeSquares(const AsNest *nest, const AsStep *step) {
  const AsProgram *program = nest->sketch->program;
  const AsStage *stage = &program->stages[step->stage];
  const AsAccess *access = &stage->access[step->operand];
  const AsTensor *tensor = &program->tensors[access->tensor];
  if (asAccessLoop(access, stage, tensor->rank - 1) ==
      asStageLaneLoop(program, stage))
    return true;
  // One that the lanes do not index is copied as it is.
  bool isTurned = false;
  for (int r = 0; r < tensor->rank; r++)
    isTurned |=
        asAccessLoop(access, stage, r) == asStageLaneLoop(program, stage);
  if (!isTurned)
    return true;
  int64_t square = asTurnedSquare(nest->sketch->vectorBytes, tensor->element);
  for (int r = tensor->rank - 2; r < tensor->rank; r++)
    if (nest->stage[step->stage].tile[asAccessLoop(access, stage, r)] % square)
      return false;
  return true;
}

/// Whether the tile of an operand that is reduced along its last dimension is
/// copied by whole vectors.
static bool isWholeRuns(const AsNest *nest, const AsStep *step) {
  const AsProgram *program = nest->sketch->program;
  const AsStage *stage = &program->stages[step->stage];
  const AsAccess *access = &stage->access[step->operand];
  int64_t run = asPackedRun(program, stage, step->operand);
  int last = program->tensors[access->tensor].rank - 1;
  return run == 0 ||
         nest->stage[step->stage].tile[asAccessLoop(access, stage, last)] %
                 run ==
             0;
}

/// Whether tiles of threads may leave something over: then all is peeled before
/// it is packed.
static bool sharesUnevenly(const AsSketch *sketch) {
  for (int i = 0; i < sketch->numSteps; i++) {
    const AsStep *step = &sketch->steps[i];
    const AsStage *stage = &sketch->program->stages[step->stage];
    bool isPeeled = step->kind == AS_STEP_PARALLEL && !step->isPadded;
    for (int d = 0; isPeeled && d < stage->numDims; d++)
      if (asSizeLeavesRest(sketch, &step->size[d], stage->extent[d]))
        return true;
  }
  return false;
}

/// The loop that an operand of a product is padded along, where tiles leave
/// something over: the lanes, as rows do not index it.
static int paddedLoop(const AsNest *nest, const AsStep *step) {
  const AsStage *stage = &nest->sketch->program->stages[step->stage];
  const AsNestStage *own = &nest->stage[step->stage];
  int lane = asStageLaneLoop(nest->sketch->program, stage);
  bool isPadded = stage->kind == AS_STAGE_CONTRACTION && lane >= 0 &&
                  asAccessUses(&stage->access[step->operand], lane) &&
                  stage->extent[lane] % own->tile[lane] &&
                  !sharesUnevenly(nest->sketch);
  return isPadded ? lane : own->padded;
}

/// The copy of the operand is hoisted out of the innermost loops, which must
/// therefore be there.
static bool pack(AsNest *nest, const AsStep *step, const AsPoint *point) {
  AsNestStage *stage = &nest->stage[step->stage];
  int loops =
      step->knob < 0 ? 1 : (int)asPointValue(nest->sketch, point, step->knob);
  // Fusing moves slices of the filter before the reshape that im2col makes of
  // it, out of which nothing is hoisted.
  const AsProgram *program = nest->sketch->program;
  int operand = program->stages[step->stage].access[step->operand].tensor;
  bool isReshaped = nest->sketch->steps[0].kind == AS_STEP_IM2COL &&
                    program->tensors[operand].producer < 0;
  int outermost = isReshaped ? stage->shared : 0;
  int reused = 0;
  for (int l = stage->numLoops - 1;
       l >= outermost && !asNestIsParallel(&stage->loop[l]); l--)
    reused++;
  stage->packLoops[step->operand] = (int8_t)loops;
  stage->padded = (int8_t)paddedLoop(nest, step);
  // What no loop cuts is no slice, and cannot be hoisted.
  const AsAccess *access =
      &nest->sketch->program->stages[step->stage].access[step->operand];
  bool isSlice = false;
  for (int l = 0; l < stage->numLoops; l++)
    for (int r = 0; r < AS_MAX_RANK && stage->loop[l].dim >= 0; r++)
      isSlice |= access->factor[r][stage->loop[l].dim] != 0;
  return reused >= loops && isSlice && isWholeSquares(nest, step) &&
         isWholeRuns(nest, step);
}

/// The operand is read from a copy. It is made in the loops of threads and in
/// the one over the tiles that it has innermost, for all others together.
static bool layout(AsNest *nest, const AsStep *step, const AsPoint *point) {
  const AsProgram *program = nest->sketch->program;
  const AsStage *stage = &program->stages[step->stage];
  const AsAccess *result = asStageResult(stage);
  AsNestStage *own = &nest->stage[step->stage];
  for (int d = 0; d < stage->numDims; d++)
    if (step->size[d].knob >= 0 || step->size[d].constant)
      own->innermost = (int8_t)d;
  own->packLoops[step->operand] = 0;
  // What the accumulators start from has the result's layout.
  int fill = program->tensors[result->initial].producer;
  for (int r = 0; r < program->tensors[result->tensor].rank; r++)
    if (asAccessLoop(result, stage, r) == own->innermost)
      nest->stage[fill].innermost = (int8_t)asAccessLoop(
          asStageResult(&program->stages[fill]), &program->stages[fill], r);
  // Threads may have cut it already; an incomplete tile would be padded.
  return own->tile[own->innermost] %
             asSizeValue(nest->sketch, point, &step->size[own->innermost]) ==
         0;
}

/// Rows are unrolled whole, and stay a part of the tile.
static bool dropUnits(AsNest *nest, const AsStep *step, const AsPoint *point) {
  const AsStage *stage = &nest->sketch->program->stages[step->stage];
  AsNestStage *own = &nest->stage[step->stage];
  for (int a = 0; a < stage->numAccesses; a++)
    for (int l = 0; l < own->numLoops && own->packLoops[a] >= 0; l++)
      own->packLoops[a] +=
          own->innermost >= 0 && !asNestIsParallel(&own->loop[l]) &&
          own->loop[l].dim != own->innermost &&
          (own->loop[l].dim < 0 || !stage->isReduction[own->loop[l].dim]);
  if (step->operand < 0)
    return true;
  int64_t rows = asSizeValue(nest->sketch, point, &step->size[step->operand]);
  return own->tile[step->operand] ==
         (rows ? rows : stage->extent[step->operand]);
}

/// The copy is made in the loops that there are so far. Of the last one there
/// must be as many iterations as have tiles; hardware copies ahead only.
static bool share(AsNest *nest, const AsStep *step) {
  AsNestStage *own = &nest->stage[step->stage];
  own->shareDepth[step->operand] = own->numLoops;
  const AsNestLoop *last = own->numLoops ? &own->loop[own->numLoops - 1] : NULL;
  bool isLoop = last && last->kind == AS_LOOP_SERIAL;
  return nest->stages < 2 ? !nest->isByTma
                          : isLoop && asNestTrip(last) >= nest->stages;
}

/// The tile of a warp goes by whole instructions, two of them along the lanes;
/// and a block has several warps, as a loop over one is none.
static bool mma(AsNest *nest, const AsStep *step) {
  const AsStage *stage = &nest->sketch->program->stages[step->stage];
  AsNestStage *own = &nest->stage[step->stage];
  own->isMma = own->isVectorised = true;
  own->isWgmma = step->kind == AS_STEP_WGMMA;
  bool isWhole = true, hasWarps = false;
  for (int l = 0; l < own->numLoops; l++)
    hasWarps |= own->loop[l].kind == AS_LOOP_WARPS;
  for (int d = 0; d < stage->numDims; d++)
    isWhole &= stage->extent[d] == 1 || own->tile[d] == 1 ||
               own->tile[d] % AS_GPU_MMA == 0;
  return isWhole && hasWarps;
}

static int64_t ceilDivide(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// Whether accumulators stay in registers. A step needs one for what is
/// repeated along the lanes, and one for each vector of a row of accumulators;
/// of more than two of these some may come from memory.
static bool fitRegisters(const AsSketch *sketch, int64_t vectors, int64_t row) {
  enum { repeated = 1, kept = 2 };
  int64_t others = repeated + (row < kept ? row : kept);
  return vectors <= sketch->vectorRegisters - others;
}

/// Vectors of the result's tile: for a reduction of products these are the
/// accumulators.
static bool vectoriseStage(AsNest *nest, int s) {
  const AsSketch *sketch = nest->sketch;
  const AsStage *stage = &sketch->program->stages[s];
  const AsAccess *result = asStageResult(stage);
  const AsTensor *tensor = &sketch->program->tensors[result->tensor];
  int64_t lanes = sketch->vectorBytes / asElementBytes(tensor->element);
  int lane = asNestLaneLoop(sketch->program, stage, &nest->stage[s]);
  if (nest->stage[s].isSplit) // Of what is reduced.
    lane = stage->numDims - 1;
  int64_t vectors = 1, row = 1;
  bool accumulates = false;
  for (int d = 0; d < stage->numDims; d++) {
    accumulates |= stage->isReduction[d];
    int64_t size = nest->stage[s].tile[d];
    if (d == lane)
      row = ceilDivide(size, lanes);
    vectors *= d == lane ? row : size;
  }
  nest->stage[s].isVectorised = true;
  bool inRegisters = accumulates && !nest->stage[s].isSplit;
  return inRegisters ? fitRegisters(sketch, vectors, row)
                     : vectors <= maxVectors;
}

static bool vectorise(AsNest *nest, const AsStep *step) {
  if (step->stage >= 0)
    return vectoriseStage(nest, step->stage);
  for (int s = 0; s < nest->numStages; s++)
    if (nest->sketch->program->stages[s].kind != AS_STAGE_PAD &&
        !vectoriseStage(nest, s))
      return false;
  return true;
}

static bool unroll(AsNest *nest, const AsStep *step, const AsPoint *point) {
  AsNestStage *stage = &nest->stage[step->stage];
  int64_t factor = asPointValue(nest->sketch, point, step->knob);
  AsNestLoop *inner =
      stage->numLoops ? &stage->loop[stage->numLoops - 1] : NULL;
  // Of threads each does one iteration: there is nothing to take a handle of.
  if (inner && inner->kind == AS_LOOP_THREADS &&
      stage->numLoops > stage->shared)
    return false;
  if (factor == 1)
    return true;
  if (stage->numLoops == stage->shared)
    return false;
  // All of it, or several times.
  if (asNestTrip(inner) != factor && asNestTrip(inner) < 2 * factor)
    return false;
  inner->unroll = (int16_t)factor;
  return true;
}

static bool applyStep(AsNest *nest, const AsStep *step, const AsPoint *point) {
  switch (step->kind) {
  case AS_STEP_FUSE:
  case AS_STEP_PARALLEL:
  case AS_STEP_GRID:
  case AS_STEP_BLOCKS:
    return fuse(nest, step, point);
  case AS_STEP_FEED:
    return asPadFeed(nest);
  case AS_STEP_RFACTOR:
  case AS_STEP_TILE:
  case AS_STEP_THREADS:
  case AS_STEP_WARPS:
  case AS_STEP_WARPGROUPS:
  case AS_STEP_LANES:
    return tile(nest, step, point);
  case AS_STEP_MMA:
  case AS_STEP_WGMMA:
    return mma(nest, step);
  case AS_STEP_SPLIT_REDUCTION:
    return splitReduction(nest, step, point);
  case AS_STEP_PACK:
    return pack(nest, step, point);
  case AS_STEP_SHARE:
    return share(nest, step);
  case AS_STEP_LAYOUT:
    return layout(nest, step, point);
  case AS_STEP_DROP_UNITS:
    return dropUnits(nest, step, point);
  case AS_STEP_VECTORISE:
    return vectorise(nest, step);
  case AS_STEP_RESCHEDULE:
    return asBandsReschedule(nest, step, point);
  case AS_STEP_UNROLL:
    return unroll(nest, step, point);
  default:
    return true;
  }
}

bool asNestBuild(const AsSketch *sketch, const AsPoint *point, AsNest *nest) {
  const AsProgram *program = sketch->program;
  nest->sketch = sketch;
  nest->numStages = program->numStages;
  nest->threads = nest->resident = nest->stages = 0;
  nest->isByTma = false;
  if (program->numStages > AS_MAX_STAGES) {
    nest->numStages = 0; // Only the plain sketch is offered for so many.
    return sketch->numSteps == 0;
  }
  for (int s = 0; s < program->numStages; s++) {
    nest->stage[s].numLoops = nest->stage[s].shared = 0;
    nest->stage[s].innermost = nest->stage[s].padded = -1;
    nest->stage[s].mover = -1;
    memset(nest->stage[s].shift, 0, sizeof nest->stage[s].shift);
    memset(nest->stage[s].packLoops, -1, sizeof nest->stage[s].packLoops);
    memset(nest->stage[s].shareDepth, -1, sizeof nest->stage[s].shareDepth);
    nest->stage[s].isVectorised = nest->stage[s].isSplit = false;
    nest->stage[s].isMma = nest->stage[s].isWgmma = false;
    nest->stage[s].carry = asBandsCarry(program, s);
    nest->stage[s].isDiagonal = false;
    for (int d = 0; d < program->stages[s].numDims; d++)
      nest->stage[s].tile[d] = program->stages[s].extent[d];
  }
  for (int i = 0; i < sketch->numSteps; i++)
    if (!applyStep(nest, &sketch->steps[i], point))
      return false;
  assert(asNestIsSane(nest));
  return !sketch->gpu || asNestFitsGpu(nest);
}

int asNestLaneLoop(const AsProgram *program, const AsStage *stage,
                   const AsNestStage *own) {
  return own->innermost >= 0 ? own->innermost : asStageLaneLoop(program, stage);
}
