//===- size-analysis.c - Sizes of values from those of arguments
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See size-analysis.h. A callee is analysed once; its summary holds at each of
// its calls.
//
//===----------------------------------------------------------------------===//

#include "graph/sizes/size-analysis.h"
#include "graph/sizes/size-trace.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

static bool isKnown(MlirAffineExpr expr) { return expr.ptr != NULL; }

static MlirAffineExpr constant(const AsSizeAnalysis *analysis, int64_t value) {
  return mlirAffineConstantExprGet(analysis->context, value);
}

//===----------------------------------------------------------------------===//
// Equal sizes
//===----------------------------------------------------------------------===//

/// Lets the symbol of the lower number stand for both.
static void unite(AsSizeAnalysis *analysis, MlirAffineExpr left,
                  MlirAffineExpr right) {
  bool isLess = mlirAffineSymbolExprGetPosition(left) <
                mlirAffineSymbolExprGetPosition(right);
  MlirAffineExpr kept = isLess ? left : right, dropped = isLess ? right : left;
  AsSizeSummary *summary = analysis->summary;
  for (intptr_t s = 0; s < summary->numSymbols; s++)
    if (mlirAffineExprEqual(summary->symbols[s], dropped))
      summary->symbols[s] = kept;
}

static void noteZero(AsSizeSummary *summary, MlirAffineExpr zero) {
  summary->zeros = asRealloc(
      summary->zeros, sizeof *summary->zeros * (size_t)(summary->numZeros + 1));
  summary->zeros[summary->numZeros++] = zero;
}

static MlirAffineExpr minus(const AsSizeAnalysis *analysis, MlirAffineExpr left,
                            MlirAffineExpr right) {
  return mlirAffineAddExprGet(
      left, mlirAffineMulExprGet(right, constant(analysis, -1)));
}

/// Notes that two sizes are equal.
static void equate(AsSizeAnalysis *analysis, MlirAffineExpr left,
                   MlirAffineExpr right) {
  if (!isKnown(left) || !isKnown(right))
    return;
  left = asSizeCanonical(analysis, left);
  right = asSizeCanonical(analysis, right);
  if (mlirAffineExprEqual(left, right))
    return;
  if (mlirAffineExprIsASymbol(left) && mlirAffineExprIsASymbol(right)) {
    unite(analysis, left, right);
    return;
  }
  noteZero(analysis->summary, minus(analysis, left, right));
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static void analyse(AsSizeAnalysis *analysis, const MlirAttribute *names);

/// The callee of a call if it can be looked into.
static MlirOperation calleeOf(const AsSizeAnalysis *analysis,
                              MlirOperation call) {
  MlirOperation callee = asIrReferenced(analysis->module, call, "callee");
  bool isOpen = !mlirOperationIsNull(callee) &&
                asIrIsNamed(callee, "func.func") &&
                !mlirBlockIsNull(asIrBody(callee));
  return isOpen ? callee : (MlirOperation){NULL};
}

/// The sizes that a call gives the symbols of its callee.
static MlirAffineExpr *sizesPassed(AsSizeAnalysis *analysis, MlirOperation call,
                                   intptr_t numSymbols) {
  MlirAffineExpr *sizes = asAlloc(sizeof *sizes * (size_t)(numSymbols + 1));
  intptr_t count = 0;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(call); i++) {
    MlirValue value = mlirOperationGetOperand(call, i);
    MlirType type = mlirValueGetType(value);
    for (intptr_t d = 0; asIsRanked(type) && d < mlirShapedTypeGetRank(type);
         d++)
      if (mlirShapedTypeIsDynamicDim(type, d))
        sizes[count++] = asSizeOf(analysis, value, d);
  }
  return sizes;
}

/// What the callee makes of its results' sizes, and requires of others, holds
/// in the caller.
static void enterCall(AsSizeAnalysis *analysis, MlirOperation call,
                      const AsSizeSummary *callee) {
  MlirAffineExpr *sizes = sizesPassed(analysis, call, callee->numSymbols);
  MlirAffineExpr zero = constant(analysis, 0);
  for (intptr_t s = 0; s < callee->numSymbols; s++)
    equate(analysis, sizes[s],
           asSizeSubstitute(callee->symbols[s], sizes, NULL));
  for (intptr_t z = 0; z < callee->numZeros; z++)
    equate(analysis, asSizeSubstitute(callee->zeros[z], sizes, NULL), zero);
  intptr_t count = 0;
  for (intptr_t r = 0; r < mlirOperationGetNumResults(call); r++) {
    MlirValue result = mlirOperationGetResult(call, r);
    MlirType type = mlirValueGetType(result);
    for (intptr_t d = 0; asIsRanked(type) && d < mlirShapedTypeGetRank(type);
         d++) {
      MlirAffineExpr size =
          asSizeSubstitute(callee->resultDims[count++], sizes, NULL);
      if (isKnown(size))
        asSizeTableAdd(&analysis->known, result, d, size);
    }
  }
  free(sizes);
}

/// What the callee says of sizes; NULL in a recursion.
static const AsSizeSummary *summaryOf(AsSizeAnalysis *analysis,
                                      MlirOperation callee) {
  for (AsSizeCallee *c = *analysis->callees; c; c = c->next)
    if (mlirOperationEqual(c->function, callee))
      return c->isDone ? &c->summary : NULL;
  AsSizeCallee *added = asAlloc(sizeof *added);
  *added = (AsSizeCallee){.function = callee, .next = *analysis->callees};
  *analysis->callees = added;
  AsSizeAnalysis inner = {.context = analysis->context,
                          .module = analysis->module,
                          .function = callee,
                          .summary = &added->summary,
                          .callees = analysis->callees};
  analyse(&inner, NULL);
  added->isDone = true;
  return &added->summary;
}

static void visitCall(AsSizeAnalysis *analysis, MlirOperation call) {
  MlirOperation callee = calleeOf(analysis, call);
  const AsSizeSummary *summary =
      mlirOperationIsNull(callee) ? NULL : summaryOf(analysis, callee);
  if (summary)
    enterCall(analysis, call, summary);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Operands that a loop of a linalg operation runs over have its extent.
static void visitMaps(AsSizeAnalysis *analysis, MlirOperation op) {
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(op);
  if (mlirAttributeIsNull(maps) || mlirArrayAttrGetNumElements(maps) == 0)
    return;
  intptr_t numLoops = mlirAffineMapGetNumDims(
      mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, 0)));
  MlirAffineExpr *extents = asAlloc(sizeof *extents * (size_t)(numLoops + 1));
  memset(extents, 0, sizeof *extents * (size_t)(numLoops + 1));
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(maps); i++) {
    MlirAffineMap map =
        mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, i));
    for (intptr_t d = 0; d < mlirAffineMapGetNumResults(map); d++) {
      MlirAffineExpr index = mlirAffineMapGetResult(map, d);
      if (!mlirAffineExprIsADim(index))
        continue;
      MlirAffineExpr *extent = &extents[mlirAffineDimExprGetPosition(index)];
      MlirAffineExpr size =
          asSizeOf(analysis, mlirOperationGetOperand(op, i), d);
      equate(analysis, *extent, size);
      if (!isKnown(*extent))
        *extent = size;
    }
  }
  free(extents);
}

static void visitCast(AsSizeAnalysis *analysis, MlirOperation op) {
  MlirValue from = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  for (intptr_t d = 0; asIsRanked(type) && d < mlirShapedTypeGetRank(type); d++)
    if (!mlirShapedTypeIsDynamicDim(type, d))
      equate(analysis, asSizeOf(analysis, from, d),
             constant(analysis, mlirShapedTypeGetDimSize(type, d)));
}

/// Both operands of a softmax have one shape.
static void visitSoftmax(AsSizeAnalysis *analysis, MlirOperation op) {
  MlirValue from = mlirOperationGetOperand(op, 0),
            to = mlirOperationGetOperand(op, 1);
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(from));
  for (intptr_t d = 0; d < rank; d++)
    equate(analysis, asSizeOf(analysis, from, d), asSizeOf(analysis, to, d));
}

/// Pieces differ along one dimension only.
static void visitConcat(AsSizeAnalysis *analysis, MlirOperation op) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  int64_t along = mlirIntegerAttrGetValueInt(asIrAttribute(op, "dim"));
  for (intptr_t i = 1; i < mlirOperationGetNumOperands(op); i++)
    for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); d++)
      if (d != along)
        equate(analysis, asSizeOf(analysis, mlirOperationGetOperand(op, 0), d),
               asSizeOf(analysis, mlirOperationGetOperand(op, i), d));
}

/// What may be broadcast has the size 1, or that to which others are.
static void visitChoice(AsSizeAnalysis *analysis, MlirOperation op) {
  MlirAffineExpr taken, broadcast;
  if (asSizeChoice(analysis, op, &taken, &broadcast) < 0)
    return;
  taken = asSizeCanonical(analysis, taken);
  broadcast = asSizeCanonical(analysis, broadcast);
  if (!mlirAffineExprEqual(taken, broadcast))
    noteZero(
        analysis->summary,
        mlirAffineMulExprGet(minus(analysis, taken, broadcast),
                             minus(analysis, taken, constant(analysis, 1))));
}

/// Visits what always runs: the operations of the function's first block.
static void visitOps(AsSizeAnalysis *analysis) {
  MlirOperation op = mlirBlockGetFirstOperation(asIrBody(analysis->function));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (asIrIsNamed(op, "func.call"))
      visitCall(analysis, op);
    else if (asIrIsNamed(op, "tensor.cast") || asIrIsNamed(op, "memref.cast"))
      visitCast(analysis, op);
    else if (asIrIsNamed(op, "tensor.concat"))
      visitConcat(analysis, op);
    else if (asIrIsNamed(op, "linalg.softmax"))
      visitSoftmax(analysis, op);
    else if (asIrIsNamed(op, "scf.if"))
      visitChoice(analysis, op);
    else
      visitMaps(analysis, op);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// What the function returns; null if it returns in several places.
static MlirOperation onlyReturn(MlirOperation function) {
  MlirRegion region = mlirOperationGetRegion(function, 0);
  MlirBlock first = mlirRegionGetFirstBlock(region);
  return mlirBlockIsNull(mlirBlockGetNextInRegion(first))
             ? mlirBlockGetTerminator(first)
             : (MlirOperation){NULL};
}

static void noteResult(AsSizeAnalysis *analysis, MlirOperation last,
                       intptr_t result, intptr_t dim, MlirType type) {
  AsSizeSummary *summary = analysis->summary;
  MlirAffineExpr size = {NULL};
  if (!mlirShapedTypeIsDynamicDim(type, dim))
    size = constant(analysis, mlirShapedTypeGetDimSize(type, dim));
  else if (!mlirOperationIsNull(last))
    size = asSizeOf(analysis, mlirOperationGetOperand(last, result), dim);
  if (!isKnown(size) && !summary->lacksSize) {
    summary->lacksSize = true;
    summary->result = result;
    summary->dim = dim;
  }
  summary->resultDims[summary->numResultDims++] = size;
}

static void noteResults(AsSizeAnalysis *analysis) {
  AsSizeSummary *summary = analysis->summary;
  MlirOperation last = onlyReturn(analysis->function);
  MlirType type =
      mlirTypeAttrGetValue(asIrAttribute(analysis->function, "function_type"));
  summary->culprit = (MlirOperation){NULL};
  for (intptr_t r = 0; r < mlirFunctionTypeGetNumResults(type); r++) {
    MlirType result = mlirFunctionTypeGetResult(type, r);
    intptr_t rank = asIsRanked(result) ? mlirShapedTypeGetRank(result) : 0;
    intptr_t count = summary->numResultDims;
    summary->resultDims =
        asRealloc(summary->resultDims,
                  sizeof *summary->resultDims * (size_t)(count + rank + 1));
    for (intptr_t d = 0; d < rank; d++)
      noteResult(analysis, last, r, d, result);
  }
}

static void makeSymbols(AsSizeAnalysis *analysis) {
  MlirBlock body = asIrBody(analysis->function);
  AsSizeSummary *summary = analysis->summary;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); i++)
    summary->numSymbols +=
        asNumDynamicDims(mlirValueGetType(mlirBlockGetArgument(body, i)));
  summary->symbols =
      asAlloc(sizeof *summary->symbols * (size_t)(summary->numSymbols + 1));
  for (intptr_t s = 0; s < summary->numSymbols; s++)
    summary->symbols[s] = mlirAffineSymbolExprGet(analysis->context, s);
}

static void uniteNamesakes(AsSizeAnalysis *analysis,
                           const MlirAttribute *names) {
  AsSizeSummary *summary = analysis->summary;
  for (intptr_t s = 0; names && s < summary->numSymbols; s++)
    for (intptr_t t = 0; t < s; t++)
      if (!mlirAttributeIsNull(names[s]) &&
          mlirAttributeEqual(names[s], names[t]))
        equate(analysis, summary->symbols[s], summary->symbols[t]);
}

static void makeCanonical(const AsSizeAnalysis *analysis, intptr_t count,
                          MlirAffineExpr *exprs) {
  for (intptr_t i = 0; i < count; i++)
    exprs[i] = asSizeCanonical(analysis, exprs[i]);
}

static void analyse(AsSizeAnalysis *analysis, const MlirAttribute *names) {
  AsSizeSummary *summary = analysis->summary;
  makeSymbols(analysis);
  uniteNamesakes(analysis, names);
  visitOps(analysis);
  noteResults(analysis);
  makeCanonical(analysis, summary->numResultDims, summary->resultDims);
  makeCanonical(analysis, summary->numZeros, summary->zeros);
  asSizeTableFree(&analysis->known);
}

void asSizesAnalyse(MlirModule module, MlirOperation function,
                    const MlirAttribute *names, AsSizeSummary *summary) {
  *summary = (AsSizeSummary){0};
  AsSizeCallee self = {.function = function}, *callees = &self;
  AsSizeAnalysis analysis = {.context = mlirModuleGetContext(module),
                             .module = module,
                             .function = function,
                             .summary = summary,
                             .callees = &callees};
  analyse(&analysis, names);
  while (callees != &self) {
    AsSizeCallee *next = callees->next;
    asSizeSummaryFree(&callees->summary);
    free(callees);
    callees = next;
  }
}

void asSizeSummaryFree(AsSizeSummary *summary) {
  free(summary->symbols);
  free(summary->resultDims);
  free(summary->zeros);
  *summary = (AsSizeSummary){0};
}
