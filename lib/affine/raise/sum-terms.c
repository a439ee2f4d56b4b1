//===- sum-terms.c - Products added to one array
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "affine/raise/sum-terms.h"
#include "affine/scop/alias-checks.h"
#include "ir/def-use.h"
#include "ir/op-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <isl/set.h>

typedef struct Search {
  const AsScop *scop;
  const AsDependences *dependences;
  int shared;
  AsAffineTerms *terms;
} Search;

const AsAffineAccess *asAffineTermResult(const AsScop *scop,
                                         const AsAffineTerm *term) {
  return &scop->statements[term->carrier].accesses[0];
}

/// Adds the term if exactly one of its factors is from `shared`. False if there
/// is no room.
static bool addTerm(const Search *search, const AsAffineTerm *term) {
  const AsAffineStatement *statement =
      &search->scop->statements[term->statement];
  int numShared = 0;
  for (int f = 0; f < 2; f++)
    numShared +=
        statement->accesses[term->product.factors[f]].array == search->shared;
  if (numShared != 1)
    return true;
  if (search->terms->count == AS_AFFINE_MAX_TERMS)
    return false;
  search->terms->list[search->terms->count++] = *term;
  return true;
}

/// Whether the statement only adds one product to what it writes.
static bool readSum(const Search *search, int statement, AsAffineTerm *term) {
  AsAffineForm form;
  AsAffineObstacle obstacle;
  AsAffineProducts products;
  if (!asAffineFormOfHull(search->scop, search->dependences, statement, 0,
                          &form, &obstacle) ||
      !asAffineProductsOf(search->scop, &form, &products) ||
      products.count != 1)
    return false;
  *term = (AsAffineTerm){.statement = statement,
                         .carrier = statement,
                         .fill = -1,
                         .sums = form.reduces,
                         .product = products.list[0]};
  return true;
}

//===----------------------------------------------------------------------===//
// Sums in scalars
//===----------------------------------------------------------------------===//

static bool haveSameDomain(const AsAffineStatement *a,
                           const AsAffineStatement *b) {
  isl_set *first = isl_set_reset_tuple_id(isl_set_copy(a->domain)),
          *second = isl_set_reset_tuple_id(isl_set_copy(b->domain));
  bool areEqual = isl_set_is_equal(first, second) == isl_bool_true;
  isl_set_free(first);
  isl_set_free(second);
  return areEqual;
}

static bool readsOnce(const AsAffineStatement *statement, int array) {
  int count = 0;
  for (int a = 0; a < statement->numAccesses; a++)
    count += statement->accesses[a].array == array;
  return count == 1;
}

/// The two statements besides the carrier that access the scalar, in textual
/// order. False if there are more or fewer.
static bool findPair(const AsScop *scop, int scalar, int carrier, int *pair) {
  int count = 0;
  for (int s = 0; s < scop->numStatements; s++) {
    if (s == carrier || !asAffineAccesses(&scop->statements[s], scalar))
      continue;
    if (count == 2)
      return false;
    pair[count++] = s;
  }
  return count == 2;
}

/// Whether the statement sets the scalar to zero once for each instance of the
/// carrier.
static bool isFill(const AsAffineStatement *statement, int scalar,
                   const AsAffineStatement *carrier) {
  return statement->accesses[0].array == scalar &&
         statement->numAccesses == 1 &&
         asIrIsZero(mlirOperationGetOperand(statement->store, 0)) &&
         statement->depth == carrier->depth &&
         asAffineCommonLoops(statement, carrier) == carrier->depth &&
         haveSameDomain(statement, carrier);
}

/// Whether, for each instance of the carrier, the private scalar is set to
/// zero, summed up, then read. Reads the sum into *term.
static bool readScalar(const Search *search, int scalar, int carrier,
                       AsAffineTerm *term) {
  const AsScop *scop = search->scop;
  const AsAffineStatement *end = &scop->statements[carrier];
  int pair[2];
  if (!readsOnce(end, scalar) || !asAffineIsScalar(scop, scalar) ||
      !findPair(scop, scalar, carrier, pair) || pair[1] > carrier)
    return false;
  const AsAffineStatement *sum = &scop->statements[pair[1]];
  bool isSum = isFill(&scop->statements[pair[0]], scalar, end) &&
               sum->accesses[0].array == scalar &&
               asAffineCommonLoops(sum, end) == end->depth &&
               readSum(search, pair[1], term);
  term->fill = pair[0];
  return isSum;
}

//===----------------------------------------------------------------------===//
// Addends
//===----------------------------------------------------------------------===//

/// The addition or subtraction in the SCoP that computes the value, if it has
/// one use; null otherwise.
static MlirOperation adderOf(const AsScop *scop, MlirValue value) {
  MlirOperation op = asIrDefinition(value);
  bool adds = !mlirOperationIsNull(op) && asScopContains(scop, op) &&
              asIrHasOneUse(value) &&
              (asIrIsNamed(op, "arith.addf") || asIrIsNamed(op, "arith.subf"));
  return adds ? op : (MlirOperation){NULL};
}

static bool subtracts(MlirOperation adder) {
  return asIrIsNamed(adder, "arith.subf");
}

/// Whether the loaded value is used only by the addend.
static bool isOnlyFor(MlirOperation load, MlirValue addend) {
  MlirValue value = mlirOperationGetResult(load, 0);
  while (asIrHasOneUse(value) && !mlirValueEqual(value, addend))
    value = mlirOperationGetResult(
        mlirOpOperandGetOwner(mlirValueGetFirstUse(value)), 0);
  return asIrHasOneUse(value);
}

/// Scales the product by the factors of the scalar.
static bool scale(AsAffineTerm *term, const AsAffineProduct *by) {
  AsAffineProduct *product = &term->product;
  if (product->numScales + by->numScales > AS_AFFINE_MAX_SCALES)
    return false;
  for (int s = 0; s < by->numScales; s++)
    product->scales[product->numScales++] = by->scales[s];
  return true;
}

static bool addAddend(const Search *search, int carrier, MlirValue value,
                      bool isDifference) {
  const AsAffineStatement *statement = &search->scop->statements[carrier];
  AsAffineProduct product;
  AsAffineTerm term = {.statement = carrier, .carrier = carrier, .fill = -1};
  if (!asAffineProductOf(search->scop, statement, value, &product) ||
      product.numFactors == 0)
    return true;
  const AsAffineAccess *first = &statement->accesses[product.factors[0]];
  if (product.numFactors == 2)
    term.product = product;
  else if (!isOnlyFor(first->op, value) ||
           !readScalar(search, first->array, carrier, &term) ||
           !scale(&term, &product))
    return true;
  term.carrier = carrier;
  term.addend = value;
  term.product.isDifference ^= isDifference;
  return addTerm(search, &term);
}

static bool addAddends(const Search *search, int carrier, MlirValue value,
                       bool isDifference) {
  MlirOperation adder = adderOf(search->scop, value);
  if (mlirOperationIsNull(adder))
    return addAddend(search, carrier, value, isDifference);
  return addAddends(search, carrier, mlirOperationGetOperand(adder, 0),
                    isDifference) &&
         addAddends(search, carrier, mlirOperationGetOperand(adder, 1),
                    isDifference != subtracts(adder));
}

bool asAffineTermsOf(const AsScop *scop, const AsDependences *dependences,
                     int array, int shared, AsAffineTerms *terms) {
  Search search = {scop, dependences, shared, terms};
  terms->count = 0;
  for (int s = 0; s < scop->numStatements; s++) {
    const AsAffineStatement *statement = &scop->statements[s];
    AsAffineTerm term;
    if (statement->accesses[0].array != array)
      continue;
    if (!(readSum(&search, s, &term)
              ? addTerm(&search, &term)
              : addAddends(&search, s,
                           mlirOperationGetOperand(statement->store, 0),
                           false)))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Removal
//===----------------------------------------------------------------------===//

static bool isRemoved(const AsAffineTerms *terms, MlirValue value) {
  for (int t = 0; t < terms->count; t++)
    if (!mlirValueIsNull(terms->list[t].addend) &&
        mlirValueEqual(terms->list[t].addend, value))
      return true;
  return false;
}

static MlirValue insertZero(MlirValue value, MlirOperation next) {
  MlirType type = mlirValueGetType(value);
  return asIrInsertConstant(
      next, mlirFloatAttrDoubleGet(mlirTypeGetContext(type), type, 0));
}

/// The value without the removed addends; null if nothing is left.
static MlirValue without(const AsScop *scop, const AsAffineTerms *terms,
                         MlirValue value) {
  if (isRemoved(terms, value))
    return (MlirValue){NULL};
  MlirOperation adder = adderOf(scop, value);
  if (mlirOperationIsNull(adder))
    return value;
  MlirValue left = mlirOperationGetOperand(adder, 0),
            leftKept = without(scop, terms, left),
            right = without(scop, terms, mlirOperationGetOperand(adder, 1));
  if (mlirValueIsNull(right))
    return leftKept;
  if (mlirValueIsNull(leftKept) && !subtracts(adder))
    return right;
  mlirOperationSetOperand(
      adder, 0, mlirValueIsNull(leftKept) ? insertZero(left, adder) : leftKept);
  mlirOperationSetOperand(adder, 1, right);
  return value;
}

static void removeAddends(const AsScop *scop, const AsAffineTerms *terms,
                          MlirOperation store) {
  MlirValue stored = mlirOperationGetOperand(store, 0),
            rest = without(scop, terms, stored);
  mlirOperationSetOperand(
      store, 0, mlirValueIsNull(rest) ? insertZero(stored, store) : rest);
}

/// Whether no earlier term has the same carrier.
static bool isFirstOfCarrier(const AsAffineTerms *terms, int term) {
  for (int t = 0; t < term; t++)
    if (terms->list[t].carrier == terms->list[term].carrier)
      return false;
  return true;
}

void asAffineTermsRemove(const AsScop *scop, const AsAffineTerms *terms) {
  for (int t = 0; t < terms->count; t++) {
    const AsAffineTerm *term = &terms->list[t];
    if (!mlirValueIsNull(term->addend) && isFirstOfCarrier(terms, t))
      removeAddends(scop, terms, scop->statements[term->carrier].store);
    if (term->fill >= 0)
      mlirOperationDestroy(scop->statements[term->fill].store);
    if (term->statement != term->carrier || mlirValueIsNull(term->addend))
      mlirOperationDestroy(scop->statements[term->statement].store);
  }
}
