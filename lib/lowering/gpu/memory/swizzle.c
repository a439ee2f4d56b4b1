//===- swizzle.c - Swizzled tiles in shared memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes swizzled addresses. The pattern repeats every 1024 bytes, to which
// allocations are aligned.
//
//===----------------------------------------------------------------------===//

#include "lowering/gpu/memory/swizzle.h"
#include "ir/memref.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "target/gpu-table.h"

/// On an allocation: the bytes of a panel's row.
#define AS_PANEL_ATTRIBUTE "as.panel"

enum { ACCESS_BYTES = 16, BANK_BYTES = 128 };

bool asGpuPanelsRead(MlirValue buffer, AsGpuPanels *panels) {
  while (mlirValueIsAOpResult(buffer) &&
         asIrIsNamed(mlirOpResultGetOwner(buffer), "memref.subview"))
    buffer = mlirOperationGetOperand(mlirOpResultGetOwner(buffer), 0);
  MlirType type = mlirValueGetType(buffer);
  MlirValue root = asIrMemoryRoot(buffer);
  if (!mlirValueIsAOpResult(root) ||
      !asIrIsNamed(mlirOpResultGetOwner(root), "memref.alloc") ||
      !mlirShapedTypeHasStaticShape(type) || mlirShapedTypeGetRank(type) < 1)
    return false;
  MlirAttribute bytes = mlirOperationGetDiscardableAttributeByName(
      mlirOpResultGetOwner(root), asIrString(AS_PANEL_ATTRIBUTE));
  *panels = (AsGpuPanels){
      .tile = buffer,
      .rows = 1,
      .elementBytes = asIrElementBytes(mlirShapedTypeGetElementType(type)),
      .bytes =
          mlirAttributeIsNull(bytes) ? 0 : mlirIntegerAttrGetValueInt(bytes)};
  intptr_t last = mlirShapedTypeGetRank(type) - 1;
  for (intptr_t d = 0; d < last; d++)
    panels->rows *= mlirShapedTypeGetDimSize(type, d);
  panels->columns = mlirShapedTypeGetDimSize(type, last);
  return true;
}

void asGpuPanelsSet(const AsGpuPanels *panels, int64_t bytes) {
  MlirOperation alloc = mlirOpResultGetOwner(asIrMemoryRoot(panels->tile));
  MlirType i64 = mlirIntegerTypeGet(mlirOperationGetContext(alloc), 64);
  mlirOperationSetDiscardableAttributeByName(
      alloc, asIrString(AS_PANEL_ATTRIBUTE), mlirIntegerAttrGet(i64, bytes));
  mlirOperationSetInherentAttributeByName(
      alloc, asIrString("alignment"),
      mlirIntegerAttrGet(i64, AS_GPU_SHARED_ALIGNMENT));
}

MlirValue asGpuPanelsMemory(const AsGpuPanels *panels, MlirOperation next) {
  MlirContext context = mlirOperationGetContext(next);
  MlirType tile = mlirValueGetType(panels->tile);
  int64_t zero = 0, one = 1, count = panels->rows * panels->columns;
  MlirType type =
      mlirMemRefTypeContiguousGet(mlirShapedTypeGetElementType(tile), 1, &count,
                                  mlirMemRefTypeGetMemorySpace(tile));
  return asIrInsertValue(
      next, &(AsIrParts){
                .name = "memref.reinterpret_cast",
                .numOperands = 1,
                .operands = &panels->tile,
                .numResults = 1,
                .results = &type,
                .attributes = (AsIrAttribute[]){
                    {"static_offsets", mlirDenseI64ArrayGet(context, 1, &zero)},
                    {"static_sizes", mlirDenseI64ArrayGet(context, 1, &count)},
                    {"static_strides", mlirDenseI64ArrayGet(context, 1, &one)},
                    {"operandSegmentSizes",
                     mlirDenseI32ArrayGet(context, 4, (int32_t[]){1, 0, 0, 0})},
                    {0}}});
}

MlirValue asGpuPanelsIndex(const AsGpuPanels *panels, MlirOperation next,
                           MlirValue row, MlirValue column) {
  int64_t width = panels->bytes / panels->elementBytes,
          access = ACCESS_BYTES / panels->elementBytes;
  MlirValue panel = asIrInsertByNumber(next, "arith.divui", column, width),
            inRow = asIrInsertByNumber(next, "arith.remui", column, width);
  MlirValue place = asIrInsertBinary(
      next, "arith.addi",
      asIrInsertBinary(next, "arith.addi",
                       asGpuMul(next, panel, panels->rows * width),
                       asGpuMul(next, row, width)),
      inRow);
  MlirValue banks = asIrInsertByNumber(next, "arith.divui", place,
                                       BANK_BYTES / panels->elementBytes);
  MlirValue swizzle = asIrInsertByNumber(next, "arith.remui", banks,
                                         panels->bytes / ACCESS_BYTES);
  return asIrInsertBinary(next, "arith.xori", place,
                          asGpuMul(next, swizzle, access));
}

/// Whether all uses are addresses that respect panels.
static bool hasKnownUses(MlirValue buffer) {
  static const char *const known[] = {"memref.reinterpret_cast",
                                      "memref.extract_aligned_pointer_as_index",
                                      "memref.dealloc"};
  bool isKnown = true;
  for (MlirOpOperand use = mlirValueGetFirstUse(buffer);
       !mlirOpOperandIsNull(use) && isKnown;
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    isKnown = false;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
      isKnown |= asIrIsNamed(user, known[k]);
    if (asIrIsNamed(user, "memref.view") || asIrIsNamed(user, "memref.subview"))
      isKnown = hasKnownUses(mlirOperationGetResult(user, 0));
  }
  return isKnown;
}

static MlirWalkResult findUnknownUse(MlirOperation op, void *context) {
  if (!asIrIsNamed(op, "memref.alloc") ||
      mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
          op, asIrString(AS_PANEL_ATTRIBUTE))) ||
      hasKnownUses(mlirOperationGetResult(op, 0)))
    return MlirWalkResultAdvance;
  *(bool *)context = false;
  return MlirWalkResultInterrupt;
}

bool asGpuPanelsAreExclusive(MlirOperation function) {
  bool areKept = true;
  mlirOperationWalk(function, findUnknownUse, &areKept, MlirWalkPreOrder);
  return areKept;
}
