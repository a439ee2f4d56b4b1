//===- arith-builder.c - Build arith operations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See arith-builder.h.
//
//===----------------------------------------------------------------------===//

#include "lowering/arith-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

AsArith asArithBefore(MlirOperation op) {
  MlirContext context = mlirOperationGetContext(op);
  return (AsArith){
      context, mlirOperationGetLocation(op), mlirOperationGetBlock(op), op,
      mlirAttributeParseGet(context, asIrString("#arith.fastmath<contract>"))};
}

MlirValue asArithEmit(const AsArith *arith, const char *name, MlirType type,
                      int numOperands, const MlirValue *operands,
                      const char *key, MlirAttribute attribute) {
  MlirOperationState state =
      mlirOperationStateGet(asIrString(name), arith->location);
  mlirOperationStateAddResults(&state, 1, &type);
  mlirOperationStateAddOperands(&state, numOperands, operands);
  if (key) {
    MlirNamedAttribute named = mlirNamedAttributeGet(
        mlirIdentifierGet(arith->context, asIrString(key)), attribute);
    mlirOperationStateAddAttributes(&state, 1, &named);
  }
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationBefore(arith->block, arith->next, op);
  return mlirOperationGetResult(op, 0);
}

MlirType asArithType(MlirValue value, MlirType element) {
  MlirType type = mlirValueGetType(value);
  if (!mlirTypeIsAVector(type))
    return element;
  int64_t shape[AS_ARITH_MAX_RANK];
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t r = 0; r < rank; r++)
    shape[r] = mlirShapedTypeGetDimSize(type, r);
  return mlirVectorTypeGet(rank, shape, element);
}

MlirValue asArithNumber(const AsArith *arith, MlirValue like, double number) {
  MlirType type = mlirValueGetType(like);
  bool isVector = mlirTypeIsAVector(type);
  MlirType element = isVector ? mlirShapedTypeGetElementType(type) : type;
  MlirAttribute value =
      mlirTypeIsAInteger(element)
          ? mlirIntegerAttrGet(element, (int64_t)number)
          : mlirFloatAttrDoubleGet(arith->context, element, number);
  if (isVector)
    value = mlirDenseElementsAttrSplatGet(type, value);
  return asArithEmit(arith, "arith.constant", type, 0, NULL, "value", value);
}

static MlirValue emitFloat(const AsArith *arith, const char *name, MlirValue x,
                           MlirValue y) {
  return asArithEmit(arith, name, mlirValueGetType(x), 2, (MlirValue[]){x, y},
                     "fastmath", arith->fastMath);
}

MlirValue asArithAdd(const AsArith *arith, MlirValue x, MlirValue y) {
  return emitFloat(arith, "arith.addf", x, y);
}
MlirValue asArithSub(const AsArith *arith, MlirValue x, MlirValue y) {
  return emitFloat(arith, "arith.subf", x, y);
}
MlirValue asArithMul(const AsArith *arith, MlirValue x, MlirValue y) {
  return emitFloat(arith, "arith.mulf", x, y);
}
MlirValue asArithDiv(const AsArith *arith, MlirValue x, MlirValue y) {
  return emitFloat(arith, "arith.divf", x, y);
}

MlirValue asArithMulAdd(const AsArith *arith, MlirValue x, MlirValue y,
                        MlirValue z) {
  return asArithAdd(arith, asArithMul(arith, x, y), z);
}

MlirValue asArithPolynomial(const AsArith *arith, MlirValue x,
                            const double *coefficients, int count) {
  MlirValue sum = asArithNumber(arith, x, coefficients[count - 1]);
  for (int i = count - 2; i >= 0; i--)
    sum =
        asArithMulAdd(arith, sum, x, asArithNumber(arith, x, coefficients[i]));
  return sum;
}

MlirValue asArithBinary(const AsArith *arith, const char *name, MlirValue x,
                        MlirValue y) {
  return asArithEmit(arith, name, mlirValueGetType(x), 2, (MlirValue[]){x, y},
                     NULL, (MlirAttribute){NULL});
}
MlirValue asArithUnary(const AsArith *arith, const char *name, MlirValue x) {
  return asArithEmit(arith, name, mlirValueGetType(x), 1, &x, NULL,
                     (MlirAttribute){NULL});
}

MlirValue asArithConvert(const AsArith *arith, const char *name, MlirValue x,
                         MlirType element) {
  return asArithEmit(arith, name, asArithType(x, element), 1, &x, NULL,
                     (MlirAttribute){NULL});
}

MlirValue asArithCompare(const AsArith *arith, AsArithOrder order, MlirValue x,
                         MlirValue y) {
  MlirAttribute predicate =
      mlirIntegerAttrGet(mlirIntegerTypeGet(arith->context, 64), order);
  return asArithEmit(arith, "arith.cmpf",
                     asArithType(x, mlirIntegerTypeGet(arith->context, 1)), 2,
                     (MlirValue[]){x, y}, "predicate", predicate);
}

MlirValue asArithSelect(const AsArith *arith, MlirValue condition, MlirValue x,
                        MlirValue y) {
  return asArithEmit(arith, "arith.select", mlirValueGetType(x), 3,
                     (MlirValue[]){condition, x, y}, NULL,
                     (MlirAttribute){NULL});
}

MlirValue asArithBits(const AsArith *arith, MlirValue x) {
  return asArithConvert(arith, "arith.bitcast", x,
                        mlirIntegerTypeGet(arith->context, 32));
}

MlirValue asArithFloat(const AsArith *arith, MlirValue bits) {
  return asArithConvert(arith, "arith.bitcast", bits,
                        mlirF32TypeGet(arith->context));
}

MlirValue asArithInteger(const AsArith *arith, const char *name, MlirValue x,
                         int64_t y) {
  return asArithBinary(arith, name, x, asArithNumber(arith, x, (double)y));
}

MlirValue asArithClamp(const AsArith *arith, MlirValue x, double low,
                       double high) {
  MlirValue least = asArithNumber(arith, x, low);
  MlirValue most = asArithNumber(arith, x, high);
  x = asArithExcept(arith, AS_ARITH_GREATER, x, high, most, x);
  return asArithExcept(arith, AS_ARITH_LESS, x, low, least, x);
}

MlirValue asArithExcept(const AsArith *arith, AsArithOrder order, MlirValue x,
                        double bound, MlirValue value, MlirValue otherwise) {
  MlirValue condition =
      asArithCompare(arith, order, x, asArithNumber(arith, x, bound));
  return asArithSelect(arith, condition, value, otherwise);
}
