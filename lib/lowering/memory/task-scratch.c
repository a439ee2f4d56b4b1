//===- task-scratch.c - Keep what tasks allocate between calls
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places what functions without calls allocate, such as packed operands, in one
// array that all of them share and that the module keeps between calls
// (lowering/memory/workspace.h). Tasks run one after the other, so that the
// array is as large as what the largest task needs. Functions that compute what
// constants determine run once, and allocate.
//
// The C library gives memory back to the system when more than 128 KiB at the
// end of its heap is free, or at once where a block is larger, unless the
// process has freed a larger block before. Then each call takes its pages anew:
// a product of bytes of 424 rows and 51 columns took 42 us with them and 28 us
// without. Whether it does depends on what the process did before, so that
// candidates could not be compared either.
//
// Each iteration of a parallel loop has a part of the array of its own.
//
// Requires:    bufferised IR with deallocations after last uses (asAllocate),
//              before scf.forall becomes other loops; small buffers on the
//              stack (asSmallOnStack).
// Provides:    no function without calls allocates memory of static size, but
//              where that is large, or within loops.
// Invalidates: allocations and deallocations of these buffers.
//
//   func.func private @task(...) {
//     %a = memref.alloc() : memref<64x256xf32>
//     ...
//     memref.dealloc %a : memref<64x256xf32>
//     return
//   }
//
// becomes
//
//   memref.global "private" @as_scratch.taken : memref<i8> = dense<0>
//   memref.global "private" @as_scratch : memref<65536xi8>
//
//   func.func private @task(...) {
//     %w = ...              // the global, or an allocation if it is taken
//     %a = memref.view %w[%c0][] : memref<65536xi8> to memref<64x256xf32>
//     ...
//     return                // after the flag is cleared
//   }
//
//===----------------------------------------------------------------------===//

#include "ir/op-builder.h"
#include "ir/trip-count.h"
#include "lowering/constants/constant-hoisting.h"
#include "lowering/lowering-steps.h"
#include "lowering/memory/buffer-plan.h"
#include "lowering/memory/workspace.h"
#include "mlir-c/BuiltinAttributes.h"

/// Bytes up to which memory is kept: larger blocks are computed with for so
/// long that their pages matter less, and are missed elsewhere.
static const int64_t mostKept = (int64_t)64 << 20;

enum { maxRank = 8 };

/// The iterations of an scf.forall of static bounds.
typedef struct Iterations {
  int rank;
  AsIrForallDim dims[maxRank];
  int64_t total;
} Iterations;

/// Finds the iterations of the operation; false if it is no scf.forall, or its
/// bounds are dynamic.
static bool findIterations(MlirOperation op, Iterations *iterations) {
  if (!asIrIsNamed(op, "scf.forall"))
    return false;
  *iterations = (Iterations){
      .rank = (int)mlirBlockGetNumArguments(asIrBody(op)), .total = 1};
  for (int r = 0; r < iterations->rank; r++) {
    AsIrForallDim *dim = &iterations->dims[r];
    if (r == maxRank || !asIrForallDim(op, r, dim) || dim->count <= 0 ||
        dim->count > mostKept / iterations->total)
      return false;
    iterations->total *= dim->count;
  }
  return true;
}

/// The number of this iteration times `bytes`, plus `begin`.
static MlirValue beginOf(MlirOperation forall, const Iterations *iterations,
                         int64_t bytes, int64_t begin) {
  MlirBlock body = asIrBody(forall);
  MlirOperation next = mlirBlockGetFirstOperation(body);
  MlirValue number = asIrInsertIndex(next, 0);
  for (int r = 0; r < iterations->rank; r++) {
    MlirValue own =
        asIrInsertBinary(next, "arith.subi", mlirBlockGetArgument(body, r),
                         asIrInsertIndex(next, iterations->dims[r].begin));
    own = asIrInsertBinary(next, "arith.divui", own,
                           asIrInsertIndex(next, iterations->dims[r].step));
    number = asIrInsertBinary(next, "arith.muli", number,
                              asIrInsertIndex(next, iterations->dims[r].count));
    number = asIrInsertBinary(next, "arith.addi", number, own);
  }
  number = asIrInsertBinary(next, "arith.muli", number,
                            asIrInsertIndex(next, bytes));
  return asIrInsertBinary(next, "arith.addi", number,
                          asIrInsertIndex(next, begin));
}

/// Counts the bytes of the function's scratch: of its body, and behind these of
/// each iteration of the parallel loops in it. With `whole`, places all in that
/// array.
static int64_t place(MlirBlock body, MlirValue whole) {
  AsBufferPlan own = asPlanBuffers(body);
  int64_t bytes = own.bytes;
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    Iterations iterations;
    if (!findIterations(op, &iterations))
      continue;
    AsBufferPlan inner = asPlanBuffers(asIrBody(op));
    bool isPlaced = inner.bytes && inner.bytes <= mostKept / iterations.total;
    if (isPlaced && !mlirValueIsNull(whole)) {
      MlirOperation next = mlirBlockGetFirstOperation(asIrBody(op));
      MlirValue begin = beginOf(op, &iterations, inner.bytes, bytes);
      asBufferPlanApply(&inner, whole, begin, next);
    }
    bytes += isPlaced ? inner.bytes * iterations.total : 0;
    asBufferPlanDestroy(&inner);
  }
  if (!mlirValueIsNull(whole)) {
    MlirOperation next = mlirOpResultGetOwner(whole);
    asBufferPlanApply(&own, whole, (MlirValue){NULL},
                      mlirOperationGetNextInBlock(next));
  }
  asBufferPlanDestroy(&own);
  return bytes;
}

typedef struct Scratch {
  int64_t most; ///< Bytes of the largest function.
  AsStatus status;
  AsError *error;
} Scratch;

/// Whether the function computes what constants determine, and so runs once.
static bool runsOnce(MlirOperation function) {
  return !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
      function, asIrString(AS_LOAD_ATTRIBUTE)));
}

/// The bytes to keep of the function; 0 if there are none, or too many, or the
/// function runs once.
static int64_t bytesOf(MlirOperation function) {
  MlirBlock body = asIrBody(function);
  if (mlirBlockIsNull(body) || runsOnce(function) ||
      asIrContains(function, "func.call") ||
      asIrContains(function, "func.call_indirect"))
    return 0;
  int64_t bytes = place(body, (MlirValue){NULL});
  return bytes <= mostKept ? bytes : 0;
}

static void count(MlirOperation function, void *context) {
  Scratch *scratch = context;
  int64_t bytes = bytesOf(function);
  scratch->most = bytes > scratch->most ? bytes : scratch->most;
}

static void keep(MlirOperation function, void *context) {
  Scratch *scratch = context;
  int64_t bytes = bytesOf(function);
  MlirBlock body = asIrBody(function);
  if (bytes == 0 || scratch->status)
    return;
  MlirValue whole;
  scratch->status = asWorkspaceInsert(
      function, bytes, (AsKeptMemory){"as_scratch", scratch->most, true},
      mlirBlockGetFirstOperation(body), mlirBlockGetTerminator(body), &whole,
      scratch->error);
  if (!scratch->status)
    place(body, whole);
}

AsStatus asKeepScratch(MlirModule module, AsError *error) {
  Scratch scratch = {.error = error};
  asIrVisitFunctions(module, count, &scratch);
  asIrVisitFunctions(module, keep, &scratch);
  return scratch.status;
}
