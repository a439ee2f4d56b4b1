//===- merge-symmetric-products.c - Merge products with a symmetric matrix
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product with a symmetric matrix of which half is stored is written as
// three: with that half, with its transpose, and with the diagonal. None of the
// three products is rectangular by itself; merged, they are one GEMM on a
// symmetrised copy of the matrix. isl proves that each product of the GEMM
// occurs exactly once, so nothing is computed that was not asked for.
//
// Requires:    permission to add in another order; arrays that do not overlap.
// Provides:    loops that fill the copy, and one product nest after the rest.
// Invalidates: the SCoP; the merged terms are removed from the IR.
//
//   for i, j: for k < i: C[k][j] += A[i][k] * B[i][j]
//                        C[i][j] += A[i][k] * B[k][j]
//             C[i][j] += A[i][i] * B[i][j]
// becomes
//   P[k][i] = P[i][k] = A[i][k] for k < i; P[i][i] = A[i][i]
//   for x, j, y: C[x][j] += P[x][y] * B[y][j]
//
//===----------------------------------------------------------------------===//

#include "affine/raise/merge-symmetric-products.h"
#include "affine/raise/gathered-factor.h"
#include "affine/scop/isl-integer.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/set.h>
#include <stdlib.h>

enum { smallest = 8 }; ///< Fewest rows, columns and terms of a sum.

//===----------------------------------------------------------------------===//
// The box
//===----------------------------------------------------------------------===//

/// From instances of the term to the elements of the result that they add to.
/// The carrier is in the outermost loops of the term.
static __isl_give isl_map *resultOf(const AsScop *scop,
                                    const AsAffineTerm *term) {
  const AsAffineStatement *statement = &scop->statements[term->statement],
                          *carrier = &scop->statements[term->carrier];
  isl_map *same = isl_map_from_domain_and_range(isl_set_copy(statement->domain),
                                                isl_set_copy(carrier->domain));
  for (int l = 0; l < carrier->depth; l++)
    same = isl_map_equate(same, isl_dim_in, l, isl_dim_out, l);
  return isl_map_apply_range(
      same, isl_map_copy(asAffineTermResult(scop, term)->relation));
}

/// From instances of the term to pairs of elements: the indices of the result,
/// then those of the shared array.
static __isl_give isl_map *elementsOf(const AsGatheredFactor *gathered,
                                      const AsAffineTerm *term) {
  isl_map *result = resultOf(gathered->scop, term),
          *shared =
              isl_map_copy(asGatheredFactorShared(gathered, term)->relation);
  return isl_map_flat_range_product(
      isl_map_reset_tuple_id(result, isl_dim_out),
      isl_map_reset_tuple_id(shared, isl_dim_out));
}

/// Finds indices of the two arrays that always have the same value.
static void findPartners(AsGatheredFactor *gathered,
                         __isl_keep isl_set *elements) {
  for (int p = 0; p < gathered->rank; p++)
    gathered->partner[p] = -1;
  for (int p = 0; p < gathered->resultRank; p++)
    for (int q = gathered->resultRank; q < gathered->rank; q++) {
      isl_set *same = isl_set_equate(isl_set_copy(elements), isl_dim_set, p,
                                     isl_dim_set, q);
      if (gathered->partner[p] < 0 && gathered->partner[q] < 0 &&
          isl_set_is_equal(same, elements) == isl_bool_true) {
        gathered->partner[p] = q;
        gathered->partner[q] = p;
      }
      isl_set_free(same);
    }
}

/// Whether `elements` are all pairs of elements of two boxes, given that
/// partners are equal.
static bool isBox(AsGatheredFactor *gathered, __isl_keep isl_set *elements) {
  isl_set *box = isl_set_universe(isl_set_get_space(elements));
  bool isKnown = true;
  for (int p = 0; p < gathered->rank && isKnown; p++) {
    int64_t last;
    isKnown =
        asAffineTakeInteger(isl_set_dim_min_val(isl_set_copy(elements), p),
                            &gathered->lower[p]) &&
        asAffineTakeInteger(isl_set_dim_max_val(isl_set_copy(elements), p),
                            &last) &&
        gathered->lower[p] >= 0;
    if (!isKnown)
      break;
    gathered->extent[p] = last - gathered->lower[p] + 1;
    box = isl_set_lower_bound_si(box, isl_dim_set, (unsigned)p,
                                 (int)gathered->lower[p]);
    box = isl_set_upper_bound_si(box, isl_dim_set, (unsigned)p, (int)last);
    if (gathered->partner[p] > p)
      box = isl_set_equate(box, isl_dim_set, p, isl_dim_set,
                           gathered->partner[p]);
  }
  isKnown = isKnown && isl_set_is_equal(box, elements) == isl_bool_true;
  isl_set_free(box);
  return isKnown;
}

/// Whether the copy has rows and columns, and is used often enough to be worth
/// it.
static bool isWorthwhile(const AsGatheredFactor *gathered) {
  int64_t rows = 1, columns = 1, common = 1;
  for (int p = 0; p < gathered->rank; p++)
    if (gathered->partner[p] < 0)
      *(p < gathered->resultRank ? &rows : &columns) *= gathered->extent[p];
    else if (p < gathered->resultRank)
      common *= gathered->extent[p];
  return rows >= smallest && columns >= smallest && common >= smallest;
}

/// Whether the other factor depends only on the indices of the copy, and not on
/// those that the two arrays have in common.
static bool isMatrix(const AsGatheredFactor *gathered, const AsAffineTerm *term,
                     __isl_take isl_map *elements) {
  isl_map *factors = isl_map_apply_range(
      isl_map_reverse(elements),
      isl_map_copy(asGatheredFactorOther(gathered, term)->relation));
  for (int p = gathered->rank - 1; p >= 0; p--)
    if (gathered->partner[p] >= 0)
      factors = isl_map_project_out(factors, isl_dim_in, (unsigned)p, 1);
  bool isSingle = isl_map_is_single_valued(factors) == isl_bool_true;
  isl_map_free(factors);
  return isSingle;
}

/// All pairs of elements that the terms multiply. NULL if a pair occurs twice,
/// or if a carrier does not add all products.
static __isl_give isl_set *findElements(const AsGatheredFactor *gathered) {
  isl_set *all = NULL;
  bool areApart = true;
  for (int t = 0; t < gathered->terms.count && areApart; t++) {
    const AsAffineTerm *term = &gathered->terms.list[t];
    isl_set *domain = gathered->scop->statements[term->statement].domain;
    isl_map *map = elementsOf(gathered, term);
    isl_set *instances = isl_map_domain(isl_map_copy(map));
    areApart = isl_set_is_empty(domain) == isl_bool_false &&
               isl_map_is_injective(map) == isl_bool_true &&
               isl_set_is_equal(instances, domain) == isl_bool_true;
    isl_set_free(instances);
    isl_set *own = isl_map_range(map);
    areApart =
        areApart && (!all || isl_set_is_disjoint(all, own) == isl_bool_true);
    all = all ? isl_set_union(all, own) : own;
  }
  if (areApart)
    return all;
  isl_set_free(all);
  return NULL;
}

/// Whether the terms together are one product, and each can be gathered.
static bool fillsBox(AsGatheredFactor *gathered) {
  isl_set *elements = findElements(gathered);
  if (!elements)
    return false;
  findPartners(gathered, elements);
  bool fills = isBox(gathered, elements) && isWorthwhile(gathered);
  isl_set_free(elements);
  for (int t = 0; t < gathered->terms.count && fills; t++) {
    const AsAffineTerm *term = &gathered->terms.list[t];
    fills = isMatrix(gathered, term, elementsOf(gathered, term)) &&
            asGatheredFactorCanLoop(gathered, term);
  }
  return fills;
}

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

static bool haveSameScaling(const AsAffineTerms *terms) {
  const AsAffineProduct *first = &terms->list[0].product;
  for (int t = 1; t < terms->count; t++) {
    const AsAffineProduct *product = &terms->list[t].product;
    if (product->isDifference != first->isDifference ||
        product->numScales != first->numScales)
      return false;
    for (int s = 0; s < product->numScales; s++)
      if (!mlirValueEqual(product->scales[s], first->scales[s]))
        return false;
  }
  return true;
}

/// Whether there are two sums or more, none of which is an operator by itself.
static bool areParts(const AsScop *scop, const AsDependences *dependences,
                     const AsAffineTerms *terms) {
  int count = 0;
  for (int t = 0; t < terms->count; t++) {
    AsAffineForm form;
    AsAffineObstacle obstacle;
    if (!terms->list[t].sums)
      continue;
    if (asAffineFormOf(scop, dependences, terms->list[t].statement, 0, &form,
                       &obstacle))
      return false;
    count++;
  }
  return count >= 2;
}

/// Whether no factor is written in the nest, and all have one float type.
static bool areFactorsFixed(const AsGatheredFactor *gathered) {
  const AsScop *scop = gathered->scop;
  MlirType element = asAffineElementType(scop, gathered->result);
  bool areFixed = mlirTypeIsAFloat(element);
  for (int t = 0; t < gathered->terms.count && areFixed; t++) {
    int other =
        asGatheredFactorOther(gathered, &gathered->terms.list[t])->array;
    areFixed =
        !asAffineIsWritten(scop, other) &&
        mlirTypeEqual(asAffineElementType(scop, other), element) &&
        mlirTypeEqual(asAffineElementType(scop, gathered->shared), element);
  }
  return areFixed;
}

/// Whether the statement only adds a term to the result.
static bool onlyAdds(const AsAffineTerms *terms, int statement) {
  for (int t = 0; t < terms->count; t++)
    if (terms->list[t].statement == statement &&
        mlirValueIsNull(terms->list[t].addend))
      return true;
  return false;
}

static bool carries(const AsAffineTerms *terms, int statement) {
  for (int t = 0; t < terms->count; t++)
    if (terms->list[t].carrier == statement)
      return true;
  return false;
}

/// Whether nothing needs the sums before the end of the nest. Only other terms
/// may come after them, in any order.
static bool comeLast(const AsGatheredFactor *gathered,
                     const AsDependences *dependences) {
  for (int d = 0; d < dependences->size; d++) {
    const AsDependence *dependence = &dependences->list[d];
    const AsAffineStatement *source =
        &gathered->scop->statements[dependence->source];
    if (source->accesses[dependence->sourceAccess].array == gathered->result &&
        carries(&gathered->terms, dependence->source) &&
        !onlyAdds(&gathered->terms, dependence->target))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

static int rankOf(const AsScop *scop, int array) {
  return (int)mlirShapedTypeGetRank(
      mlirValueGetType(scop->arrays[array].memref));
}

static bool findProduct(const AsScop *scop, const AsDependences *dependences,
                        int result, int shared, AsGatheredFactor *gathered) {
  *gathered = (AsGatheredFactor){.scop = scop,
                                 .result = result,
                                 .shared = shared,
                                 .resultRank = rankOf(scop, result)};
  gathered->rank = gathered->resultRank + rankOf(scop, shared);
  return gathered->resultRank && gathered->rank <= AS_AFFINE_MAX_PLACES &&
         asAffineIsWritten(scop, result) && !asAffineIsWritten(scop, shared) &&
         asAffineTermsOf(scop, dependences, result, shared, &gathered->terms) &&
         gathered->terms.count && haveSameScaling(&gathered->terms) &&
         areFactorsFixed(gathered) &&
         areParts(scop, dependences, &gathered->terms) &&
         comeLast(gathered, dependences) && fillsBox(gathered);
}

typedef struct Found {
  int count;
  AsGatheredFactor *list;
} Found;

/// Finds at most one merged product for each result array, since terms belong
/// to one array. False if there are none.
static bool findProducts(const AsScop *scop, const AsDependences *dependences,
                         Found *found) {
  AsGatheredFactor gathered;
  found->count = 0;
  for (int result = 0; result < scop->numArrays; result++) {
    bool done = false;
    for (int shared = 0; shared < scop->numArrays && !done; shared++) {
      done = findProduct(scop, dependences, result, shared, &gathered);
      if (!done)
        continue;
      found->list =
          asRealloc(found->list, sizeof gathered * (size_t)(found->count + 1));
      found->list[found->count++] = gathered;
    }
  }
  return found->count;
}

bool asMergeSymmetricProducts(const AsScop *scop) {
  Found found = {0};
  AsDependences dependences = {0};
  // First without dependences, which take long to find.
  bool merges = findProducts(scop, &dependences, &found) &&
                asDependencesFind(scop, &dependences) &&
                findProducts(scop, &dependences, &found);
  asDependencesFree(&dependences);
  for (int f = 0; f < found.count && merges; f++)
    asGatheredFactorInsert(&found.list[f]);
  for (int f = 0; f < found.count && merges; f++)
    asAffineTermsRemove(scop, &found.list[f].terms);
  free(found.list);
  return merges;
}
