//===- equal-broadcasts.c - Drop broadcasts along sizes that are equal
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An element-wise operation of TOSA may broadcast a dynamic dimension that is 1
// at run time. So upstream asks, for each dimension of each operand:
//
//   %m = arith.maxui %n, %n : index
//   %one = arith.cmpi eq, %n, %c1 : index
//   %y = scf.if %one -> (tensor<?x64xf32>) {
//     %e = tensor.empty(%m) : tensor<?x64xf32>
//     %b = linalg.generic {indexing_maps = [(i, j) -> (0, j), (i, j) -> (i,
//     j)]}
//         ins(%x : tensor<?x64xf32>) outs(%e : tensor<?x64xf32>) { yield }
//     scf.yield %b : tensor<?x64xf32>
//   } else {
//     scf.yield %x : tensor<?x64xf32>
//   }
//
// Where the size of the result is that of %x, as it is if both operands are
// computed from one tensor, %y is %x. The choice would keep operations from
// being fused and double their kernels.
//
// Requires:    linalg on tensors; names of sizes (size-symbols.h), by which
//              arguments may say that they have equal sizes.
// Provides:    no such choice between tensors whose sizes are known to be
// equal. Invalidates: nothing.
//
//===----------------------------------------------------------------------===//

#include "graph/graph-passes.h"
#include "graph/sizes/size-symbols.h"
#include "graph/sizes/size-trace.h"
#include "ir/def-use.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include "support/arena.h"
#include <stdlib.h>

//===----------------------------------------------------------------------===//
// What is asked
//===----------------------------------------------------------------------===//

typedef struct Choice {
  MlirValue from; ///< The tensor that is broadcast, or taken as it is.
  MlirValue to;   ///< What it is broadcast to.
  intptr_t dim;   ///< Along which.
  MlirValue size; ///< It is broadcast if this number is 1.
} Choice;

static MlirValue yielded(MlirOperation op, intptr_t region) {
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, region));
  return mlirOperationGetOperand(mlirBlockGetTerminator(block), 0);
}

/// Whether the body gives the input as it is.
static bool isCopy(MlirOperation generic) {
  MlirOperation yield = mlirBlockGetTerminator(asIrBody(generic));
  return mlirOperationGetNumOperands(generic) == 2 &&
         mlirOperationGetNumResults(generic) == 1 &&
         mlirValueEqual(mlirOperationGetOperand(yield, 0),
                        mlirBlockGetArgument(asIrBody(generic), 0));
}

/// The only dimension of the input that is read at 0 rather than by the loop of
/// its number; -1 if there is none, or another reading.
static intptr_t repeatedDim(MlirOperation generic) {
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(generic);
  MlirAffineMap in =
                    mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, 0)),
                out =
                    mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, 1));
  intptr_t repeated = -1, rank = mlirAffineMapGetNumResults(in);
  if (!mlirAffineMapIsIdentity(out) || rank != mlirAffineMapGetNumResults(out))
    return -1;
  for (intptr_t d = 0; d < rank; d++) {
    MlirAffineExpr index = mlirAffineMapGetResult(in, d);
    if (mlirAffineExprIsADim(index) && mlirAffineDimExprGetPosition(index) == d)
      continue;
    bool isZero = mlirAffineExprIsAConstant(index) &&
                  mlirAffineConstantExprGetValue(index) == 0;
    if (!isZero || repeated >= 0)
      return -1;
    repeated = d;
  }
  return repeated;
}

/// The number that is compared with 1; null if the condition is another.
static MlirValue comparedWithOne(MlirValue condition) {
  enum { equal = 0 };
  int64_t number;
  if (!asIrIsMadeBy(condition, "arith.cmpi"))
    return (MlirValue){NULL};
  MlirOperation op = mlirOpResultGetOwner(condition);
  bool isAsked =
      mlirIntegerAttrGetValueInt(asIrAttribute(op, "predicate")) == equal &&
      asIrConstantInteger(mlirOperationGetOperand(op, 1), &number) &&
      number == 1;
  return isAsked ? mlirOperationGetOperand(op, 0) : (MlirValue){NULL};
}

static bool readChoice(MlirOperation op, Choice *choice) {
  if (!asIrIsNamed(op, "scf.if") || mlirOperationGetNumResults(op) != 1)
    return false;
  choice->to = yielded(op, 0);
  choice->from = yielded(op, 1);
  choice->size = comparedWithOne(mlirOperationGetOperand(op, 0));
  if (mlirValueIsNull(choice->size) ||
      !asIrIsMadeBy(choice->to, "linalg.generic"))
    return false;
  MlirOperation generic = mlirOpResultGetOwner(choice->to);
  if (!isCopy(generic) ||
      !mlirValueEqual(mlirOperationGetOperand(generic, 0), choice->from) ||
      !mlirTypeEqual(mlirValueGetType(choice->from),
                     mlirValueGetType(choice->to)))
    return false;
  choice->dim = repeatedDim(generic);
  return choice->dim >= 0;
}

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
  Choice choice;
  if (!readChoice(op, &choice))
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
  Choice choice;
  bool *found = context;
  *found = readChoice(op, &choice);
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
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0),
                                  yielded(op, 1));
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
