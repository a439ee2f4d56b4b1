//===- collapse-transpose-dims.c - Dimensions that move together are one
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From NHWC to NCHW, height and width stay side by side: all the pixels of an
// image are rows of one matrix. Seen so, tiles need not end with a row of the
// image, which may be no whole number of cache lines or of vectors. Transposes
// beside other operations of linalg stay as they are, lest reshapes come
// between what is fused.
//
//===----------------------------------------------------------------------===//

#include "graph/prepare-module.h"
#include "graph/shape/collapse-dims.h"
#include "ir/tensor-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { maxRank = 8 };

/// Runs of dimensions of the result that are next to each other, in the same
/// order, in what is read.
typedef struct Runs {
  intptr_t rank;
  int64_t from[maxRank]; ///< Which dimension of the input each is.
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

/// Whether there is a run of more than one dimension.
static bool findRuns(MlirOperation op, Runs *runs) {
  MlirAttribute permutation =
      mlirOperationGetAttributeByName(op, asIrString("permutation"));
  runs->rank = mlirDenseArrayGetNumElements(permutation);
  bool merges = false;
  if (runs->rank > maxRank)
    return false;
  for (intptr_t r = 0; r < runs->rank; r++) {
    runs->from[r] = mlirDenseI64ArrayGetElement(permutation, r);
    runs->starts[r] = r == 0 || runs->from[r] != runs->from[r - 1] + 1;
    merges |= !runs->starts[r];
  }
  return merges;
}

/// What the permutation is of the groups.
static MlirAttribute permute(MlirContext context, const Runs *runs) {
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

static MlirWalkResult merge(MlirOperation op, void *context) {
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
  MlirType merged = asCollapsedType(to, runs.starts);
  MlirValue operands[] = {asCollapseDims(op, input, starts),
                          asGraphInsertEmpty(op, merged)};
  MlirRegion body = mlirRegionCreate();
  mlirRegionTakeBody(body, mlirOperationGetRegion(op, 0));
  MlirValue moved = asIrInsertValue(
      op, &(AsIrParts){.name = "linalg.transpose",
                       .numOperands = 2,
                       .operands = operands,
                       .numResults = 1,
                       .results = &merged,
                       .attributes =
                           (AsIrAttribute[]){
                               {"permutation",
                                permute(mlirOperationGetContext(op), &runs)},
                               {0}},
                       .region = body});
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0),
                                asExpandDims(op, moved, to, runs.starts));
  mlirOperationDestroy(op);
  *(bool *)context = true;
  return MlirWalkResultSkip;
}

AsStatus asGraphCollapseTransposeDims(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool changed = false;
  mlirOperationWalk(op, merge, &changed, MlirWalkPostOrder);
  return changed
             ? asIrRunPipeline(op, "builtin.module(canonicalize)", true, error)
             : AS_OK;
}
