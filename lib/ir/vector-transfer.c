//===- vector-transfer.c - Insert transfers of vectors
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/vector-transfer.h"
#include "ir/op-builder.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <string.h>

/// Attributes of a transfer, ended by an empty one.
typedef struct Attributes {
  AsIrAttribute list[4];
} Attributes;

static Attributes attributesOf(MlirType memory, MlirType vector, bool isWrite) {
  MlirContext context = mlirTypeGetContext(memory);
  intptr_t rank = mlirShapedTypeGetRank(memory),
           dims = mlirShapedTypeGetRank(vector);
  MlirAttribute inBounds[AS_IR_MOST_INDICES];
  for (intptr_t d = 0; d < dims; d++)
    inBounds[d] = mlirBoolAttrGet(context, true);
  // Memory, indices, padding, mask; vector, memory, indices, mask.
  int32_t read[] = {1, (int32_t)rank, 1, 0},
          written[] = {1, 1, (int32_t)rank, 0};
  return (Attributes){
      {{"permutation_map", mlirAffineMapAttrGet(mlirAffineMapMinorIdentityGet(
                               context, rank, dims))},
       {"in_bounds", mlirArrayAttrGet(context, dims, inBounds)},
       {"operandSegmentSizes",
        mlirDenseI32ArrayGet(context, 4, isWrite ? written : read)},
       {0}}};
}

MlirValue asIrInsertVectorRead(MlirOperation next, MlirValue memory,
                               const MlirValue *indices, MlirType vector) {
  MlirType type = mlirValueGetType(memory),
           element = mlirShapedTypeGetElementType(type);
  intptr_t rank = mlirShapedTypeGetRank(type);
  MlirValue operands[AS_IR_MOST_INDICES + 2] = {memory};
  memcpy(&operands[1], indices, sizeof *indices * (size_t)rank);
  operands[1 + rank] = asIrInsertValue(
      next,
      &(AsIrParts){.name = "ub.poison", .numResults = 1, .results = &element});
  Attributes attributes = attributesOf(type, vector, false);
  return asIrInsertValue(next, &(AsIrParts){.name = "vector.transfer_read",
                                            .numOperands = 2 + rank,
                                            .operands = operands,
                                            .numResults = 1,
                                            .results = &vector,
                                            .attributes = attributes.list});
}

void asIrInsertVectorWrite(MlirOperation next, MlirValue vector,
                           MlirValue memory, const MlirValue *indices) {
  MlirType type = mlirValueGetType(memory);
  intptr_t rank = mlirShapedTypeGetRank(type);
  MlirValue operands[AS_IR_MOST_INDICES + 2] = {vector, memory};
  memcpy(&operands[2], indices, sizeof *indices * (size_t)rank);
  Attributes attributes = attributesOf(type, mlirValueGetType(vector), true);
  asIrInsert(next, &(AsIrParts){.name = "vector.transfer_write",
                                .numOperands = 2 + rank,
                                .operands = operands,
                                .attributes = attributes.list});
}
