//===- iter-args-to-memory.c - Turn iter_args of loops into scalars in memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces loop-carried numbers by loads and stores of a scalar.
//
// Requires:    affine.for and scf.for with iter_args.
// Provides:    the same loops without results; an alloca per carried value at
//              the start of the function.
// Invalidates: nothing but these loops.
//
//   %r = affine.for %i iter_args(%s = %zero) { yield %s + f(%i) }
// becomes
//   affine.store %zero, %m[]
//   affine.for %i { affine.store (affine.load %m[] + f(%i)), %m[] }
//   %r = affine.load %m[]
//
// Loops that pass a number on to each other share its scalar.
//
//===----------------------------------------------------------------------===//

#include "affine/privatise/iter-args-to-memory.h"
#include "affine/schedule/loop-builder.h"
#include "ir/def-use.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "ir/trip-count.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>

typedef struct Loops {
  MlirOperation function;
  int count;
  MlirOperation *ops; ///< Outer ones first.
  int numScalars;
  MlirValue *scalars; ///< So far.
} Loops;

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

/// Allocates the scalar at the start of the function, where LLVM promotes
/// allocas to registers.
static MlirValue insertScalar(Loops *loops, MlirType element) {
  MlirValue scalar = asIrInsertAlloca(
      mlirBlockGetFirstOperation(asIrBody(loops->function)),
      mlirMemRefTypeContiguousGet(element, 0, NULL, mlirAttributeGetNull()));
  loops->scalars = asRealloc(
      loops->scalars, sizeof *loops->scalars * ((size_t)loops->numScalars + 1));
  loops->scalars[loops->numScalars++] = scalar;
  return scalar;
}

static MlirAttribute noIndex(MlirOperation op) {
  return mlirAffineMapAttrGet(
      mlirAffineMapEmptyGet(mlirOperationGetContext(op)));
}

static MlirValue insertLoad(MlirOperation next, MlirValue scalar) {
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(scalar));
  return asIrInsertValue(next, &(AsIrParts){.name = "affine.load",
                                            .numOperands = 1,
                                            .operands = &scalar,
                                            .numResults = 1,
                                            .results = &element,
                                            .attributes = (AsIrAttribute[]){
                                                {"map", noIndex(next)}, {0}}});
}

static void insertStore(MlirOperation next, MlirValue value, MlirValue scalar) {
  asIrInsert(next, &(AsIrParts){.name = "affine.store",
                                .numOperands = 2,
                                .operands = (MlirValue[]){value, scalar},
                                .attributes = (AsIrAttribute[]){
                                    {"map", noIndex(next)}, {0}}});
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static bool isScalar(const Loops *loops, MlirValue memory) {
  for (int i = 0; i < loops->numScalars; i++)
    if (mlirValueEqual(loops->scalars[i], memory))
      return true;
  return false;
}

/// The scalar of the loop around, if that only passes its number on: it is
/// loaded to start this loop, and gets what the loop results in. Null if not.
static MlirValue scalarPassedOn(const Loops *loops, MlirOperation loop,
                                MlirValue start, MlirValue result) {
  MlirValue none = {NULL};
  MlirOperation load = asIrMadeBy(start, "affine.load");
  MlirOpOperand use = mlirValueGetFirstUse(result);
  if (mlirOperationIsNull(load) || !asIrHasOneUse(start) ||
      !asIrHasOneUse(result))
    return none;
  MlirOperation store = mlirOpOperandGetOwner(use);
  MlirValue scalar = mlirOperationGetOperand(load, 0);
  bool isPassed =
      asIrIsNamed(store, "affine.store") && isScalar(loops, scalar) &&
      mlirValueEqual(mlirOperationGetOperand(store, 1), scalar) &&
      mlirBlockEqual(mlirOperationGetBlock(store),
                     mlirOperationGetBlock(loop)) &&
      mlirBlockEqual(mlirOperationGetBlock(load), mlirOperationGetBlock(loop));
  return isPassed ? scalar : none;
}

/// The scalar for a number that the loop carries, which has the number that the
/// loop starts with. *load is what is not used without the loop.
static MlirValue startScalar(Loops *loops, MlirOperation loop, intptr_t c,
                             MlirOperation *load) {
  intptr_t first =
      mlirOperationGetNumOperands(loop) - mlirOperationGetNumResults(loop);
  MlirValue start = mlirOperationGetOperand(loop, first + c),
            result = mlirOperationGetResult(loop, c);
  MlirValue scalar = scalarPassedOn(loops, loop, start, result);
  if (!mlirValueIsNull(scalar)) {
    *load = asIrDefinition(start);
    mlirOperationDestroy(mlirOpOperandGetOwner(mlirValueGetFirstUse(result)));
    return scalar;
  }
  scalar = insertScalar(loops, mlirValueGetType(result));
  insertStore(loop, start, scalar);
  return scalar;
}

/// Lets the body load and store what it carried.
static void useScalars(MlirBlock body, const MlirValue *scalars,
                       intptr_t count) {
  MlirOperation begin = mlirBlockGetFirstOperation(body),
                yield = mlirBlockGetTerminator(body);
  for (intptr_t c = 0; c < count; c++)
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(body, c + 1),
                                  insertLoad(begin, scalars[c]));
  for (intptr_t c = 0; c < count; c++)
    insertStore(yield, mlirOperationGetOperand(yield, c), scalars[c]);
  bool isAffine = asIrIsNamed(yield, "affine.yield");
  asIrInsert(yield,
             &(AsIrParts){.name = isAffine ? "affine.yield" : "scf.yield"});
  mlirOperationDestroy(yield);
  for (intptr_t c = count; c > 0; c--)
    mlirBlockEraseArgument(body, (unsigned)c);
}

static void demoteLoop(Loops *loops, MlirOperation loop) {
  intptr_t count = mlirOperationGetNumResults(loop);
  MlirValue *scalars = asAlloc(sizeof *scalars * (size_t)count);
  MlirOperation *unused = asAlloc(sizeof *unused * (size_t)count);
  for (intptr_t c = 0; c < count; c++) {
    unused[c] = (MlirOperation){NULL};
    scalars[c] = startScalar(loops, loop, c, &unused[c]);
  }
  useScalars(asIrBody(asAffineLoopCarrying(loop, NULL, 0)), scalars, count);
  for (intptr_t c = 0; c < count; c++)
    if (mlirOperationIsNull(unused[c]))
      mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(loop, c),
                                    insertLoad(loop, scalars[c]));
  mlirOperationDestroy(loop);
  for (intptr_t c = 0; c < count; c++)
    if (!mlirOperationIsNull(unused[c]))
      mlirOperationDestroy(unused[c]);
  free(unused);
  free(scalars);
}

static bool carriesNumbers(MlirOperation loop) {
  intptr_t count = mlirOperationGetNumResults(loop);
  for (intptr_t r = 0; r < count; r++) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(loop, r));
    if (!mlirTypeIsAFloat(type) && !mlirTypeIsAInteger(type))
      return false;
  }
  return count > 0;
}

/// Whether only loops and affine.if are between the operation and the function.
static bool isInSequence(MlirOperation op) {
  for (;;) {
    op = mlirOperationGetParentOperation(op);
    if (asIrIsNamed(op, "func.func"))
      return true;
    if (!asIrIsLoop(op) && !asIrIsNamed(op, "affine.if"))
      return false;
  }
}

static MlirWalkResult findLoad(MlirOperation op, void *context) {
  bool *found = context;
  *found = asIrIsNamed(op, "affine.load") || asIrIsNamed(op, "memref.load");
  return *found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// Whether the loop computes from memory. Otherwise there is nothing to raise.
static bool loadsElements(MlirOperation loop) {
  bool found = false;
  mlirOperationWalk(loop, findLoad, &found, MlirWalkPreOrder);
  return found;
}

static MlirWalkResult note(MlirOperation op, void *context) {
  Loops *loops = context;
  if (asIrIsLoop(op) && carriesNumbers(op) && isInSequence(op) &&
      loadsElements(op)) {
    loops->ops =
        asRealloc(loops->ops, sizeof *loops->ops * (size_t)(loops->count + 1));
    loops->ops[loops->count++] = op;
  }
  return MlirWalkResultAdvance;
}

void asIterArgsToMemory(MlirOperation function) {
  Loops loops = {.function = function};
  mlirOperationWalk(function, note, &loops, MlirWalkPreOrder);
  for (int l = 0; l < loops.count; l++)
    demoteLoop(&loops, loops.ops[l]);
  free(loops.ops);
  free(loops.scalars);
}
