//===- body-inputs.c - Read the inputs of a body elsewhere
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See body-inputs.h.
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/body-inputs.h"
#include "graph/analysis/generic-op.h"
#include "ir/op-builder.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <string.h>

intptr_t asBodyNumInputs(MlirOperation generic) {
  return mlirOperationGetNumOperands(generic) -
         mlirOperationGetNumResults(generic);
}

bool asBodyExtents(MlirOperation generic, int64_t *extents) {
  if (mlirOperationGetNumResults(generic) == 0)
    return false;
  intptr_t numLoops = mlirAffineMapGetNumDims(asGenericMap(generic, 0));
  if (numLoops > AS_BODY_MAX_LOOPS)
    return false;
  memset(extents, 0, sizeof *extents * AS_BODY_MAX_LOOPS);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(generic); i++) {
    MlirAffineMap map = asGenericMap(generic, i);
    MlirType type = mlirValueGetType(mlirOperationGetOperand(generic, i));
    for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
      MlirAffineExpr index = mlirAffineMapGetResult(map, r);
      if (mlirAffineExprIsADim(index) && !mlirShapedTypeIsDynamicDim(type, r))
        extents[mlirAffineDimExprGetPosition(index)] =
            mlirShapedTypeGetDimSize(type, r);
    }
  }
  for (intptr_t d = 0; d < numLoops; d++)
    if (extents[d] == 0)
      return false;
  return true;
}

bool asBodyInputCanBeRead(MlirOperation generic, MlirValue argument) {
  intptr_t number = mlirBlockArgumentGetArgNumber(argument);
  if (number >= asBodyNumInputs(generic))
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetOperand(generic, number));
  return !mlirTypeIsAShaped(type) || mlirTypeIsARankedTensor(type);
}

bool asBodyInputLoops(MlirOperation generic, MlirValue argument,
                      unsigned *loops) {
  MlirAffineMap map =
      asGenericMap(generic, mlirBlockArgumentGetArgNumber(argument));
  *loops = 0;
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
    MlirAffineExpr index = mlirAffineMapGetResult(map, r);
    if (mlirAffineExprIsADim(index))
      *loops |= 1u << mlirAffineDimExprGetPosition(index);
    else if (!mlirAffineExprIsAConstant(index))
      return false;
  }
  return true;
}

MlirValue asBodyInputRead(MlirOperation generic, MlirValue argument,
                          const MlirValue *counters, MlirOperation next) {
  enum { maxOperands = 1 + AS_BODY_MAX_LOOPS };
  intptr_t number = mlirBlockArgumentGetArgNumber(argument);
  MlirValue operands[maxOperands] = {mlirOperationGetOperand(generic, number)};
  if (!mlirTypeIsAShaped(mlirValueGetType(operands[0])))
    return operands[0];
  MlirAffineMap map = asGenericMap(generic, number);
  intptr_t rank = mlirAffineMapGetNumResults(map);
  for (intptr_t r = 0; r < rank; r++) {
    MlirAffineExpr index = mlirAffineMapGetResult(map, r);
    operands[1 + r] =
        mlirAffineExprIsADim(index)
            ? counters[mlirAffineDimExprGetPosition(index)]
            : asIrInsertIndex(next, mlirAffineConstantExprGetValue(index));
  }
  MlirType element = mlirValueGetType(argument);
  return asIrInsertValue(next, &(AsIrParts){.name = "tensor.extract",
                                            .numOperands = 1 + rank,
                                            .operands = operands,
                                            .numResults = 1,
                                            .results = &element});
}

int asBodyIndexLoop(MlirOperation index) {
  return (int)mlirIntegerAttrGetValueInt(
      mlirOperationGetInherentAttributeByName(index, asIrString("dim")));
}
