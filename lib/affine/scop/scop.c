//===- scop.c - Build the SCoP of a loop nest
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks the operations in textual order and keeps the constraints of the
// enclosing loops and conditions as isl text. Each store becomes a statement
// with its domain, accesses and schedule. A load is only noted when it is met;
// a later store that uses its value makes it an access of that statement.
//
//===----------------------------------------------------------------------===//

#include "affine/scop/scop.h"
#include "ir/trip-count.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "support/arena.h"
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/set.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// isl gives up after this many operations if loops are nested up to three
/// deep: a second or two. The kernels of PolyBench need a tenth of that.
enum { maxOperations = 5 * 1000 * 1000 };

/// The factor for loops over strips.
enum { moreForStrips = 8 };

/// A load with the isl text of its element and time, until a store uses it.
typedef struct Load {
  MlirOperation op;
  int array;
  char *indices, *schedule;
} Load;

typedef struct Walk {
  AsScop *scop;
  AsAffineObstacle *obstacle;
  AsAffineNest nest;
  AsText domain; ///< Constraints of the enclosing loops and conditions.
  int counters[AS_AFFINE_MAX_DEPTH + 1];  ///< Operations so far, by body.
  int positions[AS_AFFINE_MAX_DEPTH + 1]; ///< Of each loop in its body.
  int numLoads;
  Load *loads;
  int numSeen;
  MlirOperation *seen; ///< Operations searched for this statement's loads.
} Walk;

static bool refuse(Walk *walk, MlirOperation op, const char *why) {
  walk->obstacle->op = op;
  snprintf(walk->obstacle->why, sizeof walk->obstacle->why, "%s", why);
  return false;
}

static bool refuseKind(Walk *walk, MlirOperation op, const char *format) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  walk->obstacle->op = op;
  snprintf(walk->obstacle->why, sizeof walk->obstacle->why, format,
           (int)name.length, name.data);
  return false;
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

static int arrayOf(AsScop *scop, MlirValue memref) {
  for (int a = 0; a < scop->numArrays; a++)
    if (mlirValueEqual(scop->arrays[a].memref, memref))
      return a;
  scop->arrays = asRealloc(scop->arrays, sizeof *scop->arrays *
                                             (size_t)(scop->numArrays + 1));
  scop->arrays[scop->numArrays] = (AsAffineArray){.memref = memref};
  return scop->numArrays++;
}

/// Appends "A0[...]" for the element that a load or store accesses.
static bool writeAccess(Walk *walk, MlirOperation op, bool isStore, int *array,
                        AsText *text) {
  MlirValue memref = mlirOperationGetOperand(op, isStore);
  MlirValue operands[AS_AFFINE_MAX_OPERANDS];
  intptr_t first = isStore + 1;
  intptr_t count = mlirOperationGetNumOperands(op) - first;
  if (mlirValueIsAOpResult(memref) &&
      asScopContains(walk->scop, mlirOpResultGetOwner(memref)))
    return refuse(
        walk, op,
        "its memory is allocated within the loops; allocate it before them");
  if (!asAffineReadOperands(op, first, count, operands))
    return refuse(walk, op,
                  "it has too many indices; use memory of fewer dimensions");
  *array = arrayOf(walk->scop, memref);
  asTextFormat(text, "A%d[", *array);
  bool isMapped = asIrHasPrefix(op, "affine."), isAffine = true;
  MlirAffineMap map = {NULL};
  if (isMapped)
    map = mlirAffineMapAttrGetValue(
        mlirOperationGetInherentAttributeByName(op, asIrString("map")));
  intptr_t rank = isMapped ? mlirAffineMapGetNumResults(map) : count;
  for (intptr_t r = 0; r < rank && isAffine; r++) {
    asTextAppendString(text, r ? ", " : "");
    isAffine = isMapped ? asAffineWriteExpression(
                              &walk->nest, mlirAffineMapGetResult(map, r),
                              operands, mlirAffineMapGetNumDims(map), text)
                        : asAffineWriteValue(&walk->nest, operands[r], text);
  }
  asTextAppendString(text, "]");
  return isAffine || refuse(walk, op,
                            "its indices are not affine: use sums of multiples "
                            "of loops and of values known before, or a gather "
                            "in linalg.generic on tensors");
}

/// Appends the time of the operation: "[0, i0, 1, i1, 0, ...]", positions in a
/// body alternating with loop variables.
static void writeSchedule(const Walk *walk, AsText *text) {
  int depth = walk->nest.depth;
  for (int d = 0; d <= AS_AFFINE_MAX_DEPTH; d++) {
    asTextFormat(text, d ? ", %d" : "[%d",
                 d < depth    ? walk->positions[d]
                 : d == depth ? walk->counters[d]
                              : 0);
    if (d < depth)
      asTextFormat(text, ", i%d", d);
    else if (d < AS_AFFINE_MAX_DEPTH)
      asTextAppendString(text, ", 0");
  }
  asTextAppendString(text, "]");
}

static bool addLoad(Walk *walk, MlirOperation op) {
  Load load = {.op = op};
  AsText indices = {0}, schedule = {0};
  bool isAffine = writeAccess(walk, op, false, &load.array, &indices);
  if (isAffine) {
    writeSchedule(walk, &schedule);
    load.indices = asCopyString(indices.data);
    load.schedule = asCopyString(schedule.data);
    walk->loads = asRealloc(walk->loads,
                            sizeof *walk->loads * (size_t)(walk->numLoads + 1));
    walk->loads[walk->numLoads++] = load;
  }
  asTextFree(&indices);
  asTextFree(&schedule);
  return isAffine;
}

/// Appends "[p0, p1] -> { ".
static void writeParameters(const AsScop *scop, AsText *text) {
  for (int p = 0; p < scop->numParameters; p++)
    asTextFormat(text, p ? ", p%d" : "[p%d", p);
  asTextAppendString(text, scop->numParameters ? "] -> { " : "{ ");
}

/// Appends "S2[i0, i1]".
static void writeInstance(int statement, int depth, AsText *text) {
  asTextFormat(text, "S%d[", statement);
  for (int d = 0; d < depth; d++)
    asTextFormat(text, d ? ", i%d" : "i%d", d);
  asTextAppendString(text, "]");
}

/// The domain of the next statement at this place. Also gives the iterations of
/// a loop, whose caller drops the name.
static __isl_give isl_set *readDomain(const Walk *walk) {
  AsText text = {0};
  writeParameters(walk->scop, &text);
  writeInstance(walk->scop->numStatements, walk->nest.depth, &text);
  asTextFormat(&text, " : %s }",
               walk->domain.length ? walk->domain.data : "1 = 1");
  isl_set *domain = isl_set_read_from_str(walk->scop->isl, text.data);
  asTextFree(&text);
  return domain;
}

/// A function from instances of the statement to `image`.
static __isl_give isl_multi_aff *readFunction(const AsScop *scop, int statement,
                                              int depth, const char *image) {
  AsText text = {0};
  writeParameters(scop, &text);
  writeInstance(statement, depth, &text);
  asTextFormat(&text, " -> %s }", image);
  isl_multi_aff *function = isl_multi_aff_read_from_str(scop->isl, text.data);
  asTextFree(&text);
  return function;
}

static __isl_give isl_map *onDomain(const AsAffineStatement *statement,
                                    __isl_take isl_multi_aff *function) {
  return isl_map_intersect_domain(isl_map_from_multi_aff(function),
                                  isl_set_copy(statement->domain));
}

static void addAccess(Walk *walk, AsAffineStatement *statement,
                      MlirOperation op, int array, bool isWrite,
                      const char *indices, const char *schedule) {
  statement->accesses =
      asRealloc(statement->accesses, sizeof *statement->accesses *
                                         (size_t)(statement->numAccesses + 1));
  int number = walk->scop->numStatements;
  isl_multi_aff *elements =
      readFunction(walk->scop, number, statement->depth, indices);
  statement->accesses[statement->numAccesses++] =
      (AsAffineAccess){op,
                       array,
                       isWrite,
                       onDomain(statement, isl_multi_aff_copy(elements)),
                       elements,
                       number,
                       asCopyString(schedule)};
}

/// Notes the operation. False if it was noted before: a value may be used
/// several times.
static bool isNew(Walk *walk, MlirOperation op) {
  for (int i = 0; i < walk->numSeen; i++)
    if (mlirOperationEqual(walk->seen[i], op))
      return false;
  walk->seen =
      asRealloc(walk->seen, sizeof *walk->seen * (size_t)(walk->numSeen + 1));
  walk->seen[walk->numSeen++] = op;
  return true;
}

/// Adds the loads from which `value` is computed.
static bool addReads(Walk *walk, AsAffineStatement *statement,
                     MlirValue value) {
  if (!mlirValueIsAOpResult(value))
    return true; // A loop variable, or a value from outside.
  MlirOperation op = mlirOpResultGetOwner(value);
  if (!asScopContains(walk->scop, op) || !isNew(walk, op))
    return true;
  for (int l = 0; l < walk->numLoads; l++)
    if (mlirOperationEqual(walk->loads[l].op, op)) {
      const Load *load = &walk->loads[l];
      addAccess(walk, statement, op, load->array, false, load->indices,
                load->schedule);
      return true;
    }
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    if (!addReads(walk, statement, mlirOperationGetOperand(op, i)))
      return false;
  return true;
}

static bool addStore(Walk *walk, MlirOperation op) {
  AsScop *scop = walk->scop;
  if (scop->numStatements == AS_AFFINE_MAX_STATEMENTS)
    return refuse(walk, op,
                  "there are 64 others in the same loops; split the loops");
  AsText text = {0}, schedule = {0};
  int array;
  bool isAffine = writeAccess(walk, op, true, &array, &text);
  if (isAffine) {
    AsAffineStatement statement = {.store = op, .depth = walk->nest.depth};
    memcpy(statement.loops, walk->nest.loops, sizeof statement.loops);
    statement.domain = readDomain(walk);
    writeSchedule(walk, &schedule);
    addAccess(walk, &statement, op, array, true, text.data, schedule.data);
    walk->numSeen = 0;
    isAffine = addReads(walk, &statement, mlirOperationGetOperand(op, 0));
    scop->statements =
        asRealloc(scop->statements,
                  sizeof *scop->statements * (size_t)(scop->numStatements + 1));
    scop->statements[scop->numStatements++] = statement;
  }
  asTextFree(&text);
  asTextFree(&schedule);
  return isAffine;
}

//===----------------------------------------------------------------------===//
// Walk over the operations
//===----------------------------------------------------------------------===//

static bool walkOperation(Walk *walk, MlirOperation op);

static bool walkBlock(Walk *walk, MlirBlock block) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (!walkOperation(walk, op))
      return false;
  return true;
}

static bool walkLoop(Walk *walk, MlirOperation op) {
  if (mlirOperationGetNumResults(op))
    return refuse(walk, op,
                  "it carries values from one iteration to the next; keep them "
                  "in memory");
  int depth = walk->nest.depth;
  if (depth == AS_AFFINE_MAX_DEPTH)
    return refuse(
        walk, op,
        "it is nested too deeply; collapse or unroll some of the loops");
  size_t before = walk->domain.length;
  int64_t step;
  bool isAffine = asAffineWriteLoop(&walk->nest, op, &step, &walk->domain);
  if (!isAffine)
    return refuse(walk, op,
                  "its bounds are not affine: use signed sums of multiples of "
                  "loops and of values known before, and a constant step");
  AsScop *scop = walk->scop;
  scop->loops = asRealloc(scop->loops,
                          sizeof *scop->loops * (size_t)(scop->numLoops + 1));
  AsAffineLoop *loop = &scop->loops[scop->numLoops];
  *loop = (AsAffineLoop){op, mlirBlockGetArgument(asIrBody(op), 0), step, NULL};
  walk->positions[depth] = walk->counters[depth];
  walk->counters[depth + 1] = 0;
  walk->nest.loops[walk->nest.depth++] = scop->numLoops++;
  loop->iterations = isl_set_reset_tuple_id(readDomain(walk));
  isAffine = walkBlock(walk, asIrBody(op));
  walk->nest.depth--;
  walk->domain.length = before;
  if (before)
    walk->domain.data[before] = '\0';
  return isAffine;
}

/// A condition restricts the domain of the statements inside. Their position
/// in the enclosing body stays.
static bool walkIf(Walk *walk, MlirOperation op) {
  if (mlirOperationGetNumResults(op))
    return refuse(
        walk, op,
        "it gives values; store them in its branches, or use arith.select");
  AsText condition = {0};
  size_t before = walk->domain.length;
  bool isAffine =
      asAffineWriteCondition(&walk->nest, op, &condition) ||
      refuse(walk, op,
             "its condition is not affine: compare signed sums of multiples of "
             "loops, or use arith.select for conditions on data");
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op) && isAffine; r++) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
    if (mlirBlockIsNull(block))
      continue;
    asTextFormat(&walk->domain, "%s%s%s", before ? " and " : "",
                 r ? "not " : "", condition.data);
    isAffine = walkBlock(walk, block);
    walk->domain.length = before;
    if (before)
      walk->domain.data[before] = '\0';
  }
  asTextFree(&condition);
  return isAffine;
}

static bool isPure(MlirOperation op) {
  return (asIrHasPrefix(op, "arith.") || asIrHasPrefix(op, "math.") ||
          asIrIsNamed(op, "affine.apply") || asIrIsNamed(op, "affine.min") ||
          asIrIsNamed(op, "affine.max")) &&
         mlirOperationGetNumRegions(op) == 0;
}

static bool walkOperation(Walk *walk, MlirOperation op) {
  walk->counters[walk->nest.depth]++;
  if (asIrIsLoop(op))
    return walkLoop(walk, op);
  // Whole loops under an scf.if are SCoPs of their own.
  if (asIrIsNamed(op, "affine.if") ||
      (asIrIsNamed(op, "scf.if") && walk->nest.depth))
    return walkIf(walk, op);
  if (asIrIsNamed(op, "affine.load") || asIrIsNamed(op, "memref.load"))
    return addLoad(walk, op);
  if (asIrIsNamed(op, "affine.store") || asIrIsNamed(op, "memref.store"))
    return addStore(walk, op);
  if (asIrHasPrefix(op, "memref.atomic_rmw") ||
      asIrHasPrefix(op, "memref.generic_atomic_rmw"))
    return refuse(walk, op,
                  "it is an atomic update; in serial loops, load, compute and "
                  "store instead");
  bool isEnd = asIrIsNamed(op, "affine.yield") || asIrIsNamed(op, "scf.yield");
  return isPure(op) || isEnd ||
         refuseKind(
             walk, op,
             "'%.*s' is not understood within loops: loads, stores, arith, "
             "math, loops and affine conditions are; move it out of them");
}

//===----------------------------------------------------------------------===//
// SCoPs
//===----------------------------------------------------------------------===//

static int deepestOf(const AsScop *scop) {
  int deepest = 0;
  for (int s = 0; s < scop->numStatements; s++)
    if (scop->statements[s].depth > deepest)
      deepest = scop->statements[s].depth;
  return deepest;
}

static bool hasStrips(const AsScop *scop) {
  for (int i = 0; i < scop->numOps; i++)
    if (!mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
            scop->ops[i], asIrString(AS_STRIPS_ATTRIBUTE))))
      return true;
  return false;
}

/// The tables of isl have rows and columns for each loop around two statements,
/// so an operation takes longer, the deeper these are nested.
static void limitOperations(const AsScop *scop) {
  int deepest = deepestOf(scop);
  double longer = pow((deepest > 3 ? deepest : 3) / 3.0, 3);
  double most = (double)maxOperations * (hasStrips(scop) ? moreForStrips : 1);
  isl_ctx_set_max_operations(scop->isl, (unsigned long)(most / longer));
}

bool asScopContains(const AsScop *scop, MlirOperation op) {
  for (; !mlirOperationIsNull(op); op = mlirOperationGetParentOperation(op))
    for (int i = 0; i < scop->numOps; i++)
      if (mlirOperationEqual(scop->ops[i], op))
        return true;
  return false;
}

bool asScopCreate(const MlirOperation *ops, int numOps, AsScop *scop,
                  AsAffineObstacle *obstacle) {
  *scop = (AsScop){.isl = isl_ctx_alloc(), .numOps = numOps};
  isl_options_set_on_error(scop->isl, ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(scop->isl, maxOperations);
  scop->ops = asAlloc(sizeof *ops * (size_t)numOps);
  memcpy(scop->ops, ops, sizeof *ops * (size_t)numOps);
  Walk walk = {.scop = scop, .obstacle = obstacle, .nest = {.scop = scop}};
  bool isAffine = true;
  for (int i = 0; i < numOps && isAffine; i++)
    isAffine = walkOperation(&walk, ops[i]);
  for (int l = 0; l < walk.numLoads; l++) {
    free(walk.loads[l].indices);
    free(walk.loads[l].schedule);
  }
  free(walk.loads);
  free(walk.seen);
  asTextFree(&walk.domain);
  limitOperations(scop);
  if (!isAffine)
    asScopDestroy(scop);
  return isAffine;
}

void asScopDestroy(AsScop *scop) {
  for (int s = 0; s < scop->numStatements; s++) {
    AsAffineStatement *statement = &scop->statements[s];
    for (int a = 0; a < statement->numAccesses; a++) {
      isl_map_free(statement->accesses[a].relation);
      isl_multi_aff_free(statement->accesses[a].indices);
      free(statement->accesses[a].time);
    }
    free(statement->accesses);
    isl_set_free(statement->domain);
  }
  for (int l = 0; l < scop->numLoops; l++)
    isl_set_free(scop->loops[l].iterations);
  free(scop->statements);
  free(scop->ops);
  free(scop->loops);
  free(scop->arrays);
  free(scop->parameters);
  if (scop->isl)
    isl_ctx_free(scop->isl);
  *scop = (AsScop){0};
}

__isl_give isl_map *asAffineTimes(const AsScop *scop,
                                  const AsAffineAccess *access) {
  const AsAffineStatement *statement = &scop->statements[access->statement];
  isl_multi_aff *times =
      readFunction(scop, access->statement, statement->depth, access->time);
  // Behind the deepest statement all is 0; each dimension costs isl a disjunct
  // wherever times are compared.
  unsigned used = 2 * (unsigned)deepestOf(scop) + 1;
  unsigned all = 2 * AS_AFFINE_MAX_DEPTH + 1;
  times = isl_multi_aff_drop_dims(times, isl_dim_out, used, all - used);
  return onDomain(statement, times);
}
