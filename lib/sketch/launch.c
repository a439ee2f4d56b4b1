//===- sketch/launch.c - What a nest asks of a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See launch.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/launch.h"

/// For addresses, counters and what is under way from memory.
static const int64_t otherRegisters = 32;
/// What a multiprocessor keeps of its shared memory for each block.
static const int64_t systemBytes = 1024;
static const int64_t bytesPerRegister = 4;

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

/// What a stage has of each dim inside its `depth` outermost loops.
static void tileAt(const AsStage *stage, const AsNestStage *own, int depth,
                   int64_t *tile) {
  for (int d = 0; d < stage->numDims; d++)
    tile[d] = stage->extent[d];
  for (int l = 0; l < depth; l++)
    if (own->loop[l].dim >= 0)
      tile[own->loop[l].dim] = own->loop[l].step;
}

static int64_t sharedBytes(const AsNest *nest) {
  int64_t bytes = 0;
  for (int s = 0; s < nest->numStages; s++) {
    const AsStage *stage = &nest->sketch->program->stages[s];
    for (int a = 0; a < stage->numAccesses; a++) {
      int64_t tile[AS_MAX_DIMS];
      if (nest->stage[s].shareDepth[a] < 0)
        continue;
      tileAt(stage, &nest->stage[s], nest->stage[s].shareDepth[a], tile);
      bytes += reachOf(nest, stage, &stage->access[a], tile) *
               elementBytes(nest, &stage->access[a]);
    }
  }
  return bytes;
}

/// Results and operands of the tile that is vectors of a thread.
static int64_t registersOf(const AsNest *nest, int s) {
  const AsStage *stage = &nest->sketch->program->stages[s];
  const AsNestStage *own = &nest->stage[s];
  int64_t bytes = 0;
  for (int a = 0; a < stage->numAccesses && own->isVectorised; a++)
    bytes += reachOf(nest, stage, &stage->access[a], own->tile) *
             elementBytes(nest, &stage->access[a]);
  return bytes / bytesPerRegister + otherRegisters;
}

/// Products of the trips of a kind of loop, of the last stage and of any one.
static double tripsOf(const AsNestStage *own, AsLoopKind kind) {
  double trips = 1;
  for (int l = 0; l < own->numLoops; l++)
    if (own->loop[l].kind == (int8_t)kind)
      trips *= asNestTrip(&own->loop[l]);
  return trips;
}

static int64_t roundUp(int64_t count, int64_t unit) {
  return (count + unit - 1) / unit * unit;
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
    double threads = tripsOf(own, AS_LOOP_THREADS);
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
  launch.sharedBytes = sharedBytes(nest);
  launch.resident = resident(&launch, gpu);
  return launch;
}

/// A grid has a dimension for each loop over blocks, the last one along x.
static bool fitsGrid(const AsNest *nest) {
  const AsNestStage *last = &nest->stage[nest->numStages - 1];
  int along = 0;
  for (int l = last->numLoops - 1; l >= 0; l--)
    if (last->loop[l].kind == AS_LOOP_BLOCKS && along++ > 0 &&
        asNestTrip(&last->loop[l]) > AS_GPU_GRID_DEPTH)
      return false;
  return along <= 3;
}

bool asNestFitsGpu(const AsNest *nest) {
  if (nest->numStages == 0)
    return true;
  AsNestLaunch launch = asNestLaunch(nest, nest->sketch->gpu);
  int wanted = nest->resident > 0 ? nest->resident : 1;
  // One block would leave the others idle, and its tile is no part of anything.
  bool isSplit = nest->threads > 0 || launch.threads == 1 || launch.blocks > 1;
  return isSplit && launch.threads <= AS_GPU_BLOCK_THREADS &&
         launch.sharedBytes <= nest->sketch->gpu->blockSharedBytes &&
         launch.registers <= AS_GPU_THREAD_REGISTERS &&
         launch.resident >= wanted && fitsGrid(nest);
}
