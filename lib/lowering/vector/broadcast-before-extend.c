//===- broadcast-before-extend.c - Short numbers in every lane
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of short numbers (bf16, i8) with longer sums widen an element of one
// operand and repeat it in every lane. Widened first, it takes a detour through
// registers for scalars: a load, a shift, a move, a broadcast. The other way
// round it is two: the short number is loaded into every part of every lane,
// and a shift of the lanes leaves it where it belongs.
//
//===----------------------------------------------------------------------===//

#include "lowering/lowering-steps.h"
#include "lowering/vector/narrow-types.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <string.h>

/// Lanes that are full of a short number, shifted to where it is the whole.
static MlirValue repeat(const AsArith *arith, MlirValue narrow,
                        const AsNarrow *found, MlirType type) {
  const char *shift =
      strcmp(found->widening, "arith.extsi") == 0   ? "arith.shrsi"
      : strcmp(found->widening, "arith.extui") == 0 ? "arith.shrui"
                                                    : "arith.shli";
  int64_t lanes = mlirShapedTypeGetDimSize(type, 0);
  int64_t parts = lanes * 32 / found->bits;
  MlirType integer = mlirIntegerTypeGet(arith->context, found->bits);
  if (!mlirTypeIsAInteger(mlirValueGetType(narrow)))
    narrow = asArithConvert(arith, "arith.bitcast", narrow, integer);
  MlirValue full = asArithEmit(arith, "vector.broadcast",
                               mlirVectorTypeGet(1, &parts, integer), 1,
                               &narrow, NULL, (MlirAttribute){NULL});
  MlirValue wide = asArithEmit(
      arith, "vector.bitcast",
      mlirVectorTypeGet(1, &lanes, mlirIntegerTypeGet(arith->context, 32)), 1,
      &full, NULL, (MlirAttribute){NULL});
  MlirValue placed = asArithBinary(
      arith, shift, wide, asArithNumber(arith, wide, 32 - (double)found->bits));
  return mlirTypeIsAF32(asNarrowElement(type))
             ? asArithConvert(arith, "arith.bitcast", placed,
                              asNarrowElement(type))
             : placed;
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  AsNarrow found;
  if (!asIrIsNamed(op, "vector.broadcast"))
    return MlirWalkResultAdvance;
  MlirValue lanes = mlirOperationGetResult(op, 0);
  MlirValue scalar = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(lanes), element = asNarrowElement(type);
  bool is32 =
      mlirTypeIsAF32(element) ||
      (mlirTypeIsAInteger(element) && mlirIntegerTypeGetWidth(element) == 32);
  if (!is32 || mlirShapedTypeGetRank(type) != 1 ||
      mlirVectorTypeIsScalable(type) ||
      mlirTypeIsAVector(mlirValueGetType(scalar)) ||
      !asNarrowFind(scalar, &found))
    return MlirWalkResultAdvance;
  AsArith arith = asArithBefore(op);
  mlirValueReplaceAllUsesOfWith(
      lanes, repeat(&arith, asNarrowEmit(&arith, &found), &found, type));
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asBroadcastBeforeExtend(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, NULL,
                    MlirWalkPostOrder);
}
