//===- size-trace.c - Trace a size back to sizes of arguments
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graph/sizes/size-trace.h"
#include "graph/sizes/broadcast-choice.h"
#include "graph/sizes/size-maximum.h"
#include "ir/def-use.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>

static MlirAffineExpr nothing(void) { return (MlirAffineExpr){NULL}; }

static bool isKnown(MlirAffineExpr expr) { return expr.ptr != NULL; }

bool asIsRanked(MlirType type) {
  return mlirTypeIsAShaped(type) && !mlirTypeIsAVector(type) &&
         mlirShapedTypeHasRank(type);
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

typedef MlirAffineExpr (*Combiner)(MlirAffineExpr, MlirAffineExpr);

static MlirAffineExpr combine(Combiner combiner, MlirAffineExpr left,
                              MlirAffineExpr right) {
  return isKnown(left) && isKnown(right) ? combiner(left, right) : nothing();
}

static Combiner combinerOf(MlirAffineExpr expr) {
  return mlirAffineExprIsAAdd(expr)        ? mlirAffineAddExprGet
         : mlirAffineExprIsAMul(expr)      ? mlirAffineMulExprGet
         : mlirAffineExprIsAFloorDiv(expr) ? mlirAffineFloorDivExprGet
         : mlirAffineExprIsACeilDiv(expr)  ? mlirAffineCeilDivExprGet
                                           : mlirAffineModExprGet;
}

MlirAffineExpr asSizeSubstitute(MlirAffineExpr expr,
                                const MlirAffineExpr *symbols,
                                const MlirAffineExpr *dims) {
  if (!isKnown(expr) || mlirAffineExprIsAConstant(expr))
    return expr;
  if (mlirAffineExprIsASymbol(expr))
    return symbols[mlirAffineSymbolExprGetPosition(expr)];
  if (mlirAffineExprIsADim(expr))
    return dims[mlirAffineDimExprGetPosition(expr)];
  return combine(
      combinerOf(expr),
      asSizeSubstitute(mlirAffineBinaryOpExprGetLHS(expr), symbols, dims),
      asSizeSubstitute(mlirAffineBinaryOpExprGetRHS(expr), symbols, dims));
}

static MlirAffineExpr constant(const AsSizeAnalysis *analysis, int64_t value) {
  return mlirAffineConstantExprGet(analysis->context, value);
}

/// With one symbol for all that are equal.
MlirAffineExpr asSizeCanonical(const AsSizeAnalysis *analysis,
                               MlirAffineExpr expr) {
  return asSizeSubstitute(expr, analysis->summary->symbols, NULL);
}

static bool areEqual(const AsSizeAnalysis *analysis, MlirAffineExpr left,
                     MlirAffineExpr right) {
  return isKnown(left) && isKnown(right) &&
         mlirAffineExprEqual(asSizeCanonical(analysis, left),
                             asSizeCanonical(analysis, right));
}

static MlirAffineExpr ifEqual(const AsSizeAnalysis *analysis,
                              MlirAffineExpr left, MlirAffineExpr right) {
  return areEqual(analysis, left, right) ? left : nothing();
}

//===----------------------------------------------------------------------===//
// Sizes and numbers
//===----------------------------------------------------------------------===//

static MlirAffineExpr numberOf(AsSizeAnalysis *analysis, MlirValue value) {
  return asSizeOf(analysis, value, AS_SIZE_NUMBER);
}

static MlirAffineExpr numberAt(AsSizeAnalysis *analysis, MlirOperation op,
                               intptr_t operand) {
  return numberOf(analysis, mlirOperationGetOperand(op, operand));
}

/// How many dimensions before `dim` are dynamic.
static intptr_t dynamicBefore(MlirType type, intptr_t dim) {
  intptr_t count = 0;
  for (intptr_t d = 0; d < dim; d++)
    count += mlirShapedTypeIsDynamicDim(type, d);
  return count;
}

intptr_t asNumDynamicDims(MlirType type) {
  return asIsRanked(type) ? dynamicBefore(type, mlirShapedTypeGetRank(type))
                          : 0;
}

/// The symbol of a dimension of an argument.
static MlirAffineExpr symbolOf(const AsSizeAnalysis *analysis,
                               intptr_t argument, intptr_t dim) {
  MlirBlock body = asIrBody(analysis->function);
  intptr_t number = dynamicBefore(
      mlirValueGetType(mlirBlockGetArgument(body, argument)), dim);
  for (intptr_t i = 0; i < argument; i++)
    number += asNumDynamicDims(mlirValueGetType(mlirBlockGetArgument(body, i)));
  return mlirAffineSymbolExprGet(analysis->context, number);
}

/// The first operand of a group of operands.
static intptr_t groupStart(MlirOperation op, intptr_t group) {
  MlirAttribute sizes = asIrAttribute(op, "operandSegmentSizes");
  intptr_t start = 0;
  for (intptr_t g = 0; g < group; g++)
    start += mlirDenseI32ArrayGetElement(sizes, g);
  return start;
}

/// Element `i` of a list of numbers, of which those that are not in the
/// attribute are operands from `operand` on.
static MlirAffineExpr mixedNumber(AsSizeAnalysis *analysis, MlirOperation op,
                                  const char *attribute, intptr_t i,
                                  intptr_t operand) {
  MlirAttribute list = asIrAttribute(op, attribute);
  int64_t dynamic = mlirShapedTypeGetDynamicSize();
  for (intptr_t j = 0; j < i; j++)
    operand += mlirDenseI64ArrayGetElement(list, j) == dynamic;
  int64_t number = mlirDenseI64ArrayGetElement(list, i);
  return number == dynamic ? numberAt(analysis, op, operand)
                           : constant(analysis, number);
}

/// The dimension of a slice that becomes dimension `dim` of the result, which
/// may lack some of extent 1.
static intptr_t sliceDim(MlirOperation op, MlirType type, intptr_t dim) {
  MlirAttribute sizes = asIrAttribute(op, "static_sizes");
  intptr_t rank = mlirDenseArrayGetNumElements(sizes), next = 0, at = -1;
  for (intptr_t r = 0; r <= dim; r++) {
    int64_t size = mlirShapedTypeGetDimSize(type, r);
    while (next < rank && mlirDenseI64ArrayGetElement(sizes, next) != size)
      next++;
    at = next++;
  }
  return at < rank ? at : -1;
}

static MlirAffineExpr ofSlice(AsSizeAnalysis *analysis, MlirOperation op,
                              MlirType type, intptr_t dim) {
  intptr_t at = sliceDim(op, type, dim);
  return at < 0
             ? nothing()
             : mixedNumber(analysis, op, "static_sizes", at, groupStart(op, 2));
}

/// A view that is given its sizes.
static MlirAffineExpr ofReinterpretCast(AsSizeAnalysis *analysis,
                                        MlirOperation op, intptr_t dim) {
  return mixedNumber(analysis, op, "static_sizes", dim, groupStart(op, 2));
}

static MlirAffineExpr ofPad(AsSizeAnalysis *analysis, MlirOperation op,
                            intptr_t dim) {
  MlirAffineExpr size = asSizeOf(analysis, mlirOperationGetOperand(op, 0), dim);
  size =
      combine(mlirAffineAddExprGet, size,
              mixedNumber(analysis, op, "static_low", dim, groupStart(op, 1)));
  return combine(
      mlirAffineAddExprGet, size,
      mixedNumber(analysis, op, "static_high", dim, groupStart(op, 2)));
}

static MlirAffineExpr ofCollapse(AsSizeAnalysis *analysis, MlirOperation op,
                                 intptr_t dim) {
  MlirAttribute group =
      mlirArrayAttrGetElement(asIrAttribute(op, "reassociation"), dim);
  MlirAffineExpr size = constant(analysis, 1);
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(group); i++)
    size = combine(mlirAffineMulExprGet, size,
                   asSizeOf(analysis, mlirOperationGetOperand(op, 0),
                            mlirIntegerAttrGetValueInt(
                                mlirArrayAttrGetElement(group, i))));
  return size;
}

static MlirAffineExpr ofConcat(AsSizeAnalysis *analysis, MlirOperation op,
                               intptr_t dim) {
  bool isAlong = mlirIntegerAttrGetValueInt(asIrAttribute(op, "dim")) == dim;
  intptr_t count = isAlong ? mlirOperationGetNumOperands(op) : 1;
  MlirAffineExpr size = constant(analysis, 0);
  for (intptr_t i = 0; i < count; i++)
    size = combine(mlirAffineAddExprGet, size,
                   asSizeOf(analysis, mlirOperationGetOperand(op, i), dim));
  return size;
}

static MlirValue yielded(MlirOperation op, intptr_t region, intptr_t result) {
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, region));
  return mlirOperationGetOperand(mlirBlockGetTerminator(block), result);
}

intptr_t asSizeChoice(AsSizeAnalysis *analysis, MlirOperation op,
                      MlirAffineExpr *taken, MlirAffineExpr *broadcast) {
  AsBroadcastChoice choice;
  if (!asReadBroadcastChoice(op, &choice))
    return -1;
  *taken = asSizeOf(analysis, choice.from, choice.dim);
  *broadcast = asSizeOf(analysis, choice.to, choice.dim);
  return isKnown(*broadcast) &&
                 areEqual(analysis, *taken, numberOf(analysis, choice.size))
             ? choice.dim
             : -1;
}

/// What a loop carries keeps its size if each iteration does.
static MlirAffineExpr ofLoop(AsSizeAnalysis *analysis, MlirOperation op,
                             intptr_t result, intptr_t dim) {
  MlirAffineExpr first =
      asSizeOf(analysis, mlirOperationGetOperand(op, 3 + result), dim);
  return ifEqual(analysis, first,
                 asSizeOf(analysis, yielded(op, 0, result), dim));
}

/// The size that both branches of a choice have where the operation that it is
/// made for is right (asSizeChoice): that of what is broadcast.
static MlirAffineExpr ofBranches(AsSizeAnalysis *analysis, MlirOperation op,
                                 intptr_t result, intptr_t dim) {
  MlirAffineExpr taken, broadcast;
  if (dim >= 0 && asSizeChoice(analysis, op, &taken, &broadcast) == dim)
    return broadcast;
  return ifEqual(analysis, asSizeOf(analysis, yielded(op, 0, result), dim),
                 asSizeOf(analysis, yielded(op, 1, result), dim));
}

static MlirAffineExpr ofOperands(AsSizeAnalysis *analysis, MlirOperation op,
                                 intptr_t left, intptr_t right, intptr_t dim) {
  return ifEqual(analysis,
                 asSizeOf(analysis, mlirOperationGetOperand(op, left), dim),
                 asSizeOf(analysis, mlirOperationGetOperand(op, right), dim));
}

/// By the operands of `op`, which are the map's dimensions, then its symbols.
static MlirAffineExpr ofApply(AsSizeAnalysis *analysis, MlirOperation op) {
  MlirAffineMap map = mlirAffineMapAttrGetValue(asIrAttribute(op, "map"));
  if (mlirAffineMapGetNumResults(map) != 1)
    return nothing(); // A maximum or minimum.
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirAffineExpr *values = asAlloc(sizeof *values * (size_t)(count + 1));
  for (intptr_t i = 0; i < count; i++)
    values[i] = numberAt(analysis, op, i);
  MlirAffineExpr result =
      asSizeSubstitute(mlirAffineMapGetResult(map, 0),
                       values + mlirAffineMapGetNumDims(map), values);
  free(values);
  return result;
}

static MlirAffineExpr ofDim(AsSizeAnalysis *analysis, MlirOperation op) {
  int64_t dim;
  MlirValue shaped = mlirOperationGetOperand(op, 0);
  bool isOne = asIrConstantInteger(mlirOperationGetOperand(op, 1), &dim) &&
               asIsRanked(mlirValueGetType(shaped)) && dim >= 0 &&
               dim < mlirShapedTypeGetRank(mlirValueGetType(shaped));
  return isOne ? asSizeOf(analysis, shaped, dim) : nothing();
}

/// Divisors may be 0 unless they are constants.
static MlirAffineExpr ofArithmetic(AsSizeAnalysis *analysis, MlirOperation op) {
  static const struct {
    const char *name;
    Combiner combiner;
    bool divides;
  } rows[] = {{"arith.addi", mlirAffineAddExprGet, false},
              {"arith.muli", mlirAffineMulExprGet, false},
              {"arith.divui", mlirAffineFloorDivExprGet, true},
              {"arith.divsi", mlirAffineFloorDivExprGet, true},
              {"arith.floordivsi", mlirAffineFloorDivExprGet, true},
              {"arith.ceildivui", mlirAffineCeilDivExprGet, true},
              {"arith.ceildivsi", mlirAffineCeilDivExprGet, true},
              {"arith.remui", mlirAffineModExprGet, true},
              {"arith.remsi", mlirAffineModExprGet, true}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (!asIrIsNamed(op, rows[i].name))
      continue;
    MlirAffineExpr left = numberAt(analysis, op, 0),
                   right = numberAt(analysis, op, 1);
    bool isDivisor = isKnown(right) && mlirAffineExprIsAConstant(right) &&
                     mlirAffineConstantExprGetValue(right) > 0;
    return rows[i].divides && !isDivisor
               ? nothing()
               : combine(rows[i].combiner, left, right);
  }
  return nothing();
}

/// Whether the number is a size, or the larger one of sizes: never negative.
static bool isSize(MlirValue value) {
  MlirOperation op = asIrDefinition(value);
  int64_t number;
  if (asIrConstantInteger(value, &number))
    return number >= 0;
  if (mlirOperationIsNull(op) || !asIrIsNamed(op, "arith.maxui"))
    return mlirOperationIsNull(op) || asIrIsNamed(op, "tensor.dim") ||
           asIrIsNamed(op, "memref.dim");
  return isSize(mlirOperationGetOperand(op, 0)) &&
         isSize(mlirOperationGetOperand(op, 1));
}

/// The larger one of two numbers.
static MlirAffineExpr ofMaximum(AsSizeAnalysis *analysis, MlirOperation op) {
  MlirAffineExpr left = numberAt(analysis, op, 0),
                 right = numberAt(analysis, op, 1),
                 equal = ifEqual(analysis, left, right);
  if (isKnown(equal) || (asIrIsNamed(op, "arith.maxui") &&
                         !isSize(mlirOperationGetResult(op, 0))))
    return equal;
  return combine(asSizeMaximum, left, right);
}

static MlirAffineExpr ofNumber(AsSizeAnalysis *analysis, MlirOperation op,
                               MlirValue value, intptr_t result) {
  static const char *const casts[] = {"arith.index_cast", "arith.index_castui",
                                      "arith.extsi", "arith.extui"};
  static const char *const maxima[] = {"arith.maxsi", "arith.maxui"},
                           *const minima[] = {"arith.minsi", "arith.minui"};
  static const char *const maps[] = {"affine.apply", "affine.max",
                                     "affine.min"};
  int64_t number;
  if (asIrConstantInteger(value, &number))
    return constant(analysis, number);
  if (asIrIsOneOf(op, casts, sizeof casts / sizeof *casts))
    return numberAt(analysis, op, 0);
  if (asIrIsOneOf(op, maxima, sizeof maxima / sizeof *maxima))
    return ofMaximum(analysis, op);
  if (asIrIsOneOf(op, minima, sizeof minima / sizeof *minima))
    return ofOperands(analysis, op, 0, 1, AS_SIZE_NUMBER);
  if (asIrIsOneOf(op, maps, sizeof maps / sizeof *maps))
    return ofApply(analysis, op);
  if (asIrIsNamed(op, "tensor.dim") || asIrIsNamed(op, "memref.dim"))
    return ofDim(analysis, op);
  if (asIrIsNamed(op, "arith.subi"))
    return combine(mlirAffineAddExprGet, numberAt(analysis, op, 0),
                   combine(mlirAffineMulExprGet, numberAt(analysis, op, 1),
                           constant(analysis, -1)));
  if (asIrIsNamed(op, "arith.select"))
    return ofOperands(analysis, op, 1, 2, AS_SIZE_NUMBER);
  if (asIrIsNamed(op, "scf.if"))
    return ofBranches(analysis, op, result, AS_SIZE_NUMBER);
  return ofArithmetic(analysis, op);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// The operand that has the shape of the result; -1 if none has.
static intptr_t likeOperand(MlirOperation op, intptr_t result) {
  static const struct {
    const char *name;
    intptr_t operand;
  } rows[] = {{"tensor.cast", 0},
              {"memref.cast", 0},
              {"bufferization.to_tensor", 0},
              {"bufferization.to_buffer", 0},
              {"tensor.insert", 1},
              {"tensor.insert_slice", 1},
              {"vector.transfer_write", 1},
              {"bufferization.materialize_in_destination", 1},
              {"linalg.pack", 1},
              {"linalg.unpack", 1}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (asIrIsNamed(op, rows[i].name))
      return rows[i].operand;
  // Whatever other operands there are, the last ones are what is written to,
  // one for each result.
  if (asIrHasPrefix(op, "linalg."))
    return mlirOperationGetNumOperands(op) - mlirOperationGetNumResults(op) +
           result;
  if (asIrIsNamed(op, "scf.forall"))
    return groupStart(op, 3) + result;
  return -1;
}

/// The first operand that is the size of a dynamic dimension; -1 if they are
/// not operands.
static intptr_t firstSize(MlirOperation op) {
  static const char *const plain[] = {"tensor.empty", "memref.alloc",
                                      "memref.alloca", "tensor.generate",
                                      "bufferization.alloc_tensor"};
  static const char *const second[] = {"tensor.splat", "tensor.expand_shape",
                                       "memref.expand_shape"};
  return asIrIsOneOf(op, plain, sizeof plain / sizeof *plain)      ? 0
         : asIrIsOneOf(op, second, sizeof second / sizeof *second) ? 1
                                                                   : -1;
}

static MlirAffineExpr ofResult(AsSizeAnalysis *analysis, MlirOperation op,
                               MlirValue value, intptr_t result, intptr_t dim) {
  MlirType type = mlirValueGetType(value);
  if (dim == AS_SIZE_NUMBER)
    return ofNumber(analysis, op, value, result);
  if (firstSize(op) >= 0)
    return numberAt(analysis, op, firstSize(op) + dynamicBefore(type, dim));
  if (likeOperand(op, result) >= 0)
    return asSizeOf(analysis,
                    mlirOperationGetOperand(op, likeOperand(op, result)), dim);
  if (asIrIsNamed(op, "tensor.extract_slice") ||
      asIrIsNamed(op, "memref.subview"))
    return ofSlice(analysis, op, type, dim);
  if (asIrIsNamed(op, "memref.reinterpret_cast"))
    return ofReinterpretCast(analysis, op, dim);
  if (asIrIsNamed(op, "tensor.pad"))
    return ofPad(analysis, op, dim);
  if (asIrIsNamed(op, "tensor.collapse_shape") ||
      asIrIsNamed(op, "memref.collapse_shape"))
    return ofCollapse(analysis, op, dim);
  if (asIrIsNamed(op, "tensor.concat"))
    return ofConcat(analysis, op, dim);
  if (asIrIsNamed(op, "arith.select"))
    return ofOperands(analysis, op, 1, 2, dim);
  if (asIrIsNamed(op, "scf.for"))
    return ofLoop(analysis, op, result, dim);
  if (asIrIsNamed(op, "scf.if"))
    return ofBranches(analysis, op, result, dim);
  return nothing();
}

static MlirAffineExpr ofArgument(AsSizeAnalysis *analysis, MlirValue value,
                                 intptr_t dim) {
  MlirBlock block = mlirBlockArgumentGetOwner(value);
  intptr_t argument = mlirBlockArgumentGetArgNumber(value);
  MlirOperation op = mlirBlockGetParentOperation(block);
  bool isOwn = mlirBlockEqual(block, asIrBody(analysis->function));
  intptr_t firstNumber =
      isOwn ? mlirBlockGetNumArguments(block) - analysis->numNumbers : 0;
  if (dim != AS_SIZE_NUMBER && isOwn)
    return symbolOf(analysis, argument, dim);
  if (isOwn && argument >= firstNumber)
    return mlirAffineSymbolExprGet(analysis->context, argument - firstNumber);
  if (dim != AS_SIZE_NUMBER && argument > 0 && asIrIsNamed(op, "scf.for"))
    return asSizeOf(analysis, mlirOperationGetOperand(op, 2 + argument), dim);
  return nothing();
}

static MlirAffineExpr trace(AsSizeAnalysis *analysis, MlirValue value,
                            intptr_t dim) {
  if (mlirValueIsABlockArgument(value))
    return ofArgument(analysis, value, dim);
  MlirOperation op = mlirOpResultGetOwner(value);
  MlirAffineExpr size =
      ofResult(analysis, op, value, mlirOpResultGetResultNumber(value), dim);
  if (!isKnown(size) && mlirOperationIsNull(analysis->summary->culprit))
    analysis->summary->culprit = op;
  return size;
}

MlirAffineExpr asSizeOf(AsSizeAnalysis *analysis, MlirValue value,
                        intptr_t dim) {
  MlirType type = mlirValueGetType(value);
  if (dim != AS_SIZE_NUMBER && !asIsRanked(type))
    return nothing();
  if (dim != AS_SIZE_NUMBER && !mlirShapedTypeIsDynamicDim(type, dim))
    return constant(analysis, mlirShapedTypeGetDimSize(type, dim));
  const AsSizeEntry *entry = asSizeTableFind(&analysis->known, value, dim);
  if (entry)
    return entry->expr;
  MlirAffineExpr size = trace(analysis, value, dim);
  if (isKnown(size))
    asSizeTableAdd(&analysis->known, value, dim, size);
  return size;
}

//===----------------------------------------------------------------------===//
// Functions that take sizes
//===----------------------------------------------------------------------===//

void asSizeNumbersBegin(MlirOperation function, intptr_t numNumbers,
                        AsSizeSummary *summary, AsSizeAnalysis *analysis) {
  MlirContext context = mlirOperationGetContext(function);
  *summary = (AsSizeSummary){
      .numSymbols = numNumbers,
      .symbols = asAlloc(sizeof(MlirAffineExpr) * (size_t)(numNumbers + 1))};
  for (intptr_t s = 0; s < numNumbers; s++)
    summary->symbols[s] = mlirAffineSymbolExprGet(context, s);
  *analysis = (AsSizeAnalysis){.context = context,
                               .function = function,
                               .summary = summary,
                               .numNumbers = numNumbers};
}

void asSizeNumbersEnd(AsSizeAnalysis *analysis) {
  asSizeSummaryFree(analysis->summary);
  asSizeTableFree(&analysis->known);
}
