//===- collapse-transpose-dims.c - Collapse dimensions transposed together
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites linalg.transpose so that dimensions that are neighbours before and
// after it are one dimension.
//
// From NHWC to NCHW, height and width stay neighbours. Collapsed, they are one
// long dimension, and tiles of it need not end with a row of the image, whose
// length may be no multiple of a cache line or a vector. Transposes beside
// other operations of linalg stay as they are, since reshapes would keep the
// two from being fused.
//
// Requires:    linalg on tensors.
// Provides:    transposes without neighbours of linalg have only dimensions
//              that move apart.
// Invalidates: nothing.
//
//   %0 = linalg.transpose ins(%x : tensor<2x6x10x16xf32>)
//       outs(%e : tensor<2x16x6x10xf32>) permutation = [0, 3, 1, 2]
// becomes
//   %c = tensor.collapse_shape %x [[0], [1, 2], [3]] ...
//   %t = linalg.transpose ins(%c : tensor<2x60x16xf32>)
//       outs(%e : tensor<2x16x60xf32>) permutation = [0, 2, 1]
//   %0 = tensor.expand_shape %t [[0], [1], [2, 3]] ...
//
//===----------------------------------------------------------------------===//

#include "graph/graph-passes.h"
#include "graph/shape/collapse-dims.h"
#include "ir/tensor-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { maxRank = 8 };

/// Runs of dimensions of the result that are neighbours, in the same order, in
/// the input.
typedef struct Runs {
  intptr_t rank;
  int64_t from[maxRank]; ///< The input's dimension for each of the result.
  bool starts[maxRank];  ///< Whether a dimension of the result begins a run.
} Runs;

static bool isBesideLinalg(MlirOperation op) {
  MlirValue input = mlirOperationGetOperand(op, 0);
  if (mlirValueIsAOpResult(input) &&
      asIrHasPrefix(mlirOpResultGetOwner(input), "linalg."))
    return true;
  MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, 0));
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (asIrHasPrefix(mlirOpOperandGetOwner(use), "linalg."))
      return true;
  return false;
}

/// Finds the runs. Returns whether one has more than one dimension.
static bool findRuns(MlirOperation op, Runs *runs) {
  MlirAttribute permutation =
      mlirOperationGetAttributeByName(op, asIrString("permutation"));
  runs->rank = mlirDenseArrayGetNumElements(permutation);
  bool collapses = false;
  if (runs->rank > maxRank)
    return false;
  for (intptr_t r = 0; r < runs->rank; r++) {
    runs->from[r] = mlirDenseI64ArrayGetElement(permutation, r);
    runs->starts[r] = r == 0 || runs->from[r] != runs->from[r - 1] + 1;
    collapses |= !runs->starts[r];
  }
  return collapses;
}

/// The permutation of the collapsed dimensions.
static MlirAttribute permuteRuns(MlirContext context, const Runs *runs) {
  int64_t permutation[maxRank];
  intptr_t count = 0;
  for (intptr_t r = 0; r < runs->rank; r++) {
    if (!runs->starts[r])
      continue;
    int64_t before = 0;
    for (intptr_t i = 0; i < runs->rank; i++)
      before += runs->starts[i] && runs->from[i] < runs->from[r];
    permutation[count++] = before;
  }
  return mlirDenseI64ArrayGet(context, count, permutation);
}

static MlirWalkResult collapse(MlirOperation op, void *context) {
  Runs runs;
  if (!asIrIsNamed(op, "linalg.transpose") ||
      mlirOperationGetNumResults(op) != 1 || isBesideLinalg(op) ||
      !findRuns(op, &runs))
    return MlirWalkResultAdvance;
  MlirValue input = mlirOperationGetOperand(op, 0);
  MlirType to = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!mlirShapedTypeHasStaticShape(to))
    return MlirWalkResultAdvance;
  bool starts[maxRank] = {false};
  for (intptr_t r = 0; r < runs.rank; r++)
    starts[runs.from[r]] = runs.starts[r];
  MlirType collapsed = asCollapsedType(to, runs.starts);
  MlirValue operands[] = {asCollapseDims(op, input, starts),
                          asGraphInsertEmpty(op, collapsed)};
  MlirRegion body = mlirRegionCreate();
  mlirRegionTakeBody(body, mlirOperationGetRegion(op, 0));
  MlirValue transposed = asIrInsertValue(
      op,
      &(AsIrParts){.name = "linalg.transpose",
                   .numOperands = 2,
                   .operands = operands,
                   .numResults = 1,
                   .results = &collapsed,
                   .attributes =
                       (AsIrAttribute[]){
                           {"permutation",
                            permuteRuns(mlirOperationGetContext(op), &runs)},
                           {0}},
                   .region = body});
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0),
                                asExpandDims(op, transposed, to, runs.starts));
  mlirOperationDestroy(op);
  *(bool *)context = true;
  return MlirWalkResultSkip;
}

AsStatus asGraphCollapseTransposeDims(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool changed = false;
  mlirOperationWalk(op, collapse, &changed, MlirWalkPostOrder);
  return changed
             ? asIrRunPipeline(op, "builtin.module(canonicalize)", true, error)
             : AS_OK;
}
