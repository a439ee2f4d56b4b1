//===- memref.c - Build and query memrefs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See memref.h.
//
//===----------------------------------------------------------------------===//

#include "ir/memref.h"
#include "ir/op-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <assert.h>
#include <stdlib.h>

MlirType asIrMemoryType(MlirType tensor) {
  intptr_t rank = mlirShapedTypeGetRank(tensor);
  int64_t *shape = asAlloc(sizeof *shape * (size_t)(rank + 1));
  for (intptr_t r = 0; r < rank; r++)
    shape[r] = mlirShapedTypeGetDimSize(tensor, r);
  MlirType type =
      mlirMemRefTypeContiguousGet(mlirShapedTypeGetElementType(tensor), rank,
                                  shape, mlirAttributeGetNull());
  free(shape);
  return type;
}

int asIrElementBits(MlirType type) {
  if (mlirTypeIsAShaped(type))
    type = mlirShapedTypeGetElementType(type);
  return mlirTypeIsAInteger(type) ? (int)mlirIntegerTypeGetWidth(type)
         : mlirTypeIsAFloat(type) ? (int)mlirFloatTypeGetWidth(type)
                                  : 0;
}

int64_t asIrElementBytes(MlirType element) {
  if (mlirTypeIsAComplex(element))
    return 2 * asIrElementBytes(mlirComplexTypeGetElementType(element));
  if (mlirTypeIsAVector(element))
    return asIrShapedBytes(element);
  int64_t bits = mlirTypeIsAIndex(element) ? 64 : asIrElementBits(element);
  int64_t bytes = bits > 0;
  while (8 * bytes < bits)
    bytes *= 2;
  return bytes;
}

int64_t asIrShapedBytes(MlirType shaped) {
  int64_t bytes = asIrElementBytes(mlirShapedTypeGetElementType(shaped));
  for (intptr_t r = 0; r < mlirShapedTypeGetRank(shaped); r++)
    bytes *= mlirShapedTypeGetDimSize(shaped, r);
  return bytes;
}

bool asIrHasNoElements(MlirType shaped) {
  for (intptr_t r = 0; r < mlirShapedTypeGetRank(shaped); r++)
    if (mlirShapedTypeGetDimSize(shaped, r) == 0)
      return true;
  return false;
}

MlirOperation asIrInsertGlobal(MlirOperation next, MlirAttribute name,
                               MlirType type, MlirAttribute value) {
  enum { lineBytes = 64 };
  MlirContext context = mlirOperationGetContext(next);
  return asIrInsert(
      next,
      &(AsIrParts){
          .name = "memref.global",
          .attributes = (AsIrAttribute[]){
              {"sym_name", name},
              {"sym_visibility",
               mlirStringAttrGet(context, asIrString("private"))},
              {"type", mlirTypeAttrGet(type)},
              {"initial_value", value},
              {"alignment",
               mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), lineBytes)},
              {0}}});
}

MlirValue asIrInsertGetGlobal(MlirOperation next, MlirType type,
                              MlirAttribute name) {
  return asIrInsertValue(
      next, &(AsIrParts){.name = "memref.get_global",
                         .numResults = 1,
                         .results = &type,
                         .attributes = (AsIrAttribute[]){{"name", name}, {0}}});
}

/// Inserts a memref.alloc or memref.alloca; `alignment` is 0 for none.
static MlirValue insertMemory(MlirOperation next, const char *name,
                              MlirType type, int64_t alignment) {
  MlirContext context = mlirOperationGetContext(next);
  MlirType i64 = mlirIntegerTypeGet(context, 64);
  AsIrAttribute attributes[] = {
      {"operandSegmentSizes",
       mlirDenseI32ArrayGet(context, 2, (int32_t[]){0, 0})},
      {alignment ? "alignment" : NULL, mlirIntegerAttrGet(i64, alignment)},
      {0}};
  return asIrInsertValue(next, &(AsIrParts){.name = name,
                                            .numResults = 1,
                                            .results = &type,
                                            .attributes = attributes});
}

MlirValue asIrInsertMemoryDim(MlirOperation next, MlirValue memory,
                              intptr_t dim) {
  MlirType index = mlirIndexTypeGet(mlirOperationGetContext(next));
  MlirValue operands[] = {memory, asIrInsertIndex(next, dim)};
  return asIrInsertValue(next, &(AsIrParts){.name = "memref.dim",
                                            .numOperands = 2,
                                            .operands = operands,
                                            .numResults = 1,
                                            .results = &index});
}

MlirValue asIrInsertAlloc(MlirOperation next, MlirType type,
                          int64_t alignment) {
  return insertMemory(next, "memref.alloc", type, alignment);
}

MlirValue asIrInsertAlloca(MlirOperation next, MlirType type) {
  return insertMemory(next, "memref.alloca", type, 0);
}

MlirValue asIrInsertToTensor(MlirOperation next, MlirValue memory,
                             MlirType tensor, bool isWritable) {
  MlirAttribute unit = mlirUnitAttrGet(mlirOperationGetContext(next));
  return asIrInsertValue(
      next, &(AsIrParts){.name = "bufferization.to_tensor",
                         .numOperands = 1,
                         .operands = &memory,
                         .numResults = 1,
                         .results = &tensor,
                         .attributes = (AsIrAttribute[]){
                             {"restrict", unit},
                             {isWritable ? "writable" : NULL, unit},
                             {0}}});
}

/// Inserts a bufferization.alloc_tensor of the sizes of `type`, with the
/// elements of `tensor` if that is not null.
static MlirValue insertTensor(MlirOperation next, MlirType type,
                              MlirValue tensor) {
  int32_t segments[] = {0, !mlirValueIsNull(tensor), 0};
  return asIrInsertValue(
      next, &(AsIrParts){.name = "bufferization.alloc_tensor",
                         .numOperands = segments[1],
                         .operands = &tensor,
                         .numResults = 1,
                         .results = &type,
                         .attributes = (AsIrAttribute[]){
                             {"operandSegmentSizes",
                              mlirDenseI32ArrayGet(
                                  mlirOperationGetContext(next), 3, segments)},
                             {0}}});
}

MlirValue asIrInsertAllocTensor(MlirOperation next, MlirType type) {
  return insertTensor(next, type, (MlirValue){NULL});
}

MlirValue asIrInsertTensorCopy(MlirOperation next, MlirValue tensor) {
  return insertTensor(next, mlirValueGetType(tensor), tensor);
}

void asIrReplaceAccess(MlirOperation access, const AsIrParts *parts) {
  AsIrParts own = *parts;
  if (mlirOperationGetNumResults(access) == 0) {
    asIrInsert(access, &own);
  } else {
    MlirValue old = mlirOperationGetResult(access, 0);
    MlirType element = mlirValueGetType(old);
    own.numResults = 1;
    own.results = &element;
    mlirValueReplaceAllUsesOfWith(old, asIrInsertValue(access, &own));
  }
  mlirOperationDestroy(access);
}

void asIrInsertStore(MlirOperation next, MlirValue tensor, MlirValue memory) {
  MlirAttribute unit = mlirUnitAttrGet(mlirOperationGetContext(next));
  asIrInsert(next,
             &(AsIrParts){.name = "bufferization.materialize_in_destination",
                          .numOperands = 2,
                          .operands = (MlirValue[]){tensor, memory},
                          .attributes = (AsIrAttribute[]){
                              {"restrict", unit}, {"writable", unit}, {0}}});
}

bool asIrHasUnitStride(MlirType memory) {
  enum { maxRank = 16 };
  int64_t strides[maxRank], offset;
  intptr_t rank = mlirShapedTypeGetRank(memory);
  return rank > 0 && rank <= maxRank &&
         !mlirLogicalResultIsFailure(
             mlirMemRefTypeGetStridesAndOffset(memory, strides, &offset)) &&
         strides[rank - 1] == 1;
}

MlirValue asIrMemoryRoot(MlirValue value) {
  while (mlirValueIsAOpResult(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    if (!asIrHasPrefix(op, "memref.") || asIrHasPrefix(op, "memref.alloc") ||
        !mlirOperationGetNumOperands(op))
      break;
    value = mlirOperationGetOperand(op, 0);
  }
  return value;
}

bool asIrWrites(MlirOperation op, intptr_t i) {
  intptr_t last = mlirOperationGetNumOperands(op) - 1;
  if (asIrIsNamed(op, "nvgpu.device_async_copy"))
    return i == 0;
  if (asIrHasPrefix(op, "linalg.") || asIrIsNamed(op, "memref.copy"))
    return i == last;
  return asIrIsNamed(op, "memref.store") || asIrIsNamed(op, "vector.store") ||
         asIrIsNamed(op, "vector.transfer_write");
}

MlirType asIrStridedMemRef(MlirType type, const int64_t *strides) {
  enum { maxRank = 16 };
  int64_t shape[maxRank];
  intptr_t rank = mlirShapedTypeGetRank(type);
  assert(rank <= maxRank);
  for (intptr_t r = 0; r < rank; r++)
    shape[r] = mlirShapedTypeGetDimSize(type, r);
  return mlirMemRefTypeGet(
      mlirShapedTypeGetElementType(type), rank, shape,
      mlirStridedLayoutAttrGet(mlirTypeGetContext(type),
                               mlirShapedTypeGetDynamicStrideOrOffset(), rank,
                               strides),
      mlirMemRefTypeGetMemorySpace(type));
}
