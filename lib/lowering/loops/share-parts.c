//===- share-parts.c - Let threads share the parts of an outer loop
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops over parts (task/dynamic/thread-parts.h) have one iteration where there
// is too little to do for several threads. Then none is started, not even a
// parallel region of one. In the parts, tasks have one thread: those that other
// code calls with several get a copy for it.
//
// Of arrays that exist outside of the loop each iteration may write its own
// matrices only, as the loop inside of it counts them. That is looked at here
// again, since bufferisation and what is before it may have found another place
// for a tensor. If some iteration might write what another one reads or writes,
// the loop stays as it is. The same holds for rows, of which a part is a slice.
//
// Requires:    structured loops on memrefs; threads to share them.
// Provides:    loops that are marked as.parallel, and tasks without threads in
//              these. Must come before asRestoreParallelLoops.
// Invalidates: loops that are marked as.parts.
//
//   scf.for %p = %c0 to %c12 step %part {
//     %end = arith.addi %p, %part
//     scf.for %h = %p to %end step %c6 { S }   // or to a choice of %p and %end
//   } {as.parts}
//
// becomes
//
//   %second = arith.addi %c0, %part
//   %areSeveral = arith.cmpi ult, %second, %c12
//   scf.if %areSeveral {
//     scf.for %p = %c0 to %c12 step %part { ... } {as.parallel}
//   } else {
//     scf.for %p = %c0 to %c12 step %part { ... }
//   }
//
//===----------------------------------------------------------------------===//

#include "affine/loops/serial-loops.h"
#include "ir/def-use.h"
#include "ir/function-builder.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "lowering/lowering-steps.h"
#include "lowering/memory/buffer-uses.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include "task/dynamic/thread-parts.h"
#include <stdlib.h>

enum { LOWER, UPPER, STEP };

/// Loops that are found, as they are changed afterwards.
typedef struct Loops {
  MlirModule module;
  MlirOperation *all;
  int count;
  MlirOperation *tasks, *copies; ///< Copies of tasks for one thread.
  int numTasks;
  AsStatus status;
  AsError *error;
} Loops;

static bool isMarked(MlirOperation op) {
  return asIrIsNamed(op, "scf.for") &&
         !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
             op, asIrString(AS_PARTS_ATTRIBUTE)));
}

static MlirWalkResult collect(MlirOperation op, void *context) {
  Loops *loops = context;
  if (!isMarked(op))
    return MlirWalkResultAdvance;
  loops->all =
      asRealloc(loops->all, sizeof *loops->all * (size_t)(loops->count + 1));
  loops->all[loops->count++] = op;
  return MlirWalkResultSkip;
}

//===----------------------------------------------------------------------===//
// What iterations write
//===----------------------------------------------------------------------===//

/// How a loop uses an array that it has not allocated.
typedef struct Use {
  MlirValue root;
  bool writes;
  intptr_t dim; ///< Along which each iteration has a place of its own, or -1.
} Use;

typedef struct Uses {
  MlirModule module;
  MlirOperation loop;
  Use *all;
  int count;
} Uses;

/// Whether the value is where a part begins or ends, or a choice of these.
static bool isBound(MlirOperation parts, MlirValue value) {
  MlirValue first = mlirBlockGetArgument(asIrBody(parts), 0),
            part = mlirOperationGetOperand(parts, STEP);
  MlirOperation end = asIrMadeBy(value, "arith.addi"),
                choice = asIrMadeBy(value, "arith.select");
  if (!mlirOperationIsNull(choice))
    return isBound(parts, mlirOperationGetOperand(choice, 1)) &&
           isBound(parts, mlirOperationGetOperand(choice, 2));
  if (mlirOperationIsNull(end))
    return mlirValueEqual(value, first);
  MlirValue left = mlirOperationGetOperand(end, 0),
            right = mlirOperationGetOperand(end, 1);
  return (mlirValueEqual(left, first) && mlirValueEqual(right, part)) ||
         (mlirValueEqual(right, first) && mlirValueEqual(left, part));
}

/// Whether the value counts the tiles of a part: the variable of a loop over
/// it, which has steps of `size`.
static bool isPlace(MlirOperation parts, MlirValue value, int64_t size) {
  if (!mlirValueIsABlockArgument(value))
    return false;
  MlirBlock body = mlirBlockArgumentGetOwner(value);
  MlirOperation loop = mlirBlockGetParentOperation(body);
  int64_t step;
  return asIrIsNamed(loop, "scf.for") &&
         mlirBlockArgumentGetArgNumber(value) == 0 &&
         mlirValueEqual(mlirOperationGetOperand(loop, LOWER),
                        mlirBlockGetArgument(asIrBody(parts), 0)) &&
         asIrConstantInteger(mlirOperationGetOperand(loop, STEP), &step) &&
         step == size && isBound(parts, mlirOperationGetOperand(loop, UPPER));
}

/// The size along dimension `dim` where it is a value; null if it is static.
static MlirValue openSize(MlirOperation slice, intptr_t dim) {
  MlirAttribute offsets = asIrAttribute(slice, "static_offsets"),
                sizes = asIrAttribute(slice, "static_sizes");
  const int64_t open = mlirShapedTypeGetDynamicSize(),
                place = mlirShapedTypeGetDynamicStrideOrOffset();
  intptr_t operand = 1; // Offsets come first.
  for (intptr_t d = 0; d < mlirDenseArrayGetNumElements(offsets); d++)
    operand += mlirDenseI64ArrayGetElement(offsets, d) == place;
  for (intptr_t d = 0; d < dim; d++)
    operand += mlirDenseI64ArrayGetElement(sizes, d) == open;
  return mlirDenseI64ArrayGetElement(sizes, dim) == open
             ? mlirOperationGetOperand(slice, operand)
             : (MlirValue){NULL};
}

/// Whether the slice is the rows of a part, or those of one of its tiles.
static bool isOwnPlace(MlirOperation parts, MlirOperation slice, intptr_t dim,
                       MlirValue place) {
  MlirValue rows = openSize(slice, dim);
  if (mlirValueIsNull(rows))
    return isPlace(
        parts, place,
        mlirDenseI64ArrayGetElement(asIrAttribute(slice, "static_sizes"), dim));
  return asIsPartRows(parts, rows) &&
         mlirValueEqual(place, mlirBlockGetArgument(asIrBody(parts), 0));
}

/// The dimension along which the slice has a place of each iteration's own; -1
/// if there is none.
static intptr_t ownDimOf(MlirOperation parts, MlirOperation slice) {
  MlirAttribute offsets = asIrAttribute(slice, "static_offsets"),
                strides = asIrAttribute(slice, "static_strides");
  intptr_t own = -1, next = 1;
  for (intptr_t d = 0; d < mlirDenseArrayGetNumElements(offsets) && own < 0;
       d++) {
    if (mlirDenseI64ArrayGetElement(offsets, d) !=
        mlirShapedTypeGetDynamicStrideOrOffset())
      continue;
    if (mlirDenseI64ArrayGetElement(strides, d) == 1 &&
        isOwnPlace(parts, slice, d, mlirOperationGetOperand(slice, next)))
      own = d;
    next++;
  }
  return own;
}

/// The dimension along which the view shows what other iterations do not see;
/// -1 if there is none.
static intptr_t dimApart(MlirOperation parts, MlirValue view) {
  intptr_t dim = -1;
  for (MlirOperation op = asIrDefinition(view);
       !mlirOperationIsNull(op) && asIsBufferView(op) && dim < 0;
       op = asIrDefinition(mlirOperationGetOperand(op, 0)))
    if (asIrIsNamed(op, "memref.subview"))
      dim = ownDimOf(parts, op);
  return dim;
}

static bool writes(const Uses *uses, MlirOperation op, intptr_t i) {
  return asIrIsNamed(op, "func.call") ? !asCallReads(uses->module, op, i)
                                      : asMayWriteBuffer(op, i);
}

static MlirWalkResult noteUses(MlirOperation op, void *context) {
  Uses *uses = context;
  if (asIsBufferView(op) || asIrIsNamed(op, "memref.dim"))
    return MlirWalkResultAdvance;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (!mlirTypeIsAMemRef(mlirValueGetType(value)))
      continue;
    MlirValue root = asIrMemoryRoot(value);
    if (asIrIsInside(root, uses->loop) &&
        !asIrIsMadeBy(root, "memref.get_global"))
      continue;
    uses->all =
        asRealloc(uses->all, sizeof *uses->all * (size_t)(uses->count + 1));
    uses->all[uses->count++] = (Use){.root = root,
                                     .writes = writes(uses, op, i),
                                     .dim = dimApart(uses->loop, value)};
  }
  return MlirWalkResultAdvance;
}

/// Whether threads may run the iterations at the same time: what one writes,
/// others neither read nor write.
static bool areIndependent(MlirModule module, MlirOperation loop) {
  Uses uses = {.module = module, .loop = loop};
  bool are = mlirOperationGetNumResults(loop) == 0;
  if (are)
    mlirOperationWalk(loop, noteUses, &uses, MlirWalkPreOrder);
  for (int w = 0; w < uses.count && are; w++)
    for (int u = 0; u < uses.count && uses.all[w].writes && are; u++)
      are = (uses.all[u].dim >= 0 && uses.all[u].dim == uses.all[w].dim) ||
            !mlirValueEqual(uses.all[u].root, uses.all[w].root);
  free(uses.all);
  return are;
}

//===----------------------------------------------------------------------===//
// Tasks in parts
//===----------------------------------------------------------------------===//

static bool hasThreads(MlirOperation function) {
  return !mlirOperationIsNull(function) &&
         (asIrContains(function, "scf.forall") ||
          asIrContains(function, "scf.parallel"));
}

/// A copy of the task that one thread runs.
static MlirOperation copyForOne(Loops *loops, MlirOperation function) {
  MlirOperation copy = mlirOperationClone(function);
  MlirSymbolTable table =
      mlirSymbolTableCreate(mlirModuleGetOperation(loops->module));
  mlirSymbolTableInsert(table, copy);
  mlirSymbolTableDestroy(table);
  if (!loops->status)
    loops->status = asIrRunPipeline(
        copy, "func.func(scf-forall-to-for,scf-parallel-for-to-nested-fors)",
        true, loops->error);
  return copy;
}

/// Lets calls in the loops go to tasks for one thread. What only these called
/// is then called by nobody.
static MlirWalkResult callForOne(MlirOperation op, void *context) {
  Loops *loops = context;
  if (!asIrIsNamed(op, "func.call"))
    return MlirWalkResultAdvance;
  MlirOperation function = asIrReferenced(loops->module, op, "callee");
  if (!hasThreads(function) || !asIrIsPrivate(function))
    return MlirWalkResultAdvance;
  int known = 0;
  while (known < loops->numTasks &&
         !mlirOperationEqual(loops->tasks[known], function))
    known++;
  if (known == loops->numTasks) {
    size_t bytes = sizeof(MlirOperation) * (size_t)(known + 1);
    loops->tasks = asRealloc(loops->tasks, bytes);
    loops->copies = asRealloc(loops->copies, bytes);
    loops->tasks[known] = function;
    loops->copies[known] = copyForOne(loops, function);
    loops->numTasks++;
  }
  mlirOperationSetInherentAttributeByName(op, asIrString("callee"),
                                          asIrReferTo(loops->copies[known]));
  return MlirWalkResultAdvance;
}

//===----------------------------------------------------------------------===//
// The loops
//===----------------------------------------------------------------------===//

/// Replaces the loop by a parallel one where it has several iterations.
static void share(MlirOperation loop) {
  MlirValue second = asIrInsertBinary(loop, "arith.addi",
                                      mlirOperationGetOperand(loop, LOWER),
                                      mlirOperationGetOperand(loop, STEP)),
            areSeveral = asIrInsertComparison(
                loop, AS_IR_LESS, second, mlirOperationGetOperand(loop, UPPER));
  MlirOperation branch = asIrInsertIf(loop, areSeveral, 0, NULL),
                other = mlirOperationClone(loop);
  MlirBlock then = mlirRegionGetFirstBlock(mlirOperationGetRegion(branch, 0)),
            otherwise =
                mlirRegionGetFirstBlock(mlirOperationGetRegion(branch, 1));
  mlirBlockInsertOwnedOperationBefore(otherwise,
                                      mlirBlockGetTerminator(otherwise), other);
  mlirOperationMoveBefore(loop, mlirBlockGetTerminator(then));
  mlirOperationSetDiscardableAttributeByName(
      loop, asIrString(AS_PARALLEL_ATTRIBUTE),
      mlirUnitAttrGet(mlirOperationGetContext(loop)));
}

AsStatus asShareParts(MlirModule module, AsError *error) {
  Loops loops = {.module = module, .error = error};
  mlirOperationWalk(mlirModuleGetOperation(module), collect, &loops,
                    MlirWalkPreOrder);
  for (int l = 0; l < loops.count && !loops.status; l++) {
    MlirOperation loop = loops.all[l];
    mlirOperationRemoveDiscardableAttributeByName(
        loop, asIrString(AS_PARTS_ATTRIBUTE));
    if (!areIndependent(module, loop))
      continue;
    mlirOperationWalk(loop, callForOne, &loops, MlirWalkPreOrder);
    share(loop);
  }
  free(loops.copies);
  free(loops.tasks);
  free(loops.all);
  return loops.status;
}
