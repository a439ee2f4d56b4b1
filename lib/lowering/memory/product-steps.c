//===- product-steps.c - The iterations of a product, counted
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/memory/product-steps.h"
#include "ir/linear-index.h"
#include "ir/memref.h"

typedef struct Search {
  MlirOperation outside;
  AsProductSteps most;
} Search;

static bool hasFma(MlirBlock block) {
  MlirOperation op = mlirBlockGetFirstOperation(block);
  while (!mlirOperationIsNull(op) && !asIrIsNamed(op, "vector.fma"))
    op = mlirOperationGetNextInBlock(op);
  return !mlirOperationIsNull(op);
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  Search *search = context;
  if (!asIrIsNamed(op, "scf.for") || mlirOperationGetNumResults(op) == 0 ||
      !hasFma(asIrBody(op)))
    return MlirWalkResultAdvance;
  MlirOperation loops[AS_PRODUCT_MOST_LOOPS];
  int numLoops = 0;
  for (MlirOperation loop = op; !mlirOperationEqual(loop, search->outside);
       loop = mlirOperationGetParentOperation(loop)) {
    if (asIrIsNamed(loop, "scf.if"))
      continue; // What it leaves out is not prefetched.
    if (numLoops == AS_PRODUCT_MOST_LOOPS || !asIrIsNamed(loop, "scf.for"))
      return MlirWalkResultAdvance;
    loops[numLoops++] = loop;
  }
  AsProductSteps product = {.numLoops = numLoops, .steps = 1};
  for (int l = 0; l < numLoops; l++) {
    product.loop[l].op = loops[numLoops - 1 - l];
    if (!asIrConstantRange(product.loop[l].op, &product.loop[l].range))
      return MlirWalkResultAdvance;
    product.steps *= asIrRangeTrip(&product.loop[l].range);
  }
  if (product.steps > search->most.steps)
    search->most = product;
  return MlirWalkResultAdvance;
}

AsProductSteps asProductStepsFind(MlirOperation loop, MlirOperation outside) {
  Search search = {.outside = outside};
  mlirOperationWalk(loop, visit, &search, MlirWalkPreOrder);
  return search.most;
}

MlirBlock asProductBody(const AsProductSteps *product) {
  return asIrBody(product->loop[product->numLoops - 1].op);
}

int64_t asProductBytes(const AsProductSteps *product) {
  int64_t bytes = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(asProductBody(product));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (asIrIsNamed(op, "vector.fma"))
      bytes += asIrShapedBytes(mlirValueGetType(mlirOperationGetResult(op, 0)));
  return bytes;
}

bool asProductPrefetches(const AsProductSteps *product, MlirValue memory) {
  for (MlirOperation op = mlirBlockGetFirstOperation(asProductBody(product));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (asIrIsNamed(op, "memref.prefetch") &&
        mlirValueEqual(mlirOperationGetOperand(op, 0), memory))
      return true;
  return false;
}

MlirValue asProductInsertStep(const AsProductSteps *product,
                              MlirOperation next) {
  MlirValue step = {NULL};
  for (int l = 0; l < product->numLoops; l++) {
    const AsIrRange *range = &product->loop[l].range;
    MlirValue number = mlirBlockGetArgument(asIrBody(product->loop[l].op), 0);
    if (range->lower != 0)
      number = asIrInsertByNumber(next, "arith.subi", number, range->lower);
    if (range->step != 1)
      number = asIrInsertByNumber(next, "arith.divui", number, range->step);
    if (l > 0) {
      step = asIrInsertByNumber(next, "arith.muli", step, asIrRangeTrip(range));
      number = asIrInsertBinary(next, "arith.addi", step, number);
    }
    step = number;
  }
  return step;
}
