//===- promote-floats.c - Compute in a wider float type
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces f16 and bf16 by f32, or these and f32 by f64, in types and
// constants, and drops the conversions that lose their meaning, such as
// roundings to them.
//
// The result computes what the program means, with smaller errors. It tells
// which of two programs is nearer to that.
//
// asPromoteFloatsToF64 changes signatures, too. asPromoteFloatsInside keeps
// that of the function, which converts its arguments and results.
//
// Requires:    linalg, tensors, arith, math and scf.
// Provides:    none of the replaced types, except in a kept signature; if an
//              operation sees the bits of a float, the module stays as it was.
// Invalidates: signatures that are not kept.
//
//   func.func @f(%x: tensor<4xbf16>) -> tensor<4xf32> {
//     ... math.rsqrt %a : bf16 ... arith.extf %r : bf16 to f32 ...
//
// becomes, with asPromoteFloatsToF64,
//
//   func.func @f(%x: tensor<4xf64>) -> tensor<4xf64> {
//     ... math.rsqrt %a : f64 ...
//
//===----------------------------------------------------------------------===//

#include "lowering/promote-floats.h"
#include "graph/analysis/generic-op.h"
#include "ir/tensor-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Promoting {
  MlirType wide;          ///< f32 or f64.
  MlirOperation obstacle; ///< What cannot be promoted; null if there is none.
} Promoting;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Types of 8 bits and less stay: programs round to them to quantise, which is
/// what they mean.
static bool isNarrow(const Promoting *promoting, MlirType type) {
  return mlirTypeIsAF16(type) || mlirTypeIsABF16(type) ||
         (mlirTypeIsAF32(type) && mlirTypeIsAF64(promoting->wide));
}

static MlirType promote(const Promoting *promoting, MlirType type);

static MlirType promoteFunction(const Promoting *promoting, MlirType type) {
  intptr_t numInputs = mlirFunctionTypeGetNumInputs(type);
  intptr_t numResults = mlirFunctionTypeGetNumResults(type);
  MlirType *types = asAlloc(sizeof *types * (size_t)(numInputs + numResults));
  for (intptr_t i = 0; i < numInputs; i++)
    types[i] = promote(promoting, mlirFunctionTypeGetInput(type, i));
  for (intptr_t r = 0; r < numResults; r++)
    types[numInputs + r] =
        promote(promoting, mlirFunctionTypeGetResult(type, r));
  MlirType function = mlirFunctionTypeGet(mlirTypeGetContext(type), numInputs,
                                          types, numResults, types + numInputs);
  free(types);
  return function;
}

/// The shaped type with other elements.
static MlirType withElements(MlirType type, MlirType element) {
  enum { maxRank = 32 };
  if (mlirTypeIsAUnrankedTensor(type))
    return mlirUnrankedTensorTypeGet(element);
  intptr_t rank = mlirShapedTypeGetRank(type);
  int64_t shape[maxRank];
  for (intptr_t r = 0; r < rank && r < maxRank; r++)
    shape[r] = mlirShapedTypeGetDimSize(type, r);
  if (mlirTypeIsARankedTensor(type) && rank <= maxRank)
    return mlirRankedTensorTypeGet(rank, shape, element,
                                   mlirRankedTensorTypeGetEncoding(type));
  if (mlirTypeIsAMemRef(type) && rank <= maxRank)
    return mlirMemRefTypeGet(element, rank, shape,
                             mlirMemRefTypeGetLayout(type),
                             mlirMemRefTypeGetMemorySpace(type));
  return type;
}

static MlirType promote(const Promoting *promoting, MlirType type) {
  if (isNarrow(promoting, type))
    return promoting->wide;
  if (mlirTypeIsAFunction(type))
    return promoteFunction(promoting, type);
  if (mlirTypeIsAComplex(type))
    return mlirComplexTypeGet(
        promote(promoting, mlirComplexTypeGetElementType(type)));
  if (!mlirTypeIsAShaped(type))
    return type;
  MlirType element = mlirShapedTypeGetElementType(type);
  MlirType promoted = promote(promoting, element);
  return mlirTypeEqual(element, promoted) ? type : withElements(type, promoted);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static double valueOfF16(uint16_t bits) {
  int exponent = bits >> 10 & 31, fraction = bits & 1023;
  double value = exponent == 31 ? (fraction ? NAN : INFINITY)
                 : exponent     ? ldexp(1024 + fraction, exponent - 25)
                                : ldexp(fraction, -24);
  return bits >> 15 ? -value : value;
}

/// Element `i` of raw data of the float type.
static double elementOf(MlirType type, const void *data, int64_t i) {
  if (mlirTypeIsAF32(type))
    return ((const float *)data)[i];
  if (mlirTypeIsAF16(type))
    return valueOfF16(((const uint16_t *)data)[i]);
  uint32_t bits = (uint32_t)((const uint16_t *)data)[i] << 16; // bf16
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/// Element `i` of a constant of f16, bf16 or f32.
static double constantElement(MlirAttribute value, MlirType element,
                              int64_t i) {
  return mlirAttributeIsADenseResourceElements(value)
             ? mlirDenseFloatResourceElementsAttrGetValue(value, i)
             : elementOf(element, mlirDenseElementsAttrGetRawData(value), i);
}

/// The elements of a constant in the wide type.
static MlirAttribute promoteConstant(const Promoting *promoting,
                                     MlirAttribute value) {
  MlirType type = mlirAttributeGetType(value);
  MlirType element = mlirShapedTypeGetElementType(type);
  bool isSplat = !mlirAttributeIsADenseResourceElements(value) &&
                 mlirDenseElementsAttrIsSplat(value);
  int64_t count = isSplat ? 1 : mlirElementsAttrGetNumElements(value);
  bool isDouble = mlirTypeIsAF64(promoting->wide);
  size_t size = isDouble ? sizeof(double) : sizeof(float);
  void *wide = asAlloc((size_t)count * size);
  for (int64_t i = 0; i < count; i++)
    if (isDouble)
      ((double *)wide)[i] = constantElement(value, element, i);
    else
      ((float *)wide)[i] = (float)constantElement(value, element, i);
  MlirAttribute promoted = mlirDenseElementsAttrRawBufferGet(
      promote(promoting, type), (size_t)count * size, wide);
  free(wide);
  return promoted;
}

/// Whether the elements of a constant can be read.
static bool isReadable(MlirAttribute value) {
  MlirType element = mlirShapedTypeGetElementType(mlirAttributeGetType(value));
  if (mlirAttributeIsADenseResourceElements(value))
    return mlirTypeIsAF32(element);
  return mlirAttributeIsADenseElements(value) &&
         (mlirTypeIsAF32(element) || mlirTypeIsAF16(element) ||
          mlirTypeIsABF16(element));
}

/// Whether the attribute is a constant of a narrow float type.
static bool isNarrowConstant(const Promoting *promoting,
                             MlirAttribute attribute) {
  if (!mlirAttributeIsAElements(attribute))
    return false;
  MlirType type = mlirAttributeGetType(attribute);
  return !mlirTypeEqual(type, promote(promoting, type));
}

static MlirAttribute promoteAttribute(const Promoting *promoting,
                                      MlirAttribute attribute) {
  if (mlirAttributeIsAType(attribute))
    return mlirTypeAttrGet(promote(promoting, mlirTypeAttrGetValue(attribute)));
  if (mlirAttributeIsAFloat(attribute) &&
      isNarrow(promoting, mlirAttributeGetType(attribute)))
    return mlirFloatAttrDoubleGet(mlirAttributeGetContext(attribute),
                                  promoting->wide,
                                  mlirFloatAttrGetValueDouble(attribute));
  return isNarrowConstant(promoting, attribute)
             ? promoteConstant(promoting, attribute)
             : attribute;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static bool isTouched(const Promoting *promoting, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return !mlirTypeEqual(type, promote(promoting, type));
}

/// Whether the operation sees the bits of a float.
static bool readsBits(const Promoting *promoting, MlirOperation op) {
  static const char *const ofBits[] = {"arith.bitcast", "tensor.bitcast",
                                       "vector.bitcast", "llvm.bitcast",
                                       "memref.view"};
  return asIrIsOneOf(op, ofBits, sizeof ofBits / sizeof *ofBits) &&
         (isTouched(promoting, mlirOperationGetOperand(op, 0)) ||
          isTouched(promoting, mlirOperationGetResult(op, 0)));
}

static MlirWalkResult findObstacle(MlirOperation op, void *context) {
  Promoting *promoting = context;
  bool isObstacle = readsBits(promoting, op);
  for (intptr_t a = 0; a < mlirOperationGetNumAttributes(op); a++) {
    MlirAttribute attribute = mlirOperationGetAttribute(op, a).attribute;
    isObstacle |=
        isNarrowConstant(promoting, attribute) && !isReadable(attribute);
  }
  if (!isObstacle)
    return MlirWalkResultAdvance;
  promoting->obstacle = op;
  return MlirWalkResultInterrupt;
}

static void promoteAttributes(const Promoting *promoting, MlirOperation op) {
  intptr_t count = mlirOperationGetNumAttributes(op);
  MlirNamedAttribute *all = asAlloc(sizeof *all * (size_t)(count + 1));
  for (intptr_t a = 0; a < count; a++)
    all[a] = mlirOperationGetAttribute(op, a);
  for (intptr_t a = 0; a < count; a++) {
    MlirAttribute promoted = promoteAttribute(promoting, all[a].attribute);
    if (!mlirAttributeEqual(promoted, all[a].attribute))
      mlirOperationSetAttributeByName(op, mlirIdentifierStr(all[a].name),
                                      promoted);
  }
  free(all);
}

static void promoteBlocks(const Promoting *promoting, MlirRegion region) {
  for (MlirBlock block = mlirRegionGetFirstBlock(region);
       !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
    for (intptr_t a = 0; a < mlirBlockGetNumArguments(block); a++) {
      MlirValue argument = mlirBlockGetArgument(block, a);
      mlirValueSetType(argument,
                       promote(promoting, mlirValueGetType(argument)));
    }
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  Promoting *promoting = context;
  promoteAttributes(promoting, op);
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++) {
    MlirValue result = mlirOperationGetResult(op, r);
    mlirValueSetType(result, promote(promoting, mlirValueGetType(result)));
  }
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++)
    promoteBlocks(promoting, mlirOperationGetRegion(op, r));
  return MlirWalkResultAdvance;
}

/// Removes conversions from a type to itself.
static MlirWalkResult dropConversion(MlirOperation op, void *context) {
  (void)context;
  if (!asIrIsNamed(op, "arith.extf") && !asIrIsNamed(op, "arith.truncf"))
    return MlirWalkResultAdvance;
  MlirValue from = mlirOperationGetOperand(op, 0);
  MlirValue to = mlirOperationGetResult(op, 0);
  if (!mlirTypeEqual(mlirValueGetType(from), mlirValueGetType(to)))
    return MlirWalkResultAdvance;
  mlirValueReplaceAllUsesOfWith(to, from);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

/// The tensor or scalar in elements of another float type, converted before
/// `next`.
static MlirValue convert(MlirOperation next, MlirValue value, MlirType type) {
  MlirType from = mlirValueGetType(value);
  if (mlirTypeEqual(from, type))
    return value;
  if (!mlirTypeIsAShaped(type))
    return asIrInsertUnary(next,
                           mlirFloatTypeGetWidth(from) <
                                   mlirFloatTypeGetWidth(type)
                               ? "arith.extf"
                               : "arith.truncf",
                           value, type);
  return asGenericConvert(next, value, mlirShapedTypeGetElementType(type));
}

/// Whether the function can convert what it takes and returns.
static bool canKeep(MlirOperation function) {
  MlirType type =
      mlirTypeAttrGetValue(asIrAttribute(function, "function_type"));
  intptr_t numInputs = mlirFunctionTypeGetNumInputs(type);
  for (intptr_t i = 0; i < numInputs + mlirFunctionTypeGetNumResults(type);
       i++) {
    MlirType own = i < numInputs
                       ? mlirFunctionTypeGetInput(type, i)
                       : mlirFunctionTypeGetResult(type, i - numInputs);
    if (mlirTypeIsAShaped(own) &&
        (!mlirTypeIsARankedTensor(own) || !mlirShapedTypeHasStaticShape(own)))
      return false;
  }
  return true;
}

/// Gives a promoted function its types back.
static void restore(MlirOperation function, MlirType type) {
  MlirBlock body = asIrBody(function);
  MlirOperation first = mlirBlockGetFirstOperation(body);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); i++) {
    MlirValue argument = mlirBlockGetArgument(body, i);
    MlirType wide = mlirValueGetType(argument);
    mlirValueSetType(argument, mlirFunctionTypeGetInput(type, i));
    MlirValue converted = convert(first, argument, wide);
    if (mlirValueEqual(converted, argument))
      continue;
    MlirOperation own = mlirOpResultGetOwner(converted);
    mlirValueReplaceAllUsesExcept(argument, converted, 1, &own);
  }
  MlirOperation end = mlirBlockGetTerminator(body);
  for (intptr_t r = 0; r < mlirOperationGetNumOperands(end); r++)
    mlirOperationSetOperand(end, r,
                            convert(end, mlirOperationGetOperand(end, r),
                                    mlirFunctionTypeGetResult(type, r)));
  mlirOperationSetAttributeByName(function, asIrString("function_type"),
                                  mlirTypeAttrGet(type));
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

/// Promotes all of it, unless there is an obstacle.
static void promoteAll(MlirModule module, Promoting *promoting) {
  MlirOperation op = mlirModuleGetOperation(module);
  mlirOperationWalk(op, findObstacle, promoting, MlirWalkPreOrder);
  if (!mlirOperationIsNull(promoting->obstacle))
    return;
  mlirOperationWalk(op, visit, promoting, MlirWalkPreOrder);
  mlirOperationWalk(op, dropConversion, NULL, MlirWalkPostOrder);
}

/// There are operations that insist on narrower types.
static AsStatus checkPromoted(MlirModule module, AsError *error) {
  AsIrDiagnostics diagnostics;
  asIrDiagnosticsAttach(&diagnostics, mlirModuleGetContext(module));
  bool isSane = mlirOperationVerify(mlirModuleGetOperation(module));
  AsStatus status =
      isSane ? AS_OK
             : asFail(error, AS_UNSUPPORTED, "f64 is no type for all of it: %s",
                      asTextString(&diagnostics.text));
  asIrDiagnosticsDetach(&diagnostics);
  return status;
}

AsStatus asPromoteFloatsToF64(MlirModule module, AsError *error) {
  Promoting promoting = {.wide = mlirF64TypeGet(mlirModuleGetContext(module))};
  promoteAll(module, &promoting);
  return mlirOperationIsNull(promoting.obstacle)
             ? checkPromoted(module, error)
             : asIrFailNaming(promoting.obstacle, AS_UNSUPPORTED, error,
                              "sees the bits of a float, or has a constant "
                              "that cannot be converted to f64");
}

void asPromoteFloatsInside(MlirModule module) {
  Promoting promoting = {.wide = mlirF32TypeGet(mlirModuleGetContext(module))};
  MlirOperation function =
      mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  if (mlirOperationIsNull(function) || !asIrIsNamed(function, "func.func") ||
      mlirBlockIsNull(asIrBody(function)) || !canKeep(function))
    return;
  MlirType type =
      mlirTypeAttrGetValue(asIrAttribute(function, "function_type"));
  promoteAll(module, &promoting);
  if (mlirOperationIsNull(promoting.obstacle))
    restore(function, type);
}
