//===- fold-views.c - Access arrays instead of views of them
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a view begins is part of the index then, so that dependence analysis
// knows which elements two views of an array share. Upstream's passes for this
// make affine operations of indices that are none.
//
// Requires:    nothing.
// Provides:    loads and stores of the array that a view is of; no views in
//              loops that nothing uses.
// Invalidates: nothing.
//
//   %v = memref.subview %A[%n, 0] [16, 48] [1, 1]
//   affine.for %i = 0 to 16 { %x = affine.load %v[%i + 1, 2] }
// becomes
//   affine.for %i = 0 to 16 {
//     %j = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
//     %k = arith.addi %j, %n
//     %x = memref.load %A[%k, %c2]
//   }
//
//===----------------------------------------------------------------------===//

#include "affine/loops/fold-views.h"
#include "affine/loops/serial-loops.h"
#include "ir/def-use.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "ir/trip-count.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { mostIndices = 16 };

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

/// The value of one result of the access's map.
static MlirValue insertApply(MlirOperation access, MlirAffineMap map,
                             intptr_t r, intptr_t first) {
  MlirContext context = mlirOperationGetContext(access);
  MlirAffineExpr expr = mlirAffineMapGetResult(map, r);
  intptr_t count = mlirAffineMapGetNumInputs(map);
  MlirValue operands[mostIndices];
  for (intptr_t i = 0; i < count; i++)
    operands[i] = mlirOperationGetOperand(access, first + i);
  if (mlirAffineExprIsAConstant(expr))
    return asIrInsertIndex(access, mlirAffineConstantExprGetValue(expr));
  if (mlirAffineExprIsADim(expr))
    return operands[mlirAffineDimExprGetPosition(expr)];
  MlirAffineMap own =
      mlirAffineMapGet(context, mlirAffineMapGetNumDims(map),
                       mlirAffineMapGetNumSymbols(map), 1, &expr);
  MlirType index = mlirIndexTypeGet(context);
  return asIrInsertValue(
      access, &(AsIrParts){.name = "affine.apply",
                           .numOperands = count,
                           .operands = operands,
                           .numResults = 1,
                           .results = &index,
                           .attributes = (AsIrAttribute[]){
                               {"map", mlirAffineMapAttrGet(own)}, {0}}});
}

/// Reads the indices of a load or store as values; returns how many, or -1.
static intptr_t readIndices(MlirOperation access, intptr_t first,
                            MlirValue *indices) {
  intptr_t count = mlirOperationGetNumOperands(access) - first;
  bool isMapped = asIrHasPrefix(access, "affine.");
  MlirAffineMap map = {NULL};
  if (isMapped)
    map = mlirAffineMapAttrGetValue(asIrAttribute(access, "map"));
  intptr_t rank = isMapped ? mlirAffineMapGetNumResults(map) : count;
  if (count > mostIndices || rank > mostIndices)
    return -1;
  for (intptr_t r = 0; r < rank; r++)
    indices[r] = isMapped ? insertApply(access, map, r, first)
                          : mlirOperationGetOperand(access, first + r);
  return rank;
}

//===----------------------------------------------------------------------===//
// Subviews
//===----------------------------------------------------------------------===//

static int64_t numberAt(MlirOperation subview, const char *name, intptr_t i) {
  return mlirDenseI64ArrayGetElement(asIrAttribute(subview, name), i);
}

static bool isDynamic(int64_t number) {
  return number == mlirShapedTypeGetDynamicStrideOrOffset();
}

static bool hasUnitStrides(MlirOperation subview) {
  intptr_t rank =
      mlirDenseArrayGetNumElements(asIrAttribute(subview, "static_strides"));
  for (intptr_t r = 0; r < rank; r++)
    if (numberAt(subview, "static_strides", r) != 1)
      return false;
  return rank <= mostIndices;
}

/// Turns the indices of an access of the subview into those of its source.
static intptr_t shiftIndices(MlirOperation subview, MlirOperation access,
                             MlirValue *indices) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(subview, 0));
  intptr_t rank =
      mlirDenseArrayGetNumElements(asIrAttribute(subview, "static_offsets"));
  intptr_t dynamic = 1, own = 0; // The next dynamic offset, the next index.
  MlirValue shifted[mostIndices];
  for (intptr_t r = 0; r < rank; r++) {
    int64_t offset = numberAt(subview, "static_offsets", r),
            size = numberAt(subview, "static_sizes", r);
    // Dimensions of size one may be left out of the view. Those that are not
    // have the index 0, so that it does not matter which of several are.
    bool isOwn = own < mlirShapedTypeGetRank(type) &&
                 mlirShapedTypeGetDimSize(type, own) == size;
    MlirValue start = isDynamic(offset)
                          ? mlirOperationGetOperand(subview, dynamic++)
                          : asIrInsertIndex(access, offset);
    shifted[r] = !isOwn        ? start
                 : offset == 0 ? indices[own]
                               : asIrInsertBinary(access, "arith.addi",
                                                  indices[own], start);
    own += isOwn;
  }
  for (intptr_t r = 0; r < rank; r++)
    indices[r] = shifted[r];
  return rank;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

static MlirOperation viewBehind(MlirValue memory) {
  MlirOperation view = asIrMadeBy(memory, "memref.cast");
  if (mlirOperationIsNull(view))
    view = asIrMadeBy(memory, "memref.subview");
  bool isRanked =
      !mlirOperationIsNull(view) &&
      mlirTypeIsAMemRef(mlirValueGetType(mlirOperationGetOperand(view, 0)));
  return isRanked && (asIrIsNamed(view, "memref.cast") || hasUnitStrides(view))
             ? view
             : (MlirOperation){NULL};
}

/// Replaces an access of a view by one of what it is a view of.
static void fold(MlirOperation access) {
  bool isStore = mlirOperationGetNumResults(access) == 0;
  MlirValue memory = mlirOperationGetOperand(access, isStore);
  MlirOperation view = viewBehind(memory);
  MlirValue operands[2 + mostIndices], *indices = operands + isStore + 1;
  intptr_t rank = mlirOperationIsNull(view)
                      ? -1
                      : readIndices(access, isStore + 1, indices);
  if (rank < 0)
    return;
  for (; !mlirOperationIsNull(view); view = viewBehind(memory)) {
    memory = mlirOperationGetOperand(view, 0);
    if (asIrIsNamed(view, "memref.subview"))
      rank = shiftIndices(view, access, indices);
  }
  operands[isStore] = memory;
  if (isStore)
    operands[0] = mlirOperationGetOperand(access, 0);
  AsIrParts parts = {.name = isStore ? "memref.store" : "memref.load",
                     .numOperands = isStore + 1 + rank,
                     .operands = operands};
  asIrReplaceAccess(access, &parts);
}

static MlirWalkResult visitAccess(MlirOperation op, void *context) {
  (void)context;
  static const char *const names[] = {"affine.load", "affine.store",
                                      "memref.load", "memref.store"};
  if (asIrIsOneOf(op, names, sizeof names / sizeof *names))
    fold(op);
  return MlirWalkResultAdvance;
}

static MlirWalkResult removeUnused(MlirOperation op, void *context) {
  (void)context;
  bool isView =
      asIrIsNamed(op, "memref.subview") || asIrIsNamed(op, "memref.cast");
  if (!isView ||
      !mlirOpOperandIsNull(mlirValueGetFirstUse(mlirOperationGetResult(op, 0))))
    return MlirWalkResultAdvance;
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

/// Parallel loops that are left stay what they are.
static MlirWalkResult visitLoop(MlirOperation op, void *context) {
  (void)context;
  if (asLoopIsParallel(op))
    return MlirWalkResultSkip;
  if (!asIrIsLoop(op))
    return MlirWalkResultAdvance;
  mlirOperationWalk(op, visitAccess, NULL, MlirWalkPostOrder);
  mlirOperationWalk(op, removeUnused, NULL, MlirWalkPostOrder);
  return MlirWalkResultSkip;
}

void asLoopsFoldViews(MlirOperation function) {
  mlirOperationWalk(function, visitLoop, NULL, MlirWalkPreOrder);
}
