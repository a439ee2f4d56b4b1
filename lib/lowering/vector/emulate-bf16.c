//===- emulate-bf16.c - Emulate bf16 arithmetic with f32
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// asEmulateBf16 rewrites arithmetic on bf16 into arithmetic on f32 whose
// results are rounded to bf16. asExpandBf16Conversions then rewrites the
// conversions between bf16 and f32 into integer operations.
//
// On CPUs without an instruction for it, LLVM calls a run-time function to
// round each element of a vector to bf16. As a bf16 is the upper half of an
// f32, a few vector operations on integers do the same. AVX512-BF16 rounds in
// one instruction, except that it takes numbers below the normal range as zero.
//
// Requires:    bufferised IR in the linalg, vector, arith and memref dialects.
// Provides:    asEmulateBf16: no arithmetic on bf16, except conversions.
//              asExpandBf16Conversions: no arith.extf from bf16 to f32, and no
//              arith.truncf to bf16 unless the target can round.
// Invalidates: named linalg operations become linalg.generic, if the module
//              uses bf16.
//
//   %2 = arith.mulf %0, %1 : vector<8xbf16>
//
// becomes
//
//   %a = arith.extf %0 : vector<8xbf16> to vector<8xf32>
//   %b = arith.extf %1 : vector<8xbf16> to vector<8xf32>
//   %c = arith.mulf %a, %b : vector<8xf32>
//   %2 = arith.truncf %c : vector<8xf32> to vector<8xbf16>
//
// and then %a becomes
//
//   %i = arith.bitcast %0 : vector<8xbf16> to vector<8xi16>
//   %j = arith.extui %i : vector<8xi16> to vector<8xi32>
//   %k = arith.shli %j, %c16 : vector<8xi32>
//   %a = arith.bitcast %k : vector<8xi32> to vector<8xf32>
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

static MlirValue extendBf16(const AsArith *arith, MlirValue x) {
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

/// Rounds to nearest, ties to even: adds 0x7fff, plus 1 if the last bit that
/// stays is odd, and takes the upper half. A carry into the exponent is
/// correct, up to infinity. A NaN could become infinity by losing its low bits,
/// or another number by the carry, so its quiet bit is set instead.
static MlirValue roundToBf16(const AsArith *arith, MlirValue x) {
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
  // Compares integers, as fast-math flags may claim that the float is not a
  // NaN.
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

static MlirWalkResult convert(MlirOperation op, void *canRound) {
  bool isWidening = asIrIsNamed(op, "arith.extf");
  if (!isWidening && (*(bool *)canRound || !asIrIsNamed(op, "arith.truncf")))
    return MlirWalkResultAdvance;
  MlirValue from = mlirOperationGetOperand(op, 0);
  MlirValue to = mlirOperationGetResult(op, 0);
  MlirType narrowType = elementOf(mlirValueGetType(isWidening ? from : to));
  MlirType wideType = elementOf(mlirValueGetType(isWidening ? to : from));
  if (!mlirTypeIsABF16(narrowType) || !mlirTypeIsAF32(wideType))
    return MlirWalkResultAdvance;
  AsArith arith = asArithBefore(op);
  mlirValueReplaceAllUsesOfWith(to, isWidening ? extendBf16(&arith, from)
                                               : roundToBf16(&arith, from));
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

/// Splits vector.fma on bf16: one fma in f32 would not round the product to
/// bf16.
static MlirWalkResult splitFma(MlirOperation op, void *context) {
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

static MlirWalkResult findBf16Results(MlirOperation op, void *found) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++)
    *(bool *)found |= mlirTypeIsABF16(
        elementOf(mlirValueGetType(mlirOperationGetResult(op, r))));
  return *(bool *)found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

static MlirWalkResult findBf16(MlirOperation op, void *found) {
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      for (intptr_t a = 0; a < mlirBlockGetNumArguments(block); a++)
        *(bool *)found |= mlirTypeIsABF16(
            elementOf(mlirValueGetType(mlirBlockGetArgument(block, a))));
  return findBf16Results(op, found);
}

//===----------------------------------------------------------------------===//
// Named linalg operations
//===----------------------------------------------------------------------===//

/// The discardable attributes of all linalg operations, in the order of a walk.
typedef struct SavedAttributes {
  MlirAttribute *dictionaries; ///< A dictionary for each operation.
  intptr_t count, next;
} SavedAttributes;

static bool isStructured(MlirOperation op) {
  return asIrHasPrefix(op, "linalg.") && mlirOperationGetNumRegions(op);
}

static MlirWalkResult saveAttributes(MlirOperation op, void *context) {
  SavedAttributes *saved = context;
  if (!isStructured(op))
    return MlirWalkResultAdvance;
  intptr_t count = mlirOperationGetNumDiscardableAttributes(op);
  MlirNamedAttribute *all = asAlloc(sizeof *all * (size_t)(count + 1));
  for (intptr_t i = 0; i < count; i++)
    all[i] = mlirOperationGetDiscardableAttribute(op, i);
  saved->dictionaries =
      asRealloc(saved->dictionaries,
                sizeof *saved->dictionaries * (size_t)(saved->count + 1));
  saved->dictionaries[saved->count++] =
      mlirDictionaryAttrGet(mlirOperationGetContext(op), count, all);
  free(all);
  return MlirWalkResultAdvance;
}

static MlirWalkResult restoreAttributes(MlirOperation op, void *context) {
  SavedAttributes *saved = context;
  if (!isStructured(op) || saved->next == saved->count)
    return MlirWalkResultAdvance;
  MlirAttribute own = saved->dictionaries[saved->next++];
  for (intptr_t i = 0; i < mlirDictionaryAttrGetNumElements(own); i++) {
    MlirNamedAttribute mark = mlirDictionaryAttrGetElement(own, i);
    mlirOperationSetDiscardableAttributeByName(op, mlirIdentifierStr(mark.name),
                                               mark.attribute);
  }
  return MlirWalkResultAdvance;
}

/// Generalises named linalg operations, whose bodies may not change otherwise.
/// The upstream pass drops discardable attributes, so they are saved and
/// restored.
static AsStatus generalise(MlirOperation module, bool verify, AsError *error) {
  SavedAttributes saved = {NULL, 0, 0};
  mlirOperationWalk(module, saveAttributes, &saved, MlirWalkPreOrder);
  AsStatus status = asIrRunPipeline(
      module, "builtin.module(func.func(linalg-generalize-named-ops))", verify,
      error);
  if (!status)
    mlirOperationWalk(module, restoreAttributes, &saved, MlirWalkPreOrder);
  free(saved.dictionaries);
  return status;
}

AsStatus asEmulateBf16(MlirModule module, AsFp fp, bool verify,
                       AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool found = false;
  mlirOperationWalk(op, findBf16, &found, MlirWalkPreOrder);
  if (!found)
    return AS_OK;
  if (fp == AS_FP_STRICT)
    mlirOperationWalk(op, splitFma, NULL, MlirWalkPostOrder);
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
    asKeepRoundings(module);
  return asIrRunPipeline(op, "builtin.module(canonicalize,cse)", verify, error);
}

void asExpandBf16Conversions(MlirModule module, bool canRound) {
  mlirOperationWalk(mlirModuleGetOperation(module), convert, &canRound,
                    MlirWalkPostOrder);
}
