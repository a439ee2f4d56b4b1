//===- emulate-bf16.c - bf16 without hardware for it
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A bf16 is the upper half of an f32. LLVM knows how to widen one, but for
// rounding to one it calls a function of its run-time library, for each element
// of a vector, where the processor has no instruction. Here both are a few
// operations on integers, which are vectors where the floats are; arithmetic in
// bf16 is done in f32 and rounded.
//
//===----------------------------------------------------------------------===//

#include "lowering/arith-builder.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>

static MlirType elementOf(MlirType type) {
  return mlirTypeIsAVector(type) ? mlirShapedTypeGetElementType(type) : type;
}

static MlirValue widen(const AsArith *arith, MlirValue x) {
  MlirType i16 = mlirIntegerTypeGet(arith->context, 16);
  MlirType i32 = mlirIntegerTypeGet(arith->context, 32);
  MlirValue bits =
      asArithConvert(arith, "arith.extui",
                     asArithConvert(arith, "arith.bitcast", x, i16), i32);
  return asArithConvert(
      arith, "arith.bitcast",
      asArithBinary(arith, "arith.shli", bits, asArithNumber(arith, bits, 16)),
      mlirF32TypeGet(arith->context));
}

/// To the nearest, of two to the even one: half of the last place that stays is
/// added, less one bit unless that place is odd. A carry goes into the
/// exponent, where it belongs, up to infinity. A NaN must not become infinite
/// by losing its low bits, or another number by a carry: it is made quiet, and
/// cut off.
static MlirValue narrow(const AsArith *arith, MlirValue x) {
  MlirType i16 = mlirIntegerTypeGet(arith->context, 16);
  MlirType i32 = mlirIntegerTypeGet(arith->context, 32);
  MlirValue bits = asArithConvert(arith, "arith.bitcast", x, i32);
  MlirValue half = asArithNumber(arith, bits, 16);
  MlirValue odd = asArithBinary(arith, "arith.andi",
                                asArithBinary(arith, "arith.shrui", bits, half),
                                asArithNumber(arith, bits, 1));
  MlirValue up = asArithBinary(arith, "arith.addi", odd,
                               asArithNumber(arith, bits, 0x7fff));
  MlirValue rounded = asArithBinary(arith, "arith.addi", bits, up);
  MlirValue quiet = asArithBinary(arith, "arith.ori", bits,
                                  asArithNumber(arith, bits, 0x400000));
  // Asked of the bits, as flags may say of the float that it is no NaN.
  MlirValue magnitude = asArithBinary(arith, "arith.andi", bits,
                                      asArithNumber(arith, bits, 0x7fffffff));
  MlirAttribute greater =
      mlirIntegerAttrGet(mlirIntegerTypeGet(arith->context, 64), 4); // sgt
  MlirValue infinity = asArithNumber(arith, bits, 0x7f800000);
  MlirValue isNan =
      asArithEmit(arith, "arith.cmpi",
                  asArithType(bits, mlirIntegerTypeGet(arith->context, 1)), 2,
                  (MlirValue[]){magnitude, infinity}, "predicate", greater);
  MlirValue chosen = asArithSelect(arith, isNan, quiet, rounded);
  MlirValue upper =
      asArithConvert(arith, "arith.trunci",
                     asArithBinary(arith, "arith.shrui", chosen, half), i16);
  return asArithConvert(arith, "arith.bitcast", upper,
                        mlirBF16TypeGet(arith->context));
}

static MlirWalkResult convert(MlirOperation op, void *context) {
  bool isWidening = asIrIsNamed(op, "arith.extf");
  if (!isWidening && !asIrIsNamed(op, "arith.truncf"))
    return MlirWalkResultAdvance;
  MlirValue from = mlirOperationGetOperand(op, 0);
  MlirValue to = mlirOperationGetResult(op, 0);
  MlirType narrowType = elementOf(mlirValueGetType(isWidening ? from : to));
  MlirType wideType = elementOf(mlirValueGetType(isWidening ? to : from));
  if (!mlirTypeIsABF16(narrowType) || !mlirTypeIsAF32(wideType))
    return MlirWalkResultAdvance;
  AsArith arith = asArithBefore(op);
  mlirValueReplaceAllUsesOfWith(to, isWidening ? widen(&arith, from)
                                               : narrow(&arith, from));
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

/// Upstream lets a rounding and the widening after it vanish.
static MlirWalkResult keepRounding(MlirOperation op, void *context) {
  if (asIrIsNamed(op, "arith.truncf") &&
      mlirTypeIsABF16(
          elementOf(mlirValueGetType(mlirOperationGetResult(op, 0)))))
    mlirOperationSetInherentAttributeByName(
        op, asIrString("fastmath"),
        mlirAttributeParseGet(mlirOperationGetContext(op),
                              asIrString("#arith.fastmath<none>")));
  return MlirWalkResultAdvance;
}

/// In f32, a fused operation would not round the product.
static MlirWalkResult takeApart(MlirOperation op, void *context) {
  if (!asIrIsNamed(op, "vector.fma") ||
      !mlirTypeIsABF16(
          elementOf(mlirValueGetType(mlirOperationGetResult(op, 0)))))
    return MlirWalkResultAdvance;
  AsArith arith = asArithBefore(op);
  MlirValue product =
      asArithBinary(&arith, "arith.mulf", mlirOperationGetOperand(op, 0),
                    mlirOperationGetOperand(op, 1));
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0),
                                asArithBinary(&arith, "arith.addf", product,
                                              mlirOperationGetOperand(op, 2)));
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

static MlirWalkResult find(MlirOperation op, void *found) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++)
    *(bool *)found |= mlirTypeIsABF16(
        elementOf(mlirValueGetType(mlirOperationGetResult(op, r))));
  return *(bool *)found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

static MlirWalkResult findInRegions(MlirOperation op, void *found) {
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      for (intptr_t a = 0; a < mlirBlockGetNumArguments(block); a++)
        *(bool *)found |= mlirTypeIsABF16(
            elementOf(mlirValueGetType(mlirBlockGetArgument(block, a))));
  return find(op, found);
}

//===----------------------------------------------------------------------===//
// Named operations
//===----------------------------------------------------------------------===//

/// What structured operations are marked with, in their order.
typedef struct Marks {
  MlirAttribute *of; ///< Dictionaries.
  intptr_t count, next;
} Marks;

static bool isStructured(MlirOperation op) {
  return asIrHasPrefix(op, "linalg.") && mlirOperationGetNumRegions(op);
}

static MlirWalkResult noteMarks(MlirOperation op, void *context) {
  Marks *marks = context;
  if (!isStructured(op))
    return MlirWalkResultAdvance;
  intptr_t count = mlirOperationGetNumDiscardableAttributes(op);
  MlirNamedAttribute *all = asAlloc(sizeof *all * (size_t)(count + 1));
  for (intptr_t i = 0; i < count; i++)
    all[i] = mlirOperationGetDiscardableAttribute(op, i);
  marks->of =
      asRealloc(marks->of, sizeof *marks->of * (size_t)(marks->count + 1));
  marks->of[marks->count++] =
      mlirDictionaryAttrGet(mlirOperationGetContext(op), count, all);
  free(all);
  return MlirWalkResultAdvance;
}

static MlirWalkResult restoreMarks(MlirOperation op, void *context) {
  Marks *marks = context;
  if (!isStructured(op) || marks->next == marks->count)
    return MlirWalkResultAdvance;
  MlirAttribute own = marks->of[marks->next++];
  for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(own); i++) {
    MlirNamedAttribute mark = mlirDictionaryAttrGetElement(own, i);
    mlirOperationSetDiscardableAttributeByName(op, mlirIdentifierStr(mark.name),
                                               mark.attribute);
  }
  return MlirWalkResultAdvance;
}

/// The body of a named operation has to stay what its name says. Upstream
/// forgets what is said of it otherwise.
static AsStatus generalise(MlirOperation module, bool verify, AsError *error) {
  Marks marks = {NULL, 0, 0};
  mlirOperationWalk(module, noteMarks, &marks, MlirWalkPreOrder);
  AsStatus status = asIrRunPipeline(
      module, "builtin.module(func.func(linalg-generalize-named-ops))", verify,
      error);
  if (!status)
    mlirOperationWalk(module, restoreMarks, &marks, MlirWalkPreOrder);
  free(marks.of);
  return status;
}

AsStatus asEmulateBf16(MlirModule module, AsFp fp, bool verify,
                       AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool found = false;
  mlirOperationWalk(op, findInRegions, &found, MlirWalkPreOrder);
  if (!found)
    return AS_OK;
  if (fp == AS_FP_STRICT)
    mlirOperationWalk(op, takeApart, NULL, MlirWalkPostOrder);
  AsStatus status = generalise(op, verify, error);
  if (!status)
    status = asIrRunPipeline(
        op,
        "builtin.module(func.func(arith-emulate-unsupported-floats{"
        "source-types=bf16 target-type=f32}))",
        verify, error);
  if (status)
    return status;
  if (fp == AS_FP_STRICT)
    mlirOperationWalk(op, keepRounding, NULL, MlirWalkPostOrder);
  return asIrRunPipeline(op, "builtin.module(canonicalize,cse)", verify, error);
}

void asExpandBf16Conversions(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), convert, NULL,
                    MlirWalkPostOrder);
}
