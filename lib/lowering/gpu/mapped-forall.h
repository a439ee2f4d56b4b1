//===- mapped-forall.h - Parallel loops mapped to a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The mapping attribute of an scf.forall says which units of the GPU run its
// iterations: blocks (#gpu.block), threads (#gpu.thread), warps of a block
// (#gpu.warp) or lanes of a warp (#gpu.lane). In an outermost forall, threads
// are those of the whole grid; in a forall inside blocks, those of a block.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_MAPPED_FORALL_H
#define AS_LOWERING_GPU_MAPPED_FORALL_H

#include "as/error.h"
#include "ir/ir.h"

#define AS_GPU_MAX_RANK 8

/// The unit that runs an iteration. X(enumerator, attribute)
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
  int along[AS_GPU_MAX_RANK]; ///< 0, 1, 2 for x, y, z, unless linear.
} AsGpuForall;

/// Whether it is an scf.forall with a mapping.
bool asGpuIsMapped(MlirOperation op);

/// Reads a mapped loop. AS_UNSUPPORTED if its bounds are dynamic, or its
/// mapping is none of the above.
AsStatus asGpuForallRead(MlirOperation op, AsGpuForall *forall, AsError *error);

/// Delinearises `linear` into the loop's indices, before `next`.
void asGpuForallIds(const AsGpuForall *forall, MlirOperation next,
                    MlirValue linear, MlirValue *ids);

/// Moves the body before `next`, with `ids` as the iterations, and destroys the
/// loop.
void asGpuForallInline(const AsGpuForall *forall, const MlirValue *ids,
                       MlirOperation next);

/// The number of iterations.
int64_t asGpuForallCount(const AsGpuForall *forall);

/// The nearest mapped loop around `op`; null if there is none.
MlirOperation asGpuForallAround(MlirOperation op);

/// The outermost mapped loop of a function; null if there is none,
/// AS_UNSUPPORTED if there are several.
AsStatus asGpuOutermost(MlirOperation function, MlirOperation *forall,
                        AsError *error);

#endif // AS_LOWERING_GPU_MAPPED_FORALL_H
