//===- dependences.c - Dependences between statement instances
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For each pair of accesses to one array: intersects "same element" with
// "carried by the loop at level l" for each common loop, and for textual order
// within one iteration.
//
//===----------------------------------------------------------------------===//

#include "affine/dependence/dependences.h"
#include "affine/scop/reduction-update.h"
#include "support/arena.h"
#include <isl/map.h>
#include <isl/set.h>
#include <stdlib.h>

/// Pairs of instances that access the same element.
static __isl_give isl_map *sameElement(const AsAffineAccess *a,
                                       const AsAffineAccess *b) {
  return isl_map_apply_range(isl_map_copy(a->relation),
                             isl_map_reverse(isl_map_copy(b->relation)));
}

/// Adds to the dependence the pairs that the loop at `level` carries, of those
/// within one iteration of the loops around it. `level` == `common` takes all
/// of these. False if isl gave up.
static bool addCarried(AsDependence *dependence, __isl_keep isl_map *pairs,
                       int level, int common) {
  isl_map *carried = isl_map_copy(pairs);
  if (level < common)
    carried = isl_map_order_lt(carried, isl_dim_in, level, isl_dim_out, level);
  isl_bool isEmpty = isl_map_is_empty(carried);
  if (isEmpty != isl_bool_false) {
    isl_map_free(carried);
    return isEmpty == isl_bool_true;
  }
  dependence->levels |= 1u << level;
  dependence->relation = dependence->relation
                             ? isl_map_union(dependence->relation, carried)
                             : carried;
  return true;
}

/// Adds the dependence of access b of statement t on access a of statement s.
/// `pairs` access the same element. False if isl gave up.
static bool addPair(const AsScop *scop, int s, int a, int t, int b,
                    __isl_take isl_map *pairs, AsDependences *dependences) {
  const AsAffineStatement *source = &scop->statements[s],
                          *target = &scop->statements[t];
  const AsAffineAccess *from = &source->accesses[a], *to = &target->accesses[b];
  AsDependence dependence = {!from->isWrite ? AS_DEPENDENCE_ANTI
                             : to->isWrite  ? AS_DEPENDENCE_OUTPUT
                                            : AS_DEPENDENCE_FLOW,
                             s,
                             t,
                             a,
                             b,
                             0,
                             false,
                             NULL};
  int common = asAffineCommonLoops(source, target);
  bool failed = false;
  // Within one iteration of all common loops the textual order decides.
  for (int l = 0; l < common + (s < t) && !failed &&
                  isl_map_plain_is_empty(pairs) != isl_bool_true;
       l++) {
    failed = !addCarried(&dependence, pairs, l, common);
    if (l < common)
      pairs = isl_map_equate(pairs, isl_dim_in, l, isl_dim_out, l);
  }
  isl_map_free(pairs);
  if (dependence.levels) {
    AsAffineUpdate first = asAffineUpdateOf(scop, s),
                   second = asAffineUpdateOf(scop, t);
    dependence.commutes = asAffineUpdatesCommute(&first, a, &second, b);
    dependences->list =
        asRealloc(dependences->list,
                  sizeof *dependences->list * (size_t)(dependences->size + 1));
    dependences->list[dependences->size++] = dependence;
  }
  return !failed;
}

/// Adds the dependences between two accesses in both directions, unless they
/// are one access.
static bool addBoth(const AsScop *scop, int s, int a, int t, int b,
                    AsDependences *dependences) {
  const AsAffineAccess *from = &scop->statements[s].accesses[a],
                       *to = &scop->statements[t].accesses[b];
  if (from->array != to->array || (!from->isWrite && !to->isWrite))
    return true;
  isl_map *pairs = sameElement(from, to);
  bool isOne = s == t && a == b;
  isl_map *back = isOne ? NULL : isl_map_reverse(isl_map_copy(pairs));
  bool done = addPair(scop, s, a, t, b, pairs, dependences);
  return isOne ? done : addPair(scop, t, b, s, a, back, dependences) && done;
}

static int compare(const void *a, const void *b) {
  const AsDependence *x = a, *y = b;
  const int order[] = {x->source - y->source, x->target - y->target,
                       x->sourceAccess - y->sourceAccess,
                       x->targetAccess - y->targetAccess};
  int first = 0;
  while (first < 3 && !order[first])
    first++;
  return order[first];
}

bool asDependencesFind(const AsScop *scop, AsDependences *dependences) {
  *dependences = (AsDependences){0};
  bool done = true;
  for (int s = 0; s < scop->numStatements && done; s++)
    for (int t = s; t < scop->numStatements && done; t++)
      for (int a = 0; a < scop->statements[s].numAccesses && done; a++)
        for (int b = s == t ? a : 0;
             b < scop->statements[t].numAccesses && done; b++)
          done = addBoth(scop, s, a, t, b, dependences);
  if (dependences->size)
    qsort(dependences->list, (size_t)dependences->size,
          sizeof *dependences->list, compare);
  return done;
}

void asDependencesFree(AsDependences *dependences) {
  for (int d = 0; d < dependences->size; d++)
    isl_map_free(dependences->list[d].relation);
  free(dependences->list);
  *dependences = (AsDependences){0};
}

//===----------------------------------------------------------------------===//
// Reads before a conflicting write
//===----------------------------------------------------------------------===//

/// Whether both are in one block with no store or region in between, as for
/// most loads: then nothing is written in between.
static bool isJustBefore(MlirOperation load, MlirOperation store) {
  if (!mlirBlockEqual(mlirOperationGetBlock(load),
                      mlirOperationGetBlock(store)))
    return false;
  MlirOperation op = mlirOperationGetNextInBlock(load);
  for (; !mlirOperationEqual(op, store); op = mlirOperationGetNextInBlock(op))
    if (mlirOperationGetNumRegions(op) || asIrIsNamed(op, "affine.store") ||
        asIrIsNamed(op, "memref.store"))
      return false;
  return true;
}

/// Whether `write` may change the element after `read`, and before the store of
/// its statement, `end`.
static isl_bool comesBetween(const AsScop *scop, const AsAffineAccess *read,
                             const AsAffineAccess *end,
                             const AsAffineAccess *write) {
  isl_map *after =
      isl_map_lex_lt_map(asAffineTimes(scop, read), asAffineTimes(scop, write));
  isl_map *before =
      isl_map_lex_gt_map(asAffineTimes(scop, end), asAffineTimes(scop, write));
  isl_map *between = isl_map_intersect(isl_map_intersect(after, before),
                                       sameElement(read, write));
  isl_bool isEmpty = isl_map_is_empty(between);
  isl_map_free(between);
  return isl_bool_not(isEmpty);
}

const AsAffineAccess *asDependenceEarlyRead(const AsScop *scop, bool *failed) {
  *failed = false;
  for (int s = 0; s < scop->numStatements; s++) {
    const AsAffineStatement *statement = &scop->statements[s];
    for (int a = 1; a < statement->numAccesses; a++) {
      const AsAffineAccess *read = &statement->accesses[a];
      if (isJustBefore(read->op, statement->store))
        continue;
      for (int w = 0; w < scop->numStatements; w++) {
        const AsAffineAccess *write = &scop->statements[w].accesses[0];
        if (write->array != read->array)
          continue;
        isl_bool comes =
            comesBetween(scop, read, &statement->accesses[0], write);
        *failed = comes == isl_bool_error;
        if (comes != isl_bool_false)
          return read;
      }
    }
  }
  return NULL;
}
