//===- build-linalg.c - Build linalg operations for statements
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds linalg.fill for constants, sums of products (sum-of-products.c), or a
// linalg.generic with the statement's arithmetic as its body. The loops of the
// operation are first the parallel ones, in the order of the indices of the
// written element, then the reduction loops in their original order.
//
//   C[i, j] += A[i, k] * B[k, j]
// becomes
//   linalg.generic {indexing_maps = [(d0, d1, d2) -> (d0, d2),
//                                    (d0, d1, d2) -> (d2, d1),
//                                    (d0, d1, d2) -> (d0, d1)]}
//
//===----------------------------------------------------------------------===//

#include "affine/raise/build-linalg.h"
#include "affine/raise/linalg-body.h"
#include "affine/scop/chosen-extreme.h"
#include "graph/analysis/generic-op.h"
#include "ir/op-builder.h"
#include "ir/tensor-builder.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <isl/map.h>
#include <math.h>
#include <string.h>

/// Places the loops of the form among those of the operation.
static AsAffineOperator operatorOf(AsAffineTensors *tensors,
                                   const AsAffineForm *form,
                                   const AsIrMap *outer, MlirOperation next) {
  AsAffineOperator op = {.tensors = tensors,
                         .form = form,
                         .statement =
                             &tensors->scop->statements[form->statement],
                         .outer = outer,
                         .next = next,
                         .context = mlirOperationGetContext(next)};
  for (int d = 0; d < form->numDims; d++)
    op.place[d] = -1;
  const AsAffineSlice *write = &form->slices[0];
  for (int r = 0; r < write->rank; r++)
    for (int d = 0; d < form->numDims; d++)
      if (write->index[r].factor[d])
        op.place[d] = op.numLoops++;
  for (int d = 0; d < form->numDims; d++)
    if (form->isReduction[d])
      op.place[d] = op.numLoops++;
  return op;
}

MlirAffineMap asOperatorMap(const AsAffineOperator *op,
                            const AsAffineSlice *slice) {
  MlirAffineExpr results[AS_AFFINE_MAX_RANK];
  intptr_t count = 0;
  for (int r = 0; r < slice->rank; r++) {
    const AsAffineIndex *index = &slice->index[r];
    if (index->isPoint)
      continue;
    MlirAffineExpr sum = {NULL};
    for (int d = 0; d < op->form->numDims; d++) {
      if (!index->factor[d])
        continue;
      MlirAffineExpr term = mlirAffineDimExprGet(op->context, op->place[d]);
      if (index->factor[d] != 1)
        term = mlirAffineMulExprGet(
            term, mlirAffineConstantExprGet(op->context, index->factor[d]));
      sum = mlirAffineExprIsNull(sum) ? term : mlirAffineAddExprGet(sum, term);
    }
    results[count++] = sum;
  }
  return mlirAffineMapGet(op->context, op->numLoops, 0, count, results);
}

MlirType asOperatorElement(const AsAffineOperator *op,
                           const AsAffineAccess *access) {
  return asAffineElementType(op->tensors->scop, access->array);
}

/// Whether the access reads no element that the operation writes, in the same
/// iteration of the loops outside, and no other operation shares its tensors.
static bool isApart(const AsAffineOperator *op, int access) {
  const AsAffineAccess *write = &op->statement->accesses[0],
                       *read = &op->statement->accesses[access];
  if (!op->tensors->isAlone || read->array != write->array)
    return false;
  isl_map *same =
      isl_map_apply_range(isl_map_copy(read->relation),
                          isl_map_reverse(isl_map_copy(write->relation)));
  for (int l = 0; l < op->form->level; l++)
    same = isl_map_equate(same, isl_dim_in, l, isl_dim_out, l);
  isl_bool isEmpty = isl_map_is_empty(same);
  isl_map_free(same);
  return isEmpty == isl_bool_true;
}

MlirValue asOperatorRead(const AsAffineOperator *op, int access) {
  if (isApart(op, access)) {
    MlirValue view = asAffineTensorReadApart(
        op->tensors, op->statement->accesses[access].array, op->form,
        &op->form->slices[access], op->outer, op->next);
    if (!mlirValueIsNull(view))
      return view;
  }
  return asAffineTensorRead(op->tensors, op->statement->accesses[access].array,
                            op->form, &op->form->slices[access], op->outer,
                            op->next);
}

void asOperatorWrite(const AsAffineOperator *op, MlirValue value) {
  asAffineTensorWrite(op->tensors, op->statement->accesses[0].array, op->form,
                      &op->form->slices[0], op->outer, value, op->next);
}

MlirType asOperatorResultType(const AsAffineOperator *op) {
  const AsAffineSlice *write = &op->form->slices[0];
  int64_t shape[AS_AFFINE_MAX_RANK];
  intptr_t rank = 0;
  for (int r = 0; r < write->rank; r++)
    if (!write->index[r].isPoint)
      shape[rank++] = write->index[r].openLoop < 0
                          ? write->index[r].size
                          : mlirShapedTypeGetDynamicSize();
  return mlirRankedTensorTypeGet(
      rank, shape, asOperatorElement(op, &op->statement->accesses[0]),
      mlirAttributeGetNull());
}

MlirValue asOperatorEmpty(const AsAffineOperator *op) {
  const AsAffineSlice *write = &op->form->slices[0];
  bool isOpen = false;
  for (int r = 0; r < write->rank; r++)
    isOpen |= write->index[r].openLoop >= 0;
  return isOpen ? asOperatorRead(op, 0)
                : asGraphInsertEmpty(op->next, asOperatorResultType(op));
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static bool isCovered(const AsAffineOperands *operands, int loop) {
  for (intptr_t i = 0; i <= operands->count; i++)
    for (intptr_t r = 0; r < mlirAffineMapGetNumResults(operands->maps[i]);
         r++) {
      MlirAffineExpr index = mlirAffineMapGetResult(operands->maps[i], r);
      if (mlirAffineExprIsADim(index) &&
          mlirAffineDimExprGetPosition(index) == loop)
        return true;
    }
  return false;
}

void asOperatorCover(const AsAffineOperator *op, AsAffineOperands *operands,
                     MlirBlock block, MlirLocation location) {
  MlirAffineExpr results[AS_AFFINE_MAX_DEPTH];
  int64_t shape[AS_AFFINE_MAX_DEPTH];
  MlirValue sizes[AS_AFFINE_MAX_DEPTH];
  intptr_t rank = 0, numSizes = 0;
  for (int l = 0; l < op->numLoops; l++) {
    if (isCovered(operands, l))
      continue;
    for (int d = 0; d < op->form->numDims; d++)
      if (op->place[d] == l && asAffineIsOpen(op->form, d)) {
        shape[rank] = mlirShapedTypeGetDynamicSize();
        sizes[numSizes++] =
            asOpenSizeInsert(op->tensors->scop, &op->form->open[d], op->next);
      } else if (op->place[d] == l) {
        shape[rank] = op->form->extent[d];
      }
    results[rank++] = mlirAffineDimExprGet(op->context, l);
  }
  if (rank == 0)
    return;
  MlirType element = asOperatorElement(op, &op->statement->accesses[0]);
  intptr_t at = operands->count++;
  operands->maps[at + 1] = operands->maps[at];
  operands->maps[at] =
      mlirAffineMapGet(op->context, op->numLoops, 0, rank, results);
  operands->values[at] = asGraphInsertEmptyOf(
      op->next,
      mlirRankedTensorTypeGet(rank, shape, element, mlirAttributeGetNull()),
      numSizes, sizes);
  mlirBlockInsertArgument(block, at, element, location);
}

/// Whether the access reads the element that the same instance writes. In a
/// reduction that is the accumulator.
static bool readsResult(const AsAffineOperator *op, int access) {
  if (op->form->reduces)
    return access == op->form->accumulator;
  return asAffineSameElement(&op->statement->accesses[0],
                             &op->statement->accesses[access]);
}

MlirValue asOperatorInitial(const AsAffineOperator *op) {
  for (int a = 1; a < op->statement->numAccesses; a++)
    if (readsResult(op, a))
      return asOperatorRead(op, a);
  return (MlirValue){NULL};
}

/// Turns all reads but that of the result into inputs with a block argument
/// each. The last argument is the old value of the result.
static AsAffineBody startBody(const AsAffineOperator *op,
                              AsAffineOperands *operands,
                              MlirLocation location) {
  AsAffineBody body = {.op = op, .block = mlirBlockCreate(0, NULL, NULL)};
  *operands = (AsAffineOperands){0};
  for (int a = 1; a < op->statement->numAccesses; a++) {
    if (readsResult(op, a))
      continue;
    const AsAffineAccess *access = &op->statement->accesses[a];
    operands->values[operands->count] = asOperatorRead(op, a);
    operands->maps[operands->count++] = asOperatorMap(op, &op->form->slices[a]);
    asIrMapAdd(&body.map, mlirOperationGetResult(access->op, 0),
               mlirBlockAddArgument(body.block, asOperatorElement(op, access),
                                    location));
  }
  operands->maps[operands->count] = asOperatorMap(op, &op->form->slices[0]);
  MlirValue last = mlirBlockAddArgument(
      body.block, asOperatorElement(op, &op->statement->accesses[0]), location);
  for (int a = 1; a < op->statement->numAccesses; a++)
    if (readsResult(op, a))
      asIrMapAdd(&body.map,
                 mlirOperationGetResult(op->statement->accesses[a].op, 0),
                 last);
  asOperatorCover(op, operands, body.block, location);
  return body;
}

MlirValue asOperatorGeneric(const AsAffineOperator *op,
                            const AsAffineOperands *operands, MlirValue output,
                            MlirRegion body) {
  MlirOperation generic =
      asGenericCreate(op->next, operands->count, operands->values, output,
                      operands->maps, body);
  // Remarks and profiles refer to the store.
  mlirOperationSetLocation(generic,
                           mlirOperationGetLocation(op->statement->store));
  return mlirOperationGetResult(generic, 0);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Writes acc - e as acc + (-e), which is the same bit for bit: a reduction by
/// addition is recognised as a sum.
static MlirValue appendDifference(AsAffineBody *body, MlirValue accumulator,
                                  MlirValue value, MlirLocation location) {
  MlirType type = mlirValueGetType(value);
  MlirValue negative;
  bool isFloat = mlirTypeIsAFloat(type);
  if (isFloat)
    negative =
        mlirOperationGetResult(asBodyAppend(body->block, "arith.negf", location,
                                            1, &value, type, NULL),
                               0);
  else
    negative = mlirOperationGetResult(
        asBodyAppend(body->block, "arith.subi", location, 2,
                     (MlirValue[]){
                         asBodyConstant(body->block, location, type, 0), value},
                     type, NULL),
        0);
  return mlirOperationGetResult(
      asBodyAppend(body->block, isFloat ? "arith.addf" : "arith.addi", location,
                   2, (MlirValue[]){accumulator, negative}, type, NULL),
      0);
}

static void insertElementwise(const AsAffineOperator *op) {
  MlirLocation location = mlirOperationGetLocation(op->statement->store);
  MlirValue initial = asOperatorInitial(op);
  if (mlirValueIsNull(initial))
    initial = asOperatorEmpty(op);
  AsAffineOperands operands;
  AsAffineBody body = startBody(op, &operands, location);
  MlirValue value = asBodyValue(
      &body, mlirOperationGetOperand(op->statement->store, 0), location);
  MlirRegion region = asBodyEnd(&body, value, location);
  asOperatorWrite(op, asOperatorGeneric(op, &operands, initial, region));
}

/// In another order, intermediate sums may overflow although the result does
/// not.
static void dropOverflowFlags(MlirValue value) {
  MlirOperation combine = mlirOpResultGetOwner(value);
  if (asIrIsNamed(combine, "arith.addi") || asIrIsNamed(combine, "arith.muli"))
    mlirOperationSetInherentAttributeByName(
        combine, asIrString("overflowFlags"),
        mlirAttributeParseGet(mlirOperationGetContext(combine),
                              asIrString("#arith.overflow<none>")));
}

static void insertReduction(const AsAffineOperator *op) {
  MlirLocation location = mlirOperationGetLocation(op->statement->store);
  const AsAffineForm *form = op->form;
  MlirValue initial = asOperatorInitial(op);
  AsAffineOperands operands;
  AsAffineBody body = startBody(op, &operands, location);
  MlirOperation combine = form->combine;
  MlirValue value;
  if (asIrIsNamed(combine, "arith.subf") ||
      asIrIsNamed(combine, "arith.subi")) {
    value = appendDifference(
        &body,
        asBodyValue(&body, mlirOperationGetOperand(combine, 0), location),
        asBodyValue(&body, mlirOperationGetOperand(combine, 1), location),
        location);
  } else {
    value = asBodyValue(&body, mlirOperationGetResult(combine, 0), location);
    dropOverflowFlags(value);
  }
  MlirRegion region = asBodyEnd(&body, value, location);
  asOperatorWrite(op, asOperatorGeneric(op, &operands, initial, region));
}

/// Appends the extreme of the accumulator and the value.
static MlirRegion endExtreme(const AsAffineOperator *op, AsAffineBody *body,
                             MlirValue accumulator, MlirValue value,
                             MlirLocation location) {
  MlirValue values[] = {asBodyValue(body, accumulator, location),
                        asBodyValue(body, value, location)};
  MlirOperation extreme =
      asBodyAppend(body->block, op->form->extreme, location, 2, values,
                   mlirValueGetType(value), NULL);
  return asBodyEnd(body, mlirOperationGetResult(extreme, 0), location);
}

/// Inserts the choice between the old elements and the extremes of the others,
/// in the words of the program: a NaN among the old ones stays.
static MlirValue insertChoice(const AsAffineOperator *op, MlirValue initial,
                              MlirValue accumulator, MlirValue value,
                              MlirValue extremes) {
  MlirLocation location = mlirOperationGetLocation(op->statement->store);
  MlirAffineMap all = mlirAffineMapMultiDimIdentityGet(
      op->context, mlirShapedTypeGetRank(asOperatorResultType(op)));
  AsAffineOperands operands = {
      .count = 1, .values = {extremes}, .maps = {all, all}};
  AsAffineBody body = {.op = op, .block = mlirBlockCreate(0, NULL, NULL)};
  MlirType type = mlirValueGetType(value);
  asIrMapAdd(&body.map, value,
             mlirBlockAddArgument(body.block, type, location));
  asIrMapAdd(&body.map, accumulator,
             mlirBlockAddArgument(body.block, type, location));
  MlirValue chosen = asBodyValue(
      &body, mlirOperationGetResult(op->form->combine, 0), location);
  return asOperatorGeneric(op, &operands, initial,
                           asBodyEnd(&body, chosen, location));
}

/// The extremes of floats are found from infinity on, without regard to NaNs:
/// where one is chosen by a comparison, it is never taken.
static void insertExtreme(const AsAffineOperator *op) {
  const AsAffineForm *form = op->form;
  MlirLocation location = mlirOperationGetLocation(op->statement->store);
  MlirValue accumulator =
      mlirOperationGetResult(op->statement->accesses[form->accumulator].op, 0);
  AsAffineExtreme chosen;
  asAffineExtremeOf(form->combine, &chosen);
  MlirValue value =
      chosen.values[mlirValueEqual(chosen.values[0], accumulator)];
  MlirValue initial = asOperatorInitial(op), start = initial;
  MlirType type = mlirValueGetType(value);
  bool isFloat = mlirTypeIsAFloat(type);
  if (isFloat) {
    bool isGreatest = strcmp(form->extreme, "arith.maxnumf") == 0;
    MlirAttribute least = mlirFloatAttrDoubleGet(
        op->context, type, isGreatest ? -INFINITY : INFINITY);
    start = asGraphInsertFillOf(op->next, asIrInsertConstant(op->next, least),
                                asOperatorEmpty(op));
  }
  AsAffineOperands operands;
  AsAffineBody body = startBody(op, &operands, location);
  MlirValue extremes =
      asOperatorGeneric(op, &operands, start,
                        endExtreme(op, &body, accumulator, value, location));
  if (isFloat)
    extremes = insertChoice(op, initial, accumulator, value, extremes);
  asOperatorWrite(op, extremes);
}

/// Whether the value does not depend on the loops of the SCoP. A fill is enough
/// then.
static bool isFixed(const AsAffineOperator *op, MlirValue value) {
  if (!mlirValueIsAOpResult(value))
    return !asScopContains(
        op->tensors->scop,
        mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value)));
  MlirOperation owner = mlirOpResultGetOwner(value);
  return !asScopContains(op->tensors->scop, owner) ||
         asIrIsNamed(owner, "arith.constant");
}

/// The value, or a clone of a constant inside of the SCoP.
static MlirValue insertFixed(const AsAffineOperator *op, MlirValue value) {
  if (!mlirValueIsAOpResult(value) ||
      !asScopContains(op->tensors->scop, mlirOpResultGetOwner(value)))
    return value;
  MlirOperation clone = mlirOperationClone(mlirOpResultGetOwner(value));
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op->next), op->next,
                                      clone);
  return mlirOperationGetResult(clone, 0);
}

void asAffineOperatorInsert(AsAffineTensors *tensors, const AsAffineForm *form,
                            bool mayReorder, const AsIrMap *outer,
                            MlirOperation next) {
  AsAffineOperator op = operatorOf(tensors, form, outer, next);
  MlirValue stored = mlirOperationGetOperand(op.statement->store, 0);
  AsAffineProducts products;
  bool isFloat = mlirTypeIsAFloat(mlirValueGetType(stored));
  if (form->reduces && (mayReorder || !isFloat) &&
      asAffineProductsOf(tensors->scop, form, &products))
    asOperatorInsertProducts(&op, &products);
  else if (form->reduces && form->extreme)
    insertExtreme(&op);
  else if (form->reduces)
    insertReduction(&op);
  else if (op.statement->numAccesses == 1 && isFixed(&op, stored))
    asOperatorWrite(&op, asGraphInsertFillOf(next, insertFixed(&op, stored),
                                             asOperatorEmpty(&op)));
  else
    insertElementwise(&op);
}
