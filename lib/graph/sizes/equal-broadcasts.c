//===- equal-broadcasts.c - Drop broadcasts along sizes that are equal
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An element-wise operation of TOSA may broadcast a dynamic dimension that is 1
// at run time: upstream makes a choice for each (broadcast-choice.h).
//
// Where the size of the result is that of the operand, as it is if both are
// computed from one tensor, the operand is taken as it is. The choice would
// keep operations from being fused and double their kernels.
//
// Requires:    linalg on tensors; names of sizes (size-symbols.h), by which
//              arguments may say that they have equal sizes.
// Provides:    no such choice between tensors whose sizes are known to be
// equal. Invalidates: nothing.
//
//===----------------------------------------------------------------------===//

#include "graph/graph-passes.h"
#include "graph/sizes/broadcast-choice.h"
#include "graph/sizes/size-symbols.h"
#include "graph/sizes/size-trace.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

typedef struct Finder {
  MlirModule module;
  AsSizeAnalysis *analysis;
  MlirOperation *found; ///< Owned.
  intptr_t numFound;
} Finder;

static bool isSize(Finder *finder, MlirAffineExpr size, MlirValue value,
                   intptr_t dim) {
  MlirAffineExpr other = asSizeOf(finder->analysis, value, dim);
  return size.ptr && other.ptr &&
         mlirAffineExprEqual(asSizeCanonical(finder->analysis, size),
                             asSizeCanonical(finder->analysis, other));
}

static MlirWalkResult find(MlirOperation op, void *context) {
  Finder *finder = context;
  AsBroadcastChoice choice;
  if (!asReadBroadcastChoice(op, &choice))
    return MlirWalkResultAdvance;
  MlirAffineExpr size = asSizeOf(finder->analysis, choice.from, choice.dim);
  if (!isSize(finder, size, choice.to, choice.dim) ||
      !isSize(finder, size, choice.size, AS_SIZE_NUMBER))
    return MlirWalkResultAdvance;
  finder->found = asRealloc(finder->found, sizeof *finder->found *
                                               (size_t)(finder->numFound + 1));
  finder->found[finder->numFound++] = op;
  return MlirWalkResultAdvance;
}

/// The names of the dynamic dimensions of arguments, for asSizesAnalyse; NULL
/// of a function whose sizes have none. The caller frees them.
static MlirAttribute *namesOf(MlirOperation function) {
  AsSymbols symbols;
  if (!asSymbolsGet(function, &symbols))
    return NULL;
  MlirBlock body = asIrBody(function);
  intptr_t total = mlirAffineMapGetNumResults(symbols.shapes), next = 0,
           count = 0;
  MlirAttribute *names = asAlloc(sizeof *names * (size_t)(total + 1));
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); i++) {
    MlirType type = mlirValueGetType(mlirBlockGetArgument(body, i));
    intptr_t rank = asIsRanked(type) ? mlirShapedTypeGetRank(type) : 0;
    for (intptr_t d = 0; d < rank; d++) {
      MlirAffineExpr size = mlirAffineMapGetResult(symbols.shapes, next++);
      if (mlirShapedTypeIsDynamicDim(type, d))
        names[count++] =
            mlirAffineExprIsASymbol(size)
                ? mlirArrayAttrGetElement(symbols.names,
                                          mlirAffineSymbolExprGetPosition(size))
                : mlirAttributeGetNull();
    }
  }
  return names;
}

static MlirWalkResult findAny(MlirOperation op, void *context) {
  AsBroadcastChoice choice;
  bool *found = context;
  *found = asReadBroadcastChoice(op, &choice);
  return *found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

static void dropIn(MlirOperation function, void *context) {
  Finder *all = context;
  bool asks = false;
  mlirOperationWalk(function, findAny, &asks, MlirWalkPreOrder);
  if (!asks)
    return;
  MlirAttribute *names = namesOf(function);
  AsSizeSummary summary;
  asSizesAnalyse(all->module, function, names, &summary);
  AsSizeCallee *callees = NULL;
  AsSizeAnalysis analysis = {.context = mlirModuleGetContext(all->module),
                             .module = all->module,
                             .function = function,
                             .summary = &summary,
                             .callees = &callees};
  Finder finder = {.module = all->module, .analysis = &analysis};
  mlirOperationWalk(function, find, &finder, MlirWalkPreOrder);
  for (intptr_t i = 0; i < finder.numFound; i++) {
    MlirOperation op = finder.found[i];
    AsBroadcastChoice choice;
    if (!asReadBroadcastChoice(op, &choice))
      continue;
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), choice.from);
    mlirOperationDestroy(op);
  }
  all->numFound += finder.numFound;
  free(finder.found);
  asSizeTableFree(&analysis.known);
  asSizeSummaryFree(&summary);
  free(names);
}

AsStatus asGraphDropEqualBroadcasts(MlirModule module, AsError *error) {
  Finder all = {.module = module};
  asIrVisitFunctions(module, dropIn, &all);
  return all.numFound
             ? asIrRunPipeline(mlirModuleGetOperation(module),
                               "builtin.module(canonicalize,cse)", true, error)
             : AS_OK;
}
