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
// length may be no multiple of a cache line or a vector. Dimensions of extent 1
// become part of their neighbours wherever they move, since a vector with such
// dimensions is transposed element by element. A transpose that moves nothing
// else is a reshape. Transposes beside other operations of linalg stay as they
// are, since reshapes would keep the two from being fused.
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
/// the input, if dimensions of extent 1 are left out.
typedef struct Runs {
  intptr_t rank;
  bool starts[maxRank];         ///< Whether a dimension of the result begins a
  bool startsOfInput[maxRank];  ///< run, and one of the input.
  int64_t permutation[maxRank]; ///< Of the runs.
  intptr_t count;
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

/// The number of dimensions before `dim` that are longer than 1.
static intptr_t placeOf(MlirType type, int64_t dim) {
  intptr_t place = 0;
  for (int64_t d = 0; d < dim; d++)
    place += mlirShapedTypeGetDimSize(type, d) != 1;
  return place;
}

/// Finds the runs. A dimension of extent 1 goes to the run before it; the first
/// run begins with the first dimension. Returns whether there are fewer runs
/// than dimensions.
static bool findRuns(MlirOperation op, Runs *runs) {
  MlirType input = mlirValueGetType(mlirOperationGetOperand(op, 0));
  MlirAttribute permutation =
      mlirOperationGetAttributeByName(op, asIrString("permutation"));
  runs->rank = mlirDenseArrayGetNumElements(permutation);
  if (runs->rank > maxRank)
    return false;
  intptr_t first[maxRank], last = -2; // Places in the input.
  for (intptr_t r = 0; r < runs->rank; r++) {
    int64_t from = mlirDenseI64ArrayGetElement(permutation, r);
    if (mlirShapedTypeGetDimSize(input, from) == 1)
      continue;
    intptr_t place = placeOf(input, from);
    if (place != last + 1) {
      runs->starts[r] = runs->count > 0;
      runs->startsOfInput[from] = place > 0;
      first[runs->count++] = place;
    }
    last = place;
  }
  for (intptr_t i = 0; i < runs->count; i++)
    for (intptr_t j = 0; j < runs->count; j++)
      runs->permutation[i] += first[j] < first[i];
  return runs->count < runs->rank;
}

/// The transpose of the collapsed dimensions.
static MlirValue transposeRuns(MlirOperation op, const Runs *runs,
                               MlirValue input, MlirType type) {
  MlirValue operands[] = {input, asGraphInsertEmpty(op, type)};
  MlirRegion body = mlirRegionCreate();
  mlirRegionTakeBody(body, mlirOperationGetRegion(op, 0));
  MlirAttribute permutation = mlirDenseI64ArrayGet(
      mlirOperationGetContext(op), runs->count, runs->permutation);
  return asIrInsertValue(
      op, &(AsIrParts){.name = "linalg.transpose",
                       .numOperands = 2,
                       .operands = operands,
                       .numResults = 1,
                       .results = &type,
                       .attributes =
                           (AsIrAttribute[]){{"permutation", permutation}, {0}},
                       .region = body});
}

static MlirWalkResult collapse(MlirOperation op, void *context) {
  Runs runs = {0};
  MlirType to = mlirOperationGetNumResults(op) == 1
                    ? mlirValueGetType(mlirOperationGetResult(op, 0))
                    : (MlirType){NULL};
  if (!asIrIsNamed(op, "linalg.transpose") || mlirTypeIsNull(to) ||
      !mlirShapedTypeHasStaticShape(to) || isBesideLinalg(op) ||
      !findRuns(op, &runs))
    return MlirWalkResultAdvance;
  MlirValue value =
      asCollapseDims(op, mlirOperationGetOperand(op, 0), runs.startsOfInput);
  if (runs.count > 1)
    value = transposeRuns(op, &runs, value, asCollapsedType(to, runs.starts));
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0),
                                asExpandDims(op, value, to, runs.starts));
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
