//===- thread-index.c - Indices of blocks and threads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds index arithmetic, conditions and barriers.
//
//===----------------------------------------------------------------------===//

#include "lowering/gpu/thread-index.h"
#include "ir/op-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

MlirValue asGpuId(MlirOperation next, const char *name, int along) {
  static const char *const dimensions[] = {"#gpu<dim x>", "#gpu<dim y>",
                                           "#gpu<dim z>"};
  MlirContext context = mlirOperationGetContext(next);
  MlirType index = mlirIndexTypeGet(context);
  return asIrInsertValue(
      next, &(AsIrParts){
                .name = name,
                .numResults = 1,
                .results = &index,
                .attributes = (AsIrAttribute[]){
                    {"dimension", mlirAttributeParseGet(
                                      context, asIrString(dimensions[along]))},
                    {0}}});
}

MlirValue asGpuAdd(MlirOperation next, MlirValue x, int64_t y) {
  return y == 0 ? x : asIrInsertByNumber(next, "arith.addi", x, y);
}

MlirValue asGpuMul(MlirOperation next, MlirValue x, int64_t y) {
  return y == 1 ? x : asIrInsertByNumber(next, "arith.muli", x, y);
}

MlirValue asGpuIsBelow(MlirOperation next, MlirValue x, int64_t y) {
  return asIrInsertComparison(next, AS_IR_LESS, x, asIrInsertIndex(next, y));
}

void asGpuDelinearise(MlirOperation next, MlirValue linear, int rank,
                      const int64_t *sizes, MlirValue *indices) {
  for (int d = rank - 1; d > 0; d--) {
    indices[d] = asIrInsertByNumber(next, "arith.remui", linear, sizes[d]);
    if (sizes[d] != 1)
      linear = asIrInsertByNumber(next, "arith.divui", linear, sizes[d]);
  }
  if (rank > 0)
    indices[0] = linear;
}

MlirOperation asGpuIf(MlirOperation next, MlirValue condition) {
  MlirRegion then = mlirRegionCreate(), otherwise = mlirRegionCreate();
  MlirBlock body = mlirBlockCreate(0, NULL, NULL);
  mlirRegionAppendOwnedBlock(then, body);
  MlirOperationState yield = mlirOperationStateGet(
      asIrString("scf.yield"), mlirOperationGetLocation(next));
  MlirOperation end = mlirOperationCreate(&yield);
  mlirBlockAppendOwnedOperation(body, end);
  MlirOperationState state = mlirOperationStateGet(
      asIrString("scf.if"), mlirOperationGetLocation(next));
  mlirOperationStateAddOperands(&state, 1, &condition);
  mlirOperationStateAddOwnedRegions(&state, 2, (MlirRegion[]){then, otherwise});
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(next), next,
                                      mlirOperationCreate(&state));
  return end;
}

void asGpuBarrier(MlirOperation next) {
  asIrInsert(next, &(AsIrParts){.name = "gpu.barrier"});
}
