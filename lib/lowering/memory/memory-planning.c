//===- memory-planning.c - Place buffers in one workspace
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces the buffers that a function allocates between its calls by
// memref.views of one workspace. Buffers whose lives do not overlap share their
// bytes. The workspace may be kept between calls (lowering/memory/workspace.h).
//
// The tensors that tasks hand to each other would be one allocation each. One
// array touches less memory, and kept between calls it needs no pages from the
// system.
//
// Buffers that are not needed together share their bytes
// (lowering/memory/buffer-plan.h). What tasks allocate themselves is placed by
// lowering/memory/task-scratch.c.
//
// In the body of a loop with calls, as one over images is, lives are intervals
// of its operations. Its buffers become one array of bytes in front of the
// loop, which is a buffer like any other there. So asAllocate does not move
// them there one by one, where all would live as long as the loop runs.
//
// Requires:    bufferised IR with deallocations after last uses (asAllocate).
// Provides:    functions with calls have one workspace for all buffers of
//              static size with a known life.
// Invalidates: allocations and deallocations of these buffers.
//
//   %0 = memref.alloc() : memref<64xf32>
//   func.call @f(%x, %0) : ...
//   memref.dealloc %0 : memref<64xf32>
//
// becomes
//
//   %w = memref.alloc() {alignment = 64 : i64} : memref<256xi8>
//   %0 = memref.view %w[%c0][] : memref<256xi8> to memref<64xf32>
//   func.call @f(%x, %0) : ...
//   memref.dealloc %w : memref<256xi8>
//
//===----------------------------------------------------------------------===//

#include "ir/op-builder.h"
#include "lowering/lowering-steps.h"
#include "lowering/memory/buffer-plan.h"
#include "lowering/memory/byte-views.h"
#include "lowering/memory/workspace.h"
#include "mlir-c/BuiltinAttributes.h"
#include "support/arena.h"
#include <inttypes.h>
#include <stdlib.h>

/// Upper limit of all kept workspaces: code can address data at most 2 GiB
/// away, which includes the weights.
static const int64_t maxKept = (int64_t)1 << 29;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// The only deallocation of the buffer, if it is in the same block; else null.
static MlirOperation deallocBeside(MlirOperation alloc) {
  MlirOperation dealloc = {NULL};
  int count = 0;
  for (MlirOpOperand use =
           mlirValueGetFirstUse(mlirOperationGetResult(alloc, 0));
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (asIrIsNamed(mlirOpOperandGetOwner(use), "memref.dealloc"))
      dealloc = mlirOpOperandGetOwner(use), count++;
  return count == 1 && mlirBlockEqual(mlirOperationGetBlock(dealloc),
                                      mlirOperationGetBlock(alloc))
             ? dealloc
             : (MlirOperation){NULL};
}

static bool isOutside(MlirOperation alloc, MlirOperation loop) {
  bool is = true;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(alloc); i++)
    is &= !asIrIsInside(mlirOperationGetOperand(alloc, i), loop);
  return is;
}

/// Moves the buffers that are left out of the loop, one by one.
static void hoist(MlirOperation loop) {
  MlirOperation op = mlirBlockGetFirstOperation(asIrBody(loop)), next;
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    MlirOperation dealloc =
        asIrIsNamed(op, "memref.alloc") && isOutside(op, loop)
            ? deallocBeside(op)
            : (MlirOperation){NULL};
    if (mlirOperationIsNull(dealloc))
      continue;
    if (mlirOperationEqual(next, dealloc))
      next = mlirOperationGetNextInBlock(next);
    mlirOperationMoveBefore(op, loop);
    mlirOperationMoveAfter(dealloc, loop);
  }
}

/// Gives the buffers of the loop's body one array in front of the loop.
static void planLoop(MlirOperation loop) {
  AsBufferPlan plan = asPlanBuffers(asIrBody(loop));
  if (plan.numBuffers) {
    MlirValue whole = asInsertByteArray(loop, plan.bytes);
    MlirOperation dealloc =
        asIrInsert(loop, &(AsIrParts){.name = "memref.dealloc",
                                      .numOperands = 1,
                                      .operands = &whole});
    mlirOperationMoveAfter(dealloc, loop);
    asBufferPlanApply(&plan, whole, (MlirValue){NULL}, loop);
  }
  asBufferPlanDestroy(&plan);
  hoist(loop);
}

static MlirWalkResult visitLoop(MlirOperation op, void *context) {
  (void)context;
  if (asIrIsNamed(op, "scf.for") && asIrContains(op, "func.call"))
    planLoop(op);
  return MlirWalkResultAdvance;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static MlirWalkResult findCalls(MlirOperation op, void *context) {
  bool *calls = context;
  *calls |= asIrIsNamed(op, "scf.for") && asIrContains(op, "func.call");
  return *calls ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

bool asCallsInLoops(MlirOperation function) {
  bool calls = false;
  mlirOperationWalk(function, findCalls, &calls, MlirWalkPreOrder);
  return calls;
}

typedef struct Planning {
  bool mayKeep;
  int64_t kept; ///< Bytes that all functions keep between calls.
  AsStatus status;
  AsError *error;
} Planning;

static AsStatus useWorkspace(MlirOperation function, const AsBufferPlan *plan,
                             Planning *planning) {
  bool isKept = planning->mayKeep && plan->bytes <= maxKept - planning->kept;
  planning->kept += isKept ? plan->bytes : 0;
  MlirOperation first = mlirBlockGetFirstOperation(plan->block);
  MlirOperation last = plan->buffers[0].dealloc;
  for (int i = 1; i < plan->numBuffers; i++)
    if (asPositionOf(plan->buffers[i].dealloc) > asPositionOf(last))
      last = plan->buffers[i].dealloc;
  MlirValue whole;
  AsStatus status = asWorkspaceInsert(
      function, plan->bytes,
      isKept ? (AsKeptMemory){"as_workspace", plan->bytes, false}
             : (AsKeptMemory){0},
      first, last, &whole, planning->error);
  if (!status)
    asBufferPlanApply(plan, whole, (MlirValue){NULL}, first);
  return status;
}

/// Plans functions that call others.
static void planFunction(MlirOperation function, void *context) {
  Planning *planning = context;
  MlirBlock body = asIrBody(function);
  if (!asIrContains(function, "func.call") || mlirBlockIsNull(body) ||
      planning->status)
    return;
  mlirOperationWalk(function, visitLoop, NULL, MlirWalkPostOrder);
  AsBufferPlan plan = asPlanBuffers(body);
  if (plan.numBuffers)
    planning->status = useWorkspace(function, &plan, planning);
  asBufferPlanDestroy(&plan);
}

AsStatus asPlanMemory(MlirModule module, bool mayKeep, AsError *error) {
  Planning planning = {.mayKeep = mayKeep, .error = error};
  asIrVisitFunctions(module, planFunction, &planning);
  return planning.status;
}
