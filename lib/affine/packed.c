//===- affine/packed.c - A product with a factor from several places
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A term packs in its own loops, but for those that only go along what the
// two arrays share.
//
//===----------------------------------------------------------------------===//

#include "affine/packed.h"
#include "affine/generate.h"
#include "affine/loop.h"
#include "ir/insert.h"
#include "ir/memory.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <isl/aff.h>
#include <isl/val.h>

enum { alignment = 64 };

static int sharedFactor(const AsAffinePacked *packed,
                        const AsAffineTerm *term) {
  const AsAffineStatement *statement =
      &packed->view->statements[term->statement];
  return statement->accesses[term->product.factors[1]].array == packed->shared;
}

const AsAffineAccess *asAffinePackedShared(const AsAffinePacked *packed,
                                           const AsAffineTerm *term) {
  int factor = term->product.factors[sharedFactor(packed, term)];
  return &packed->view->statements[term->statement].accesses[factor];
}

const AsAffineAccess *asAffinePackedOther(const AsAffinePacked *packed,
                                          const AsAffineTerm *term) {
  int factor = term->product.factors[!sharedFactor(packed, term)];
  return &packed->view->statements[term->statement].accesses[factor];
}

//===----------------------------------------------------------------------===//
// Indices of what is packed
//===----------------------------------------------------------------------===//

/// The indices that it has, of those of the two arrays. The last one is the one
/// that the result has last, if it has: rows are read along it then. Returns
/// how many.
static int placesOf(const AsAffinePacked *packed, int *places) {
  bool isLast = packed->partner[packed->resultRank - 1] < 0;
  int count = 0;
  for (int half = 0; half < 2; half++) {
    bool isShared = isLast != half;
    int first = isShared ? packed->resultRank : 0;
    int end = isShared ? packed->rank : packed->resultRank;
    for (int p = first; p < end; p++)
      if (packed->partner[p] < 0)
        places[count++] = p;
  }
  return count;
}

/// The index as a function of the loops.
static isl_aff *affOf(const AsAffinePacked *packed, const AsAffineTerm *term,
                      int place) {
  bool isShared = place >= packed->resultRank;
  const AsAffineAccess *access = isShared
                                     ? asAffinePackedShared(packed, term)
                                     : asAffineTermResult(packed->view, term);
  return isl_multi_aff_get_aff(access->indices,
                               isShared ? place - packed->resultRank : place);
}

//===----------------------------------------------------------------------===//
// Loops of a term
//===----------------------------------------------------------------------===//

/// Takes the index. One of the carrier knows fewer loops.
static bool involves(isl_aff *aff, int depth) {
  bool does = depth < (int)isl_aff_dim(aff, isl_dim_in) &&
              isl_aff_involves_dims(aff, isl_dim_in, (unsigned)depth, 1) !=
                  isl_bool_false;
  isl_aff_free(aff);
  return does;
}

/// Whether the loop at this depth says what is packed, or where.
static bool isPacking(const AsAffinePacked *packed, const AsAffineTerm *term,
                      int depth) {
  isl_multi_aff *other = asAffinePackedOther(packed, term)->indices;
  for (int r = 0; r < (int)isl_multi_aff_dim(other, isl_dim_out); r++)
    if (involves(isl_multi_aff_get_aff(other, r), depth))
      return true;
  int places[AS_AFFINE_MAX_PLACES], count = placesOf(packed, places);
  for (int p = 0; p < count; p++)
    if (involves(affOf(packed, term, places[p]), depth))
      return true;
  return false;
}

/// Whether the indices are sums of multiples of loops and numbers.
static bool areSums(const AsAffinePacked *packed, const AsAffineTerm *term) {
  int places[AS_AFFINE_MAX_PLACES], count = placesOf(packed, places);
  bool are = true;
  for (int p = 0; p < count && are; p++) {
    isl_aff *aff = affOf(packed, term, places[p]);
    unsigned numParameters = (unsigned)isl_aff_dim(aff, isl_dim_param);
    are = isl_aff_dim(aff, isl_dim_div) == 0 &&
          isl_aff_involves_dims(aff, isl_dim_param, 0, numParameters) ==
              isl_bool_false;
    isl_aff_free(aff);
  }
  return are;
}

static const AsAffineLoop *loopAt(const AsAffinePacked *packed,
                                  const AsAffineTerm *term, int depth) {
  const AsAffineStatement *statement =
      &packed->view->statements[term->statement];
  return &packed->view->loops[statement->loops[depth]];
}

/// Whether the loops are those of the statement, without conditions between
/// them.
static bool areLoops(const AsAffinePacked *packed, const AsAffineTerm *term) {
  const AsAffineView *view = packed->view;
  const AsAffineStatement *statement = &view->statements[term->statement];
  MlirOperation op = statement->store;
  for (int d = statement->depth - 1; d >= 0; d--) {
    MlirOperation loop = loopAt(packed, term, d)->op;
    if (!asIrIsNamed(loop, "affine.for") ||
        !mlirOperationEqual(mlirOperationGetParentOperation(op), loop))
      return false;
    op = loop;
  }
  for (int i = 0; i < view->numOps; i++)
    if (mlirOperationEqual(view->ops[i], op))
      return true;
  return false;
}

/// Those that are left out have the same iterations wherever they are, and
/// others do not know them.
bool asAffinePackedCanLoop(const AsAffinePacked *packed,
                           const AsAffineTerm *term) {
  int depth = packed->view->statements[term->statement].depth;
  if (!areLoops(packed, term) || !areSums(packed, term))
    return false;
  for (int d = 0; d < depth; d++) {
    MlirOperation loop = loopAt(packed, term, d)->op;
    intptr_t count = mlirOperationGetNumOperands(loop);
    if (!isPacking(packed, term, d) && count)
      return false;
    for (int outer = 0; outer < d; outer++)
      for (intptr_t i = 0; i < count; i++)
        if (!isPacking(packed, term, outer) &&
            mlirValueEqual(mlirOperationGetOperand(loop, i),
                           loopAt(packed, term, outer)->variable))
          return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Packing
//===----------------------------------------------------------------------===//

/// A clone of `value` for the instance.
static MlirValue valueOf(const AsAffinePacked *packed, MlirValue value,
                         AsIrMap *map, MlirOperation next) {
  asAffineCloneValue(packed->view, value, map, next);
  int at = asIrMapFind(map, value);
  return at < 0 ? value : map->to[at];
}

static int64_t takeInteger(isl_val *value) {
  int64_t integer = isl_val_get_num_si(value);
  isl_val_free(value);
  return integer;
}

/// The index as a sum of multiples of the loops in the order that they come in,
/// without those that are left out.
static MlirAffineExpr exprOf(const AsAffinePacked *packed,
                             const AsAffineTerm *term, int place,
                             MlirContext context) {
  isl_aff *aff = affOf(packed, term, place);
  MlirAffineExpr sum = mlirAffineConstantExprGet(
      context, takeInteger(isl_aff_get_constant_val(aff)));
  intptr_t dim = 0;
  for (int d = 0; d < (int)isl_aff_dim(aff, isl_dim_in); d++) {
    if (!isPacking(packed, term, d))
      continue;
    int64_t factor =
        takeInteger(isl_aff_get_coefficient_val(aff, isl_dim_in, d));
    MlirAffineExpr loop = mlirAffineDimExprGet(context, dim++);
    sum = mlirAffineAddExprGet(
        sum,
        mlirAffineMulExprGet(loop, mlirAffineConstantExprGet(context, factor)));
  }
  isl_aff_free(aff);
  return sum;
}

static MlirType elementOf(const AsAffinePacked *packed) {
  return mlirShapedTypeGetElementType(
      mlirValueGetType(packed->view->arrays[packed->result].memref));
}

static MlirValue allocate(const AsAffinePacked *packed) {
  int places[AS_AFFINE_MAX_PLACES], count = placesOf(packed, places);
  int64_t shape[AS_AFFINE_MAX_PLACES];
  for (int p = 0; p < count; p++)
    shape[p] = packed->lower[places[p]] + packed->extent[places[p]];
  MlirType type = mlirMemRefTypeContiguousGet(elementOf(packed), count, shape,
                                              mlirAttributeGetNull());
  return asIrInsertAlloc(packed->view->ops[0], type, alignment);
}

static void insertPacking(const AsAffinePacked *packed,
                          const AsAffineTerm *term, MlirValue memory) {
  MlirOperation next = packed->view->ops[0];
  MlirContext context = mlirOperationGetContext(next);
  AsIrMap map = {0};
  MlirValue operands[AS_AFFINE_MAX_DEPTH + 2] = {{NULL}, memory};
  intptr_t numLoops = 0;
  for (int d = 0; d < packed->view->statements[term->statement].depth; d++)
    if (isPacking(packed, term, d)) {
      next = asAffineLoopLike(loopAt(packed, term, d)->op, &map, next);
      operands[2 + numLoops++] = asAffineLoopVariable(next);
    }
  MlirOperation load = asAffinePackedOther(packed, term)->op;
  operands[0] = valueOf(packed, mlirOperationGetResult(load, 0), &map, next);
  MlirAffineExpr indices[AS_AFFINE_MAX_PLACES];
  int places[AS_AFFINE_MAX_PLACES], count = placesOf(packed, places);
  for (int p = 0; p < count; p++)
    indices[p] = exprOf(packed, term, places[p], context);
  MlirAttribute function = mlirAffineMapAttrGet(
      mlirAffineMapGet(context, numLoops, 0, count, indices));
  asIrInsert(next, &(AsIrParts){.name = "affine.store",
                                .numOperands = numLoops + 2,
                                .operands = operands,
                                .attributes =
                                    (AsIrAttribute[]){{"map", function}, {0}}});
  asIrMapFree(&map);
}

//===----------------------------------------------------------------------===//
// The product
//===----------------------------------------------------------------------===//

static MlirValue insertLoad(const AsAffinePacked *packed, MlirValue memory,
                            const MlirValue *indices, intptr_t count,
                            MlirOperation next) {
  MlirValue operands[AS_AFFINE_MAX_PLACES + 1] = {memory};
  for (intptr_t i = 0; i < count; i++)
    operands[i + 1] = indices[i];
  MlirType element = elementOf(packed);
  return asIrInsertValue(next, &(AsIrParts){.name = "memref.load",
                                            .numOperands = count + 1,
                                            .operands = operands,
                                            .numResults = 1,
                                            .results = &element});
}

static void insertStore(MlirValue value, MlirValue memory,
                        const MlirValue *indices, intptr_t count,
                        MlirOperation next) {
  MlirValue operands[AS_AFFINE_MAX_PLACES + 2] = {value, memory};
  for (intptr_t i = 0; i < count; i++)
    operands[i + 2] = indices[i];
  asIrInsert(next, &(AsIrParts){.name = "memref.store",
                                .numOperands = count + 2,
                                .operands = operands});
}

/// In loops over the indices of the result, and then those that only the shared
/// array has; these come with it.
static MlirOperation insertLoops(const AsAffinePacked *packed,
                                 MlirOperation next, MlirValue *indices) {
  MlirOperation like = packed->view->ops[0];
  for (int p = 0; p < packed->rank; p++) {
    if (p >= packed->resultRank && packed->partner[p] >= 0) {
      indices[p] = indices[packed->partner[p]];
      continue;
    }
    next = asAffineLoopOver(like, packed->lower[p], packed->extent[p], next);
    indices[p] = asAffineLoopVariable(next);
  }
  return next;
}

static void insertProduct(const AsAffinePacked *packed, MlirValue memory,
                          MlirOperation next) {
  const AsAffineView *view = packed->view;
  const AsAffineProduct *product = &packed->terms.list[0].product;
  MlirValue result = view->arrays[packed->result].memref,
            shared = view->arrays[packed->shared].memref;
  MlirValue indices[AS_AFFINE_MAX_PLACES], own[AS_AFFINE_MAX_PLACES];
  next = insertLoops(packed, next, indices);
  int places[AS_AFFINE_MAX_PLACES], count = placesOf(packed, places);
  for (int p = 0; p < count; p++)
    own[p] = indices[places[p]];
  intptr_t rank = packed->resultRank;
  MlirValue sum = insertLoad(packed, result, indices, rank, next),
            value =
                asIrInsertBinary(next, "arith.mulf",
                                 insertLoad(packed, memory, own, count, next),
                                 insertLoad(packed, shared, indices + rank,
                                            packed->rank - rank, next));
  AsIrMap map = {0};
  for (int s = 0; s < product->numScales; s++)
    value = asIrInsertBinary(next, "arith.mulf", value,
                             valueOf(packed, product->scales[s], &map, next));
  asIrMapFree(&map);
  value = asIrInsertBinary(
      next, product->isDifference ? "arith.subf" : "arith.addf", sum, value);
  insertStore(value, result, indices, rank, next);
}

void asAffinePackedInsert(const AsAffinePacked *packed) {
  const AsAffineView *view = packed->view;
  MlirOperation end = mlirOperationGetNextInBlock(view->ops[view->numOps - 1]);
  MlirValue memory = allocate(packed);
  for (int t = 0; t < packed->terms.count; t++)
    insertPacking(packed, &packed->terms.list[t], memory);
  insertProduct(packed, memory, end);
  asIrInsert(end, &(AsIrParts){.name = "memref.dealloc",
                               .numOperands = 1,
                               .operands = &memory});
}
