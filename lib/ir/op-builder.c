//===- op-builder.c - Build operations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See op-builder.h.
//
//===----------------------------------------------------------------------===//

#include "ir/op-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <assert.h>
#include <string.h>

/// Loads the dialect of the operation. A context loads only dialects that it
/// parses or that passes ask for; other operations would be unregistered.
static void loadDialectOf(MlirContext context, const char *name) {
  mlirContextGetOrLoadDialect(context,
                              mlirStringRefCreate(name, strcspn(name, ".")));
}

MlirOperation asIrInsert(MlirOperation next, const AsIrParts *parts) {
  loadDialectOf(mlirOperationGetContext(next), parts->name);
  MlirOperationState state = mlirOperationStateGet(
      asIrString(parts->name), mlirOperationGetLocation(next));
  mlirOperationStateAddOperands(&state, parts->numOperands, parts->operands);
  mlirOperationStateAddResults(&state, parts->numResults, parts->results);
  MlirContext context = mlirOperationGetContext(next);
  for (const AsIrAttribute *a = parts->attributes; a && a->key; a++) {
    MlirNamedAttribute named = mlirNamedAttributeGet(
        mlirIdentifierGet(context, asIrString(a->key)), a->value);
    mlirOperationStateAddAttributes(&state, 1, &named);
  }
  MlirRegion region = parts->region;
  if (!mlirRegionIsNull(region))
    mlirOperationStateAddOwnedRegions(&state, 1, &region);
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(next), next, op);
  return op;
}

MlirValue asIrInsertValue(MlirOperation next, const AsIrParts *parts) {
  return mlirOperationGetResult(asIrInsert(next, parts), 0);
}

MlirValue asIrInsertConstant(MlirOperation next, MlirAttribute value) {
  MlirType type = mlirAttributeGetType(value);
  return asIrInsertValue(next, &(AsIrParts){.name = "arith.constant",
                                            .numResults = 1,
                                            .results = &type,
                                            .attributes = (AsIrAttribute[]){
                                                {"value", value}, {0}}});
}

MlirValue asIrInsertIndex(MlirOperation next, int64_t value) {
  MlirType index = mlirIndexTypeGet(mlirOperationGetContext(next));
  return asIrInsertConstant(next, mlirIntegerAttrGet(index, value));
}

MlirValue asIrInsertUnary(MlirOperation next, const char *name, MlirValue value,
                          MlirType type) {
  return asIrInsertValue(next, &(AsIrParts){.name = name,
                                            .numOperands = 1,
                                            .operands = &value,
                                            .numResults = 1,
                                            .results = &type});
}

MlirValue asIrInsertBinary(MlirOperation next, const char *name, MlirValue x,
                           MlirValue y) {
  MlirType type = mlirValueGetType(x);
  return asIrInsertValue(next, &(AsIrParts){.name = name,
                                            .numOperands = 2,
                                            .operands = (MlirValue[]){x, y},
                                            .numResults = 1,
                                            .results = &type});
}

MlirValue asIrInsertByNumber(MlirOperation next, const char *name,
                             MlirValue index, int64_t number) {
  return asIrInsertBinary(next, name, index, asIrInsertIndex(next, number));
}

MlirValue asIrInsertComparison(MlirOperation next, AsIrPredicate predicate,
                               MlirValue x, MlirValue y) {
  MlirContext context = mlirOperationGetContext(next);
  MlirType bit = mlirIntegerTypeGet(context, 1),
           i64 = mlirIntegerTypeGet(context, 64);
  return asIrInsertValue(
      next, &(AsIrParts){
                .name = "arith.cmpi",
                .numOperands = 2,
                .operands = (MlirValue[]){x, y},
                .numResults = 1,
                .results = &bit,
                .attributes = (AsIrAttribute[]){
                    {"predicate", mlirIntegerAttrGet(i64, predicate)}, {0}}});
}

MlirValue asIrInsertSelect(MlirOperation next, MlirValue condition,
                           MlirValue then, MlirValue otherwise) {
  MlirValue operands[] = {condition, then, otherwise};
  MlirType type = mlirValueGetType(then);
  return asIrInsertValue(next, &(AsIrParts){.name = "arith.select",
                                            .numOperands = 3,
                                            .operands = operands,
                                            .numResults = 1,
                                            .results = &type});
}

MlirValue asIrInsertLoopIndex(MlirOperation next, int64_t loop) {
  MlirContext context = mlirOperationGetContext(next);
  MlirType index = mlirIndexTypeGet(context);
  MlirAttribute dim = mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), loop);
  return asIrInsertValue(
      next, &(AsIrParts){.name = "linalg.index",
                         .numResults = 1,
                         .results = &index,
                         .attributes = (AsIrAttribute[]){{"dim", dim}, {0}}});
}

MlirOperation asIrInsertLoop(MlirOperation next, MlirValue lower,
                             MlirValue upper, MlirValue step,
                             intptr_t numCarried, const MlirValue *carried) {
  enum { most = 8 };
  MlirLocation location = mlirOperationGetLocation(next), locations[1 + most];
  MlirType types[1 + most] = {mlirIndexTypeGet(mlirOperationGetContext(next))};
  MlirValue operands[3 + most] = {lower, upper, step};
  assert(numCarried <= most);
  for (intptr_t i = 0; i < numCarried; i++) {
    operands[3 + i] = carried[i];
    types[1 + i] = mlirValueGetType(carried[i]);
  }
  for (intptr_t i = 0; i <= numCarried; i++)
    locations[i] = location;
  MlirBlock body = mlirBlockCreate(1 + numCarried, types, locations);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, body);
  MlirOperation loop =
      asIrInsert(next, &(AsIrParts){.name = "scf.for",
                                    .numOperands = 3 + numCarried,
                                    .operands = operands,
                                    .numResults = numCarried,
                                    .results = &types[1],
                                    .region = region});
  MlirOperationState yield =
      mlirOperationStateGet(asIrString("scf.yield"), location);
  for (intptr_t i = 1; i <= numCarried; i++) {
    MlirValue before = mlirBlockGetArgument(body, i);
    mlirOperationStateAddOperands(&yield, 1, &before);
  }
  mlirBlockAppendOwnedOperation(body, mlirOperationCreate(&yield));
  return loop;
}

MlirOperation asIrInsertFor(MlirOperation next, AsIrRange range,
                            MlirValue carried) {
  MlirValue lower = asIrInsertIndex(next, range.lower),
            upper = asIrInsertIndex(next, range.upper),
            step = asIrInsertIndex(next, range.step);
  return asIrInsertLoop(next, lower, upper, step, !mlirValueIsNull(carried),
                        &carried);
}

MlirOperation asIrInsertIf(MlirOperation next, MlirValue condition,
                           intptr_t numYielded, const MlirValue *yielded) {
  MlirLocation location = mlirOperationGetLocation(next);
  loadDialectOf(mlirOperationGetContext(next), "scf.if");
  MlirOperationState state =
      mlirOperationStateGet(asIrString("scf.if"), location);
  mlirOperationStateAddOperands(&state, 1, &condition);
  MlirRegion branches[2];
  for (int b = 0; b < 2; b++) {
    MlirOperationState yield =
        mlirOperationStateGet(asIrString("scf.yield"), location);
    mlirOperationStateAddOperands(&yield, numYielded, yielded);
    MlirBlock block = mlirBlockCreate(0, NULL, NULL);
    mlirBlockAppendOwnedOperation(block, mlirOperationCreate(&yield));
    branches[b] = mlirRegionCreate();
    mlirRegionAppendOwnedBlock(branches[b], block);
  }
  mlirOperationStateAddOwnedRegions(&state, 2, branches);
  for (intptr_t i = 0; i < numYielded; i++) {
    MlirType type = mlirValueGetType(yielded[i]);
    mlirOperationStateAddResults(&state, 1, &type);
  }
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(next), next, op);
  return op;
}
