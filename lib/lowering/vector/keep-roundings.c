//===- keep-roundings.c - Keep roundings to 16 bits as they were written
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clears the fast-math flags of roundings to bf16 and f16, and bounds integers
// that are converted to f16.
//
// Upstream's passes that compute in f32 add `contract`, which lets a rounding
// and the extension after it be folded.
//
// An integer of more than 16 bits may be too large for f16, and is an infinity
// then. But LLVM takes a conversion for exact where the bits that may be set
// are no more than f16 has, however high they are, and makes one conversion to
// f32 of it and the extension after it: a finite number. 65,535 is an infinity
// in f16, too, and has bits enough that LLVM takes its conversion for inexact.
//
// Requires:    arith, on scalars or vectors.
// Provides:    roundings that no later pass leaves out.
// Invalidates: nothing.
//
//   %h = arith.uitofp %i : i32 to f16
//   %f = arith.extf %h : f16 to f32
//
// becomes
//
//   %bounded = arith.minui %i, %c65535 : i32
//   %h = arith.uitofp %bounded : i32 to f16
//   %f = arith.extf %h : f16 to f32
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "lowering/arith-builder.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static MlirType elementOf(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsAVector(type) ? mlirShapedTypeGetElementType(type) : type;
}

static void clearFlags(MlirOperation op) {
  mlirOperationSetInherentAttributeByName(
      op, asIrString("fastmath"),
      mlirAttributeParseGet(mlirOperationGetContext(op),
                            asIrString("#arith.fastmath<none>")));
}

/// Whether arith.truncf rounds as all do that do not say how.
static bool roundsToNearest(MlirOperation op) {
  enum { toNearestEven = 0 };
  MlirAttribute mode = asIrAttribute(op, "roundingmode");
  return mlirAttributeIsNull(mode) ||
         mlirIntegerAttrGetValueInt(mode) == toNearestEven;
}

static bool isFromInteger(MlirOperation op) {
  return !mlirOperationIsNull(op) &&
         (asIrIsNamed(op, "arith.uitofp") || asIrIsNamed(op, "arith.sitofp"));
}

/// The integer, bounded to what is just infinite in f16.
static MlirValue bound(const AsArith *arith, MlirValue integer, bool isSigned) {
  static const int64_t infinite = 65535;
  if (!isSigned)
    return asArithInteger(arith, "arith.minui", integer, infinite);
  return asArithInteger(arith, "arith.maxsi",
                        asArithInteger(arith, "arith.minsi", integer, infinite),
                        -infinite);
}

/// Computes the f16 that `op` gives by a conversion of the bounded integer.
/// `conversion` is `op`, or what `op` rounds: f32 and f64 hold each integer
/// that is finite in f16, so that it is rounded once.
static void convertBounded(MlirOperation op, MlirOperation conversion) {
  MlirValue integer = mlirOperationGetOperand(conversion, 0);
  if (mlirIntegerTypeGetWidth(elementOf(integer)) <= 16)
    return;
  bool isSigned = asIrIsNamed(conversion, "arith.sitofp");
  AsArith arith = asArithBefore(op);
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirValue converted =
      asArithConvert(&arith, isSigned ? "arith.sitofp" : "arith.uitofp",
                     bound(&arith, integer, isSigned), elementOf(result));
  mlirValueReplaceAllUsesOfWith(result, converted);
  mlirOperationDestroy(op);
}

static MlirWalkResult keep(MlirOperation op, void *context) {
  (void)context;
  bool rounds = asIrIsNamed(op, "arith.truncf");
  if (!rounds && !isFromInteger(op))
    return MlirWalkResultAdvance;
  MlirType element = elementOf(mlirOperationGetResult(op, 0));
  bool isF16 = mlirTypeIsAF16(element);
  if (rounds && (isF16 || mlirTypeIsABF16(element)))
    clearFlags(op);
  MlirOperation conversion =
      rounds ? asIrDefinition(mlirOperationGetOperand(op, 0)) : op;
  if (!isF16 || !isFromInteger(conversion) || (rounds && !roundsToNearest(op)))
    return MlirWalkResultAdvance;
  convertBounded(op, conversion);
  return MlirWalkResultSkip;
}

void asKeepRoundings(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), keep, NULL,
                    MlirWalkPostOrder);
}

static MlirWalkResult dropFlags(MlirOperation op, void *context) {
  (void)context;
  if (asIrIsNamed(op, "arith.extf") || asIrIsNamed(op, "arith.truncf"))
    mlirOperationRemoveAttributeByName(op, asIrString("fastmath"));
  if (asIrIsNamed(op, "arith.truncf") && roundsToNearest(op))
    mlirOperationRemoveAttributeByName(op, asIrString("roundingmode"));
  return MlirWalkResultAdvance;
}

void asDropConversionFlags(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), dropFlags, NULL,
                    MlirWalkPreOrder);
}
