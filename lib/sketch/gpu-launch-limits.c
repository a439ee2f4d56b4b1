//===- gpu-launch-limits.c - What a nest asks of a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See gpu-launch-limits.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/gpu-launch-limits.h"

/// For addresses, counters and what is under way from memory.
static const int64_t otherRegisters = 32;
/// What a multiprocessor keeps of its shared memory for each block.
static const int64_t systemBytes = 1024;
static const int64_t arrivalBytes = 128; ///< For when copies have arrived.
static const int64_t bytesPerRegister = 4;

static int64_t roundUp(int64_t count, int64_t unit) {
  return (count + unit - 1) / unit * unit;
}

static int64_t elementBytes(const AsNest *nest, const AsAccess *access) {
  return asElementBytes(nest->sketch->program->tensors[access->tensor].element);
}

/// Elements of an access that a tile of the stage touches.
static int64_t reachOf(const AsNest *nest, const AsStage *stage,
                       const AsAccess *access, const int64_t *tile) {
  int rank = nest->sketch->program->tensors[access->tensor].rank;
  int64_t elements = 1;
  for (int r = 0; r < rank; r++) {
    int64_t extent = 1;
    for (int d = 0; d < stage->numDims; d++) {
      int64_t factor = access->factor[r][d];
      extent += (factor < 0 ? -factor : factor) * (tile[d] - 1);
    }
    elements *= extent;
  }
  return elements;
}

/// The same in bytes, of a tile that is copied to shared memory: without gaps
/// between rows where tensor cores have a descriptor of it.
static int64_t copiedBytes(const AsNest *nest, const AsStage *stage,
                           const AsAccess *access, const int64_t *tile,
                           bool isDescribed) {
  int rank = nest->sketch->program->tensors[access->tensor].rank;
  AsAccess rows = *access;
  for (int d = 0; d < stage->numDims && rank > 0; d++)
    rows.factor[rank - 1][d] = 0;
  int64_t numRows = reachOf(nest, stage, &rows, tile);
  int64_t row =
      reachOf(nest, stage, access, tile) / numRows * elementBytes(nest, access);
  return numRows * (isDescribed ? row : asGpuSharedRow(row));
}

/// What a stage has of each dim inside its `depth` outermost loops.
static void tileAt(const AsStage *stage, const AsNestStage *own, int depth,
                   int64_t *tile) {
  for (int d = 0; d < stage->numDims; d++)
    tile[d] = stage->extent[d];
  for (int l = 0; l < depth; l++)
    if (own->loop[l].dim >= 0)
      tile[own->loop[l].dim] = own->loop[l].step;
}

/// Whether the tiles of later iterations are in registers.
static bool isByRegisters(const AsNest *nest, const AsGpu *gpu) {
  return nest->stages > 1 && !asGpuCopiesAsync(gpu);
}

/// Bytes of what a stage touches by an access in its `depth` outermost loops.
static int64_t bytesAt(const AsNest *nest, const AsGpu *gpu, int s, int a,
                       int depth) {
  const AsStage *stage = &nest->sketch->program->stages[s];
  int64_t tile[AS_MAX_DIMS];
  tileAt(stage, &nest->stage[s], depth, tile);
  if (nest->stage[s].shareDepth[a] >= 0)
    return copiedBytes(nest, stage, &stage->access[a], tile,
                       nest->stage[s].isWgmma) *
           (nest->stages > 1 && asGpuCopiesAsync(gpu) ? nest->stages : 1);
  return reachOf(nest, stage, &stage->access[a], tile) *
         elementBytes(nest, &stage->access[a]);
}

/// Whether rows are reduced by the threads of a block.
static bool sharesRows(const AsNest *nest) {
  for (int s = 0; s < nest->numStages; s++)
    if (nest->stage[s].isSplit)
      return true;
  return false;
}

static int64_t sharedBytes(const AsNest *nest, const AsGpu *gpu) {
  int64_t bytes = 0;
  bool sharesAll = sharesRows(nest);
  for (int s = 0; s < nest->numStages; s++) {
    const AsStage *stage = &nest->sketch->program->stages[s];
    const AsNestStage *own = &nest->stage[s];
    for (int a = 0; a < stage->numAccesses; a++) {
      // What the stages of a row hand on.
      bool isHanded =
          sharesAll && stage->access[a].isWrite && s + 1 < nest->numStages;
      if (own->isWgmma && own->shareDepth[a] >= 0)
        bytes = roundUp(bytes, AS_GPU_SHARED_ALIGNMENT);
      if (own->shareDepth[a] >= 0 || isHanded)
        bytes += bytesAt(nest, gpu, s, a,
                         isHanded ? own->shared : own->shareDepth[a]);
    }
  }
  return bytes + (nest->isByTma ? arrivalBytes : 0);
}

/// Results and operands of the tile that is vectors of a thread.
/// Of a warp's tile each lane has its share, and of the reduction as much as is
/// loaded at a time; by four warps together nothing is.
static int64_t registersOf(const AsNest *nest, int s) {
  const AsStage *stage = &nest->sketch->program->stages[s];
  const AsNestStage *own = &nest->stage[s];
  int64_t bytes = 0, tile[AS_MAX_DIMS];
  for (int d = 0; d < stage->numDims; d++)
    tile[d] = own->isMma && stage->isReduction[d]
                  ? asGpuMmaLoaded((int)elementBytes(nest, &stage->access[0]))
                  : own->tile[d];
  for (int a = 0; a < stage->numAccesses && own->isVectorised; a++)
    if (!own->isWgmma || stage->access[a].isWrite)
      bytes += reachOf(nest, stage, &stage->access[a], tile) *
               elementBytes(nest, &stage->access[a]);
  if (own->isMma)
    bytes /= AS_GPU_WARP_THREADS;
  return bytes / bytesPerRegister + otherRegisters;
}

/// What a thread has of the tiles that are copied, where it has them.
static int64_t copiedRegisters(const AsNest *nest, const AsGpu *gpu,
                               int64_t threads) {
  int64_t bytes = 0;
  for (int s = 0; s < nest->numStages && isByRegisters(nest, gpu); s++)
    for (int a = 0; a < nest->sketch->program->stages[s].numAccesses; a++)
      if (nest->stage[s].shareDepth[a] >= 0)
        bytes += bytesAt(nest, gpu, s, a, nest->stage[s].shareDepth[a]);
  int64_t registers = threads * bytesPerRegister; // One of each thread.
  return roundUp(bytes, registers) / registers;
}

/// How many loads a thread has of a tile that is copied to shared memory: each
/// of as much as is side by side, up to 16 bytes.
static int64_t loadsOf(const AsNest *nest, int s, int a, int64_t threads) {
  enum { accessBytes = 16 };
  const AsStage *stage = &nest->sketch->program->stages[s];
  const AsNestStage *own = &nest->stage[s];
  const AsAccess *access = &stage->access[a];
  int64_t tile[AS_MAX_DIMS], lanes = 1;
  int rank = nest->sketch->program->tensors[access->tensor].rank;
  if (own->shareDepth[a] < 0 || rank == 0)
    return 0;
  tileAt(stage, own, own->shareDepth[a], tile);
  int last = asAccessLoop(access, stage, rank - 1);
  while (last >= 0 && tile[last] % (2 * lanes) == 0 &&
         2 * lanes * elementBytes(nest, access) <= accessBytes)
    lanes *= 2;
  return reachOf(nest, stage, access, tile) / lanes / threads;
}

/// The addresses of what a thread copies, which stay the same but for where the
/// piece of the reduction begins: of a few there is room anyway.
static int64_t addressRegisters(const AsNest *nest, int64_t threads) {
  enum { few = 8, addressSize = 2 };
  int64_t loads = 0;
  for (int s = 0; s < nest->numStages && !nest->isByTma; s++)
    for (int a = 0; a < nest->sketch->program->stages[s].numAccesses; a++)
      loads += loadsOf(nest, s, a, threads);
  return loads > few ? (loads - few) * addressSize : 0;
}

/// Products of the trips of a kind of loop, of the last stage and of any one.
static double tripsOf(const AsNestStage *own, AsLoopKind kind) {
  double trips = 1;
  for (int l = 0; l < own->numLoops; l++)
    if (own->loop[l].kind == (int8_t)kind)
      trips *= asNestTrip(&own->loop[l]);
  return trips;
}

/// Of a block. Warps are whole, whatever their lanes do.
static double threadsOf(const AsNestStage *own) {
  double warps = tripsOf(own, AS_LOOP_WARPS);
  bool isByWarps = own->isMma || warps > 1 || tripsOf(own, AS_LOOP_LANES) > 1;
  return isByWarps ? warps * AS_GPU_WARP_THREADS
                   : tripsOf(own, AS_LOOP_THREADS);
}

static int resident(const AsNestLaunch *launch, const AsGpu *gpu) {
  int64_t threads = roundUp(launch->threads, AS_GPU_WARP_THREADS);
  int64_t byThreads = gpu->residentThreads / threads;
  int64_t byRegisters =
      AS_GPU_REGISTERS / (roundUp(launch->registers, 8) * threads);
  int64_t byShared = gpu->sharedBytes / (launch->sharedBytes + systemBytes);
  int64_t blocks = gpu->residentBlocks;
  blocks = byThreads < blocks ? byThreads : blocks;
  blocks = byRegisters < blocks ? byRegisters : blocks;
  return (int)(byShared < blocks ? byShared : blocks);
}

AsNestLaunch asNestLaunch(const AsNest *nest, const AsGpu *gpu) {
  AsNestLaunch launch = {.blocks = 1, .threads = 1};
  for (int s = 0; s < nest->numStages; s++) {
    const AsNestStage *own = &nest->stage[s];
    double threads = threadsOf(own);
    double blocks = tripsOf(own, AS_LOOP_BLOCKS);
    bool isGrid = nest->threads > 0;
    if (isGrid && threads / nest->threads > launch.blocks)
      launch.blocks = threads / nest->threads;
    else if (!isGrid && blocks > launch.blocks)
      launch.blocks = blocks;
    if (!isGrid && threads > (double)launch.threads)
      launch.threads = (int64_t)threads;
    int64_t registers = registersOf(nest, s);
    launch.registers =
        registers > launch.registers ? registers : launch.registers;
  }
  if (nest->threads)
    launch.threads = nest->threads;
  launch.registers += copiedRegisters(nest, gpu, launch.threads) +
                      addressRegisters(nest, launch.threads);
  launch.sharedBytes = sharedBytes(nest, gpu);
  launch.resident = resident(&launch, gpu);
  return launch;
}

/// Whether the threads of a block are enough to copy its tiles to shared memory
/// with all of a thread's loads under way together
/// (lowering/gpu/memory/cooperative-copies.c).
static bool fitsCopies(const AsNest *nest, int64_t threads) {
  enum { mostLoads = 64 };
  for (int s = 0; s < nest->numStages && !nest->isByTma; s++)
    for (int a = 0; a < nest->sketch->program->stages[s].numAccesses; a++)
      if (loadsOf(nest, s, a, threads) > mostLoads)
        return false;
  return true;
}

/// A grid has a dimension for each loop over blocks, the last one along x; of
/// more loops than it has dimensions all are along x.
static bool fitsGrid(const AsNest *nest) {
  const AsNestStage *last = &nest->stage[nest->numStages - 1];
  int count = 0;
  bool isShallow = true;
  for (int l = last->numLoops - 1; l >= 0; l--)
    if (last->loop[l].kind == AS_LOOP_BLOCKS && count++ > 0)
      isShallow &= asNestTrip(&last->loop[l]) <= AS_GPU_GRID_DEPTH;
  return (isShallow || count > AS_GPU_GRID_RANK) &&
         tripsOf(last, AS_LOOP_BLOCKS) <= AS_GPU_GRID_WIDTH;
}

/// Whether there is a loop over blocks: without one a tile is no part of
/// anything. It has several iterations but for a single row.
static bool hasGrid(const AsNest *nest) {
  bool hasGrid = false;
  for (int s = 0; s < nest->numStages; s++)
    for (int l = 0; l < nest->stage[s].numLoops; l++)
      hasGrid |= nest->stage[s].loop[l].kind == AS_LOOP_BLOCKS;
  return hasGrid;
}

bool asNestFitsGpu(const AsNest *nest) {
  if (nest->numStages == 0)
    return true;
  AsNestLaunch launch = asNestLaunch(nest, nest->sketch->gpu);
  int wanted = nest->resident > 0 ? nest->resident : 1;
  bool isSplit = nest->threads > 0 || launch.threads == 1 || hasGrid(nest);
  return isSplit && launch.threads <= AS_GPU_BLOCK_THREADS &&
         launch.sharedBytes <= nest->sketch->gpu->blockSharedBytes &&
         launch.registers <= AS_GPU_THREAD_REGISTERS &&
         launch.resident >= wanted && fitsGrid(nest) &&
         fitsCopies(nest, launch.threads);
}
