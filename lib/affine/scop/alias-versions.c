//===- alias-versions.c - Two versions of code, by alias check
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "affine/scop/alias-versions.h"
#include "mlir-c/BuiltinAttributes.h"

/// Marks the scf.if, so that later steps do not check again.
static const char mark[] = "as.versions";

/// A region of one empty block; *end is its scf.yield.
static MlirRegion regionThatYields(MlirOperation next, MlirOperation *end) {
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  MlirOperationState state = mlirOperationStateGet(
      asIrString("scf.yield"), mlirOperationGetLocation(next));
  *end = mlirOperationCreate(&state);
  mlirBlockAppendOwnedOperation(block, *end);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  return region;
}

void asAliasVersions(MlirOperation next, MlirValue condition,
                     MlirOperation *disjoint, MlirOperation *otherwise) {
  MlirRegion regions[] = {regionThatYields(next, disjoint),
                          regionThatYields(next, otherwise)};
  MlirOperationState state = mlirOperationStateGet(
      asIrString("scf.if"), mlirOperationGetLocation(next));
  mlirOperationStateAddOperands(&state, 1, &condition);
  mlirOperationStateAddOwnedRegions(&state, 2, regions);
  MlirOperation branch = mlirOperationCreate(&state);
  mlirOperationSetDiscardableAttributeByName(
      branch, asIrString(mark),
      mlirUnitAttrGet(mlirOperationGetContext(branch)));
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(next), next,
                                      branch);
}

AsAliasVersion asAliasVersionOf(MlirOperation op) {
  for (MlirOperation parent = mlirOperationGetParentOperation(op);
       !mlirOperationIsNull(parent);
       op = parent, parent = mlirOperationGetParentOperation(op)) {
    if (mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
            parent, asIrString(mark))))
      continue;
    MlirRegion region = mlirBlockGetParentRegion(mlirOperationGetBlock(op));
    return mlirRegionEqual(region, mlirOperationGetRegion(parent, 0))
               ? AS_VERSION_DISJOINT
               : AS_VERSION_OVERLAPPING;
  }
  return AS_VERSION_ONLY;
}
