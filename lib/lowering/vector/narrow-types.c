//===- narrow-types.c - Match values extended from narrow types
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See narrow-types.h.
//
//===----------------------------------------------------------------------===//

#include "lowering/vector/narrow-types.h"
#include "ir/def-use.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

MlirType asNarrowElement(MlirType type) {
  return mlirTypeIsAVector(type) ? mlirShapedTypeGetElementType(type) : type;
}

/// The width of bf16, i8 or i16; 0 for other types.
static unsigned narrowBits(MlirType type) {
  if (mlirTypeIsABF16(type))
    return 16;
  unsigned bits = mlirTypeIsAInteger(type) ? mlirIntegerTypeGetWidth(type) : 0;
  return bits == 8 || bits == 16 ? bits : 0;
}

bool asNarrowFind(MlirValue wide, AsNarrow *found) {
  static const char *const widenings[] = {"arith.extf", "arith.extsi",
                                          "arith.extui"};
  MlirOperation op = asIrDefinition(wide);
  *found = (AsNarrow){0};
  if (!mlirOperationIsNull(op) && asIrIsNamed(op, "vector.extract") &&
      mlirOperationGetNumOperands(op) == 1) {
    found->extract = op;
    op = asIrDefinition(mlirOperationGetOperand(op, 0));
  }
  for (size_t w = 0; w < sizeof widenings / sizeof *widenings; w++)
    if (!mlirOperationIsNull(op) && asIrIsNamed(op, widenings[w])) {
      found->widening = widenings[w];
      found->source = mlirOperationGetOperand(op, 0);
      found->bits =
          narrowBits(asNarrowElement(mlirValueGetType(found->source)));
    }
  return found->bits > 0;
}

MlirValue asNarrowEmit(const AsArith *arith, const AsNarrow *found) {
  if (mlirOperationIsNull(found->extract))
    return found->source;
  MlirType element = asNarrowElement(mlirValueGetType(found->source));
  return asArithEmit(
      arith, "vector.extract",
      asArithType(mlirOperationGetResult(found->extract, 0), element), 1,
      &found->source, "static_position",
      mlirOperationGetInherentAttributeByName(found->extract,
                                              asIrString("static_position")));
}

enum { HIGHEST_BIT = -128 };

MlirValue asNarrowFlip(const AsArith *arith, MlirValue narrow) {
  return asArithInteger(arith, "arith.xori", narrow, HIGHEST_BIT);
}

bool asNarrowIsFlipped(const AsNarrow *found, AsNarrow *before) {
  MlirOperation flip = asIrMadeBy(found->source, "arith.xori");
  if (mlirOperationIsNull(flip))
    return false;
  MlirOperation number =
      asIrMadeBy(mlirOperationGetOperand(flip, 1), "arith.constant");
  MlirType type = mlirValueGetType(found->source);
  if (mlirOperationIsNull(number) || !mlirTypeIsAVector(type) ||
      !mlirAttributeEqual(
          asIrAttribute(number, "value"),
          mlirDenseElementsAttrSplatGet(
              type, mlirIntegerAttrGet(asNarrowElement(type), HIGHEST_BIT))))
    return false;
  *before = *found;
  before->source = mlirOperationGetOperand(flip, 0);
  return true;
}

bool asCanAddFourBytes(MlirType type) {
  MlirType element = asNarrowElement(type);
  if (!mlirTypeIsAInteger(element) || mlirIntegerTypeGetWidth(element) != 32 ||
      !mlirTypeIsAVector(type) || mlirVectorTypeIsScalable(type) ||
      mlirShapedTypeGetRank(type) != 1)
    return false;
  int64_t lanes = mlirShapedTypeGetDimSize(type, 0);
  return lanes > 1 && lanes <= 128;
}
