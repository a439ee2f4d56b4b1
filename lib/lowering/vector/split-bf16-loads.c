//===- split-bf16-loads.c - Load bf16 in pieces that LLVM can compile
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splits llvm.load of vectors of 8n + 1 elements of bf16. LLVM cuts such a load
// into whole registers and a scalar. Where the CPU has AVX512-BF16, it has
// vectors of bf16 but no scalars, and dies of the scalar ("do not know how to
// soft promote this operator's operand"). So the last element is loaded with
// the one before it. A load of integers (codegen/carry-bf16.h) is no help where
// all that is done with it is moving: LLVM makes a load of bf16 of it again.
//
// Requires:    the LLVM dialect.
// Provides:    no llvm.load of a vector of 8n + 1 elements of bf16.
// Invalidates: nothing.
//
//   %0 = llvm.load %p : !llvm.ptr -> vector<9xbf16>
//
// becomes
//
//   %low = llvm.load %p : !llvm.ptr -> vector<8xbf16>
//   %q = llvm.getelementptr %p[7] : (!llvm.ptr) -> !llvm.ptr, bf16
//   %pair = llvm.load %q {alignment = 2} : !llvm.ptr -> vector<2xbf16>
//   %high = llvm.shufflevector %pair, %pair [0, 1, -1, ..., -1]
//   %0 = llvm.shufflevector %low, %high [0, 1, ..., 7, 9]
//
//===----------------------------------------------------------------------===//

#include "ir/op-builder.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>

/// The elements that the operation loads if it has to be split; else 0.
static int64_t sizeToSplit(MlirOperation op) {
  if (!asIrIsNamed(op, "llvm.load"))
    return 0;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!mlirTypeIsAVector(type) || mlirVectorTypeIsScalable(type) ||
      !mlirTypeIsABF16(mlirShapedTypeGetElementType(type)))
    return 0;
  int64_t size = mlirShapedTypeGetDimSize(type, 0);
  return size > 8 && size % 8 == 1 ? size : 0;
}

/// The same load of so many elements, before it.
static MlirOperation loadPart(MlirOperation load, int64_t size) {
  MlirValue all = mlirOperationGetResult(load, 0);
  MlirOperation part = mlirOperationClone(load);
  mlirValueSetType(
      mlirOperationGetResult(part, 0),
      mlirVectorTypeGet(1, &size,
                        mlirShapedTypeGetElementType(mlirValueGetType(all))));
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(load), load, part);
  return part;
}

/// The address of element `index` of what `load` loads.
static MlirValue addressOf(MlirOperation load, int32_t index) {
  MlirValue pointer = mlirOperationGetOperand(load, 0);
  MlirType address = mlirValueGetType(pointer);
  MlirContext context = mlirOperationGetContext(load);
  MlirType element = mlirShapedTypeGetElementType(
      mlirValueGetType(mlirOperationGetResult(load, 0)));
  AsIrAttribute attributes[] = {
      {"elem_type", mlirTypeAttrGet(element)},
      {"rawConstantIndices", mlirDenseI32ArrayGet(context, 1, &index)},
      {NULL, {NULL}}};
  return asIrInsertValue(load, &(AsIrParts){.name = "llvm.getelementptr",
                                            .numOperands = 1,
                                            .operands = &pointer,
                                            .numResults = 1,
                                            .results = &address,
                                            .attributes = attributes});
}

/// The first elements of `x` and then of `y`, as the mask says; two vectors of
/// one type.
static MlirValue shuffle(MlirOperation next, MlirValue x, MlirValue y,
                         const int32_t *mask, int64_t size) {
  MlirValue operands[] = {x, y};
  MlirType result = mlirVectorTypeGet(
      1, &size, mlirShapedTypeGetElementType(mlirValueGetType(x)));
  AsIrAttribute attributes[] = {
      {"mask", mlirDenseI32ArrayGet(mlirOperationGetContext(next), size, mask)},
      {NULL, {NULL}}};
  return asIrInsertValue(next, &(AsIrParts){.name = "llvm.shufflevector",
                                            .numOperands = 2,
                                            .operands = operands,
                                            .numResults = 1,
                                            .results = &result,
                                            .attributes = attributes});
}

static MlirWalkResult split(MlirOperation op, void *context) {
  (void)context;
  int64_t size = sizeToSplit(op);
  if (!size)
    return MlirWalkResultAdvance;
  MlirValue low = mlirOperationGetResult(loadPart(op, size - 1), 0);
  MlirOperation last = loadPart(op, 2);
  MlirValue pair = mlirOperationGetResult(last, 0);
  mlirOperationSetOperand(last, 0, addressOf(op, (int32_t)size - 2));
  mlirOperationMoveBefore(last, op); // Behind the address.
  mlirOperationSetInherentAttributeByName(
      last, asIrString("alignment"),
      mlirIntegerAttrGet(mlirIntegerTypeGet(mlirOperationGetContext(op), 64),
                         2));
  int32_t *mask = asAlloc((size_t)size * sizeof *mask);
  for (int32_t e = 0; e < size; e++)
    mask[e] = e < 2 ? e : -1;
  MlirValue high = shuffle(op, pair, pair, mask, size - 1);
  for (int32_t e = 0; e < size; e++)
    mask[e] = e < size - 1 ? e : (int32_t)size;
  MlirValue all = shuffle(op, low, high, mask, size);
  free(mask);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), all);
  mlirOperationDestroy(op);
  return MlirWalkResultAdvance;
}

void asSplitBf16Loads(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), split, NULL,
                    MlirWalkPostOrder);
}
