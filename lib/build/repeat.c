//===- build/repeat.c - Short numbers in every lane
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

#include "build/arith.h"
#include "build/steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static MlirType elementOf(MlirType type) {
  return mlirTypeIsAVector(type) ? mlirShapedTypeGetElementType(type) : type;
}

/// How lanes that are full of a short number become the widened number.
typedef struct Widening {
  const char *name, *shift;
} Widening;

static const Widening widenings[] = {{"arith.extf", "arith.shli"},
                                     {"arith.extsi", "arith.shrsi"},
                                     {"arith.extui", "arith.shrui"}};

static MlirOperation definingOp(MlirValue value) {
  return mlirValueIsAOpResult(value) ? mlirOpResultGetOwner(value)
                                     : (MlirOperation){NULL};
}

static const Widening *wideningOf(MlirOperation op) {
  for (size_t w = 0; w < sizeof widenings / sizeof *widenings; w++)
    if (asIrIsNamed(op, widenings[w].name))
      return &widenings[w];
  return NULL;
}

/// The number of bits of a bf16 or an integer of whole bytes; else 0.
static unsigned shortBits(MlirType type) {
  if (mlirTypeIsABF16(type))
    return 16;
  unsigned bits = mlirTypeIsAInteger(type) ? mlirIntegerTypeGetWidth(type) : 0;
  return bits == 8 || bits == 16 ? bits : 0;
}

/// The element that `extract` takes, of another vector of the same shape.
static MlirValue extractFrom(const AsArith *arith, MlirOperation extract,
                             MlirValue vector) {
  return asArithEmit(arith, "vector.extract",
                     elementOf(mlirValueGetType(vector)), 1, &vector,
                     "static_position",
                     mlirOperationGetInherentAttributeByName(
                         extract, asIrString("static_position")));
}

static MlirValue repeat(const AsArith *arith, MlirValue narrow, unsigned bits,
                        const char *shift, MlirType type) {
  int64_t lanes = mlirShapedTypeGetDimSize(type, 0), parts = 32 / bits;
  MlirType integer = mlirIntegerTypeGet(arith->context, bits);
  if (!mlirTypeIsAInteger(mlirValueGetType(narrow)))
    narrow = asArithConvert(arith, "arith.bitcast", narrow, integer);
  int64_t numParts = lanes * parts;
  MlirValue full = asArithEmit(arith, "vector.broadcast",
                               mlirVectorTypeGet(1, &numParts, integer), 1,
                               &narrow, NULL, (MlirAttribute){NULL});
  MlirValue wide = asArithEmit(
      arith, "vector.bitcast",
      mlirVectorTypeGet(1, &lanes, mlirIntegerTypeGet(arith->context, 32)), 1,
      &full, NULL, (MlirAttribute){NULL});
  MlirValue placed =
      asArithBinary(arith, shift, wide, asArithNumber(arith, wide, 32 - bits));
  return mlirTypeIsAF32(elementOf(type))
             ? asArithConvert(arith, "arith.bitcast", placed, elementOf(type))
             : placed;
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  if (!asIrIsNamed(op, "vector.broadcast"))
    return MlirWalkResultAdvance;
  MlirValue lanes = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(lanes), element = elementOf(type);
  bool is32 =
      mlirTypeIsAF32(element) ||
      (mlirTypeIsAInteger(element) && mlirIntegerTypeGetWidth(element) == 32);
  if (!is32 || mlirShapedTypeGetRank(type) != 1 ||
      mlirVectorTypeIsScalable(type) || mlirShapedTypeGetDimSize(type, 0) < 4)
    return MlirWalkResultAdvance;
  // The scalar may be widened by itself or as part of a vector.
  MlirOperation extract = {NULL};
  MlirOperation widening = definingOp(mlirOperationGetOperand(op, 0));
  if (!mlirOperationIsNull(widening) &&
      asIrIsNamed(widening, "vector.extract") &&
      mlirOperationGetNumOperands(widening) == 1) {
    extract = widening;
    widening = definingOp(mlirOperationGetOperand(extract, 0));
  }
  const Widening *how =
      mlirOperationIsNull(widening) ? NULL : wideningOf(widening);
  if (!how)
    return MlirWalkResultAdvance;
  MlirValue narrow = mlirOperationGetOperand(widening, 0);
  unsigned bits = shortBits(elementOf(mlirValueGetType(narrow)));
  if (!bits ||
      mlirTypeIsAVector(mlirValueGetType(mlirOperationGetOperand(op, 0))))
    return MlirWalkResultAdvance;
  AsArith arith = asArithBefore(op);
  if (!mlirOperationIsNull(extract))
    narrow = extractFrom(&arith, extract, narrow);
  mlirValueReplaceAllUsesOfWith(lanes,
                                repeat(&arith, narrow, bits, how->shift, type));
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asRepeatShort(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, NULL,
                    MlirWalkPostOrder);
}
