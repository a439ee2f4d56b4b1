//===- byte-views.c - View byte arrays as buffers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See byte-views.h.
//
//===----------------------------------------------------------------------===//

#include "lowering/memory/byte-views.h"
#include "as/element.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

int64_t asByteViewSize(MlirType type) {
  if (!mlirTypeIsAMemRef(type) || !mlirShapedTypeHasStaticShape(type) ||
      !mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(type)) ||
      !mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)))
    return 0;
  AsText name = {0};
  asIrPrintType(mlirShapedTypeGetElementType(type), &name);
  AsElement element = asElementFromName(asTextString(&name));
  asTextFree(&name);
  int64_t bytes = element == AS_NUM_ELEMENTS ? 0 : asElementBytes(element);
  for (intptr_t r = 0; r < mlirShapedTypeGetRank(type); r++)
    if (__builtin_mul_overflow(bytes, mlirShapedTypeGetDimSize(type, r),
                               &bytes))
      return 0;
  return bytes;
}

bool asCanBeByteView(MlirOperation alloc) {
  if (!asIrIsNamed(alloc, "memref.alloc") || mlirOperationGetNumOperands(alloc))
    return false;
  MlirAttribute wanted =
      mlirOperationGetAttributeByName(alloc, asIrString("alignment"));
  return mlirAttributeIsNull(wanted) ||
         mlirIntegerAttrGetValueInt(wanted) <= AS_BYTE_VIEW_ALIGNMENT;
}

MlirValue asInsertByteArray(MlirOperation next, int64_t bytes) {
  MlirType byte = mlirIntegerTypeGet(mlirOperationGetContext(next), 8);
  MlirType type =
      mlirMemRefTypeContiguousGet(byte, 1, &bytes, mlirAttributeGetNull());
  return asIrInsertAlloc(next, type, AS_BYTE_VIEW_ALIGNMENT);
}

MlirValue asInsertByteViewAt(MlirOperation next, MlirValue bytes, MlirValue at,
                             MlirType type) {
  return asIrInsertValue(next,
                         &(AsIrParts){.name = "memref.view",
                                      .numOperands = 2,
                                      .operands = (MlirValue[]){bytes, at},
                                      .numResults = 1,
                                      .results = &type});
}

MlirValue asInsertByteView(MlirOperation next, MlirValue bytes, int64_t offset,
                           MlirType type) {
  return asInsertByteViewAt(next, bytes, asIrInsertIndex(next, offset), type);
}

int asPositionOf(MlirOperation op) {
  int position = 0;
  MlirOperation at = mlirBlockGetFirstOperation(mlirOperationGetBlock(op));
  for (; !mlirOperationEqual(at, op); at = mlirOperationGetNextInBlock(at))
    position++;
  return position;
}
