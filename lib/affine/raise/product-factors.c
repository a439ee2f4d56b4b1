//===- product-factors.c - Reductions as sums of products
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes the arithmetic of a statement apart.
//
//   C[i, j] = C[i, j] + alpha * A[i, k] * B[k, j] - D[i, k] * E[k, j]
// is
//   + factors A, B, scales alpha;  - factors D, E
//
//===----------------------------------------------------------------------===//

#include "affine/raise/product-factors.h"

typedef struct Factors {
  const AsScop *scop;
  const AsAffineStatement *statement;
  AsAffineProduct *product;
} Factors;

static int accessOf(const AsAffineStatement *statement, MlirOperation load) {
  for (int a = 1; a < statement->numAccesses; a++)
    if (mlirOperationEqual(statement->accesses[a].op, load))
      return a;
  return -1;
}

/// Takes a tree of multiplications apart. Its leaves are loaded elements and
/// scalars from outside of the nest.
static bool addFactors(Factors *factors, MlirValue value) {
  AsAffineProduct *product = factors->product;
  MlirOperation op = {NULL};
  if (mlirValueIsAOpResult(value))
    op = mlirOpResultGetOwner(value);
  bool isInside =
      mlirOperationIsNull(op)
          ? asScopContains(factors->scop, mlirBlockGetParentOperation(
                                              mlirBlockArgumentGetOwner(value)))
          : asScopContains(factors->scop, op);
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
    if (product->numFactors == 2)
      return false;
    product->factors[product->numFactors++] = access;
    return true;
  }
  return (asIrIsNamed(op, "arith.mulf") || asIrIsNamed(op, "arith.muli")) &&
         addFactors(factors, mlirOperationGetOperand(op, 0)) &&
         addFactors(factors, mlirOperationGetOperand(op, 1));
}

bool asAffineProductOf(const AsScop *scop, const AsAffineStatement *statement,
                       MlirValue value, AsAffineProduct *product) {
  *product = (AsAffineProduct){0};
  Factors factors = {scop, statement, product};
  return addFactors(&factors, value);
}

static bool isNamed(MlirOperation op, const char *ofFloats,
                    const char *ofIntegers) {
  return asIrIsNamed(op, ofFloats) || asIrIsNamed(op, ofIntegers);
}

/// Takes a tree of additions and subtractions apart. Its leaves are products.
static bool addProducts(const AsScop *scop, const AsAffineStatement *statement,
                        MlirValue value, bool isDifference,
                        AsAffineProducts *products) {
  MlirOperation op = {NULL};
  if (mlirValueIsAOpResult(value))
    op = mlirOpResultGetOwner(value);
  bool isInside = !mlirOperationIsNull(op) && asScopContains(scop, op);
  bool subtracts = isInside && isNamed(op, "arith.subf", "arith.subi");
  if (subtracts || (isInside && isNamed(op, "arith.addf", "arith.addi")))
    return addProducts(scop, statement, mlirOperationGetOperand(op, 0),
                       isDifference, products) &&
           addProducts(scop, statement, mlirOperationGetOperand(op, 1),
                       isDifference != subtracts, products);
  if (products->count == AS_AFFINE_MAX_PRODUCTS)
    return false;
  AsAffineProduct *product = &products->list[products->count++];
  bool isProduct = asAffineProductOf(scop, statement, value, product);
  product->isDifference = isDifference;
  return isProduct && product->numFactors == 2;
}

bool asAffineProductsOf(const AsScop *scop, const AsAffineForm *form,
                        AsAffineProducts *products) {
  products->count = 0;
  if (form->accumulator < 0)
    return false;
  MlirOperation combine = form->combine;
  bool isDifference = isNamed(combine, "arith.subf", "arith.subi");
  if (!isDifference && !isNamed(combine, "arith.addf", "arith.addi"))
    return false;
  const AsAffineStatement *statement = &scop->statements[form->statement];
  MlirValue sum =
      mlirOperationGetResult(statement->accesses[form->accumulator].op, 0);
  MlirValue left = mlirOperationGetOperand(combine, 0);
  MlirValue added =
      mlirValueEqual(left, sum) ? mlirOperationGetOperand(combine, 1) : left;
  return addProducts(scop, statement, added, isDifference, products);
}
