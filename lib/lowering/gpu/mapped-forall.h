//===- mapped-forall.h - Parallel loops that are mapped to a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An scf.forall says by its mapping what runs its iterations: blocks
// (#gpu.block), threads (#gpu.thread), warps of a block (#gpu.warp) or lanes of
// a warp (#gpu.lane). Threads of an outermost forall are those of the whole
// grid, any others those of a block.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_MAPPED_FORALL_H
#define AS_LOWERING_GPU_MAPPED_FORALL_H

#include "as/error.h"
#include "ir/ir.h"

#define AS_GPU_MAX_RANK 8

/// What runs the iterations. X(enumerator, attribute)
#define AS_GPU_LEVELS(X)                                                       \
  X(AS_GPU_BLOCKS, "block")                                                    \
  X(AS_GPU_THREADS, "thread")                                                  \
  X(AS_GPU_WARPS, "warp")                                                      \
  X(AS_GPU_LANES, "lane")

typedef enum AsGpuLevel {
#define AS_GPU_LEVEL_ENUMERATOR(enumerator, name) enumerator,
  AS_GPU_LEVELS(AS_GPU_LEVEL_ENUMERATOR)
#undef AS_GPU_LEVEL_ENUMERATOR
      AS_GPU_NUM_LEVELS
} AsGpuLevel;

typedef struct AsGpuForall {
  MlirOperation op;
  int rank;
  int64_t lower[AS_GPU_MAX_RANK], step[AS_GPU_MAX_RANK], trip[AS_GPU_MAX_RANK];
  AsGpuLevel level;
  bool
      isLinear; ///< Mapped by linear ids; `along` then counts from the fastest.
  int along[AS_GPU_MAX_RANK]; ///< 0, 1, 2 for x, y, z.
} AsGpuForall;

/// Whether it is a parallel loop with a mapping to a GPU.
bool asGpuIsMapped(MlirOperation op);

/// Reads one; AS_UNSUPPORTED where its bounds or mapping are none that code can
/// be made for.
AsStatus asGpuForallRead(MlirOperation op, AsGpuForall *forall, AsError *error);

/// The iterations of a loop whose dimensions are taken out of one index, before
/// `next`.
void asGpuForallIds(const AsGpuForall *forall, MlirOperation next,
                    MlirValue linear, MlirValue *ids);

/// Moves the body before `next`, with `ids` for the iterations, and destroys
/// the loop.
void asGpuForallInline(const AsGpuForall *forall, const MlirValue *ids,
                       MlirOperation next);

/// The product of the trips.
int64_t asGpuForallCount(const AsGpuForall *forall);

/// The parallel loop around `op` that is the nearest, and mapped; null where
/// there is none.
MlirOperation asGpuForallAround(MlirOperation op);

/// The outermost one in the body of a function; null where there is none, and
/// AS_UNSUPPORTED where there are several.
AsStatus asGpuOutermost(MlirOperation function, MlirOperation *forall,
                        AsError *error);

#endif // AS_LOWERING_GPU_MAPPED_FORALL_H
