//===- gpu-prior.c - The analytical prior: a roofline of GPUs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A roofline with occupancy. The demands of a stage are arithmetic, the issue
// of instructions, shared memory, the L2 cache, and memory. They overlap and
// are combined as in analytical-prior.c. Each is served by the multiprocessors
// that have blocks, and at full speed only if there are enough threads to hide
// latencies.
//
//===----------------------------------------------------------------------===//

#include "costmodel/gpu-prior.h"
#include "costmodel/footprint.h"
#include "sketch/gpu-launch-limits.h"
#include <math.h>

//===----------------------------------------------------------------------===//
// The machine
//===----------------------------------------------------------------------===//

static const double launchSeconds = 3e-6;
static const double nextSeconds = 1e-6; ///< To launch another kernel.
static const double sectorBytes = 32;   ///< Of memory, fetched at once.
/// Elements that one instruction of tensor cores (mma.sync) computes. The
/// instructions of a tile are independent chains, whose latency costs about as
/// much of the tensor cores' time as that of an fma costs of the lanes'.
static const double mmaElements = 16 * 8;
/// Slowdown of tensor cores on chips with wgmma if mma.sync is used, for which
/// the warp waits.
static const double syncSlowdown = 1.6;
static const double accessBytes = 16; ///< Of a thread, at most.
static const double warpIssue = 4;    ///< Instructions of warps in a cycle.
static const double chainLatency = 4; ///< Cycles from one fma to the next.
static const double memorySeconds = 600e-9; ///< For a load, from memory.
static const double cacheCycleBytes = 32; ///< To a multiprocessor, in a cycle.
static const double sharedCycleBytes = 128;
static const double barrierCycles = 30;
static const double arrivalCycles = 250;  ///< Of a tile, from the L2 cache.
static const double loopInstructions = 3; ///< Count, compare, jump.

/// Costs of operations by kind, in f32 operations.
static const double arithmeticCost[AS_NUM_ARITHMETIC] = {
    [AS_ARITHMETIC_ADD] = 1,     [AS_ARITHMETIC_MUL] = 1,
    [AS_ARITHMETIC_DIV] = 6,     [AS_ARITHMETIC_COMPARE] = 1,
    [AS_ARITHMETIC_MATH] = 12, // An exponential, or a polynomial.
    [AS_ARITHMETIC_INTEGER] = 2, [AS_ARITHMETIC_CAST] = 4,
};

//===----------------------------------------------------------------------===//
// Demands of a stage
//===----------------------------------------------------------------------===//

/// The sum over all threads.
typedef struct Demand {
  double operations;   ///< Of f32 lanes.
  double products;     ///< Of tensor cores.
  double instructions; ///< Of threads.
  double sharedBytes;
  double cacheBytes;  ///< From the L2 cache, in whole sectors.
  double memoryBytes; ///< From memory.
  double inFlight;    ///< Bytes of loads of a thread under way at a time.
  double chains;      ///< Independent sums of a thread.
  double barriers;    ///< Barriers of a block.
  double arrivals;    ///< Tiles from memory that it waits for there.
} Demand;

static double elementBytesOf(const AsNestView *view, int s, int a) {
  const AsAccess *access = &view->stage[s].stage->access[a];
  return asElementBytes(
      view->nest->sketch->program->tensors[access->tensor].element);
}

/// The loop whose neighbouring iterations are neighbouring threads, or -1.
static int threadLoop(const AsNestStage *own) {
  int loop = -1;
  for (int l = 0; l < own->numLoops; l++)
    if (own->loop[l].kind == AS_LOOP_THREADS)
      loop = own->loop[l].dim;
  return loop;
}

/// Bytes fetched from the cache per byte that threads of a warp load.
static double fetchedPerByte(const AsNestView *view, int s, int a) {
  const AsStageView *stage = &view->stage[s];
  int loop = threadLoop(stage->own);
  if (loop < 0)
    return 1;
  if (!(stage->moves[a] >> loop & 1))
    return 1.0 / AS_GPU_WARP_THREADS; // The same for all.
  double bytes = elementBytesOf(view, s, a);
  if (asViewStride(view, s, a, loop) == 1)
    return 1;
  // Whole sectors are used if the thread continues along them soon.
  int inner = stage->numLoops ? stage->dim[stage->numLoops - 1] : -1;
  bool goesOn = inner >= 0 && asViewStride(view, s, a, inner) == 1;
  return goesOn ? 2 : sectorBytes / bytes;
}

/// Bytes of an operand of tensor cores that a lane loads by one instruction:
/// 16, or one element if it has to be transposed and is too long for ldmatrix.
static double mmaAccessBytes(const AsNestView *view, int s, int a) {
  const AsStage *stage = view->stage[s].stage;
  bool isAlongK = false;
  for (int d = 0; d < stage->numDims; d++)
    isAlongK |= stage->isReduction[d] && asViewStride(view, s, a, d) == 1;
  double bytes = elementBytesOf(view, s, a);
  return !isAlongK && bytes > 2 && !stage->access[a].isWrite ? bytes
                                                             : accessBytes;
}

/// How many warps read an operand at a time: all four of a warpgroup if it does
/// not move along the rows.
static double readersOf(const AsStageView *stage, int a) {
  const AsNestStage *own = stage->own;
  for (int l = 0; l < own->numLoops; l++)
    if (own->loop[l].kind == AS_LOOP_WARPS)
      return stage->moves[a] >> own->loop[l].dim & 1 ? 1 : AS_GPU_WARPGROUP;
  return 1;
}

/// How often the tiles of a result are stored: each tile once, as sums stay in
/// registers.
static double storesOf(const AsStageView *stage, int a) {
  double times = 1;
  for (int l = 0; l < stage->numLoops; l++)
    if (stage->dim[l] >= 0 && stage->moves[a] >> stage->dim[l] & 1)
      times *= stage->trip[l];
  return times;
}

/// Elements of an access that all threads load or store; adds the instructions
/// for them.
static double movesOf(const AsNestView *view, int s, int a,
                      double *instructions) {
  const AsStageView *stage = &view->stage[s];
  double bytes = elementBytesOf(view, s, a);
  double elements = stage->reach[a][stage->numLoops].bytes / bytes;
  double times = stage->stage->access[a].isWrite
                     ? storesOf(stage, a)
                     : stage->entries[asViewHoistDepth(stage, a)];
  if (stage->own->isWgmma && !stage->stage->access[a].isWrite)
    return elements * times / readersOf(stage, a);
  if (stage->own->isMma) {
    *instructions += elements * times * bytes / mmaAccessBytes(view, s, a);
    return elements * times;
  }
  double run = stage->lane >= 0 && stage->moves[a] >> stage->lane & 1 &&
                       asViewStride(view, s, a, stage->lane) == 1
                   ? asLeast(accessBytes / bytes, stage->body[stage->lane])
                   : 1;
  *instructions += elements * times / asMost(1, run);
  return elements * times;
}

/// Adds the demands of a tile in shared memory: copying it there, and reading
/// it.
static void demandShared(const AsNestView *view, int s, int a, double moves,
                         Demand *demand) {
  const AsStageView *stage = &view->stage[s];
  int depth = stage->own->shareDepth[a];
  const AsReach *tile = &stage->reach[a][depth];
  double copies = stage->entries[depth];
  demand->sharedBytes += tile->bytes * copies;
  demand->sharedBytes += moves * elementBytesOf(view, s, a) *
                         (fetchedPerByte(view, s, a) < 1 ? 0.25 : 1);
  demand->cacheBytes += tile->lines * sectorBytes * copies;
  if (!view->nest->isByTma)
    demand->instructions += 4 * tile->bytes / accessBytes * copies;
}

/// How many iterations of the tile of a warp a lane has, all of them unrolled.
static double iterationsOfLane(const AsNestStage *own) {
  double trips = 1;
  for (int l = 0; l < own->numLoops; l++)
    if (own->loop[l].kind == AS_LOOP_LANES)
      trips *= asNestTrip(&own->loop[l]);
  return asMost(1, trips / AS_GPU_WARP_THREADS);
}

/// Whether operands are converted to the type of the sums once for each load,
/// however often they are multiplied then.
static bool convertsOperands(const AsStageView *stage) {
  AsStageKind kind = stage->stage->kind;
  return stage->stage->arithmetic[AS_ARITHMETIC_CAST] && !stage->own->isMma &&
         (kind == AS_STAGE_CONTRACTION || kind == AS_STAGE_CONVOLUTION);
}

static void demandAccesses(const AsNestView *view, int s, const AsGpu *gpu,
                           Demand *demand) {
  const AsStageView *stage = &view->stage[s];
  double conversion =
      convertsOperands(stage) ? arithmeticCost[AS_ARITHMETIC_CAST] : 0;
  for (int a = 0; a < stage->stage->numAccesses; a++) {
    if (asViewInRegisters(view, s, a))
      continue;
    double moves = movesOf(view, s, a, &demand->instructions);
    double bytes = moves * elementBytesOf(view, s, a);
    if (!stage->stage->access[a].isWrite) {
      demand->operations += moves * conversion;
      demand->instructions += moves * conversion;
    }
    double before = demand->cacheBytes;
    if (stage->own->shareDepth[a] >= 0)
      demandShared(view, s, a, moves, demand);
    else
      demand->cacheBytes += bytes * fetchedPerByte(view, s, a);
    double whole = stage->reach[a][0].bytes;
    double again = demand->cacheBytes - before - whole;
    demand->memoryBytes += whole;
    if (whole > (double)gpu->cacheBytes && again > 0)
      demand->memoryBytes += again * (1 - (double)gpu->cacheBytes / whole);
    demand->inFlight +=
        stage->reach[a][stage->numLoops].bytes * iterationsOfLane(stage->own);
  }
}

static void demandArithmetic(const AsNestView *view, int s, Demand *demand) {
  const AsStageView *stage = &view->stage[s];
  const int *count = stage->stage->arithmetic;
  double cost = 0;
  for (int k = 0; k < AS_NUM_ARITHMETIC; k++)
    cost += count[k] * arithmeticCost[k];
  cost -= asLeast(count[AS_ARITHMETIC_ADD], count[AS_ARITHMETIC_MUL]);
  if (convertsOperands(stage))
    cost -= count[AS_ARITHMETIC_CAST] * arithmeticCost[AS_ARITHMETIC_CAST];
  double iterations = stage->entries[stage->numLoops];
  for (int d = 0; d < stage->stage->numDims; d++)
    iterations *= stage->body[d];
  if (stage->own->isMma) {
    static const double halfBytes = 2;
    double made = mmaElements;
    if (stage->own->isWgmma)
      made = AS_GPU_MMA * stage->body[stage->lane];
    double perThread = made * AS_GPU_MMA / AS_GPU_WARP_THREADS;
    demand->products = iterations * elementBytesOf(view, s, 0) / halfBytes;
    demand->instructions += demand->products / perThread;
    return;
  }
  demand->operations += iterations * cost;
  demand->instructions += iterations * cost;
}

/// Adds the barriers of a block that copies tiles `times` times. With several
/// stages, copies are under way while it computes, and one barrier is enough.
static void demandTiles(const AsNest *nest, const AsGpu *gpu, double times,
                        Demand *demand) {
  bool isStaged = nest->stages > 1;
  demand->barriers += (isStaged && asGpuCopiesAsync(gpu) ? 1 : 2) * times;
  demand->arrivals += isStaged ? times / nest->stages : times;
}

static void demandLoops(const AsNest *nest, const AsStageView *stage,
                        const AsNestLaunch *launch, const AsGpu *gpu,
                        Demand *demand) {
  bool shares = false;
  for (int a = 0; a < stage->stage->numAccesses; a++)
    shares |= stage->own->shareDepth[a] >= 0;
  for (int l = 0; l < stage->numLoops; l++) {
    bool isOwn = l < stage->own->numLoops;
    const AsNestLoop *loop = &stage->own->loop[l];
    if (isOwn && asNestIsParallel(loop))
      continue;
    demand->instructions += stage->entries[l + 1] * loopInstructions /
                            asMost(1, isOwn ? loop->unroll : 1);
    if (isOwn && shares && l < stage->own->shareDepth[0])
      demandTiles(nest, gpu, stage->entries[l + 1] / launch->blocks, demand);
  }
  demand->chains = stage->own->isMma ? 1 / mmaElements : 1;
  for (int d = 0; d < stage->stage->numDims; d++)
    if (!stage->stage->isReduction[d])
      demand->chains *= stage->body[d];
}

//===----------------------------------------------------------------------===//
// Seconds
//===----------------------------------------------------------------------===//

/// The share of `wanted` that `there` gives, at most 1.
static double shareOf(double there, double wanted) {
  return asLeast(1, there / asMost(wanted, 1e-30));
}

static double stageSeconds(const AsNestView *view, int s,
                           const AsNestLaunch *launch, const AsGpu *gpu) {
  const AsStageView *stage = &view->stage[s];
  Demand demand = {0};
  demandArithmetic(view, s, &demand);
  demandAccesses(view, s, gpu, &demand);
  demandLoops(view->nest, stage, launch, gpu, &demand);
  double each = launch->blocks / gpu->multiprocessors;
  double busy = gpu->multiprocessors * each / ceil(each);
  double warps = asLeast(launch->resident, ceil(each)) *
                 ceil((double)launch->threads / AS_GPU_WARP_THREADS);
  double lanes = shareOf((double)launch->threads, AS_GPU_WARP_THREADS);
  double ready =
      shareOf(warps * asLeast(demand.chains, 8), warpIssue * chainLatency);
  double waiting =
      shareOf(warps * AS_GPU_WARP_THREADS * lanes * asMost(demand.inFlight, 4),
              gpu->bandwidth * memorySeconds / gpu->multiprocessors);
  double cycles = busy * gpu->clock;
  bool isSync = stage->own->isMma && !stage->own->isWgmma;
  double products = demand.products / gpu->tensorLanes *
                    (isSync && asGpuCapability(gpu) >= 90 ? syncSlowdown : 1);
  double arithmetic =
      (demand.operations / gpu->lanes + products) / (cycles * lanes * ready);
  double issue = demand.instructions / AS_GPU_WARP_THREADS /
                 (warpIssue * cycles * lanes * ready);
  double shared = demand.sharedBytes / (sharedCycleBytes * cycles * lanes);
  double cache = demand.cacheBytes / (cacheCycleBytes * cycles * waiting);
  double memory =
      demand.memoryBytes / (gpu->bandwidth * waiting * asLeast(1, each));
  // While one block waits for its tiles, the others compute.
  double barriers = (demand.barriers * barrierCycles +
                     demand.arrivals * arrivalCycles / launch->resident) *
                    ceil(each / launch->resident) / gpu->clock;
  return sqrt(arithmetic * arithmetic + issue * issue + shared * shared +
              cache * cache + memory * memory) +
         barriers;
}

/// Kernels before and after the one with the loops over blocks: a pad is filled
/// and then copied into, and the result of a padded product is copied out.
static int numOthers(const AsSketch *sketch) {
  int count = 0;
  for (int s = 0; s < sketch->program->numStages; s++)
    count += 2 * (sketch->program->stages[s].kind == AS_STAGE_PAD);
  count += sketch->program->numAfter;
  for (int i = 0; i < sketch->numSteps; i++)
    count += sketch->steps[i].kind == AS_STEP_ROUND;
  return count;
}

double asPriorGpuSeconds(const AsNest *nest, const AsGpu *gpu) {
  const double longest = 1e30; // Still finite as a float.
  AsNestView view;
  asViewNest(nest, sectorBytes, &view);
  double seconds = launchSeconds + numOthers(nest->sketch) * nextSeconds;
  if (nest->numStages == 0)
    return longest;
  AsNestLaunch launch = asNestLaunch(nest, gpu);
  launch.resident = launch.resident > 0 ? launch.resident : 1;
  for (int s = 0; s < nest->numStages; s++)
    seconds += stageSeconds(&view, s, &launch, gpu);
  return asLeast(seconds, longest);
}
