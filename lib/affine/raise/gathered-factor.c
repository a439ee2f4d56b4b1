//===- gathered-factor.c - One product with a gathered factor
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fills P in the loops of each term, without the loops that only run along the
// common index. The elements come from isl's index functions and not from the
// IR, since an index in the IR may have loops that cancel out.
//
// Requires:    terms that merge-symmetric-products.c has checked.
// Provides:    a packed copy and one product nest, which is an operator.
// Invalidates: nothing; the caller removes the terms.
//
//   for i, j: for k < i: C[k][j] += A[i][k] * B[i][j]
//                        C[i][j] += A[i][k] * B[k][j]
// becomes
//   for i: for k < i: P[k][i] = A[i][k]
//   for i: for k < i: P[i][k] = A[i][k]
//   ...
//   for x, j, y: C[x][j] += P[x][y] * B[y][j]
//
//===----------------------------------------------------------------------===//

#include "affine/raise/gathered-factor.h"
#include "affine/schedule/generate-loops.h"
#include "affine/schedule/loop-builder.h"
#include "affine/scop/isl-integer.h"
#include "ir/def-use.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <isl/aff.h>
#include <isl/val.h>

enum { alignment = 64 };

static int sharedFactor(const AsGatheredFactor *gathered,
                        const AsAffineTerm *term) {
  const AsAffineStatement *statement =
      &gathered->scop->statements[term->statement];
  return statement->accesses[term->product.factors[1]].array ==
         gathered->shared;
}

const AsAffineAccess *asGatheredFactorShared(const AsGatheredFactor *gathered,
                                             const AsAffineTerm *term) {
  int factor = term->product.factors[sharedFactor(gathered, term)];
  return &gathered->scop->statements[term->statement].accesses[factor];
}

const AsAffineAccess *asGatheredFactorOther(const AsGatheredFactor *gathered,
                                            const AsAffineTerm *term) {
  int factor = term->product.factors[!sharedFactor(gathered, term)];
  return &gathered->scop->statements[term->statement].accesses[factor];
}

//===----------------------------------------------------------------------===//
// Indices of the gathered array
//===----------------------------------------------------------------------===//

/// The places that index P. If the last index of R is one of them it comes
/// last, because rows are read along it. Returns how many.
static int placesOf(const AsGatheredFactor *gathered, int *places) {
  bool isLast = gathered->partner[gathered->resultRank - 1] < 0;
  int count = 0;
  for (int half = 0; half < 2; half++) {
    bool isShared = isLast != half;
    int first = isShared ? gathered->resultRank : 0;
    int end = isShared ? gathered->rank : gathered->resultRank;
    for (int p = first; p < end; p++)
      if (gathered->partner[p] < 0)
        places[count++] = p;
  }
  return count;
}

/// The index at this place as a function of the loops.
static __isl_give isl_aff *affOf(const AsGatheredFactor *gathered,
                                 const AsAffineTerm *term, int place) {
  bool isShared = place >= gathered->resultRank;
  const AsAffineAccess *access = isShared
                                     ? asGatheredFactorShared(gathered, term)
                                     : asAffineTermResult(gathered->scop, term);
  return isl_multi_aff_get_aff(access->indices,
                               isShared ? place - gathered->resultRank : place);
}

//===----------------------------------------------------------------------===//
// Loops of a term
//===----------------------------------------------------------------------===//

/// Whether the index depends on the loop. An index of the carrier may have
/// fewer loops.
static bool involves(__isl_take isl_aff *aff, int depth) {
  isl_size numLoops = isl_aff_dim(aff, isl_dim_in);
  bool does = numLoops < 0 ||
              (depth < numLoops &&
               isl_aff_involves_dims(aff, isl_dim_in, (unsigned)depth, 1) !=
                   isl_bool_false);
  isl_aff_free(aff);
  return does;
}

/// Whether the loop decides which element is gathered, or where to.
static bool isGatherLoop(const AsGatheredFactor *gathered,
                         const AsAffineTerm *term, int depth) {
  isl_multi_aff *other = asGatheredFactorOther(gathered, term)->indices;
  for (int r = 0; r < (int)isl_multi_aff_dim(other, isl_dim_out); r++)
    if (involves(isl_multi_aff_get_aff(other, r), depth))
      return true;
  int places[AS_AFFINE_MAX_PLACES], count = placesOf(gathered, places);
  for (int p = 0; p < count; p++)
    if (involves(affOf(gathered, term, places[p]), depth))
      return true;
  return false;
}

/// Whether the index is a sum of multiples of loops and a constant.
static bool isSum(__isl_take isl_aff *aff) {
  isl_size numParameters = isl_aff_dim(aff, isl_dim_param);
  bool is = numParameters >= 0 && isl_aff_dim(aff, isl_dim_div) == 0 &&
            isl_aff_involves_dims(aff, isl_dim_param, 0,
                                  (unsigned)numParameters) == isl_bool_false;
  isl_aff_free(aff);
  return is;
}

static bool areSums(const AsGatheredFactor *gathered,
                    const AsAffineTerm *term) {
  isl_multi_aff *other = asGatheredFactorOther(gathered, term)->indices;
  int places[AS_AFFINE_MAX_PLACES], count = placesOf(gathered, places);
  bool are = true;
  for (int r = 0; r < (int)isl_multi_aff_dim(other, isl_dim_out); r++)
    are = are && isSum(isl_multi_aff_get_aff(other, r));
  for (int p = 0; p < count; p++)
    are = are && isSum(affOf(gathered, term, places[p]));
  return are;
}

static const AsAffineLoop *loopAt(const AsGatheredFactor *gathered,
                                  const AsAffineTerm *term, int depth) {
  const AsAffineStatement *statement =
      &gathered->scop->statements[term->statement];
  return &gathered->scop->loops[statement->loops[depth]];
}

/// Whether the loops of the statement are affine.for without conditions in
/// between.
static bool areLoops(const AsGatheredFactor *gathered,
                     const AsAffineTerm *term) {
  const AsScop *scop = gathered->scop;
  const AsAffineStatement *statement = &scop->statements[term->statement];
  MlirOperation op = statement->store;
  for (int d = statement->depth - 1; d >= 0; d--) {
    MlirOperation loop = loopAt(gathered, term, d)->op;
    if (!asIrIsNamed(loop, "affine.for") ||
        !mlirOperationEqual(mlirOperationGetParentOperation(op), loop))
      return false;
    op = loop;
  }
  for (int i = 0; i < scop->numOps; i++)
    if (mlirOperationEqual(scop->ops[i], op))
      return true;
  return false;
}

/// Whether the bound is defined before the SCoP or is the variable of a gather
/// loop.
static bool isKnown(const AsGatheredFactor *gathered, const AsAffineTerm *term,
                    MlirValue bound) {
  int depth = gathered->scop->statements[term->statement].depth;
  for (int d = 0; d < depth; d++)
    if (mlirValueEqual(bound, loopAt(gathered, term, d)->variable))
      return isGatherLoop(gathered, term, d);
  MlirOperation made = asIrDefinition(bound);
  return mlirOperationIsNull(made) || !asScopContains(gathered->scop, made);
}

/// Loops that are left out must have the same iterations everywhere.
bool asGatheredFactorCanLoop(const AsGatheredFactor *gathered,
                             const AsAffineTerm *term) {
  int depth = gathered->scop->statements[term->statement].depth;
  bool can = areLoops(gathered, term) && areSums(gathered, term);
  for (int d = 0; d < depth && can; d++) {
    MlirOperation loop = loopAt(gathered, term, d)->op;
    intptr_t count = mlirOperationGetNumOperands(loop);
    can = count == 0 || isGatherLoop(gathered, term, d);
    for (intptr_t i = 0; i < count && can; i++)
      can = isKnown(gathered, term, mlirOperationGetOperand(loop, i));
  }
  return can;
}

//===----------------------------------------------------------------------===//
// Gathering
//===----------------------------------------------------------------------===//

/// The index as a function of the gather loops.
static MlirAffineExpr exprOf(const AsGatheredFactor *gathered,
                             const AsAffineTerm *term, __isl_take isl_aff *aff,
                             MlirContext context) {
  int64_t number;
  asAffineTakeInteger(isl_aff_get_constant_val(aff), &number);
  MlirAffineExpr sum = mlirAffineConstantExprGet(context, number);
  intptr_t dim = 0;
  for (int d = 0; d < (int)isl_aff_dim(aff, isl_dim_in); d++) {
    if (!isGatherLoop(gathered, term, d))
      continue;
    asAffineTakeInteger(isl_aff_get_coefficient_val(aff, isl_dim_in, d),
                        &number);
    sum = mlirAffineAddExprGet(
        sum, mlirAffineMulExprGet(mlirAffineDimExprGet(context, dim++),
                                  mlirAffineConstantExprGet(context, number)));
  }
  isl_aff_free(aff);
  return sum;
}

/// The index into P, which holds only the box.
static MlirAffineExpr within(const AsGatheredFactor *gathered, int place,
                             MlirAffineExpr index) {
  return mlirAffineAddExprGet(
      index, mlirAffineConstantExprGet(mlirAffineExprGetContext(index),
                                       -gathered->lower[place]));
}

static MlirValue allocate(const AsGatheredFactor *gathered) {
  int places[AS_AFFINE_MAX_PLACES], count = placesOf(gathered, places);
  int64_t shape[AS_AFFINE_MAX_PLACES];
  for (int p = 0; p < count; p++)
    shape[p] = gathered->extent[places[p]];
  MlirType type = mlirMemRefTypeContiguousGet(
      asAffineElementType(gathered->scop, gathered->result), count, shape,
      mlirAttributeGetNull());
  return asIrInsertAlloc(gathered->scop->ops[0], type, alignment);
}

/// The variables of the new loops.
typedef struct Loops {
  MlirValue variables[AS_AFFINE_MAX_PLACES];
  intptr_t count;
} Loops;

static MlirAttribute mapOf(const Loops *loops, intptr_t count,
                           MlirAffineExpr *indices, MlirOperation next) {
  return mlirAffineMapAttrGet(mlirAffineMapGet(
      mlirOperationGetContext(next), loops->count, 0, count, indices));
}

static MlirValue insertLoad(const AsGatheredFactor *gathered, MlirValue memory,
                            const Loops *loops, intptr_t count,
                            MlirAffineExpr *indices, MlirOperation next) {
  MlirValue operands[AS_AFFINE_MAX_PLACES + 1] = {memory};
  for (intptr_t i = 0; i < loops->count; i++)
    operands[i + 1] = loops->variables[i];
  MlirType element = asAffineElementType(gathered->scop, gathered->result);
  MlirAttribute map = mapOf(loops, count, indices, next);
  return asIrInsertValue(
      next, &(AsIrParts){.name = "affine.load",
                         .numOperands = loops->count + 1,
                         .operands = operands,
                         .numResults = 1,
                         .results = &element,
                         .attributes = (AsIrAttribute[]){{"map", map}, {0}}});
}

static void insertStore(MlirValue value, MlirValue memory, const Loops *loops,
                        intptr_t count, MlirAffineExpr *indices,
                        MlirOperation next) {
  MlirValue operands[AS_AFFINE_MAX_PLACES + 2] = {value, memory};
  for (intptr_t i = 0; i < loops->count; i++)
    operands[i + 2] = loops->variables[i];
  MlirAttribute map = mapOf(loops, count, indices, next);
  asIrInsert(next,
             &(AsIrParts){.name = "affine.store",
                          .numOperands = loops->count + 2,
                          .operands = operands,
                          .attributes = (AsIrAttribute[]){{"map", map}, {0}}});
}

static void insertGather(const AsGatheredFactor *gathered,
                         const AsAffineTerm *term, MlirValue memory) {
  MlirOperation next = gathered->scop->ops[0];
  MlirContext context = mlirOperationGetContext(next);
  const AsAffineAccess *other = asGatheredFactorOther(gathered, term);
  AsIrMap map = {0};
  Loops loops = {.count = 0};
  for (int d = 0; d < gathered->scop->statements[term->statement].depth; d++)
    if (isGatherLoop(gathered, term, d)) {
      next = asAffineLoopLike(loopAt(gathered, term, d)->op, &map, next);
      loops.variables[loops.count++] = asAffineLoopVariable(next);
    }
  asIrMapFree(&map);
  MlirAffineExpr from[AS_AFFINE_MAX_RANK], to[AS_AFFINE_MAX_PLACES];
  int rank = (int)isl_multi_aff_dim(other->indices, isl_dim_out);
  for (int r = 0; r < rank; r++)
    from[r] = exprOf(gathered, term, isl_multi_aff_get_aff(other->indices, r),
                     context);
  int places[AS_AFFINE_MAX_PLACES], count = placesOf(gathered, places);
  for (int p = 0; p < count; p++)
    to[p] = within(
        gathered, places[p],
        exprOf(gathered, term, affOf(gathered, term, places[p]), context));
  MlirValue array = gathered->scop->arrays[other->array].memref;
  insertStore(insertLoad(gathered, array, &loops, rank, from, next), memory,
              &loops, count, to, next);
}

//===----------------------------------------------------------------------===//
// The product
//===----------------------------------------------------------------------===//

/// Inserts loops over the indices of R, then over those that only S has.
/// Partners share a loop.
static MlirOperation insertLoops(const AsGatheredFactor *gathered,
                                 MlirOperation next, Loops *loops,
                                 MlirAffineExpr *indices) {
  MlirOperation like = gathered->scop->ops[0];
  MlirContext context = mlirOperationGetContext(like);
  for (int p = 0; p < gathered->rank; p++) {
    if (p >= gathered->resultRank && gathered->partner[p] >= 0) {
      indices[p] = indices[gathered->partner[p]];
      continue;
    }
    next =
        asAffineLoopOver(like, gathered->lower[p], gathered->extent[p], next);
    indices[p] = mlirAffineDimExprGet(context, loops->count);
    loops->variables[loops->count++] = asAffineLoopVariable(next);
  }
  return next;
}

/// Clones the computation of a scale, which uses nothing from the nest.
static MlirValue scaleOf(const AsGatheredFactor *gathered, MlirValue scale,
                         AsIrMap *map, MlirOperation next) {
  asAffineCloneValue(gathered->scop, scale, map, next);
  int at = asIrMapFind(map, scale);
  return at < 0 ? scale : map->to[at];
}

static void insertProduct(const AsGatheredFactor *gathered, MlirValue memory,
                          MlirOperation next) {
  const AsScop *scop = gathered->scop;
  const AsAffineProduct *product = &gathered->terms.list[0].product;
  MlirValue result = scop->arrays[gathered->result].memref,
            shared = scop->arrays[gathered->shared].memref;
  Loops loops = {.count = 0};
  MlirAffineExpr indices[AS_AFFINE_MAX_PLACES], own[AS_AFFINE_MAX_PLACES];
  next = insertLoops(gathered, next, &loops, indices);
  int places[AS_AFFINE_MAX_PLACES], count = placesOf(gathered, places);
  for (int p = 0; p < count; p++)
    own[p] = within(gathered, places[p], indices[places[p]]);
  int rank = gathered->resultRank;
  MlirValue sum = insertLoad(gathered, result, &loops, rank, indices, next),
            first = insertLoad(gathered, memory, &loops, count, own, next),
            second = insertLoad(gathered, shared, &loops, gathered->rank - rank,
                                indices + rank, next),
            value = asIrInsertBinary(next, "arith.mulf", first, second);
  AsIrMap map = {0};
  for (int s = 0; s < product->numScales; s++)
    value = asIrInsertBinary(next, "arith.mulf", value,
                             scaleOf(gathered, product->scales[s], &map, next));
  asIrMapFree(&map);
  value = asIrInsertBinary(
      next, product->isDifference ? "arith.subf" : "arith.addf", sum, value);
  insertStore(value, result, &loops, rank, indices, next);
}

void asGatheredFactorInsert(const AsGatheredFactor *gathered) {
  const AsScop *scop = gathered->scop;
  MlirOperation end = mlirOperationGetNextInBlock(scop->ops[scop->numOps - 1]);
  MlirValue memory = allocate(gathered);
  for (int t = 0; t < gathered->terms.count; t++)
    insertGather(gathered, &gathered->terms.list[t], memory);
  insertProduct(gathered, memory, end);
  asIrInsert(end, &(AsIrParts){.name = "memref.dealloc",
                               .numOperands = 1,
                               .operands = &memory});
}
