//===- costmodel/prior.c - What a point should cost, before measuring
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stages run one after another, so their costs add up. Within one, arithmetic,
// loads and stores, and lines that prefetchers bring in time all overlap: the
// slowest counts. What nothing foresees is paid on top: the first line of each
// run of memory, and starting and ending loops.
//
// The unit is a cycle of a core with two vector units, which is what the
// targets have in common; absolute times are not the aim.
//
//===----------------------------------------------------------------------===//

#include "costmodel/prior.h"
#include "costmodel/footprint.h"
#include <math.h>

//===----------------------------------------------------------------------===//
// The machine
//===----------------------------------------------------------------------===//

static const double cyclesPerSecond = 2.5e9;
static const double chainLatency = 4; ///< Of an addition or an fma.
static const double loadsPerCycle = 2;
static const double storesPerCycle = 1;
static const double issueWidth = 4; ///< Instructions in a cycle.

/// Cycles of one vector operation, two units working.
static const double arithmeticCycles[AS_NUM_ARITHMETIC] = {
    [AS_ARITHMETIC_ADD] = 0.5,     [AS_ARITHMETIC_MUL] = 0.5,
    [AS_ARITHMETIC_DIV] = 10,      [AS_ARITHMETIC_COMPARE] = 0.5,
    [AS_ARITHMETIC_MATH] = 12, // A polynomial, or a call for each element.
    [AS_ARITHMETIC_INTEGER] = 0.5, [AS_ARITHMETIC_CAST] = 1,
};

/// Cycles for a line to arrive from beyond a cache: `streamed` where it follows
/// the one before it, `stalled` where it does not, several misses in flight.
typedef struct Supply {
  double streamed, stalled;
} Supply;
static const Supply supply[3] = {{1, 3}, {4, 8}, {12, 20}};

/// A level-one cache is indexed by what addresses of a page have in common.
static const double pageBytes = 4096;
static const double secondLevelWays = 16;

static const double copyCycles = 20; ///< A line read, allocated and written.
static const double loopInstructions = 3; ///< Count, compare, jump.
static const double exitCycles = 12; ///< A jump that was not foreseen.
static const double foldCycles = 24; ///< Lanes of a vector to one number.
static const double gatherLoads = 2; ///< An element that is put in its lane.
static const double forkSeconds = 5e-6;

/// What LLVM makes of a scalar loop without dependences, next to vectors that
/// were asked for.
static const double automaticVectors = 0.5;

static double most(double a, double b) { return a > b ? a : b; }

//===----------------------------------------------------------------------===//
// A stage
//===----------------------------------------------------------------------===//

/// What a stage asks of the machine, in one run.
typedef struct Demand {
  double arithmetic, chain, loads, stores, instructions;
  double streamed, stalled, overhead; ///< Cycles.
} Demand;

/// Elements in a vector, as far as the compiler finds some itself.
static double lanesOf(const AsNestView *view, const AsStageView *stage) {
  if (stage->own->isVectorised || !stage->numLoops || stage->accumulates)
    return 1;
  int inner = stage->dim[stage->numLoops - 1];
  if (inner < 0 ||
      inner != asStageLaneLoop(view->nest->sketch->program, stage->stage))
    return 1;
  const AsSketch *sketch = view->nest->sketch;
  return most(1, automaticVectors * sketch->vectorBytes / 4);
}

static void demandArithmetic(const AsNestView *view, const AsStageView *stage,
                             Demand *demand) {
  const int *count = stage->stage->arithmetic;
  double cycles = 0, operations = 0;
  for (int k = 0; k < AS_NUM_ARITHMETIC; k++) {
    cycles += count[k] * arithmeticCycles[k];
    operations += count[k];
  }
  int adds = count[AS_ARITHMETIC_ADD], muls = count[AS_ARITHMETIC_MUL];
  int fused = adds < muls ? adds : muls;
  cycles -= fused * arithmeticCycles[AS_ARITHMETIC_MUL];
  operations -= fused;
  double bodies = stage->entries[stage->numLoops] / lanesOf(view, stage);
  double vectors = bodies * stage->vectors * stage->steps;
  demand->arithmetic += vectors * cycles;
  demand->instructions += vectors * operations;
  if (stage->accumulates)
    demand->chain += bodies * stage->steps * chainLatency;
  if (stage->own->isSplit) {
    double results = stage->entries[stage->own->shared];
    demand->overhead += results * (foldCycles + stage->vectors * chainLatency);
  }
}

/// Loads or stores that one body needs for an access.
static double movesOf(const AsNestView *view, int s, int a) {
  const AsStageView *stage = &view->stage[s];
  const AsReach *reach = &stage->reach[a][stage->numLoops];
  const AsProgram *program = view->nest->sketch->program;
  const AsAccess *access = &stage->stage->access[a];
  double elements =
      reach->bytes / asElementBytes(program->tensors[access->tensor].element);
  int lane = stage->lane;
  if (lane < 0 || !(stage->moves[a] >> lane & 1))
    return elements;
  double stride = asViewStride(view, s, a, lane);
  if (stride != 1)
    return elements * gatherLoads;
  double size = stage->body[lane];
  return elements / size *
         (double)(((int64_t)size + stage->lanes - 1) / stage->lanes);
}

static void demandMemory(const AsNestView *view, int s, const AsCache cache[3],
                         Demand *demand) {
  const AsStageView *stage = &view->stage[s];
  int reuse[3];
  for (int c = 0; c < 3; c++)
    reuse[c] = asViewReuseDepth(view, s, &cache[c]);
  int inner = stage->numLoops ? stage->numLoops - 1 : 0;
  double live = 1, lanes = lanesOf(view, stage);
  for (int a = 0; a < stage->stage->numAccesses; a++) {
    const AsAccess *access = &stage->stage->access[a];
    double moves = movesOf(view, s, a);
    if (access->isWrite || (stage->moves[a] >> (stage->lane & 7) & 1))
      live += moves;
    if (asViewInRegisters(view, s, a))
      continue;
    double times = stage->entries[asViewHoistDepth(stage, a)] / lanes;
    demand->loads += access->isWrite && !access->isRead ? 0 : moves * times;
    demand->stores += access->isWrite ? moves * times : 0;
    double between;
    bool again = asViewNeighbour(view, s, a, &between) >= 0;
    double jumps = stage->reach[a][inner].runs / stage->reach[a][inner].lines;
    for (int c = 0; c < 3; c++) {
      if (again && between <= cache[c].bytes)
        continue;
      double lines =
          stage->reach[a][reuse[c]].lines * stage->entries[reuse[c]];
      demand->streamed += lines * (1 - jumps) * supply[c].streamed;
      demand->stalled += lines * jumps * supply[c].stalled;
    }
  }
  // Vectors that find no register are stored and loaded each time.
  double spilled = live - view->nest->sketch->vectorRegisters;
  if (stage->own->isVectorised && stage->accumulates && spilled > 0) {
    double times = 2 * spilled * stage->entries[stage->numLoops] * stage->steps;
    demand->loads += times;
    demand->stores += times;
  }
  demand->instructions += demand->loads + demand->stores;
}

/// The copy that a packed operand is read from.
static void demandPacking(const AsNestView *view, int s, const AsCache cache[3],
                          Demand *demand) {
  const AsStageView *stage = &view->stage[s];
  int a = stage->own->packed;
  if (a < 0)
    return;
  const AsTensor *tensor =
      &view->nest->sketch->program->tensors[stage->stage->access[a].tensor];
  double source = asElementBytes(tensor->element);
  for (int r = 0; r < tensor->rank; r++)
    source *= (double)tensor->shape[r];
  double copied =
      stage->reach[a][stage->packDepth].bytes * stage->entries[stage->packDepth];
  double lines = copied / view->lineBytes;
  double cycles = 0;
  for (int c = 0; c < 3; c++)
    if (source > cache[c].bytes)
      cycles += supply[c].stalled;
  for (int c = 0; c < 3; c++)
    if (stage->reach[a][stage->packDepth].bytes > cache[c].bytes)
      cycles += supply[c].streamed;
  demand->overhead += lines * (cycles + copyCycles);
}

static void demandLoops(const AsStageView *stage, Demand *demand) {
  for (int l = 0; l < stage->numLoops; l++) {
    double unroll =
        l < stage->own->numLoops ? most(1, stage->own->loop[l].unroll) : 1;
    double iterations = stage->entries[l + 1] / unroll;
    demand->instructions += iterations * loopInstructions;
    demand->overhead += stage->entries[l] * exitCycles;
  }
}

/// How many threads the loops keep busy, on average.
static double speedup(const AsStageView *stage, int threads) {
  double parts = 1;
  for (int l = 0; l < stage->own->numLoops; l++)
    if (stage->own->loop[l].isParallel)
      parts *= stage->trip[l];
  if (threads < 2 || parts < 2)
    return 1;
  if (parts > 1e9)
    return threads;
  double rounds = (double)(((int64_t)parts + threads - 1) / threads);
  return parts / rounds;
}

static double stageSeconds(const AsNestView *view, int s,
                           const AsTarget *target, const AsCache cache[3]) {
  Demand demand = {0};
  demandArithmetic(view, &view->stage[s], &demand);
  demandMemory(view, s, cache, &demand);
  demandPacking(view, s, cache, &demand);
  demandLoops(&view->stage[s], &demand);
  double compute = most(demand.arithmetic, demand.chain);
  double issue = most(demand.instructions / issueWidth,
                      most(demand.loads / loadsPerCycle,
                           demand.stores / storesPerCycle));
  double memory = demand.streamed + demand.stalled;
  double cycles =
      sqrt(compute * compute + issue * issue + memory * memory) +
      demand.overhead;
  return cycles / cyclesPerSecond /
         speedup(&view->stage[s], target->threads);
}

double asPriorSeconds(const AsNest *nest, const AsTarget *target) {
  const AsCache cache[3] = {
      {(double)target->cacheBytes[0], pageBytes},
      {(double)target->cacheBytes[1],
       (double)target->cacheBytes[1] / secondLevelWays},
      {(double)target->cacheBytes[2], 0}, // Hashed: nothing collides.
  };
  AsNestView view;
  asViewNest(nest, target->lineBytes > 0 ? target->lineBytes : 64, &view);
  double seconds = 1e-9;
  bool isParallel = false;
  for (int s = 0; s < nest->numStages; s++) {
    seconds += stageSeconds(&view, s, target, cache);
    for (int l = 0; l < nest->stage[s].numLoops; l++)
      isParallel |= nest->stage[s].loop[l].isParallel;
  }
  return isParallel ? seconds + forkSeconds : seconds;
}
