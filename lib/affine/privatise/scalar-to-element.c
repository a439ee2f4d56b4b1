//===- scalar-to-element.c - Accumulate in array elements, not scalars
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces accesses to a scalar by accesses to the array element in which its
// value ends. A scalar may hold several values in turn, so its statements are
// split into webs: a read is in one web with the writes that it gets values
// from. A web moves if exactly one of its statements, the end, writes another
// array.
//
// Requires:    a SCoP without early reads whose arrays do not overlap.
// Provides:    the same statements on an element instead of a private scalar.
// Invalidates: the SCoP.
//
//   w = A[i][j]; for k: w -= A[i][k] * A[k][j]; A[i][j] = w
// becomes
//   for k: A[i][j] -= A[i][k] * A[k][j]
//
//===----------------------------------------------------------------------===//

#include "affine/privatise/scalar-to-element.h"
#include "affine/dependence/value-flow.h"
#include "affine/scop/alias-checks.h"
#include "affine/scop/scop-detection.h"
#include "ir/def-use.h"
#include "ir/op-builder.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_map.h>
#include <stdlib.h>
#include <string.h>

enum { maxStatements = 64 };

/// Statements that pass values of a scalar to each other.
typedef struct Web {
  const AsScop *scop;
  int scalar;
  uint64_t statements; ///< Bit s: the statement s.
  int end;             ///< The one that writes the element.
} Web;

typedef struct Search {
  bool assumeNoalias, changed;
} Search;

static bool isIn(const Web *web, int s) { return web->statements >> s & 1; }

static const AsAffineStatement *endOf(const Web *web) {
  return &web->scop->statements[web->end];
}

//===----------------------------------------------------------------------===//
// Webs
//===----------------------------------------------------------------------===//

typedef struct Joining {
  uint64_t *webs; ///< For each statement: the statements of its web.
  int count;
} Joining;

static int numberOf(__isl_keep isl_map *pairs, enum isl_dim_type side) {
  const char *name = isl_map_get_tuple_name(pairs, side);
  return atoi(name + strlen("S"));
}

static isl_stat join(__isl_take isl_map *flow, void *context) {
  Joining *joining = context;
  uint64_t both = joining->webs[numberOf(flow, isl_dim_in)] |
                  joining->webs[numberOf(flow, isl_dim_out)];
  for (int s = 0; s < joining->count; s++)
    if (both >> s & 1)
      joining->webs[s] = both;
  isl_map_free(flow);
  return isl_stat_ok;
}

/// The only statement of the web that writes another array; -1 if there are
/// several, or if a loop around it does not enclose the whole web.
static int findEnd(const Web *web) {
  const AsScop *scop = web->scop;
  int end = -1;
  for (int s = 0; s < scop->numStatements; s++)
    if (isIn(web, s) && scop->statements[s].accesses[0].array != web->scalar) {
      if (end >= 0)
        return -1;
      end = s;
    }
  for (int s = 0; s < scop->numStatements && end >= 0; s++)
    if (isIn(web, s) &&
        asAffineCommonLoops(&scop->statements[s], &scop->statements[end]) <
            scop->statements[end].depth)
      return -1;
  return end;
}

/// Whether the indices of the element can be computed where the web begins, and
/// it has a type like the scalar.
static bool canBeNamed(const Web *web) {
  const AsAffineStatement *end = endOf(web);
  MlirValue memref = web->scop->arrays[end->accesses[0].array].memref;
  MlirType type = mlirValueGetType(memref);
  if (end->depth == 0 || mlirShapedTypeGetRank(type) == 0 ||
      !mlirTypeEqual(mlirShapedTypeGetElementType(type),
                     mlirShapedTypeGetElementType(mlirValueGetType(
                         web->scop->arrays[web->scalar].memref))))
    return false;
  for (intptr_t i = 1; i < mlirOperationGetNumOperands(end->store); i++) {
    MlirOperation made = asIrDefinition(mlirOperationGetOperand(end->store, i));
    if (!mlirOperationIsNull(made) && asScopContains(web->scop, made))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

static isl_stat checkFlow(__isl_take isl_map *flow, void *context) {
  const Web *web = context;
  bool isWithin = !isIn(web, numberOf(flow, isl_dim_in)) ||
                  asFlowStaysWithin(flow, endOf(web)->depth);
  isl_map_free(flow);
  return isWithin ? isl_stat_ok : isl_stat_error;
}

/// Whether each value stays within one iteration of the loops around the end.
static bool staysWithin(Web *web, __isl_keep isl_union_map *flow) {
  return isl_union_map_foreach_map(flow, checkFlow, web) == isl_stat_ok;
}

/// From instances of the statement to the end in the same iteration.
static __isl_give isl_map *toEnd(const Web *web, int s) {
  const AsAffineStatement *end = endOf(web);
  isl_map *pairs = isl_map_from_domain_and_range(
      isl_set_copy(web->scop->statements[s].domain), isl_set_copy(end->domain));
  for (int l = 0; l < end->depth; l++)
    pairs = isl_map_equate(pairs, isl_dim_in, l, isl_dim_out, l);
  return pairs;
}

static bool isEmpty(__isl_take isl_map *map) {
  isl_bool isEmpty = isl_map_is_empty(map);
  isl_map_free(map);
  return isEmpty == isl_bool_true;
}

/// Whether the end runs in each iteration in which the statement runs, and
/// after it.
static bool endsAfter(const Web *web, int s) {
  const AsAffineAccess *own = &web->scop->statements[s].accesses[0],
                       *last = &endOf(web)->accesses[0];
  isl_map *pairs = toEnd(web, s);
  isl_set *ended = isl_map_domain(isl_map_copy(pairs));
  bool ends =
      isl_set_is_equal(ended, web->scop->statements[s].domain) == isl_bool_true;
  isl_set_free(ended);
  isl_map *notBefore = isl_map_lex_ge_map(asAffineTimes(web->scop, own),
                                          asAffineTimes(web->scop, last));
  return isEmpty(isl_map_intersect(pairs, notBefore)) && ends;
}

/// Whether `access`, of statement `t`, may use the element after statement `s`
/// has written the scalar and before the end, in the same iteration of the
/// loops around the end.
static bool comesBetween(const Web *web, int s, int t,
                         const AsAffineAccess *access) {
  const AsAffineStatement *end = endOf(web);
  const AsAffineAccess *first = &web->scop->statements[s].accesses[0],
                       *last = &end->accesses[0];
  if (access->array != last->array ||
      asAffineCommonLoops(&web->scop->statements[t], end) < end->depth)
    return false;
  isl_map *ends = toEnd(web, s);
  isl_map *same = isl_map_apply_range(
      isl_map_apply_range(isl_map_copy(ends), isl_map_copy(last->relation)),
      isl_map_reverse(isl_map_copy(access->relation)));
  for (int l = 0; l < end->depth; l++)
    same = isl_map_equate(same, isl_dim_in, l, isl_dim_out, l);
  same = isl_map_intersect(
      same, isl_map_lex_lt_map(asAffineTimes(web->scop, first),
                               asAffineTimes(web->scop, access)));
  if (isl_map_is_empty(same) != isl_bool_true) {
    ends = isl_map_apply_range(ends, asAffineTimes(web->scop, last));
    same = isl_map_intersect(
        same, isl_map_lex_gt_map(ends, asAffineTimes(web->scop, access)));
  } else {
    isl_map_free(ends);
  }
  return !isEmpty(same);
}

static bool isUndisturbed(const Web *web) {
  const AsScop *scop = web->scop;
  for (int s = 0; s < scop->numStatements; s++) {
    if (!isIn(web, s) || s == web->end)
      continue;
    if (!endsAfter(web, s))
      return false;
    for (int t = 0; t < scop->numStatements; t++)
      for (int a = 0; a < scop->statements[t].numAccesses; a++)
        if (comesBetween(web, s, t, &scop->statements[t].accesses[a]))
          return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Replaces an access to the scalar by one to the element that `end` stores to.
static void replace(MlirOperation op, MlirOperation end) {
  bool isStore = mlirOperationGetNumResults(op) == 0;
  bool isAffine = asIrIsNamed(end, "affine.store");
  MlirValue operands[AS_AFFINE_MAX_OPERANDS + 2];
  intptr_t count = 0;
  if (isStore)
    operands[count++] = mlirOperationGetOperand(op, 0);
  for (intptr_t i = 1; i < mlirOperationGetNumOperands(end); i++)
    operands[count++] = mlirOperationGetOperand(end, i);
  AsIrAttribute attributes[] = {
      {"map", isAffine ? asIrAttribute(end, "map") : (MlirAttribute){NULL}},
      {0}};
  MlirType type = {NULL};
  if (!isStore)
    type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirOperation other = asIrInsert(
      op, &(AsIrParts){.name = isAffine
                                   ? (isStore ? "affine.store" : "affine.load")
                                   : (isStore ? "memref.store" : "memref.load"),
                       .numOperands = count,
                       .operands = operands,
                       .numResults = !isStore,
                       .results = &type,
                       .attributes = isAffine ? attributes : NULL});
  if (!isStore)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0),
                                  mlirOperationGetResult(other, 0));
  mlirOperationDestroy(op);
}

/// Whether the store writes back the value loaded from the same element.
static bool changesNothing(MlirOperation store) {
  MlirOperation load = asIrDefinition(mlirOperationGetOperand(store, 0));
  bool isSame =
      !mlirOperationIsNull(load) &&
      asIrIsNamed(load, asIrIsNamed(store, "affine.store") ? "affine.load"
                                                           : "memref.load") &&
      mlirAttributeEqual(asIrAttribute(load, "map"),
                         asIrAttribute(store, "map")) &&
      mlirOperationGetNumOperands(load) + 1 ==
          mlirOperationGetNumOperands(store);
  for (intptr_t i = 1; i < mlirOperationGetNumOperands(store) && isSame; i++)
    isSame = mlirValueEqual(mlirOperationGetOperand(load, i - 1),
                            mlirOperationGetOperand(store, i));
  return isSame;
}

static MlirWalkResult removeCopy(MlirOperation op, void *context) {
  if ((asIrIsNamed(op, "affine.store") || asIrIsNamed(op, "memref.store")) &&
      changesNothing(op)) {
    mlirOperationDestroy(op);
    return MlirWalkResultSkip;
  }
  return MlirWalkResultAdvance;
}

/// Several statements may share a load: each operation is replaced once.
static void useElement(const Web *web) {
  const AsScop *scop = web->scop;
  MlirOperation *ops = NULL;
  int count = 0;
  for (int s = 0; s < scop->numStatements; s++)
    for (int a = 0; isIn(web, s) && a < scop->statements[s].numAccesses; a++) {
      const AsAffineAccess *access = &scop->statements[s].accesses[a];
      bool isNew = access->array == web->scalar;
      for (int i = 0; i < count && isNew; i++)
        isNew = !mlirOperationEqual(ops[i], access->op);
      if (!isNew)
        continue;
      ops = asRealloc(ops, sizeof *ops * (size_t)(count + 1));
      ops[count++] = access->op;
    }
  MlirOperation end = endOf(web)->store;
  for (int i = 0; i < count; i++)
    replace(ops[i], end);
  free(ops);
  for (int i = 0; i < scop->numOps; i++)
    if (mlirOperationGetNumRegions(scop->ops[i]))
      mlirOperationWalk(scop->ops[i], removeCopy, NULL, MlirWalkPostOrder);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Moves the first web of the scalar that can be moved.
static bool moveWeb(const AsScop *scop, int scalar) {
  bool isComplete;
  isl_union_map *flow = asValueFlow(scop, scalar, &isComplete);
  uint64_t webs[maxStatements];
  for (int s = 0; s < scop->numStatements; s++)
    webs[s] = (uint64_t)1 << s;
  Joining joining = {webs, scop->numStatements};
  bool done = false;
  if (flow && isComplete &&
      isl_union_map_foreach_map(flow, join, &joining) == isl_stat_ok)
    for (int s = 0; s < scop->numStatements && !done; s++) {
      Web web = {scop, scalar, webs[s], -1};
      if (!asAffineAccesses(&scop->statements[s], scalar) ||
          webs[s] == (uint64_t)1 << s)
        continue;
      web.end = findEnd(&web);
      done = web.end >= 0 && canBeNamed(&web) && staysWithin(&web, flow) &&
             isUndisturbed(&web);
      if (done)
        useElement(&web);
    }
  isl_union_map_free(flow);
  return done;
}

static void visit(AsScop *scop, void *context) {
  Search *search = context;
  if (scop->numStatements > maxStatements)
    return;
  AsAffineTensors tensors;
  asAffineTensorsCreate(scop, &tensors);
  bool isApart =
      asAffineAliasing(scop, &tensors, search->assumeNoalias) == AS_ALIAS_NONE;
  asAffineTensorsDestroy(&tensors);
  for (int a = 0; isApart && a < scop->numArrays; a++)
    if (asAffineIsScalar(scop, a) && moveWeb(scop, a)) {
      search->changed = true;
      return; // The SCoP is out of date.
    }
}

static void ignore(MlirOperation op, const char *why, void *context) {}

void asScalarsUseElements(MlirOperation function, bool assumeNoalias) {
  Search search = {assumeNoalias, true};
  AsScopVisitor visitor = {visit, ignore, &search};
  // Each move leaves fewer reads of another array than their statement writes:
  // the end reads the scalar no more, and no other statement gains such a read.
  // So this ends.
  while (search.changed) {
    search.changed = false;
    asScopVisitAll(function, &visitor);
  }
}
