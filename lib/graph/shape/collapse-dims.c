//===- collapse-dims.c - Collapse and expand dimensions
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds tensor.collapse_shape and tensor.expand_shape.
//
//===----------------------------------------------------------------------===//

#include "graph/shape/collapse-dims.h"
#include "ir/def-use.h"
#include "ir/tensor-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/saturate.h"
#include <assert.h>

enum { maxRank = 8 };

MlirType asCollapsedType(MlirType type, const bool *starts) {
  int64_t shape[maxRank];
  intptr_t count = 0, rank = mlirShapedTypeGetRank(type);
  assert(rank <= maxRank);
  for (intptr_t r = 0; r < rank; r++) {
    int64_t extent = mlirShapedTypeGetDimSize(type, r);
    if (r == 0 || starts[r])
      shape[count++] = extent;
    else if (shape[count - 1] == mlirShapedTypeGetDynamicSize() ||
             mlirShapedTypeIsDynamicDim(type, r))
      shape[count - 1] = mlirShapedTypeGetDynamicSize();
    else
      shape[count - 1] = asTimes(shape[count - 1], extent);
  }
  return mlirRankedTensorTypeGet(count, shape,
                                 mlirShapedTypeGetElementType(type),
                                 mlirRankedTensorTypeGetEncoding(type));
}

/// "[[0], [1, 2]]".
static MlirAttribute reassociation(MlirType type, const bool *starts) {
  MlirContext context = mlirTypeGetContext(type);
  MlirType index = mlirIntegerTypeGet(context, 64);
  MlirAttribute groups[maxRank], members[maxRank];
  intptr_t count = 0, size = 0, rank = mlirShapedTypeGetRank(type);
  for (intptr_t r = 0; r < rank; r++) {
    members[size++] = mlirIntegerAttrGet(index, r);
    if (r + 1 == rank || starts[r + 1]) {
      groups[count++] = mlirArrayAttrGet(context, size, members);
      size = 0;
    }
  }
  return mlirArrayAttrGet(context, count, groups);
}

MlirValue asCollapseDims(MlirOperation next, MlirValue value,
                         const bool *starts) {
  MlirType type = mlirValueGetType(value);
  MlirType grouped = asCollapsedType(type, starts);
  if (mlirTypeEqual(type, grouped))
    return value;
  MlirOperation expansion = asIrMadeBy(value, "tensor.expand_shape");
  if (!mlirOperationIsNull(expansion) &&
      mlirShapedTypeHasStaticShape(grouped) &&
      mlirTypeEqual(mlirValueGetType(mlirOperationGetOperand(expansion, 0)),
                    grouped))
    return mlirOperationGetOperand(expansion, 0);
  AsIrAttribute groups[] = {{"reassociation", reassociation(type, starts)},
                            {0}};
  return asIrInsertValue(next, &(AsIrParts){.name = "tensor.collapse_shape",
                                            .numOperands = 1,
                                            .operands = &value,
                                            .numResults = 1,
                                            .results = &grouped,
                                            .attributes = groups});
}

MlirValue asExpandDims(MlirOperation next, MlirValue value, MlirType type,
                       const bool *starts) {
  int64_t shape[maxRank];
  MlirValue operands[maxRank + 1] = {value};
  intptr_t rank = mlirShapedTypeGetRank(type), count = 1, group = -1;
  for (intptr_t r = 0; r < rank; r++) {
    shape[r] = mlirShapedTypeGetDimSize(type, r);
    group += r == 0 || starts[r];
    if (mlirShapedTypeIsDynamicDim(type, r))
      operands[count++] = asGraphInsertDim(next, value, group);
  }
  AsIrAttribute attributes[] = {
      {"reassociation", reassociation(type, starts)},
      {"static_output_shape",
       mlirDenseI64ArrayGet(mlirTypeGetContext(type), rank, shape)},
      {0}};
  return asIrInsertValue(next, &(AsIrParts){.name = "tensor.expand_shape",
                                            .numOperands = count,
                                            .operands = operands,
                                            .numResults = 1,
                                            .results = &type,
                                            .attributes = attributes});
}
