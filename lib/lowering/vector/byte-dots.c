//===- byte-dots.c - Dot products of four bytes as vector.contract
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See byte-dots.h. asSelectByteDots replaces them by calls of the intrinsic:
//
//   %0 = vector.shuffle %sums, %sums [0, 1, ..., 15]
//   %1 = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%0, %u, %s)
//
// Requires:    no step that has to know all side effects comes later.
// Provides:    no vector.contract of the form above.
// Invalidates: nothing.
//
//===----------------------------------------------------------------------===//

#include "lowering/vector/byte-dots.h"
#include "ir/def-use.h"
#include "ir/op-builder.h"
#include "lowering/lowering-steps.h"
#include "lowering/vector/interleave.h"
#include "lowering/vector/narrow-types.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/power-of-two.h"
#include "support/text.h"
#include <string.h>

enum { BYTES = 4 };

//===----------------------------------------------------------------------===//
// As vector.contract
//===----------------------------------------------------------------------===//

static MlirAttribute mapsOf(MlirContext context) {
  MlirAffineExpr lane = mlirAffineDimExprGet(context, 0);
  MlirAttribute both =
      mlirAffineMapAttrGet(mlirAffineMapMultiDimIdentityGet(context, 2));
  MlirAttribute one =
      mlirAffineMapAttrGet(mlirAffineMapGet(context, 2, 0, 1, &lane));
  return mlirArrayAttrGet(context, 3, (MlirAttribute[]){both, both, one});
}

MlirValue asByteDotFactor(const AsArith *arith, MlirValue bytes,
                          bool isSigned) {
  MlirType type = mlirValueGetType(bytes);
  int64_t shape[] = {mlirShapedTypeGetDimSize(type, 0) / BYTES, BYTES};
  MlirValue lanes =
      asArithEmit(arith, "vector.shape_cast",
                  mlirVectorTypeGet(2, shape, asNarrowElement(type)), 1, &bytes,
                  NULL, (MlirAttribute){NULL});
  return asArithConvert(arith, isSigned ? "arith.extsi" : "arith.extui", lanes,
                        mlirIntegerTypeGet(arith->context, 32));
}

MlirValue asByteDot(const AsArith *arith, MlirValue x, MlirValue y,
                    MlirValue sums) {
  MlirContext context = arith->context;
  MlirAttribute kind =
      mlirAttributeParseGet(context, asIrString("#vector.kind<add>"));
  MlirAttribute iterators = mlirAttributeParseGet(
      context, asIrString("[#vector.iterator_type<parallel>, "
                          "#vector.iterator_type<reduction>]"));
  MlirType type = mlirValueGetType(sums);
  return asIrInsertValue(arith->next,
                         &(AsIrParts){.name = "vector.contract",
                                      .numOperands = 3,
                                      .operands = (MlirValue[]){x, y, sums},
                                      .numResults = 1,
                                      .results = &type,
                                      .attributes = (AsIrAttribute[]){
                                          {"indexing_maps", mapsOf(context)},
                                          {"iterator_types", iterators},
                                          {"kind", kind},
                                          {0}}});
}

bool asIsByteDot(MlirOperation op) {
  return asIrIsNamed(op, "vector.contract") &&
         mlirOperationGetNumOperands(op) == 3 &&
         mlirAttributeEqual(asIrAttribute(op, "indexing_maps"),
                            mapsOf(mlirOperationGetContext(op))) &&
         mlirAttributeEqual(
             asIrAttribute(op, "kind"),
             mlirAttributeParseGet(mlirOperationGetContext(op),
                                   asIrString("#vector.kind<add>"))) &&
         asCanAddFourBytes(mlirValueGetType(mlirOperationGetOperand(op, 2))) &&
         mlirShapedTypeGetDimSize(
             mlirValueGetType(mlirOperationGetOperand(op, 0)), 1) == BYTES;
}

//===----------------------------------------------------------------------===//
// As calls
//===----------------------------------------------------------------------===//

/// A factor as it is given to the instruction.
typedef struct Factor {
  MlirValue bytes; ///< In one dimension; null if all are `number`.
  int64_t number;
  bool isSigned;
} Factor;

static bool findFactor(const AsArith *arith, MlirValue value, Factor *factor) {
  AsNarrow found;
  MlirOperation number = asIrMadeBy(value, "arith.constant");
  *factor = (Factor){0};
  if (!mlirOperationIsNull(number)) {
    MlirAttribute all = asIrAttribute(number, "value");
    if (!mlirAttributeIsADenseElements(all) ||
        !mlirDenseElementsAttrIsSplat(all))
      return false;
    factor->number = mlirDenseElementsAttrGetInt32SplatValue(all);
    factor->isSigned = factor->number < 0;
    return factor->number >= INT8_MIN && factor->number <= UINT8_MAX;
  }
  if (!asNarrowFind(value, &found) || found.bits != 8 ||
      !mlirOperationIsNull(found.extract))
    return false;
  factor->isSigned = strcmp(found.widening, "arith.extsi") == 0;
  MlirOperation cast = asIrMadeBy(found.source, "vector.shape_cast");
  MlirType type = mlirValueGetType(found.source);
  int64_t count = mlirShapedTypeGetDimSize(type, 0) * BYTES;
  MlirType flat = mlirVectorTypeGet(1, &count, asNarrowElement(type));
  if (!mlirOperationIsNull(cast) &&
      mlirTypeEqual(mlirValueGetType(mlirOperationGetOperand(cast, 0)), flat))
    factor->bytes = mlirOperationGetOperand(cast, 0);
  else
    factor->bytes = asArithEmit(arith, "vector.shape_cast", flat, 1,
                                &found.source, NULL, (MlirAttribute){NULL});
  return true;
}

/// The bytes of `count` lanes from lane `first` on.
static MlirValue partOf(const AsArith *arith, const Factor *factor,
                        int64_t first, int64_t count) {
  if (!mlirValueIsNull(factor->bytes))
    return asVectorSlice(arith, factor->bytes, BYTES * first, BYTES * count);
  int64_t bytes = BYTES * count;
  MlirType byte = mlirIntegerTypeGet(arith->context, 8);
  return asIrInsertConstant(
      arith->next, mlirDenseElementsAttrSplatGet(
                       mlirVectorTypeGet(1, &bytes, byte),
                       mlirIntegerAttrGet(byte, (int8_t)factor->number)));
}

MlirValue asCallDot(const AsArith *arith, const char *instruction,
                    const MlirValue operands[3]) {
  MlirType type = mlirValueGetType(operands[0]);
  int segments[] = {3, 0};
  AsText name = {0};
  asTextFormat(&name, "llvm.x86.avx512.%s.%d", instruction,
               (int)(32 * mlirShapedTypeGetDimSize(type, 0)));
  MlirValue result = asIrInsertValue(
      arith->next,
      &(AsIrParts){.name = "llvm.call_intrinsic",
                   .numOperands = 3,
                   .operands = operands,
                   .numResults = 1,
                   .results = &type,
                   .attributes = (AsIrAttribute[]){
                       {"intrin", mlirStringAttrGet(arith->context,
                                                    asIrString(name.data))},
                       {"op_bundle_sizes",
                        mlirDenseI32ArrayGet(arith->context, 0, NULL)},
                       {"operandSegmentSizes",
                        mlirDenseI32ArrayGet(arith->context, 2, segments)},
                       {0}}});
  asTextFree(&name);
  return result;
}

/// As many lanes as an instruction has, the first `count` of them as of the
/// operation.
static MlirValue callOne(const AsArith *arith, const Factor factors[2],
                         MlirValue sums, int64_t first, int64_t count) {
  enum { fewest = 4 };
  int64_t padded = count < fewest ? fewest : asNextPowerOfTwo(count);
  MlirValue operands[3] = {asVectorSlice(arith, sums, first, count)};
  operands[0] = asVectorPad(arith, operands[0], padded);
  for (int f = 0; f < 2; f++)
    operands[1 + f] = asVectorPad(
        arith, partOf(arith, &factors[f], first, count), BYTES * padded);
  return asCallDot(arith, "vpdpbusd", operands);
}

/// Halves the lanes, a power of two, until they fit one instruction.
static MlirValue callParts(const AsArith *arith, const Factor factors[2],
                           MlirValue sums, int64_t first, int64_t count,
                           int lanes) {
  int64_t half = count / 2,
          all = mlirShapedTypeGetDimSize(mlirValueGetType(sums), 0);
  if (count <= lanes)
    return callOne(arith, factors, sums, first,
                   all - first < count ? all - first : count);
  MlirValue left = callParts(arith, factors, sums, first, half, lanes);
  if (first + half >= all)
    return asVectorPad(arith, left, count);
  MlirValue right = callParts(arith, factors, sums, first + half, half, lanes);
  return asVectorConcat(arith, left, asVectorPad(arith, right, half));
}

static MlirWalkResult select(MlirOperation op, void *context) {
  const int *lanes = context;
  if (!asIsByteDot(op))
    return MlirWalkResultAdvance;
  AsArith arith = asArithBefore(op);
  Factor x, y;
  if (!findFactor(&arith, mlirOperationGetOperand(op, 0), &x) ||
      !findFactor(&arith, mlirOperationGetOperand(op, 1), &y) ||
      x.isSigned == y.isSigned)
    return MlirWalkResultAdvance;
  MlirValue sums = mlirOperationGetOperand(op, 2);
  int64_t count = mlirShapedTypeGetDimSize(mlirValueGetType(sums), 0);
  MlirValue all =
      callParts(&arith, x.isSigned ? (Factor[]){y, x} : (Factor[]){x, y}, sums,
                0, asNextPowerOfTwo(count), *lanes);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0),
                                asVectorFirst(&arith, all, count));
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asSelectByteDots(MlirModule module, int lanes) {
  mlirOperationWalk(mlirModuleGetOperation(module), select, &lanes,
                    MlirWalkPostOrder);
}
