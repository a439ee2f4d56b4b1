//===- affine/product.c - Sums of products
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "affine/product.h"

typedef struct Factors {
  const AsAffineView *view;
  const AsAffineStatement *statement;
  AsAffineProduct *product;
  int numFactors;
} Factors;

static int accessOf(const AsAffineStatement *statement, MlirOperation load) {
  for (int a = 1; a < statement->numAccesses; a++)
    if (mlirOperationEqual(statement->accesses[a].op, load))
      return a;
  return -1;
}

/// Takes a tree of multiplications apart: its leaves are elements of arrays,
/// and scalars from outside of the nest.
static bool addFactors(Factors *factors, MlirValue value) {
  AsAffineProduct *product = factors->product;
  MlirOperation op = {NULL};
  if (mlirValueIsAOpResult(value))
    op = mlirOpResultGetOwner(value);
  bool isInside = mlirOperationIsNull(op)
                      ? asAffineViewHas(factors->view,
                                        mlirBlockGetParentOperation(
                                            mlirBlockArgumentGetOwner(value)))
                      : asAffineViewHas(factors->view, op);
  if (!isInside ||
      (!mlirOperationIsNull(op) && asIrIsNamed(op, "arith.constant"))) {
    if (product->numScales == AS_AFFINE_MAX_SCALES)
      return false;
    product->scales[product->numScales++] = value;
    return true;
  }
  if (mlirOperationIsNull(op))
    return false;
  int access = accessOf(factors->statement, op);
  if (access >= 0) {
    if (factors->numFactors == 2)
      return false;
    product->factors[factors->numFactors++] = access;
    return true;
  }
  return (asIrIsNamed(op, "arith.mulf") || asIrIsNamed(op, "arith.muli")) &&
         addFactors(factors, mlirOperationGetOperand(op, 0)) &&
         addFactors(factors, mlirOperationGetOperand(op, 1));
}

bool asAffineProductOf(const AsAffineView *view, const AsAffineForm *form,
                       AsAffineProduct *product) {
  *product = (AsAffineProduct){0};
  if (form->accumulator < 0)
    return false;
  MlirOperation combine = form->combine;
  product->isDifference =
      asIrIsNamed(combine, "arith.subf") || asIrIsNamed(combine, "arith.subi");
  if (!product->isDifference && !asIrIsNamed(combine, "arith.addf") &&
      !asIrIsNamed(combine, "arith.addi"))
    return false;
  const AsAffineStatement *statement = &view->statements[form->statement];
  MlirValue sum =
      mlirOperationGetResult(statement->accesses[form->accumulator].op, 0);
  MlirValue left = mlirOperationGetOperand(combine, 0);
  Factors factors = {view, statement, product, 0};
  return addFactors(&factors, mlirValueEqual(left, sum)
                                  ? mlirOperationGetOperand(combine, 1)
                                  : left) &&
         factors.numFactors == 2;
}
