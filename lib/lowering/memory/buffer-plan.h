//===- buffer-plan.h - Offsets of the buffers of a block in one array
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a block allocates and frees gets places in one array of bytes. Buffers
// whose lives do not overlap share theirs.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_MEMORY_BUFFER_PLAN_H
#define AS_LOWERING_MEMORY_BUFFER_PLAN_H

#include "ir/ir.h"

typedef struct AsPlannedBuffer {
  MlirOperation alloc, dealloc;
  int64_t bytes, offset;
  int first, last; ///< The life: positions of operations in the block.
} AsPlannedBuffer;

typedef struct AsBufferPlan {
  MlirBlock block;
  AsPlannedBuffer *buffers; ///< Owned.
  int numBuffers, capacity;
  int64_t bytes; ///< Of the array; 0 without buffers.
} AsBufferPlan;

/// Plans the buffers of static size that the block allocates, and frees
/// unconditionally after all uses. asBufferPlanDestroy frees the result.
AsBufferPlan asPlanBuffers(MlirBlock block);

/// Replaces the buffers by views of `bytes`, a memref of i8, which are inserted
/// before `next`. The array begins at `begin`, an index; at 0 if that is null.
void asBufferPlanApply(const AsBufferPlan *plan, MlirValue bytes,
                       MlirValue begin, MlirOperation next);

void asBufferPlanDestroy(AsBufferPlan *plan);

#endif // AS_LOWERING_MEMORY_BUFFER_PLAN_H
