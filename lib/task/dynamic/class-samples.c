//===- class-samples.c - Sizes that a class of loops is tuned for
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An extent such as 2 * n + m is traced back to the sizes that a caller
// chooses. Its samples are those that it has at the samples of n and of m.
// Where nobody says how large these are, an extent such as n mod 64 is less
// than 64.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/class-samples.h"
#include "graph/sizes/size-symbols.h"
#include "graph/sizes/size-trace.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Extents by the names of sizes
//===----------------------------------------------------------------------===//

/// What the attribute has for each dynamic dimension of the arguments. The
/// caller frees the list.
static MlirAffineExpr *argumentSizes(MlirOperation function,
                                     const AsSymbols *symbols) {
  MlirBlock body = asIrBody(function);
  MlirAffineExpr *sizes = NULL;
  intptr_t at = 0, count = 0;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); i++) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(body, i));
    intptr_t rank = asIsRanked(type) ? mlirShapedTypeGetRank(type) : 0;
    sizes = asRealloc(sizes, sizeof *sizes * (size_t)(count + rank + 1));
    for (intptr_t d = 0; d < rank; d++, at++)
      if (mlirShapedTypeIsDynamicDim(type, d))
        sizes[count++] = mlirAffineMapGetResult(symbols->shapes, at);
  }
  return sizes;
}

/// The extent as an expression of the symbols; null if it is none.
static MlirAffineExpr extentOf(MlirOperation function, const AsSymbols *symbols,
                               const AsLoopClass *class) {
  AsSizeSummary summary = {0};
  AsSizeAnalysis analysis = {.context = mlirOperationGetContext(function),
                             .function = function,
                             .summary = &summary};
  MlirAffineExpr *sizes = argumentSizes(function, symbols);
  summary.symbols = sizes;
  MlirAffineExpr extent =
      asSizeSubstitute(asSizeOf(&analysis, class->tensor, class->dim),
                       sizes ? sizes : &(MlirAffineExpr){NULL}, NULL);
  asSizeTableFree(&analysis.known);
  free(sizes);
  return extent;
}

//===----------------------------------------------------------------------===//
// Samples
//===----------------------------------------------------------------------===//

static const char *nameOf(const AsSymbols *symbols, intptr_t symbol,
                          AsArena *arena) {
  MlirStringRef name =
      mlirStringAttrGetValue(mlirArrayAttrGetElement(symbols->names, symbol));
  return asArenaFormat(arena, "%.*s", (int)name.length, name.data);
}

static bool hasSymbol(MlirAffineExpr expr, intptr_t symbol) {
  if (mlirAffineExprIsASymbol(expr))
    return mlirAffineSymbolExprGetPosition(expr) == symbol;
  return mlirAffineExprIsABinary(expr) &&
         (hasSymbol(mlirAffineBinaryOpExprGetLHS(expr), symbol) ||
          hasSymbol(mlirAffineBinaryOpExprGetRHS(expr), symbol));
}

/// The samples of an expression; those of several symbols in step.
static void sampleExpression(MlirContext context, MlirAffineExpr expr,
                             intptr_t count, const AsSampleSizes *of,
                             AsSampleSizes *samples) {
  AsSizeRange ranges[AS_MAX_SAMPLES];
  MlirAffineExpr *values = asAlloc(sizeof *values * (size_t)(count + 1));
  const AsSampleSizes *longest = NULL;
  int found = 0;
  for (intptr_t s = 0; s < count; s++)
    if (hasSymbol(expr, s) && (!longest || longest->count < of[s].count))
      longest = &of[s];
  for (int i = 0; longest && i < longest->count; i++) {
    for (intptr_t s = 0; s < count; s++)
      values[s] = mlirAffineConstantExprGet(
          context, of[s].size[(int64_t)i * of[s].count / longest->count]);
    MlirAffineExpr value = asSizeSubstitute(expr, values, NULL);
    int64_t size = mlirAffineExprIsAConstant(value)
                       ? mlirAffineConstantExprGetValue(value)
                       : 0;
    if (size > 0)
      ranges[found++] = (AsSizeRange){.name = "",
                                      .first = size,
                                      .last = size,
                                      .step = 1,
                                      .weight = longest->weight[i]};
  }
  free(values);
  asSampleSizes(&(AsSizeRanges){ranges, found}, NULL, "", samples);
}

/// The sizes of the arguments, each a symbol of its own. The caller frees the
/// list.
static MlirAffineExpr *ownSymbols(MlirOperation function) {
  MlirBlock body = asIrBody(function);
  MlirContext context = mlirOperationGetContext(function);
  intptr_t count = 0;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); i++)
    count += asNumDynamicDims(mlirValueGetType(mlirBlockGetArgument(body, i)));
  MlirAffineExpr *symbols = asAlloc(sizeof *symbols * (size_t)(count + 1));
  for (intptr_t s = 0; s < count; s++)
    symbols[s] = mlirAffineSymbolExprGet(context, s);
  return symbols;
}

/// The most that the extent can be where it is a rest, as that behind blocks of
/// attention (split-attention.c); else 0.
static int64_t mostOf(MlirOperation function, const AsLoopClass *class) {
  AsSizeSummary summary = {.symbols = ownSymbols(function)};
  AsSizeAnalysis analysis = {.context = mlirOperationGetContext(function),
                             .function = function,
                             .summary = &summary};
  MlirAffineExpr extent = asSizeOf(&analysis, class->tensor, class->dim),
                 divisor = extent;
  bool isRest = !mlirAffineExprIsNull(extent) && mlirAffineExprIsAMod(extent);
  if (isRest)
    divisor = mlirAffineBinaryOpExprGetRHS(extent);
  int64_t most = isRest && mlirAffineExprIsAConstant(divisor)
                     ? mlirAffineConstantExprGetValue(divisor) - 1
                     : 0;
  asSizeTableFree(&analysis.known);
  free(summary.symbols);
  return most;
}

/// Any sizes that the extent can be.
static void sampleAny(MlirOperation function, const AsLoopClass *class,
                      AsSampleSizes *samples) {
  AsSizeRange all = {.name = "",
                     .first = 1,
                     .last = mostOf(function, class),
                     .step = 1,
                     .weight = 1};
  asSampleSizes(all.last > 0 ? &(AsSizeRanges){&all, 1} : NULL, NULL, "",
                samples);
}

void asClassSamples(MlirOperation function, const AsLoopClass *class,
                    const AsSizeRanges *ranges, AsSampleSizes *samples) {
  AsSymbols symbols;
  sampleAny(function, class, samples);
  if (!ranges || !ranges->count || !asSymbolsGet(function, &symbols))
    return;
  MlirAffineExpr extent = extentOf(function, &symbols, class);
  if (mlirAffineExprIsNull(extent))
    return;
  AsArena arena = {0};
  AsText name = {0};
  asIrStringAttribute(function, "sym_name", &name);
  AsSampleSizes *of = asAlloc(sizeof *of * (size_t)(symbols.count + 1));
  for (intptr_t s = 0; s < symbols.count; s++)
    asSampleSizes(ranges, asTextString(&name), nameOf(&symbols, s, &arena),
                  &of[s]);
  sampleExpression(mlirOperationGetContext(function), extent, symbols.count, of,
                   samples);
  free(of);
  asTextFree(&name);
  asArenaDestroy(&arena);
}

//===----------------------------------------------------------------------===//
// What cannot be meant
//===----------------------------------------------------------------------===//

typedef struct Names {
  const AsSizeRange *range;
  bool isFound;
  AsText all; ///< "linear: batch; mixed: n, m".
} Names;

static void lookUp(MlirOperation function, void *context) {
  Names *names = context;
  AsSymbols symbols;
  if (!asSymbolsGet(function, &symbols))
    return;
  AsArena arena = {0};
  AsText own = {0};
  asIrStringAttribute(function, "sym_name", &own);
  asTextFormat(&names->all, "%s%s:", names->all.length ? "; " : "",
               asTextString(&own));
  for (intptr_t s = 0; s < symbols.count; s++) {
    const char *name = nameOf(&symbols, s, &arena);
    names->isFound |= asSizeRangeIsOf(names->range, own.data, name);
    asTextFormat(&names->all, "%s %s", s ? "," : "", name);
  }
  asTextFree(&own);
  asArenaDestroy(&arena);
}

AsStatus asCheckRanges(MlirModule module, const AsSizeRanges *ranges,
                       AsError *error) {
  AsStatus status = AS_OK;
  for (int r = 0; r < ranges->count && !status; r++) {
    Names names = {.range = &ranges->ranges[r]};
    asIrVisitAllFunctions(module, lookUp, &names);
    if (!names.isFound)
      status = asFail(error, AS_INVALID_INPUT,
                      "%s: no public function has the size '%s%s%s'; %s%s",
                      names.range->isWritten ? AS_SIZES_ATTRIBUTE : "--sizes",
                      names.range->function ? names.range->function : "",
                      names.range->function ? ":" : "", names.range->name,
                      names.all.length ? "there are "
                                       : "none has a size that callers choose",
                      asTextString(&names.all));
    asTextFree(&names.all);
  }
  return status;
}
