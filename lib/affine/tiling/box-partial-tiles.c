//===- box-partial-tiles.c - Compute partial tiles as full boxes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes diagonal blocks of a triangular reduction as full boxes into a
// temporary and copies out only the elements in the domain. Twice the flops,
// ten times the speed of the loop form.
//
// Each wanted element has the same terms in the same order as before, and no
// other element of an array is written.
//
// Requires:    a SCoP without early reads whose arrays do not overlap.
// Provides:    nests that load and reduce the box, and one that stores a part.
// Invalidates: the SCoP; the loops of the statement are destroyed.
//
//   affine.for %i = 0 to 32 { affine.for %j = 0 to #map(%i) {
//     affine.for %k = 0 to 24 { C[%i, %j] += A[%i, %k] * A[%j, %k] } } }
// becomes
//   %box = memref.alloca() : memref<32x32xf64>
//   affine.for %i, %j = 0 to 32        { box[%i, %j] = C[%i, %j] }
//   affine.for %i, %j = 0 to 32, %k    { box[%i, %j] += A[..] * A[..] }
//   affine.for %i, %j = 0 to #map(%i)  { C[%i, %j] = box[%i, %j] }
//
//===----------------------------------------------------------------------===//

#include "affine/tiling/box-partial-tiles.h"
#include "affine/dependence/dependences.h"
#include "affine/raise/operator-form.h"
#include "affine/schedule/generate-loops.h"
#include "affine/schedule/loop-builder.h"
#include "affine/scop/isl-integer.h"
#include "ir/ir-mapping.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <isl/aff.h>
#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/point.h>
#include <isl/set.h>

enum {
  largestExtent = 256, ///< Of the box: it has to stay in a cache.
  grain = 8,           ///< Extents are rounded up to it where elements exist.
  smallestExtent = 8,  ///< Of the wanted part, along each parallel loop.
  mostWaste = 4,       ///< Elements computed for each wanted one, at most.
};

/// A statement, and the box to compute for it.
typedef struct Box {
  const AsScop *scop;
  const AsAffineStatement *statement;
  AsAffineForm form;
  MlirValue memory; ///< The temporary.
} Box;

//===----------------------------------------------------------------------===//
// Finding boxes
//===----------------------------------------------------------------------===//

static bool isReduction(const Box *box, int d) {
  return box->form.isReduction[d];
}

/// The domain with the reduction loops (with `parallelToo`: all loops) of the
/// form ranging over their hull, whatever the other loops are.
static __isl_give isl_set *boxedDomain(const Box *box, bool parallelToo) {
  const AsAffineForm *form = &box->form;
  isl_set *set = isl_set_copy(box->statement->domain);
  for (int d = 0; d < form->numDims; d++) {
    unsigned at = (unsigned)(form->level + d);
    if (!parallelToo && !isReduction(box, d))
      continue;
    int first = (int)form->lower[d];
    set = isl_set_eliminate(set, isl_dim_set, at, 1);
    set = isl_set_lower_bound_si(set, isl_dim_set, at, first);
    set = isl_set_upper_bound_si(set, isl_dim_set, at,
                                 first + (int)form->extent[d] - 1);
  }
  return set;
}

/// Whether each element is reduced over the same box.
static bool sumsOverBox(const Box *box) {
  isl_set *set = boxedDomain(box, false);
  isl_bool isEqual = isl_set_is_equal(set, box->statement->domain);
  isl_set_free(set);
  return isEqual == isl_bool_true;
}

/// Whether all elements that the access uses in the whole box exist.
static bool isInBounds(const Box *box, const AsAffineAccess *access) {
  MlirType type = mlirValueGetType(box->scop->arrays[access->array].memref);
  isl_set *elements = isl_set_apply(
      boxedDomain(box, true),
      isl_map_from_multi_aff(isl_multi_aff_copy(access->indices)));
  bool isInside = elements != NULL;
  for (int r = 0; isInside && r < mlirShapedTypeGetRank(type); r++) {
    int64_t first, last;
    int64_t extent = mlirShapedTypeIsDynamicDim(type, r)
                         ? asAffineLastRow(box->scop, access->array) + 1
                         : mlirShapedTypeGetDimSize(type, r);
    isInside = asAffineTakeInteger(
                   isl_set_dim_min_val(isl_set_copy(elements), r), &first) &&
               asAffineTakeInteger(
                   isl_set_dim_max_val(isl_set_copy(elements), r), &last) &&
               first >= 0 && last < extent;
  }
  isl_set_free(elements);
  return isInside;
}

static bool isAllInBounds(const Box *box) {
  bool isInside = true;
  for (int a = 0; a < box->statement->numAccesses && isInside; a++)
    isInside = isInBounds(box, &box->statement->accesses[a]);
  return isInside;
}

/// Extends the box to start at 0 and end at a multiple of `grain` if all
/// elements exist. A triangle without its diagonal lacks a row and a column,
/// and odd extents make poor vectors.
static void widen(Box *box) {
  AsAffineForm *form = &box->form, narrow = *form;
  for (int d = 0; d < form->numDims; d++)
    if (!isReduction(box, d)) {
      int64_t end = form->lower[d] + form->extent[d];
      form->lower[d] = 0;
      form->extent[d] = (end + grain - 1) / grain * grain;
    }
  if (!isAllInBounds(box))
    *form = narrow;
}

/// Whether enough of the computed elements are wanted, judged in the first
/// iteration of the loops around.
static bool isWorthwhile(const Box *box) {
  const AsAffineForm *form = &box->form;
  isl_set *wanted = isl_set_copy(box->statement->domain);
  isl_point *first = isl_set_sample_point(isl_set_copy(wanted));
  int64_t all = 1, count;
  for (int d = 0; d < form->numDims; d++)
    all *= isReduction(box, d) ? 1 : form->extent[d];
  for (int l = 0; l < box->statement->depth; l++)
    if (l < form->level || isReduction(box, l - form->level))
      wanted =
          isl_set_fix_val(wanted, isl_dim_set, (unsigned)l,
                          isl_point_get_coordinate_val(first, isl_dim_set, l));
  isl_point_free(first);
  bool isKnown = asAffineTakeInteger(isl_set_count_val(wanted), &count);
  isl_set_free(wanted);
  return isKnown && all <= count * mostWaste;
}

static bool hasSize(const AsAffineForm *form) {
  int numParallel = 0;
  for (int d = 0; d < form->numDims; d++) {
    bool isParallel = !form->isReduction[d];
    numParallel += isParallel;
    if (form->step[d] != 1 ||
        (isParallel &&
         (form->extent[d] < smallestExtent || form->lower[d] < 0 ||
          form->lower[d] + form->extent[d] > largestExtent)))
      return false;
  }
  return form->reduces && form->accumulator >= 0 && numParallel >= 2;
}

/// Whether `loop` is an affine.for whose body is just `inner`.
static bool hasOneLoop(MlirOperation loop, MlirOperation inner) {
  MlirOperation first = mlirBlockGetFirstOperation(asIrBody(loop));
  return asIrIsNamed(loop, "affine.for") && mlirOperationEqual(first, inner) &&
         mlirOperationEqual(mlirOperationGetNextInBlock(first),
                            mlirBlockGetTerminator(asIrBody(loop)));
}

/// Whether a bound of the loop uses the variable of a reduction loop.
static bool needsReduction(const Box *box, MlirOperation loop) {
  const AsAffineForm *form = &box->form;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(loop); i++)
    for (int d = 0; d < form->numDims; d++) {
      int around = box->statement->loops[form->level + d];
      if (isReduction(box, d) &&
          mlirValueEqual(mlirOperationGetOperand(loop, i),
                         box->scop->loops[around].variable))
        return true;
    }
  return false;
}

/// Whether the reduction loops have constant bounds. The copied elements are
/// enumerated without them, so they must not decide which elements are stored.
static bool alwaysReduces(const Box *box) {
  const AsAffineForm *form = &box->form;
  for (int d = 0; d < form->numDims; d++) {
    int loop = box->statement->loops[form->level + d];
    if (isReduction(box, d) &&
        mlirOperationGetNumOperands(box->scop->loops[loop].op))
      return false;
  }
  return true;
}

/// Whether the loops of the form are perfectly nested, and around this
/// statement only.
static bool ownsLoops(const Box *box) {
  const AsAffineStatement *statement = box->statement;
  const AsAffineLoop *loops = box->scop->loops;
  int last = statement->depth - 1;
  for (int l = box->form.level; l < last; l++)
    if (!hasOneLoop(loops[statement->loops[l]].op,
                    loops[statement->loops[l + 1]].op) ||
        needsReduction(box, loops[statement->loops[l + 1]].op))
      return false;
  MlirOperation innermost = loops[statement->loops[last]].op;
  if (!asIrIsNamed(innermost, "affine.for") ||
      !mlirBlockEqual(mlirOperationGetBlock(statement->store),
                      asIrBody(innermost)))
    return false;
  for (int s = 0; s < box->scop->numStatements; s++) {
    const AsAffineStatement *other = &box->scop->statements[s];
    if (other != statement && asAffineCommonLoops(other, statement) > last)
      return false;
  }
  return true;
}

/// Finds the outermost level at which the statement has a box.
static bool findBox(const AsScop *scop, const AsDependences *dependences,
                    int number, Box *box) {
  const AsAffineStatement *statement = &scop->statements[number];
  *box = (Box){.scop = scop, .statement = statement};
  AsAffineObstacle obstacle;
  AsAffineForm exact;
  for (int level = 0; level < statement->depth; level++) {
    if (asAffineFormOf(scop, dependences, number, level, &exact, &obstacle))
      return false; // It is an operator already.
    if (!asAffineFormOfHull(scop, dependences, number, level, &box->form,
                            &obstacle) ||
        !hasSize(&box->form) || !alwaysReduces(box) || !ownsLoops(box) ||
        !sumsOverBox(box))
      continue;
    widen(box);
    return isAllInBounds(box) && isWorthwhile(box);
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

typedef enum Walked { WHOLE_BOX, WANTED_PART } Walked;

/// Inserts loops before `next` over the whole box or the wanted part, with the
/// reduction loops if `reduces`, in their original order. Returns the
/// terminator of the innermost.
static MlirOperation insertLoops(const Box *box, Walked walked, bool reduces,
                                 AsIrMap *map, MlirOperation next) {
  const AsAffineForm *form = &box->form;
  for (int d = 0; d < form->numDims; d++) {
    const AsAffineLoop *loop =
        &box->scop->loops[box->statement->loops[form->level + d]];
    if (!reduces && isReduction(box, d))
      continue;
    if (walked == WANTED_PART) {
      next = asAffineLoopLike(loop->op, map, next);
    } else {
      next = asAffineLoopOver(loop->op, form->lower[d], form->extent[d], next);
      asIrMapAdd(map, loop->variable, asAffineLoopVariable(next));
    }
  }
  return next;
}

//===----------------------------------------------------------------------===//
// Statements of the new nests
//===----------------------------------------------------------------------===//

/// Writes the indices of the temporary for the instance; returns its rank.
static intptr_t indexTemporary(const Box *box, const AsIrMap *map,
                               MlirValue *indices) {
  const AsAffineForm *form = &box->form;
  intptr_t rank = 0;
  for (int d = 0; d < form->numDims; d++)
    if (!isReduction(box, d)) {
      int loop = box->statement->loops[form->level + d];
      int at = asIrMapFind(map, box->scop->loops[loop].variable);
      indices[rank++] = map->to[at];
    }
  return rank;
}

static MlirValue loadTemporary(const Box *box, const AsIrMap *map,
                               MlirOperation next) {
  MlirValue operands[AS_AFFINE_MAX_DEPTH + 1] = {box->memory};
  intptr_t rank = indexTemporary(box, map, operands + 1);
  MlirType element =
      mlirShapedTypeGetElementType(mlirValueGetType(box->memory));
  return asIrInsertValue(next, &(AsIrParts){.name = "memref.load",
                                            .numOperands = rank + 1,
                                            .operands = operands,
                                            .numResults = 1,
                                            .results = &element});
}

static void storeTemporary(const Box *box, const AsIrMap *map, MlirValue value,
                           MlirOperation next) {
  MlirValue operands[AS_AFFINE_MAX_DEPTH + 2] = {value, box->memory};
  intptr_t rank = indexTemporary(box, map, operands + 2);
  asIrInsert(next, &(AsIrParts){.name = "memref.store",
                                .numOperands = rank + 2,
                                .operands = operands});
}

/// Clones the computation of `value` for the instance.
static MlirValue valueOf(const Box *box, MlirValue value, AsIrMap *map,
                         MlirOperation next) {
  asAffineCloneValue(box->scop, value, map, next);
  int at = asIrMapFind(map, value);
  return at < 0 ? value : map->to[at];
}

/// box = array
static void insertLoading(const Box *box, MlirOperation next) {
  const AsAffineAccess *sum = &box->statement->accesses[box->form.accumulator];
  AsIrMap map = {0};
  MlirOperation end = insertLoops(box, WHOLE_BOX, false, &map, next);
  storeTemporary(box, &map,
                 valueOf(box, mlirOperationGetResult(sum->op, 0), &map, end),
                 end);
  asIrMapFree(&map);
}

/// box += ...
static void insertSum(const Box *box, MlirOperation next) {
  const AsAffineAccess *sum = &box->statement->accesses[box->form.accumulator];
  AsIrMap map = {0};
  MlirOperation end = insertLoops(box, WHOLE_BOX, true, &map, next);
  asIrMapAdd(&map, mlirOperationGetResult(sum->op, 0),
             loadTemporary(box, &map, end));
  MlirValue stored = mlirOperationGetOperand(box->statement->store, 0);
  storeTemporary(box, &map, valueOf(box, stored, &map, end), end);
  asIrMapFree(&map);
}

/// array = box, for the wanted elements
static void insertStoring(const Box *box, MlirOperation next) {
  MlirOperation store = box->statement->store;
  AsIrMap map = {0};
  MlirOperation end = insertLoops(box, WANTED_PART, false, &map, next);
  asIrMapAdd(&map, mlirOperationGetOperand(store, 0),
             loadTemporary(box, &map, end));
  for (intptr_t i = 1; i < mlirOperationGetNumOperands(store); i++)
    asAffineCloneValue(box->scop, mlirOperationGetOperand(store, i), &map, end);
  mlirOperationMoveBefore(asIrMapClone(&map, store, mlirOperationGetBlock(end)),
                          end);
  asIrMapFree(&map);
}

/// The first operation of the function, which no loop encloses.
static MlirOperation firstOfFunction(MlirOperation op) {
  MlirOperation parent = mlirOperationGetParentOperation(op);
  for (; !asIrIsNamed(parent, "func.func");
       op = parent, parent = mlirOperationGetParentOperation(op))
    ;
  return mlirBlockGetFirstOperation(
      mlirRegionGetFirstBlock(mlirOperationGetRegion(parent, 0)));
}

static MlirValue allocate(const Box *box) {
  const AsAffineForm *form = &box->form;
  const AsAffineArray *written =
      &box->scop->arrays[box->statement->accesses[0].array];
  int64_t shape[AS_AFFINE_MAX_DEPTH];
  intptr_t rank = 0;
  for (int d = 0; d < form->numDims; d++)
    if (!isReduction(box, d))
      shape[rank++] = form->lower[d] + form->extent[d];
  MlirType element =
      mlirShapedTypeGetElementType(mlirValueGetType(written->memref));
  MlirType type =
      mlirMemRefTypeContiguousGet(element, rank, shape, mlirAttributeGetNull());
  return asIrInsertAlloca(firstOfFunction(box->scop->ops[0]), type);
}

static void replace(Box *box) {
  const AsAffineStatement *statement = box->statement;
  MlirOperation loop = box->scop->loops[statement->loops[box->form.level]].op;
  box->memory = allocate(box);
  insertLoading(box, loop);
  insertSum(box, loop);
  insertStoring(box, loop);
  mlirOperationDestroy(loop);
}

/// Whether a statement would have a box without dependences, which take long to
/// find.
static bool mayHaveBox(const AsScop *scop) {
  AsDependences none = {0};
  Box box;
  for (int s = 0; s < scop->numStatements; s++)
    if (findBox(scop, &none, s, &box))
      return true;
  return false;
}

bool asBoxPartialTiles(const AsScop *scop) {
  if (!mayHaveBox(scop))
    return false;
  AsDependences dependences;
  bool replaced = false;
  if (asDependencesFind(scop, &dependences))
    for (int s = scop->numStatements - 1; s >= 0; s--) {
      Box box;
      if (findBox(scop, &dependences, s, &box)) {
        replace(&box);
        replaced = true;
      }
    }
  asDependencesFree(&dependences);
  return replaced;
}
