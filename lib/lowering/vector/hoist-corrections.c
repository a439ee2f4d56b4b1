//===- hoist-corrections.c - Correct dot products of bytes once for all rows
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes the corrections of dot products of bytes (carry-corrections.c) out of
// the loops over rows. They depend on the operand with the lanes only, so that
// each tile of rows would add up the same ones: a dot product for each vector
// of lanes, beside those of the rows. They are added up once, before the loop,
// into an array of a vector for each tile of lanes.
//
// Requires:    bufferised IR after asCarryCorrections. What is read for them is
//              not written inside of the loop over rows.
// Provides:    loops of products carry no corrections that they share.
// Invalidates: nothing.
//
//   scf.for %m = %c0 to %c512 step %c8 {
//     scf.for %n = %c0 to %c512 step %c16 {
//       %0:2 = scf.for %k = ... iter_args(%s = %x, %t = %c0) {
//         %b = vector.transfer_read %packed[%n, %k, ...] ...
//         %d = vector.contract %a, %b, %s
//         %c = vector.contract %c128, %b, %t
//         scf.yield %d, %c
//       }
//       %1 = arith.subi %0#0, %0#1
//
// becomes
//
//   %all = memref.alloc() : memref<32x16xi32>
//   scf.for %n = %c0 to %c512 step %c16 {
//     %0 = scf.for %k = ... iter_args(%t = %c0) {
//       %b = vector.transfer_read %packed[%n, %k, ...] ...
//       %c = vector.contract %c128, %b, %t
//       scf.yield %c
//     }
//     vector.transfer_write %0, %all[%n / 16, 0] ...
//   }
//   scf.for %m = %c0 to %c512 step %c8 {
//     scf.for %n = %c0 to %c512 step %c16 {
//       %0 = scf.for %k = ... iter_args(%s = %x) {
//         %b = vector.transfer_read %packed[%n, %k, ...] ...
//         scf.yield (vector.contract %a, %b, %s)
//       }
//       %c = vector.transfer_read %all[%n / 16, 0] ...
//       %1 = arith.subi %0, %c
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/flipped-columns.h"
#include "ir/linear-index.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "ir/vector-transfer.h"
#include "lowering/lowering-steps.h"
#include "lowering/memory/buffer-uses.h"
#include "lowering/vector/byte-dots.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>

enum {
  mostLoops = 8,
  mostRoots = 4,
  mostBytes = 64 << 10, ///< Of corrections.
  bounds = 3,           ///< Operands of an scf.for before its iter_args.
  alignment = 64
};

/// A loop around that which carries corrections; the innermost is the first.
typedef struct Around {
  MlirOperation op;
  AsIrRange range;
  bool isLane; ///< Other iterations have other corrections.
} Around;

/// Corrections that a loop carries as its last iter_arg.
typedef struct Corrections {
  MlirOperation loop;
  Around around[mostLoops];
  int numAround;
  MlirValue roots[mostRoots]; ///< Memory that is read for them.
  int numRoots;
  bool areGrouped; ///< Fours are put together as they are read.
} Corrections;

//===----------------------------------------------------------------------===//
// What corrections are computed from
//===----------------------------------------------------------------------===//

static MlirValue lastOperand(MlirOperation op) {
  return mlirOperationGetOperand(op, mlirOperationGetNumOperands(op) - 1);
}

static MlirValue lastResult(MlirOperation op) {
  return mlirOperationGetResult(op, mlirOperationGetNumResults(op) - 1);
}

static MlirValue lastArgument(MlirBlock body) {
  return mlirBlockGetArgument(body, mlirBlockGetNumArguments(body) - 1);
}

/// The last value that an iteration of the loop yields.
static MlirValue lastYielded(MlirOperation loop) {
  return lastOperand(mlirBlockGetTerminator(asIrBody(loop)));
}

/// Whether the value is computed inside of the loops around.
static bool isWithin(const Corrections *corrections, MlirValue value) {
  return asIrIsInside(value,
                      corrections->around[corrections->numAround - 1].op);
}

static bool isSameOrInside(MlirOperation op, MlirOperation outer) {
  while (!mlirOperationIsNull(op) && !mlirOperationEqual(op, outer))
    op = mlirOperationGetParentOperation(op);
  return !mlirOperationIsNull(op);
}

static bool scanArgument(Corrections *corrections, MlirValue argument) {
  MlirBlock block = mlirBlockArgumentGetOwner(argument);
  MlirOperation owner = mlirBlockGetParentOperation(block);
  intptr_t number = mlirBlockArgumentGetArgNumber(argument);
  if (isSameOrInside(owner, corrections->loop))
    return number == 0 || number == mlirBlockGetNumArguments(block) - 1;
  for (int l = 0; l < corrections->numAround; l++)
    if (mlirOperationEqual(owner, corrections->around[l].op)) {
      corrections->around[l].isLane = true;
      return number == 0;
    }
  return !isWithin(corrections, argument);
}

static bool addRoot(Corrections *corrections, MlirValue root) {
  for (int r = 0; r < corrections->numRoots; r++)
    if (mlirValueEqual(corrections->roots[r], root))
      return true;
  if (corrections->numRoots == mostRoots)
    return false;
  corrections->roots[corrections->numRoots++] = root;
  return true;
}

/// Whether it computes one value, perhaps of what it reads from memory.
static bool isPure(MlirOperation op) {
  return mlirOperationGetNumRegions(op) == 0 &&
         mlirOperationGetNumResults(op) == 1 &&
         (asIrHasPrefix(op, "arith.") || asIrHasPrefix(op, "vector.") ||
          asIrIsNamed(op, "affine.apply") || asIrIsNamed(op, "ub.poison") ||
          asIrIsNamed(op, "memref.subview"));
}

/// Whether it puts elements in another order, and does not only take some that
/// are side by side.
static bool isInterleaving(MlirOperation op) {
  if (!asIrIsNamed(op, "vector.shuffle"))
    return false;
  MlirAttribute mask = asIrAttribute(op, "mask");
  intptr_t count = mlirDenseArrayGetNumElements(mask);
  for (intptr_t i = 1; i < count; i++)
    if (mlirDenseI64ArrayGetElement(mask, i) !=
        mlirDenseI64ArrayGetElement(mask, 0) + i)
      return true;
  return false;
}

/// Notes what the value depends on. False if it cannot be computed elsewhere.
static bool scan(Corrections *corrections, MlirValue value) {
  if (mlirValueIsABlockArgument(value))
    return scanArgument(corrections, value);
  MlirOperation op = mlirOpResultGetOwner(value);
  if (!isWithin(corrections, value))
    return true;
  if (asIrIsNamed(op, "scf.for")) {
    bool isScanned = isSameOrInside(op, corrections->loop) &&
                     mlirValueEqual(value, lastResult(op)) &&
                     scan(corrections, lastOperand(op)) &&
                     scan(corrections, lastYielded(op));
    for (intptr_t i = 0; i < bounds && isScanned; i++)
      isScanned = scan(corrections, mlirOperationGetOperand(op, i));
    return isScanned;
  }
  if (!isPure(op))
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (mlirTypeIsAMemRef(mlirValueGetType(operand)) &&
        !asIrIsNamed(op, "memref.subview") &&
        !addRoot(corrections, asIrMemoryRoot(operand)))
      return false;
  }
  corrections->areGrouped |= isInterleaving(op);
  bool isScanned = true;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op) && isScanned; i++)
    isScanned = scan(corrections, mlirOperationGetOperand(op, i));
  return isScanned;
}

/// Whether a loop carries corrections last: sums of dot products from zeros,
/// which are subtracted from others after it.
static bool isCarrying(MlirOperation loop) {
  if (!asIrIsNamed(loop, "scf.for") || mlirOperationGetNumResults(loop) < 2)
    return false;
  MlirType type = mlirValueGetType(lastResult(loop));
  MlirOperation dot = asIrDefinition(lastYielded(loop));
  while (!mlirOperationIsNull(dot) && asIrIsNamed(dot, "scf.for"))
    dot = asIrDefinition(lastYielded(dot));
  if (!mlirTypeIsAVector(type) || mlirShapedTypeGetRank(type) != 1 ||
      mlirOperationIsNull(dot) || !asIsByteDot(dot) ||
      !asIrIsMadeBy(lastOperand(loop), "arith.constant") ||
      !asIrIsMadeBy(mlirOperationGetOperand(dot, 0), "arith.constant"))
    return false;
  MlirValue result = lastResult(loop);
  for (MlirOpOperand use = mlirValueGetFirstUse(result);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!asIrIsNamed(user, "vector.broadcast") &&
        !asIrIsNamed(user, "arith.subi"))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Where they are computed
//===----------------------------------------------------------------------===//

/// Whether it is an argument of the function or a global, and so no allocation.
static bool isFromOutside(MlirValue root) {
  if (mlirValueIsAOpResult(root))
    return asIrIsMadeBy(root, "memref.get_global");
  MlirBlock block = mlirBlockArgumentGetOwner(root);
  return asIrIsNamed(mlirBlockGetParentOperation(block), "func.func");
}

/// Whether the two are certainly different memory: two allocations, or one and
/// what is from outside.
static bool areApart(MlirValue a, MlirValue b) {
  bool isOwnA = asIrIsMadeBy(a, "memref.alloc"),
       isOwnB = asIrIsMadeBy(b, "memref.alloc");
  return !mlirValueEqual(a, b) && (isOwnA || isFromOutside(a)) &&
         (isOwnB || isFromOutside(b)) && (isOwnA || isOwnB);
}

/// What a loop is looked at for.
typedef struct Writes {
  const Corrections *corrections;
  bool areFound;
} Writes;

static MlirWalkResult findWrite(MlirOperation op, void *context) {
  Writes *writes = context;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (!mlirTypeIsAMemRef(mlirValueGetType(operand)) ||
        !asMayWriteBuffer(op, i))
      continue;
    for (int r = 0; r < writes->corrections->numRoots; r++)
      writes->areFound |=
          !areApart(writes->corrections->roots[r], asIrMemoryRoot(operand));
  }
  return writes->areFound ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// Whether what is read is there before the loop, and stays as it is.
static bool isReadOnly(const Corrections *corrections, MlirOperation loop) {
  for (int r = 0; r < corrections->numRoots; r++)
    if (asIrIsInside(corrections->roots[r], loop))
      return false;
  Writes writes = {corrections, false};
  mlirOperationWalk(loop, findWrite, &writes, MlirWalkPreOrder);
  return corrections->numRoots > 0 && !writes.areFound;
}

/// The outermost loop around for all of whose iterations the corrections are
/// the same, so that those of the loops inside of it fit into an array; -1 if
/// there is none, or if they are too few.
static int findRows(const Corrections *corrections) {
  int found = -1;
  int64_t tiles = 1;
  int64_t bytes =
      asIrShapedBytes(mlirValueGetType(lastResult(corrections->loop)));
  for (int l = 0; l < corrections->numAround; l++) {
    const Around *around = &corrections->around[l];
    if (!isReadOnly(corrections, around->op))
      break;
    if (around->isLane)
      bytes *= asIrRangeTrip(&around->range);
    else if (bytes <= mostBytes) {
      tiles *= asIrRangeTrip(&around->range);
      found = l;
    }
  }
  return asAreHoisted(tiles, corrections->areGrouped) ? found : -1;
}

//===----------------------------------------------------------------------===//
// Copies of operations
//===----------------------------------------------------------------------===//

/// What stands for values in the copy. Owned.
typedef struct Copies {
  MlirOperation rows; ///< The loop before which they are.
  MlirValue (*pairs)[2];
  size_t count;
} Copies;

static void map(Copies *copies, MlirValue from, MlirValue to) {
  copies->pairs =
      asRealloc(copies->pairs, sizeof *copies->pairs * (copies->count + 1));
  copies->pairs[copies->count][0] = from;
  copies->pairs[copies->count++][1] = to;
}

static MlirValue copyBefore(Copies *copies, MlirOperation next,
                            MlirValue value);

/// The loop, with the corrections as its only iter_arg.
static MlirValue copyLoop(Copies *copies, MlirOperation next,
                          MlirOperation loop) {
  MlirValue operands[bounds];
  for (intptr_t i = 0; i < bounds; i++)
    operands[i] = copyBefore(copies, next, mlirOperationGetOperand(loop, i));
  MlirValue start = copyBefore(copies, next, lastOperand(loop));
  MlirOperation copy =
      asIrInsertLoop(next, operands[0], operands[1], operands[2], 1, &start);
  map(copies, mlirBlockGetArgument(asIrBody(loop), 0),
      mlirBlockGetArgument(asIrBody(copy), 0));
  map(copies, lastArgument(asIrBody(loop)), lastArgument(asIrBody(copy)));
  MlirOperation end = mlirBlockGetTerminator(asIrBody(copy));
  mlirOperationSetOperand(end, 0, copyBefore(copies, end, lastYielded(loop)));
  return mlirOperationGetResult(copy, 0);
}

/// The value as it is computed before `next`.
static MlirValue copyBefore(Copies *copies, MlirOperation next,
                            MlirValue value) {
  for (size_t p = copies->count; p-- > 0;)
    if (mlirValueEqual(copies->pairs[p][0], value))
      return copies->pairs[p][1];
  if (!asIrIsInside(value, copies->rows))
    return value;
  MlirOperation op = mlirOpResultGetOwner(value);
  MlirValue copied;
  if (asIrIsNamed(op, "scf.for")) {
    copied = copyLoop(copies, next, op);
  } else {
    MlirOperation copy = mlirOperationClone(op);
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
      mlirOperationSetOperand(
          copy, i, copyBefore(copies, next, mlirOperationGetOperand(op, i)));
    mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(next), next,
                                        copy);
    copied = mlirOperationGetResult(copy, 0);
  }
  map(copies, value, copied);
  return copied;
}

//===----------------------------------------------------------------------===//
// The array
//===----------------------------------------------------------------------===//

/// The corrections of all iterations of the loops over lanes.
typedef struct Array {
  MlirValue memory;
  intptr_t rank;
  MlirValue places[mostLoops + 1]; ///< Of those of an iteration.
} Array;

/// The number of the iteration, of a loop with that counter.
static MlirValue numberOf(MlirOperation next, MlirValue counter,
                          const AsIrRange *range) {
  if (range->lower)
    counter = asIrInsertByNumber(next, "arith.subi", counter, range->lower);
  return range->step == 1
             ? counter
             : asIrInsertByNumber(next, "arith.divui", counter, range->step);
}

/// Computes all corrections before loop `rows`, and returns those of the
/// iteration before `next`.
static MlirValue hoist(const Corrections *corrections, int rows,
                       MlirOperation next) {
  MlirOperation at = corrections->around[rows].op;
  MlirType type = mlirValueGetType(lastResult(corrections->loop));
  Copies copies = {.rows = at};
  Array array = {0};
  int64_t shape[mostLoops + 1];
  const Around *lanes[mostLoops];
  for (int l = rows - 1; l >= 0; l--)
    if (corrections->around[l].isLane) {
      lanes[array.rank] = &corrections->around[l];
      shape[array.rank++] = asIrRangeTrip(&corrections->around[l].range);
    }
  intptr_t numLanes = array.rank;
  if (!numLanes) {
    MlirValue all = copyLoop(&copies, at, corrections->loop);
    free(copies.pairs);
    return all;
  }
  shape[array.rank++] = mlirShapedTypeGetDimSize(type, 0);
  MlirType memory = asIrMemoryType(mlirRankedTensorTypeGet(
      array.rank, shape, mlirShapedTypeGetElementType(type),
      mlirAttributeGetNull()));
  array.memory = asIrInsertAlloc(at, memory, alignment);
  MlirOperation inner = at;
  for (intptr_t d = 0; d < numLanes; d++) {
    MlirOperation loop =
        asIrInsertFor(inner, lanes[d]->range, (MlirValue){NULL});
    MlirValue counter = mlirBlockGetArgument(asIrBody(loop), 0);
    inner = mlirBlockGetTerminator(asIrBody(loop));
    map(&copies, mlirBlockGetArgument(asIrBody(lanes[d]->op), 0), counter);
    array.places[d] = numberOf(inner, counter, &lanes[d]->range);
  }
  array.places[numLanes] = asIrInsertIndex(inner, 0);
  MlirValue each = copyLoop(&copies, inner, corrections->loop);
  asIrInsertVectorWrite(inner, each, array.memory, array.places);
  for (intptr_t d = 0; d < numLanes; d++)
    array.places[d] =
        numberOf(next, mlirBlockGetArgument(asIrBody(lanes[d]->op), 0),
                 &lanes[d]->range);
  array.places[numLanes] = asIrInsertIndex(next, 0);
  free(copies.pairs);
  return asIrInsertVectorRead(next, array.memory, array.places, type);
}

/// Leaves the loop, and those inside, an iter_arg that nothing changes.
static void stopCarrying(MlirOperation loop) {
  MlirOperation inner = asIrDefinition(lastYielded(loop));
  MlirOperation end = mlirBlockGetTerminator(asIrBody(loop));
  mlirOperationSetOperand(end, mlirOperationGetNumOperands(end) - 1,
                          lastArgument(asIrBody(loop)));
  if (asIrIsNamed(inner, "scf.for"))
    stopCarrying(inner);
}

/// The loops of constant bounds around, up to what is no loop.
static void findAround(Corrections *corrections) {
  MlirOperation op = mlirOperationGetParentOperation(corrections->loop);
  while (corrections->numAround < mostLoops && asIrIsNamed(op, "scf.for")) {
    Around *around = &corrections->around[corrections->numAround];
    around->op = op;
    if (!asIrConstantRange(op, &around->range))
      return;
    corrections->numAround++;
    op = mlirOperationGetParentOperation(op);
  }
}

/// Loops that carry corrections, and are not inside of others that do.
typedef struct Loops {
  MlirOperation *ops; ///< Owned.
  size_t count;
} Loops;

static MlirWalkResult collect(MlirOperation op, void *context) {
  Loops *loops = context;
  if (!isCarrying(op))
    return MlirWalkResultAdvance;
  loops->ops = asRealloc(loops->ops, sizeof *loops->ops * (loops->count + 1));
  loops->ops[loops->count++] = op;
  return MlirWalkResultSkip;
}

static void visit(MlirOperation loop) {
  Corrections corrections = {.loop = loop};
  findAround(&corrections);
  if (!corrections.numAround || !scan(&corrections, lastResult(loop)))
    return;
  int rows = findRows(&corrections);
  if (rows < 0)
    return;
  MlirValue all = lastResult(loop);
  MlirValue once = hoist(&corrections, rows, mlirOperationGetNextInBlock(loop));
  mlirValueReplaceAllUsesOfWith(all, once);
  stopCarrying(loop);
}

void asHoistCorrections(MlirModule module) {
  Loops loops = {0};
  mlirOperationWalk(mlirModuleGetOperation(module), collect, &loops,
                    MlirWalkPreOrder);
  for (size_t l = 0; l < loops.count; l++)
    visit(loops.ops[l]);
  free(loops.ops);
}
