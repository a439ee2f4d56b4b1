//===- broadcast-before-extend.c - Broadcast narrow scalars before extending
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites a vector.broadcast of an extended i8, i16 or bf16 scalar to 32-bit
// lanes: broadcasts the narrow scalar to more, narrower lanes, views these as
// 32-bit lanes and shifts each lane.
//
// In a product of narrow numbers with 32-bit sums, one operand is an element
// that is extended and broadcast. In that order LLVM goes through scalar
// registers: load, shift, move, broadcast. After the rewrite it needs one
// broadcasting load and one shift of all lanes.
//
// Requires:    canonical IR in the arith and vector dialects.
// Provides:    no broadcast of an extended scalar to a 1-D vector of 32-bit
//              lanes.
// Invalidates: nothing.
//
//   %0 = arith.extsi %x : i8 to i32
//   %1 = vector.broadcast %0 : i32 to vector<8xi32>
//
// becomes
//
//   %0 = vector.broadcast %x : i8 to vector<32xi8>
//   %1 = vector.bitcast %0 : vector<32xi8> to vector<8xi32>
//   %2 = arith.shrsi %1, %c24 : vector<8xi32>
//
// Zero extension takes arith.shrui; bf16 takes arith.shli, as it is the upper
// half of an f32.
//
//===----------------------------------------------------------------------===//

#include "lowering/lowering-steps.h"
#include "lowering/vector/narrow-types.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <string.h>

/// Fills all bytes of each 32-bit lane with copies of the narrow number, then
/// shifts the lane so that one copy is left as the extended value.
static MlirValue broadcastNarrow(const AsArith *arith, MlirValue narrow,
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
  MlirValue shifted = asArithBinary(
      arith, shift, wide, asArithNumber(arith, wide, 32 - (double)found->bits));
  return mlirTypeIsAF32(asNarrowElement(type))
             ? asArithConvert(arith, "arith.bitcast", shifted,
                              asNarrowElement(type))
             : shifted;
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
      lanes,
      broadcastNarrow(&arith, asNarrowEmit(&arith, &found), &found, type));
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asBroadcastBeforeExtend(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, NULL,
                    MlirWalkPostOrder);
}
