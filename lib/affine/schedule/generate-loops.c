//===- generate-loops.c - Generate affine loops from a schedule
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// isl turns a schedule tree into an AST, whose bounds and conditions are
// quasi-affine like those of affine.for and affine.if. Each statement becomes a
// clone of its store and of the computation of the stored value, for the new
// values of its loop variables.
//
// Requires:    a SCoP and a legal schedule of it.
// Provides:    affine loops and conditions with clones of the statements.
// Invalidates: the SCoP and its operations.
//
//   domain: { S0[i, j] : 0 <= j <= i < 32 }            A[i, j] = ...
//   schedule: [{ S0[i, j] -> [(j)] }, { S0[i, j] -> [(i)] }]
// becomes
//   affine.for %c0 = 0 to 32 {
//     affine.for %c1 = #map(%c0) to 32 { A[%c1, %c0] = ... }
//   }
//
//===----------------------------------------------------------------------===//

#include "affine/schedule/generate-loops.h"
#include "affine/schedule/parallel-loops.h"
#include "affine/scop/isl-to-affine.h"
#include "ir/op-builder.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IntegerSet.h"
#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/id.h>
#include <isl/schedule.h>
#include <stdlib.h>
#include <string.h>

typedef struct Generator {
  const AsScop *scop;
  MlirContext context;
  AsIslToAffineNames names;
  bool isParallel;  ///< The loops inserted now are affine.parallel.
  bool isRowBlocks; ///< They are over blocks of rows (tiling/row-blocks.h).
  const char **why;
} Generator;

static bool refuse(Generator *generator, const char *why) {
  *generator->why = why;
  return false;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static MlirAffineMap mapOf(const Generator *generator,
                           const AsIslToAffine *reader, MlirAffineExpr *results,
                           intptr_t count) {
  return mlirAffineMapGet(generator->context, reader->numOperands, 0, count,
                          results);
}

/// Inserts the value of an expression before `next`.
static bool insertValue(Generator *generator, __isl_take isl_ast_expr *expr,
                        MlirOperation next, MlirValue *value) {
  AsIslToAffine reader = {.names = &generator->names,
                          .context = generator->context};
  MlirAffineExpr result;
  if (!asIslToAffineRead(&reader, expr, &result))
    return refuse(generator, reader.why);
  MlirType index = mlirIndexTypeGet(generator->context);
  *value = asIrInsertValue(
      next, &(AsIrParts){.name = "affine.apply",
                         .numOperands = reader.numOperands,
                         .operands = reader.operands,
                         .numResults = 1,
                         .results = &index,
                         .attributes = (AsIrAttribute[]){
                             {"map", mlirAffineMapAttrGet(mapOf(
                                         generator, &reader, &result, 1))},
                             {0}}});
  return true;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void asAffineCloneValue(const AsScop *scop, MlirValue value, AsIrMap *map,
                        MlirOperation next) {
  if (asIrMapFind(map, value) >= 0 || !mlirValueIsAOpResult(value))
    return;
  MlirOperation op = mlirOpResultGetOwner(value);
  if (!asScopContains(scop, op))
    return;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    asAffineCloneValue(scop, mlirOperationGetOperand(op, i), map, next);
  MlirOperation clone = asIrMapClone(map, op, mlirOperationGetBlock(next));
  mlirOperationMoveBefore(clone, next);
}

/// Inserts the instance of a statement that the call names.
static bool insertStatement(Generator *generator, __isl_take isl_ast_expr *call,
                            MlirOperation next) {
  isl_ast_expr *callee = isl_ast_expr_op_get_arg(call, 0);
  isl_id *id = isl_ast_expr_id_get_id(callee);
  int number = atoi(isl_id_get_name(id) + strlen("S"));
  isl_id_free(id);
  isl_ast_expr_free(callee);
  const AsScop *scop = generator->scop;
  const AsAffineStatement *statement = &scop->statements[number];
  AsIrMap map = {0};
  bool done = true;
  for (int d = 0; d < statement->depth && done; d++) {
    MlirValue value;
    done = insertValue(generator, isl_ast_expr_op_get_arg(call, d + 1), next,
                       &value);
    if (done)
      asIrMapAdd(&map, scop->loops[statement->loops[d]].variable, value);
  }
  MlirOperation store = statement->store;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(store) && done; i++)
    asAffineCloneValue(scop, mlirOperationGetOperand(store, i), &map, next);
  if (done)
    mlirOperationMoveBefore(
        asIrMapClone(&map, store, mlirOperationGetBlock(next)), next);
  asIrMapFree(&map);
  isl_ast_expr_free(call);
  return done;
}

//===----------------------------------------------------------------------===//
// Loops and conditions
//===----------------------------------------------------------------------===//

static bool insertNode(Generator *generator, __isl_take isl_ast_node *node,
                       MlirOperation next);

/// A region of one block, with an index argument for a loop; *end is its
/// affine.yield.
static MlirRegion createRegion(MlirOperation next, bool isLoop,
                               MlirOperation *end) {
  MlirLocation location = mlirOperationGetLocation(next);
  MlirType index = mlirIndexTypeGet(mlirLocationGetContext(location));
  MlirBlock block = mlirBlockCreate(isLoop, &index, &location);
  MlirOperationState state =
      mlirOperationStateGet(asIrString("affine.yield"), location);
  *end = mlirOperationCreate(&state);
  mlirBlockAppendOwnedOperation(block, *end);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  return region;
}

typedef struct Bounds {
  AsIslToAffine lower, upper;
  MlirAffineMap lowerMap, upperMap;
  int64_t step;
} Bounds;

static bool readBounds(Generator *generator, __isl_keep isl_ast_node *loop,
                       Bounds *bounds) {
  AsIslToAffine start = {.names = &generator->names,
                         .context = generator->context};
  bounds->lower = bounds->upper = start;
  MlirAffineExpr results[AS_ISL_TO_AFFINE_MAX_RESULTS];
  intptr_t count;
  if (!asIslToAffineReadBound(&bounds->lower, isl_ast_node_for_get_init(loop),
                              true, results, &count))
    return refuse(generator, bounds->lower.why);
  bounds->lowerMap = mapOf(generator, &bounds->lower, results, count);
  if (!asIslToAffineReadEnd(&bounds->upper, isl_ast_node_for_get_cond(loop),
                            results, &count))
    return refuse(generator, bounds->upper.why);
  bounds->upperMap = mapOf(generator, &bounds->upper, results, count);
  isl_ast_expr *step = isl_ast_node_for_get_inc(loop);
  isl_val *value = isl_ast_expr_int_get_val(step);
  bounds->step = isl_val_get_num_si(value);
  isl_val_free(value);
  isl_ast_expr_free(step);
  return true;
}

/// affine.parallel has several loops: this says how many results of the map
/// belong to the only one.
static MlirAttribute groupOf(MlirContext context, MlirAffineMap map) {
  int64_t one = 1;
  MlirType i32 = mlirIntegerTypeGet(context, 32);
  int32_t count = (int32_t)mlirAffineMapGetNumResults(map);
  return mlirDenseElementsAttrInt32Get(
      mlirRankedTensorTypeGet(1, &one, i32, mlirAttributeGetNull()), 1, &count);
}

/// Inserts an affine.for or affine.parallel with an empty body; *end is its
/// terminator.
static MlirOperation insertFor(Generator *generator, const Bounds *bounds,
                               MlirOperation next, MlirOperation *end) {
  MlirValue operands[2 * AS_ISL_TO_AFFINE_MAX_OPERANDS];
  int32_t numLower = (int32_t)bounds->lower.numOperands,
          numUpper = (int32_t)bounds->upper.numOperands;
  memcpy(operands, bounds->lower.operands, sizeof *operands * (size_t)numLower);
  memcpy(operands + numLower, bounds->upper.operands,
         sizeof *operands * (size_t)numUpper);
  MlirContext context = generator->context;
  MlirAttribute lower = mlirAffineMapAttrGet(bounds->lowerMap),
                upper = mlirAffineMapAttrGet(bounds->upperMap),
                step = mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64),
                                          bounds->step);
  AsIrAttribute ofFor[] = {
      {"lowerBoundMap", lower},
      {"upperBoundMap", upper},
      {"step", mlirIntegerAttrGet(mlirIndexTypeGet(context), bounds->step)},
      {"operandSegmentSizes",
       mlirDenseI32ArrayGet(context, 3, (int32_t[]){numLower, numUpper, 0})},
      {0}};
  AsIrAttribute ofParallel[] = {
      {"reductions", mlirArrayAttrGet(context, 0, NULL)},
      {"lowerBoundsMap", lower},
      {"lowerBoundsGroups", groupOf(context, bounds->lowerMap)},
      {"upperBoundsMap", upper},
      {"upperBoundsGroups", groupOf(context, bounds->upperMap)},
      {"steps", mlirArrayAttrGet(context, 1, &step)},
      {0}};
  bool isParallel = generator->isParallel;
  MlirOperation loop = asIrInsert(
      next, &(AsIrParts){.name = isParallel ? "affine.parallel" : "affine.for",
                         .numOperands = numLower + numUpper,
                         .operands = operands,
                         .attributes = isParallel ? ofParallel : ofFor,
                         .region = createRegion(next, true, end)});
  if (generator->isRowBlocks)
    mlirOperationSetDiscardableAttributeByName(
        loop, asIrString(AS_ROW_BLOCKS_ATTRIBUTE), mlirUnitAttrGet(context));
  return loop;
}

static bool insertLoop(Generator *generator, __isl_keep isl_ast_node *loop,
                       MlirOperation next) {
  isl_ast_expr *iterator = isl_ast_node_for_get_iterator(loop);
  isl_id *name = isl_ast_expr_id_get_id(iterator);
  isl_ast_expr_free(iterator);
  MlirValue variable;
  MlirOperation end = next;
  bool done = generator->names.size < AS_ISL_TO_AFFINE_MAX_NAMES ||
              refuse(generator, "it has too many loops");
  if (done && isl_ast_node_for_is_degenerate(loop) == isl_bool_true) {
    done = insertValue(generator, isl_ast_node_for_get_init(loop), next,
                       &variable);
  } else if (done) {
    Bounds bounds;
    done = readBounds(generator, loop, &bounds);
    if (done)
      variable = mlirBlockGetArgument(
          asIrBody(insertFor(generator, &bounds, next, &end)), 0);
  }
  if (done) {
    asIslToAffinePush(&generator->names, name, variable);
    done = insertNode(generator, isl_ast_node_for_get_body(loop), end);
    asIslToAffinePop(&generator->names);
  }
  isl_id_free(name);
  return done;
}

/// Inserts an affine.if, with an else branch if `otherwise` is not NULL.
static void insertIf(Generator *generator, const AsIslToAffine *reader,
                     const AsIslToAffineCondition *condition,
                     MlirOperation next, MlirOperation *then,
                     MlirOperation *otherwise) {
  MlirIntegerSet set = mlirIntegerSetGet(
      generator->context, reader->numOperands, 0, condition->size,
      condition->constraints, condition->isEquality);
  MlirOperationState state = mlirOperationStateGet(
      asIrString("affine.if"), mlirOperationGetLocation(next));
  MlirNamedAttribute attribute = mlirNamedAttributeGet(
      mlirIdentifierGet(generator->context, asIrString("condition")),
      mlirIntegerSetAttrGet(set));
  mlirOperationStateAddAttributes(&state, 1, &attribute);
  mlirOperationStateAddOperands(&state, reader->numOperands, reader->operands);
  MlirRegion regions[] = {createRegion(next, false, then),
                          otherwise ? createRegion(next, false, otherwise)
                                    : mlirRegionCreate()};
  mlirOperationStateAddOwnedRegions(&state, 2, regions);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(next), next,
                                      mlirOperationCreate(&state));
}

static bool insertCondition(Generator *generator, __isl_keep isl_ast_node *node,
                            MlirOperation next) {
  AsIslToAffine reader = {.names = &generator->names,
                          .context = generator->context};
  AsIslToAffineCondition condition = {0};
  if (!asIslToAffineReadCondition(&reader, isl_ast_node_if_get_cond(node),
                                  &condition))
    return refuse(generator, reader.why);
  bool hasElse = isl_ast_node_if_has_else_node(node) == isl_bool_true;
  MlirOperation then, otherwise;
  insertIf(generator, &reader, &condition, next, &then,
           hasElse ? &otherwise : NULL);
  return insertNode(generator, isl_ast_node_if_get_then_node(node), then) &&
         (!hasElse || insertNode(generator, isl_ast_node_if_get_else_node(node),
                                 otherwise));
}

static bool insertBlock(Generator *generator, __isl_keep isl_ast_node *block,
                        MlirOperation next) {
  isl_ast_node_list *children = isl_ast_node_block_get_children(block);
  int count = (int)isl_ast_node_list_n_ast_node(children);
  bool done = true;
  for (int c = 0; c < count && done; c++)
    done = insertNode(generator, isl_ast_node_list_get_ast_node(children, c),
                      next);
  isl_ast_node_list_free(children);
  return done;
}

/// Loops between a mark and the next one below are what the mark says. They may
/// be several loops where isl splits one.
static bool insertMarked(Generator *generator, __isl_keep isl_ast_node *mark,
                         MlirOperation next) {
  bool isParallel = generator->isParallel, isRowBlocks = generator->isRowBlocks;
  isl_id *id = isl_ast_node_mark_get_id(mark);
  const char *name = isl_id_get_name(id);
  generator->isParallel = strcmp(name, AS_PARALLEL_MARK) == 0;
  generator->isRowBlocks = strcmp(name, AS_ROW_BLOCKS_ATTRIBUTE) == 0;
  isl_id_free(id);
  bool done = insertNode(generator, isl_ast_node_mark_get_node(mark), next);
  generator->isParallel = isParallel;
  generator->isRowBlocks = isRowBlocks;
  return done;
}

/// Inserts the loops and statements of an AST node.
static bool insertNode(Generator *generator, __isl_take isl_ast_node *node,
                       MlirOperation next) {
  bool done;
  switch (isl_ast_node_get_type(node)) {
  case isl_ast_node_for:
    done = insertLoop(generator, node, next);
    break;
  case isl_ast_node_if:
    done = insertCondition(generator, node, next);
    break;
  case isl_ast_node_block:
    done = insertBlock(generator, node, next);
    break;
  case isl_ast_node_mark:
    done = insertMarked(generator, node, next);
    break;
  case isl_ast_node_user:
    done = insertStatement(generator, isl_ast_node_user_get_expr(node), next);
    break;
  default:
    done = refuse(generator, "isl could not write its loops");
  }
  isl_ast_node_free(node);
  return done;
}

//===----------------------------------------------------------------------===//
// The nest
//===----------------------------------------------------------------------===//

static void nameParameters(Generator *generator) {
  const AsScop *scop = generator->scop;
  for (int p = 0; p < scop->numParameters; p++) {
    char name[16];
    snprintf(name, sizeof name, "p%d", p);
    isl_id *id = isl_id_alloc(scop->isl, name, NULL);
    asIslToAffinePush(&generator->names, id, scop->parameters[p]);
    isl_id_free(id);
  }
}

/// Destroys the operations between the two, users before what they use.
static void removeBetween(MlirOperation before, MlirBlock block,
                          MlirOperation next) {
  for (;;) {
    MlirOperation op = mlirBlockGetFirstOperation(block), last = {NULL};
    if (!mlirOperationIsNull(before))
      op = mlirOperationGetNextInBlock(before);
    for (; !mlirOperationEqual(op, next); op = mlirOperationGetNextInBlock(op))
      last = op;
    if (mlirOperationIsNull(last))
      return;
    mlirOperationDestroy(last);
  }
}

/// The operation before `op`; null if there is none.
static MlirOperation previousOf(MlirOperation op) {
  MlirOperation previous = {NULL};
  MlirOperation at = mlirBlockGetFirstOperation(mlirOperationGetBlock(op));
  for (; !mlirOperationEqual(at, op); at = mlirOperationGetNextInBlock(at))
    previous = at;
  return previous;
}

bool asGenerateLoops(const AsScop *scop, __isl_keep isl_schedule *schedule,
                     const char **why) {
  MlirOperation first = scop->ops[0];
  Generator generator = {
      .scop = scop, .context = mlirOperationGetContext(first), .why = why};
  if (scop->numParameters >= AS_ISL_TO_AFFINE_MAX_NAMES)
    return refuse(&generator, "it has too many parameters");
  nameParameters(&generator);
  MlirOperation before = previousOf(first);
  isl_ast_build *build = isl_ast_build_alloc(scop->isl);
  isl_ast_node *tree =
      isl_ast_build_node_from_schedule(build, isl_schedule_copy(schedule));
  isl_ast_build_free(build);
  bool done = tree ? insertNode(&generator, tree, first)
                   : refuse(&generator, "isl could not write its loops");
  if (done)
    for (int i = scop->numOps - 1; i >= 0; i--)
      mlirOperationDestroy(scop->ops[i]);
  else
    removeBetween(before, mlirOperationGetBlock(first), first);
  return done;
}
