//===- reference-loop-order.c - Interchange loops of the reference program
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves the parallel loop of the result's last dimension innermost in each
// linalg operation whose innermost loop is a reduction. Uses upstream's
// transform.structured.generalize and interchange.
//
// In stock loop order a matrix product has its reduction innermost. LLVM may
// not reassociate that sum and would read one operand with a stride. In the new
// order LLVM vectorises the loop. The other loops keep their order, so each
// element of the result is the same sum in the same order, bit for bit. That is
// all the reference has to guarantee.
//
// Requires:    linalg on tensors.
// Provides:    linalg.generic with a parallel innermost loop, where every
//              operand allows contiguous accesses along it.
// Invalidates: named linalg operations become linalg.generic.
//
//   %0 = linalg.matmul ins(%a, %b : ...) outs(%c : ...)   // loops m, n, k
//
// becomes
//
//   %0 = linalg.generic {iterator_types =
//       ["parallel", "reduction", "parallel"], ...}       // loops m, k, n
//       ins(%a, %b : ...) outs(%c : ...)
//
//===----------------------------------------------------------------------===//

#include "dialect-bridge/bridge.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include "transform/apply-script.h"

#define MARK "as.reorder"
enum { MAX_LOOPS = 16 };

typedef struct Reordering {
  AsText steps; ///< Lines of the script, for all operations.
  int count;
} Reordering;

/// Whether `map` uses `loop` in a result other than the last, so that accesses
/// along the loop are strided.
static bool isStridedAlong(MlirAffineMap map, intptr_t loop) {
  for (intptr_t r = 0; r + 1 < mlirAffineMapGetNumResults(map); r++)
    if (mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(map, r), loop))
      return true;
  return false;
}

/// The loop to move innermost. -1 if the innermost loop already is parallel, or
/// if an operand would be read with a stride.
static int innermost(MlirOperation op, const AsBridgeIterator *iterators,
                     int numLoops) {
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(op);
  intptr_t numMaps = mlirArrayAttrGetNumElements(maps);
  MlirAffineMap result =
      mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, numMaps - 1));
  intptr_t rank = mlirAffineMapGetNumResults(result);
  if (!rank || iterators[numLoops - 1] != AS_ITERATOR_REDUCTION)
    return -1;
  MlirAffineExpr last = mlirAffineMapGetResult(result, rank - 1);
  if (!mlirAffineExprIsADim(last))
    return -1;
  intptr_t loop = mlirAffineDimExprGetPosition(last);
  if (iterators[loop] != AS_ITERATOR_PARALLEL)
    return -1;
  for (intptr_t i = 0; i < numMaps; i++)
    if (isStridedAlong(
            mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, i)), loop))
      return -1;
  return (int)loop;
}

static MlirWalkResult plan(MlirOperation op, void *context) {
  Reordering *reordering = context;
  AsBridgeIterator iterators[MAX_LOOPS];
  int numLoops = asBridgeIteratorTypes(op, iterators, MAX_LOOPS);
  if (numLoops < 2 || numLoops > MAX_LOOPS || !mlirOperationGetNumResults(op))
    return MlirWalkResultAdvance;
  int lanes = innermost(op, iterators, numLoops);
  if (lanes < 0)
    return MlirWalkResultAdvance;
  int number = reordering->count++;
  mlirOperationSetDiscardableAttributeByName(
      op, asIrString(MARK),
      mlirIntegerAttrGet(mlirIntegerTypeGet(mlirOperationGetContext(op), 64),
                         number));
  AsText *steps = &reordering->steps;
  asTextFormat(steps,
               "    %%op%d = transform.structured.match "
               "attributes{" MARK " = %d : i64} in %%m : "
               "(!transform.any_op) -> !transform.any_op\n"
               "    %%generic%d = transform.structured.generalize %%op%d : "
               "(!transform.any_op) -> !transform.any_op\n"
               "    transform.structured.interchange %%generic%d "
               "iterator_interchange = [",
               number, number, number, number, number);
  for (int l = 0; l < numLoops; l++)
    if (l != lanes)
      asTextFormat(steps, "%d, ", l);
  asTextFormat(steps, "%d] : (!transform.any_op) -> !transform.any_op\n",
               lanes);
  return MlirWalkResultAdvance;
}

AsStatus asReorderReferenceLoops(MlirModule module, AsError *error) {
  Reordering reordering = {0};
  mlirOperationWalk(mlirModuleGetOperation(module), plan, &reordering,
                    MlirWalkPreOrder);
  AsText script = {0};
  asTextFormat(&script,
               "module attributes {transform.with_named_sequence} {\n"
               "  transform.named_sequence @as_reorder("
               "%%m: !transform.any_op) {\n%s"
               "    transform.yield\n  }\n}\n",
               asTextString(&reordering.steps));
  AsStatus status = reordering.count
                        ? asScriptApplyText(module, script.data, script.length,
                                            "<order of loops>", error)
                        : AS_OK;
  asTextFree(&reordering.steps);
  asTextFree(&script);
  return status;
}
