//===- scalar-replacement.c - Keep updated elements in registers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces a load and a store of one element in an innermost loop by an
// iter_arg. The element is loaded before the loop and stored after it even if
// the loop runs no iteration. So it must be in bounds then too, and no other
// thread may access it.
//
// Requires:    affine.for loops whose arrays are known not to overlap.
// Provides:    the same loops with iter_args.
// Invalidates: these loops, and SCoPs of them.
//
//   affine.for %k = 0 to %j { A[%i, %j] -= A[%i, %k] * A[%k, %j] }
// becomes
//   %0 = affine.load %A[%i, %j]
//   %1 = affine.for %k = 0 to %j iter_args(%s = %0) {
//     affine.yield %s - A[%i, %k] * A[%k, %j]
//   }
//   affine.store %1, %A[%i, %j]
//
//===----------------------------------------------------------------------===//

#include "affine/privatise/scalar-replacement.h"
#include "affine/schedule/loop-builder.h"
#include "affine/scop/alias-checks.h"
#include "affine/scop/scop.h"
#include "ir/op-builder.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <stdlib.h>

enum { mostOperations = 200 * 1000, mostCarried = 8 };

/// An element that a loop updates, by one load and one store.
typedef struct Carried {
  MlirOperation loop, load, store;
} Carried;

typedef struct Search {
  int count, capacity;
  Carried *carried; ///< Sorted: those of one loop are consecutive.
} Search;

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

static bool isEmpty(__isl_take isl_map *map) {
  isl_bool isEmpty = isl_map_is_empty(map);
  isl_map_free(map);
  return isEmpty == isl_bool_true;
}

static int innermostOf(const AsAffineStatement *statement) {
  return statement->loops[statement->depth - 1];
}

/// Whether `access` may use the element that the statement writes, in any
/// iteration of the innermost loop within one iteration of the loops around it.
static bool mayTouch(const AsAffineStatement *statement,
                     const AsAffineAccess *access) {
  const AsAffineAccess *write = &statement->accesses[0];
  if (access->array != write->array)
    return false;
  isl_map *same =
      isl_map_apply_range(isl_map_copy(write->relation),
                          isl_map_reverse(isl_map_copy(access->relation)));
  for (int l = 0; l < statement->depth - 1; l++)
    same = isl_map_equate(same, isl_dim_in, l, isl_dim_out, l);
  return !isEmpty(same);
}

/// Whether the loop around the statement is innermost, and nothing else in it
/// accesses the element.
static bool isAlone(const AsScop *scop, int s, int load) {
  const AsAffineStatement *own = &scop->statements[s];
  int level = own->depth - 1;
  for (int t = 0; t < scop->numStatements; t++) {
    const AsAffineStatement *other = &scop->statements[t];
    if (other->depth <= level || other->loops[level] != innermostOf(own))
      continue;
    if (other->depth > own->depth)
      return false; // The loop is not innermost.
    for (int a = 0; a < other->numAccesses; a++)
      if ((t != s || (a != 0 && a != load)) &&
          mayTouch(own, &other->accesses[a]))
        return false;
  }
  return true;
}

/// The elements written in all iterations of the loops around the innermost
/// one; NULL without such loops.
static __isl_give isl_set *elementsOf(const AsScop *scop,
                                      const AsAffineStatement *statement) {
  if (statement->depth < 2)
    return NULL;
  int around = statement->loops[statement->depth - 2];
  isl_set *iterations = isl_set_copy(scop->loops[around].iterations);
  isl_multi_aff *element = isl_multi_aff_copy(statement->accesses[0].indices);
  isl_map *map = isl_map_from_multi_aff(element);
  map = isl_map_project_out(map, isl_dim_in, (unsigned)statement->depth - 1, 1);
  map = isl_map_reset_tuple_id(map, isl_dim_in);
  return isl_set_apply(iterations, map);
}

/// Whether the element is in bounds even if the innermost loop runs no
/// iteration.
static bool isInBounds(const AsScop *scop, const AsAffineStatement *statement) {
  MlirType type =
      mlirValueGetType(scop->arrays[statement->accesses[0].array].memref);
  intptr_t rank = mlirShapedTypeGetRank(type);
  if (rank == 0)
    return true;
  isl_set *elements = elementsOf(scop, statement);
  if (!elements)
    return false;
  isl_set *box = isl_set_universe(isl_set_get_space(elements));
  bool isKnown = true;
  for (intptr_t r = 0; r < rank && isKnown; r++) {
    isKnown = !mlirShapedTypeIsDynamicDim(type, r);
    int64_t size = isKnown ? mlirShapedTypeGetDimSize(type, r) : 1;
    box = isl_set_lower_bound_si(box, isl_dim_set, (unsigned)r, 0);
    box = isl_set_upper_bound_si(box, isl_dim_set, (unsigned)r, (int)size - 1);
  }
  isKnown = isKnown && isl_set_is_subset(elements, box) == isl_bool_true;
  isl_set_free(box);
  isl_set_free(elements);
  return isKnown;
}

static bool isOutside(MlirOperation store, MlirOperation loop) {
  for (intptr_t i = 1; i < mlirOperationGetNumOperands(store); i++)
    if (asIrIsInside(mlirOperationGetOperand(store, i), loop))
      return false;
  return true;
}

static void note(Search *search, const Carried *carried) {
  if (search->count == search->capacity) {
    search->capacity = 2 * search->capacity + 8;
    search->carried = asRealloc(search->carried, sizeof *search->carried *
                                                     (size_t)search->capacity);
  }
  search->carried[search->count++] = *carried;
}

static bool isFor(MlirOperation op) {
  return asIrIsNamed(op, "affine.for") && mlirOperationGetNumResults(op) == 0;
}

/// Notes the statement if its innermost loop can carry the element that it
/// updates.
static void checkStatement(Search *search, const AsScop *scop, int s) {
  const AsAffineStatement *statement = &scop->statements[s];
  if (statement->depth == 0)
    return;
  MlirOperation loop = scop->loops[innermostOf(statement)].op;
  if (!isFor(loop) || !asIrIsNamed(statement->store, "affine.store") ||
      !mlirBlockEqual(mlirOperationGetBlock(statement->store),
                      asIrBody(loop)) ||
      !isOutside(statement->store, loop))
    return;
  for (int a = 1; a < statement->numAccesses; a++) {
    const AsAffineAccess *read = &statement->accesses[a];
    if (!asAffineSameElement(read, &statement->accesses[0]) ||
        !mlirBlockEqual(mlirOperationGetBlock(read->op), asIrBody(loop)))
      continue;
    if (isAlone(scop, s, a) && isInBounds(scop, statement))
      note(search, &(Carried){loop, read->op, statement->store});
    return;
  }
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Loads the element before the loop.
static MlirValue loadBefore(const Carried *carried) {
  MlirOperation store = carried->store;
  MlirValue operands[AS_AFFINE_MAX_OPERANDS + 1];
  intptr_t count = mlirOperationGetNumOperands(store) - 1;
  for (intptr_t i = 0; i < count; i++)
    operands[i] = mlirOperationGetOperand(store, i + 1);
  MlirType type = mlirValueGetType(mlirOperationGetOperand(store, 0));
  return asIrInsertValue(
      carried->loop,
      &(AsIrParts){.name = "affine.load",
                   .numOperands = count,
                   .operands = operands,
                   .numResults = 1,
                   .results = &type,
                   .attributes = (AsIrAttribute[]){
                       {"map", asIrAttribute(store, "map")}, {0}}});
}

/// Rewrites one loop to carry `count` elements.
static void carry(const Carried *carried, int count) {
  MlirOperation loop = carried[0].loop;
  MlirValue starts[mostCarried] = {{NULL}}, ends[mostCarried];
  for (int c = 0; c < count; c++)
    starts[c] = loadBefore(&carried[c]);
  MlirOperation other = asAffineLoopCarrying(loop, starts, count);
  MlirBlock body = asIrBody(other);
  for (int c = 0; c < count; c++) {
    MlirValue argument =
        mlirBlockAddArgument(body, mlirValueGetType(starts[c]),
                             mlirOperationGetLocation(carried[c].load));
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(carried[c].load, 0),
                                  argument);
    ends[c] = mlirOperationGetOperand(carried[c].store, 0);
    mlirOperationMoveBefore(carried[c].store, loop); // After `other`.
    mlirOperationSetOperand(carried[c].store, 0,
                            mlirOperationGetResult(other, c));
    mlirOperationDestroy(carried[c].load);
  }
  MlirOperation yield = mlirBlockGetTerminator(body);
  asIrInsert(yield, &(AsIrParts){.name = "affine.yield",
                                 .numOperands = count,
                                 .operands = ends});
  mlirOperationDestroy(yield);
  mlirOperationDestroy(loop);
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

/// Whether an enclosing loop may run its iterations on several threads.
static bool isInParallelLoop(MlirOperation op) {
  for (; !mlirOperationIsNull(op); op = mlirOperationGetParentOperation(op))
    if (asIrIsNamed(op, "affine.parallel") || asIrIsNamed(op, "scf.parallel") ||
        asIrIsNamed(op, "scf.forall"))
      return true;
  return false;
}

static bool isDisjoint(const AsScop *scop) {
  AsAffineTensors tensors;
  asAffineTensorsCreate(scop, &tensors);
  AsAliasing aliasing = asAffineAliasing(scop, &tensors, false);
  asAffineTensorsDestroy(&tensors);
  return aliasing == AS_ALIAS_NONE;
}

/// Looks at the outermost loops that have a SCoP. In a loop without one, inner
/// loops may have one.
static MlirWalkResult visit(MlirOperation op, void *context) {
  AsScop scop;
  AsAffineObstacle obstacle;
  if (!isFor(op) || isInParallelLoop(op) ||
      !asScopCreate(&op, 1, &scop, &obstacle))
    return MlirWalkResultAdvance;
  isl_ctx_set_max_operations(scop.isl, mostOperations);
  isl_ctx_reset_operations(scop.isl);
  for (int s = 0; isDisjoint(&scop) && s < scop.numStatements; s++)
    checkStatement(context, &scop, s);
  asScopDestroy(&scop);
  return MlirWalkResultSkip;
}

void asReplaceScalars(MlirModule module) {
  Search search = {0};
  mlirOperationWalk(mlirModuleGetOperation(module), visit, &search,
                    MlirWalkPreOrder);
  for (int c = 0, next; c < search.count; c = next) {
    MlirOperation loop = search.carried[c].loop;
    next = c + 1;
    while (next < search.count &&
           mlirOperationEqual(search.carried[next].loop, loop))
      next++;
    carry(&search.carried[c], next - c < mostCarried ? next - c : mostCarried);
  }
  free(search.carried);
}
