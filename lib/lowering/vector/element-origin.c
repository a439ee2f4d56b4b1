//===- element-origin.c - What the elements of a vector are copies of
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See element-origin.h.
//
//===----------------------------------------------------------------------===//

#include "lowering/vector/element-origin.h"
#include "ir/def-use.h"
#include "lowering/vector/interleave.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// An element of a vector, or a scalar, which has index 0.
typedef struct Element {
  MlirValue value;
  int64_t index; ///< Counted in all dimensions.
} Element;

/// Which element of the operand of a vector.broadcast an element of its result
/// is.
static Element broadcastFrom(MlirOperation op, Element own) {
  Element from = {mlirOperationGetOperand(op, 0), 0};
  MlirType type = mlirValueGetType(own.value),
           source = mlirValueGetType(from.value);
  if (!mlirTypeIsAVector(source))
    return from;
  intptr_t rank = mlirShapedTypeGetRank(type);
  int64_t index = own.index, stride = 1;
  for (intptr_t r = mlirShapedTypeGetRank(source) - 1; r >= 0; r--) {
    int64_t extent = mlirShapedTypeGetDimSize(type, --rank),
            size = mlirShapedTypeGetDimSize(source, r);
    from.index += size == 1 ? 0 : index % extent * stride;
    index /= extent;
    stride *= size;
  }
  return from;
}

/// What an element of a vector was copied from.
static Element originOf(Element own) {
  for (;;) {
    MlirOperation op = asIrDefinition(own.value);
    if (mlirOperationIsNull(op))
      return own;
    if (asIrIsNamed(op, "vector.shape_cast")) {
      own.value = mlirOperationGetOperand(op, 0);
    } else if (asIrIsNamed(op, "vector.broadcast")) {
      own = broadcastFrom(op, own);
    } else if (asIrIsNamed(op, "vector.from_elements")) {
      own = (Element){mlirOperationGetOperand(op, own.index), 0};
    } else if (asIrIsNamed(op, "vector.shuffle")) {
      int64_t lane =
          mlirDenseI64ArrayGetElement(asIrAttribute(op, "mask"), own.index);
      MlirValue first = mlirOperationGetOperand(op, 0);
      int64_t count = asVectorSize(first);
      if (lane < 0)
        return own;
      own = lane < count
                ? (Element){first, lane}
                : (Element){mlirOperationGetOperand(op, 1), lane - count};
    } else {
      return own;
    }
  }
}

static bool isSplat(MlirOperation op) {
  MlirAttribute value = asIrAttribute(op, "value");
  return asIrIsNamed(op, "arith.constant") &&
         mlirAttributeIsADenseElements(value) &&
         mlirDenseElementsAttrIsSplat(value);
}

/// `depth` bounds how many operations are looked at.
static bool areSame(Element first, Element second, int depth) {
  first = originOf(first);
  second = originOf(second);
  if (!mlirValueEqual(first.value, second.value))
    return false;
  if (first.index == second.index)
    return true;
  MlirOperation op = asIrDefinition(first.value);
  if (mlirOperationIsNull(op) || depth == 0)
    return false;
  intptr_t numOperands = mlirOperationGetNumOperands(op);
  if (isSplat(op))
    return true;
  if (!asIrHasPrefix(op, "arith.") || numOperands == 0)
    return false;
  for (intptr_t o = 0; o < numOperands; o++) {
    MlirValue operand = mlirOperationGetOperand(op, o);
    if (mlirTypeIsAVector(mlirValueGetType(operand)) &&
        !areSame((Element){operand, first.index},
                 (Element){operand, second.index}, depth - 1))
      return false;
  }
  return true;
}

bool asAreSameElement(MlirValue vector, int64_t first, int64_t second) {
  enum { depth = 8 };
  return areSame((Element){vector, first}, (Element){vector, second}, depth);
}

int64_t asSharedRows(MlirValue vector) {
  MlirType type = mlirValueGetType(vector);
  int64_t rows = 1, stride = 1;
  if (!mlirTypeIsAVector(type))
    return rows;
  for (intptr_t r = mlirShapedTypeGetRank(type) - 1; r >= 0; r--) {
    int64_t extent = mlirShapedTypeGetDimSize(type, r);
    if (extent > 1 && asAreSameElement(vector, 0, stride))
      rows *= extent;
    stride *= extent;
  }
  return rows;
}
