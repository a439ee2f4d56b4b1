//===- affine/operator.c - Statements become linalg operations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops of an operation are those of the statement in another order: first
// those that the written element goes along, in the order of its indices, then
// those that reduce, in their own order.
//
//===----------------------------------------------------------------------===//

#include "affine/operator.h"
#include "affine/product.h"
#include "graph/generic.h"
#include "graph/insert.h"
#include "ir/insert.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

typedef struct Operator {
  AsAffineTensors *tensors;
  const AsAffineForm *form;
  const AsAffineStatement *statement;
  const AsIrMap *outer;
  MlirOperation next;
  MlirContext context;
  int numLoops;                   ///< Of the operation.
  int place[AS_AFFINE_MAX_DEPTH]; ///< Of each loop of the form; -1: one step.
} Operator;

static Operator operatorOf(AsAffineTensors *tensors, const AsAffineForm *form,
                           const AsIrMap *outer, MlirOperation next) {
  Operator op = {.tensors = tensors,
                 .form = form,
                 .statement = &tensors->view->statements[form->statement],
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

static MlirAffineMap mapOf(const Operator *op, const AsAffineSlice *slice) {
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

static MlirType elementOf(const Operator *op, const AsAffineAccess *access) {
  return mlirShapedTypeGetElementType(
      mlirValueGetType(op->tensors->view->arrays[access->array]));
}

static MlirValue readAccess(const Operator *op, int access) {
  return asAffineTensorRead(op->tensors, op->statement->accesses[access].array,
                            op->form, &op->form->slices[access], op->outer,
                            op->next);
}

static void writeResult(const Operator *op, MlirValue value) {
  asAffineTensorWrite(op->tensors, op->statement->accesses[0].array, op->form,
                      &op->form->slices[0], op->outer, value, op->next);
}

/// The type of the slice that is written.
static MlirType resultType(const Operator *op) {
  const AsAffineSlice *write = &op->form->slices[0];
  int64_t shape[AS_AFFINE_MAX_RANK];
  intptr_t rank = 0;
  for (int r = 0; r < write->rank; r++)
    if (!write->index[r].isPoint)
      shape[rank++] = write->index[r].size;
  return mlirRankedTensorTypeGet(rank, shape,
                                 elementOf(op, &op->statement->accesses[0]),
                                 mlirAttributeGetNull());
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// A body in the making. What the loads gave is mapped to its arguments.
typedef struct Body {
  const Operator *op;
  MlirBlock block;
  AsIrMap map;
} Body;

static MlirOperation append(MlirBlock block, const char *name,
                            MlirLocation location, intptr_t numOperands,
                            const MlirValue *operands, MlirType result,
                            const MlirNamedAttribute *attribute) {
  MlirOperationState state = mlirOperationStateGet(asIrString(name), location);
  mlirOperationStateAddOperands(&state, numOperands, operands);
  if (!mlirTypeIsNull(result))
    mlirOperationStateAddResults(&state, 1, &result);
  if (attribute)
    mlirOperationStateAddAttributes(&state, 1, attribute);
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockAppendOwnedOperation(block, op);
  return op;
}

static MlirValue appendConstant(MlirBlock block, MlirLocation location,
                                MlirType type, int64_t value) {
  MlirContext context = mlirTypeGetContext(type);
  MlirAttribute number = mlirTypeIsAFloat(type)
                             ? mlirFloatAttrDoubleGet(context, type, value)
                             : mlirIntegerAttrGet(type, value);
  MlirNamedAttribute attribute = {
      mlirIdentifierGet(context, asIrString("value")), number};
  return mlirOperationGetResult(
      append(block, "arith.constant", location, 0, NULL, type, &attribute), 0);
}

/// lower + step * linalg.index, for the variable of a loop of the form.
static MlirValue appendVariable(Body *body, int d, MlirLocation location) {
  const Operator *op = body->op;
  MlirType index = mlirIndexTypeGet(op->context),
           i64 = mlirIntegerTypeGet(op->context, 64);
  MlirValue lower =
      appendConstant(body->block, location, index, op->form->lower[d]);
  if (op->place[d] < 0)
    return lower;
  MlirNamedAttribute dim = {mlirIdentifierGet(op->context, asIrString("dim")),
                            mlirIntegerAttrGet(i64, op->place[d])};
  MlirValue operands[2];
  operands[0] = mlirOperationGetResult(
      append(body->block, "linalg.index", location, 0, NULL, index, &dim), 0);
  operands[1] = appendConstant(body->block, location, index, op->form->step[d]);
  operands[0] = mlirOperationGetResult(
      append(body->block, "arith.muli", location, 2, operands, index, NULL), 0);
  operands[1] = lower;
  return mlirOperationGetResult(
      append(body->block, "arith.addi", location, 2, operands, index, NULL), 0);
}

/// The value within the body: computed there from the arguments, or as it is
/// outside.
static MlirValue appendValue(Body *body, MlirValue value,
                             MlirLocation location) {
  int known = asIrMapFind(&body->map, value);
  if (known >= 0)
    return body->map.to[known];
  const Operator *op = body->op;
  known = asIrMapFind(op->outer, value);
  if (known >= 0)
    return op->outer->to[known];
  for (int d = 0; d < op->form->numDims; d++) {
    int loop = op->statement->loops[op->form->level + d];
    if (mlirValueEqual(value, op->tensors->view->loops[loop].variable)) {
      MlirValue variable = appendVariable(body, d, location);
      asIrMapAdd(&body->map, value, variable);
      return variable;
    }
  }
  if (!mlirValueIsAOpResult(value))
    return value;
  MlirOperation owner = mlirOpResultGetOwner(value);
  if (!asAffineViewHas(op->tensors->view, owner))
    return value;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(owner); i++) {
    MlirValue operand = mlirOperationGetOperand(owner, i);
    MlirValue inside = appendValue(body, operand, location);
    if (asIrMapFind(&body->map, operand) < 0)
      asIrMapAdd(&body->map, operand, inside);
  }
  asIrMapClone(&body->map, owner, body->block);
  return body->map.to[asIrMapFind(&body->map, value)];
}

/// Ends a body with what it gives; returns its region.
static MlirRegion endBody(Body *body, MlirValue value, MlirLocation location) {
  append(body->block, "linalg.yield", location, 1, &value, (MlirType){NULL},
         NULL);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, body->block);
  asIrMapFree(&body->map);
  return region;
}

/// acc - e is acc + (-e), to the bit; and what reduces by an addition is known
/// for a sum.
static MlirValue appendDifference(Body *body, MlirValue accumulator,
                                  MlirValue value, MlirLocation location) {
  MlirType type = mlirValueGetType(value);
  MlirValue negative;
  bool isFloat = mlirTypeIsAFloat(type);
  if (isFloat)
    negative = mlirOperationGetResult(
        append(body->block, "arith.negf", location, 1, &value, type, NULL), 0);
  else
    negative = mlirOperationGetResult(
        append(body->block, "arith.subi", location, 2,
               (MlirValue[]){appendConstant(body->block, location, type, 0),
                             value},
               type, NULL),
        0);
  return mlirOperationGetResult(
      append(body->block, isFloat ? "arith.addf" : "arith.addi", location, 2,
             (MlirValue[]){accumulator, negative}, type, NULL),
      0);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

typedef struct Operands {
  intptr_t count;
  MlirValue values[AS_AFFINE_MAX_READS + 2];
  MlirAffineMap maps[AS_AFFINE_MAX_READS + 2]; ///< The output's last.
} Operands;

static bool isCovered(const Operands *operands, int loop) {
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

/// linalg knows the extents of loops from its operands: a loop that is part of
/// sums alone needs one that only has a shape, as the window of a pooling.
static void coverLoops(const Operator *op, Operands *operands, MlirBlock block,
                       MlirLocation location) {
  MlirAffineExpr results[AS_AFFINE_MAX_DEPTH];
  int64_t shape[AS_AFFINE_MAX_DEPTH];
  intptr_t rank = 0;
  for (int l = 0; l < op->numLoops; l++) {
    if (isCovered(operands, l))
      continue;
    for (int d = 0; d < op->form->numDims; d++)
      if (op->place[d] == l)
        shape[rank] = op->form->extent[d];
    results[rank++] = mlirAffineDimExprGet(op->context, l);
  }
  if (rank == 0)
    return;
  MlirType element = elementOf(op, &op->statement->accesses[0]);
  intptr_t at = operands->count++;
  operands->maps[at + 1] = operands->maps[at];
  operands->maps[at] =
      mlirAffineMapGet(op->context, op->numLoops, 0, rank, results);
  operands->values[at] = asGraphInsertEmpty(
      op->next,
      mlirRankedTensorTypeGet(rank, shape, element, mlirAttributeGetNull()));
  mlirBlockInsertArgument(block, at, element, location);
}

/// All reads but the accumulator of a reduction become inputs; arguments of the
/// body stand for them, the last one for the result.
static Body startBody(const Operator *op, Operands *operands,
                      MlirLocation location) {
  Body body = {.op = op, .block = mlirBlockCreate(0, NULL, NULL)};
  *operands = (Operands){0};
  for (int a = 1; a < op->statement->numAccesses; a++) {
    if (op->form->reduces && a == op->form->accumulator)
      continue;
    const AsAffineAccess *access = &op->statement->accesses[a];
    operands->values[operands->count] = readAccess(op, a);
    operands->maps[operands->count++] = mapOf(op, &op->form->slices[a]);
    asIrMapAdd(
        &body.map, mlirOperationGetResult(access->op, 0),
        mlirBlockAddArgument(body.block, elementOf(op, access), location));
  }
  operands->maps[operands->count] = mapOf(op, &op->form->slices[0]);
  MlirValue last = mlirBlockAddArgument(
      body.block, elementOf(op, &op->statement->accesses[0]), location);
  if (op->form->reduces)
    asIrMapAdd(&body.map,
               mlirOperationGetResult(
                   op->statement->accesses[op->form->accumulator].op, 0),
               last);
  coverLoops(op, operands, body.block, location);
  return body;
}

/// Operations are at the place of the statement, for those who read remarks and
/// profiles.
static MlirValue insertGeneric(const Operator *op, const Operands *operands,
                               MlirValue output, MlirRegion body) {
  return mlirOperationGetResult(asGenericCreate(op->next, operands->count,
                                                operands->values, output,
                                                operands->maps, body),
                                0);
}

static void insertElementwise(const Operator *op) {
  MlirLocation location = mlirOperationGetLocation(op->statement->store);
  Operands operands;
  Body body = startBody(op, &operands, location);
  MlirValue value = appendValue(
      &body, mlirOperationGetOperand(op->statement->store, 0), location);
  MlirRegion region = endBody(&body, value, location);
  writeResult(op, insertGeneric(op, &operands,
                                asGraphInsertEmpty(op->next, resultType(op)),
                                region));
}

static void insertReduction(const Operator *op) {
  MlirLocation location = mlirOperationGetLocation(op->statement->store);
  const AsAffineForm *form = op->form;
  MlirValue initial = readAccess(op, form->accumulator);
  Operands operands;
  Body body = startBody(op, &operands, location);
  MlirOperation combine = form->combine;
  MlirValue value;
  if (asIrIsNamed(combine, "arith.subf") || asIrIsNamed(combine, "arith.subi"))
    value = appendDifference(
        &body,
        appendValue(&body, mlirOperationGetOperand(combine, 0), location),
        appendValue(&body, mlirOperationGetOperand(combine, 1), location),
        location);
  else
    value = appendValue(&body, mlirOperationGetResult(combine, 0), location);
  MlirRegion region = endBody(&body, value, location);
  writeResult(op, insertGeneric(op, &operands, initial, region));
}

/// Whether every loop that the value needs is outside: then a fill does it.
static bool isFixed(const Operator *op, MlirValue value) {
  if (!mlirValueIsAOpResult(value))
    return !asAffineViewHas(
        op->tensors->view,
        mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value)));
  MlirOperation owner = mlirOpResultGetOwner(value);
  return !asAffineViewHas(op->tensors->view, owner) ||
         asIrIsNamed(owner, "arith.constant");
}

static MlirValue insertFixed(const Operator *op, MlirValue value) {
  if (!mlirValueIsAOpResult(value) ||
      !asAffineViewHas(op->tensors->view, mlirOpResultGetOwner(value)))
    return value;
  MlirOperation clone = mlirOperationClone(mlirOpResultGetOwner(value));
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op->next), op->next,
                                      clone);
  return mlirOperationGetResult(clone, 0);
}

//===----------------------------------------------------------------------===//
// Sums of products
//===----------------------------------------------------------------------===//

static MlirValue insertZeros(const Operator *op) {
  MlirType type = resultType(op), element = mlirShapedTypeGetElementType(type);
  MlirAttribute zero = mlirTypeIsAFloat(element)
                           ? mlirFloatAttrDoubleGet(op->context, element, 0)
                           : mlirIntegerAttrGet(element, 0);
  MlirValue scalar = asIrInsertValue(
      op->next,
      &(AsIrParts){.name = "arith.constant",
                   .numResults = 1,
                   .results = &element,
                   .attributes = (AsIrAttribute[]){{"value", zero}, {0}}});
  return asGraphInsertFill(op->next, scalar, type);
}

/// The sum of the products of the two factors alone, from `initial`.
static MlirValue insertSum(const Operator *op, const AsAffineProduct *product,
                           MlirValue initial) {
  MlirLocation location = mlirOperationGetLocation(op->statement->store);
  MlirType type = elementOf(op, &op->statement->accesses[0]);
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  Operands operands = {.count = 2};
  MlirValue arguments[2];
  for (int f = 0; f < 2; f++) {
    operands.values[f] = readAccess(op, product->factors[f]);
    operands.maps[f] = mapOf(op, &op->form->slices[product->factors[f]]);
    arguments[f] = mlirBlockAddArgument(block, type, location);
  }
  operands.maps[2] = mapOf(op, &op->form->slices[0]);
  MlirValue sum = mlirBlockAddArgument(block, type, location);
  coverLoops(op, &operands, block, location);
  bool isFloat = mlirTypeIsAFloat(type);
  MlirOperation multiply = append(block, isFloat ? "arith.mulf" : "arith.muli",
                                  location, 2, arguments, type, NULL);
  MlirOperation add = append(
      block, isFloat ? "arith.addf" : "arith.addi", location, 2,
      (MlirValue[]){sum, mlirOperationGetResult(multiply, 0)}, type, NULL);
  Body body = {.op = op, .block = block};
  return insertGeneric(
      op, &operands, initial,
      endBody(&body, mlirOperationGetResult(add, 0), location));
}

/// initial + or - sum * scales, element by element. Without an initial value it
/// is taken to be zero.
static MlirValue insertScaling(const Operator *op,
                               const AsAffineProduct *product, MlirValue sum,
                               MlirValue initial) {
  MlirLocation location = mlirOperationGetLocation(op->statement->store);
  MlirType tensor = resultType(op), type = mlirShapedTypeGetElementType(tensor);
  MlirAffineMap all = mlirAffineMapMultiDimIdentityGet(
      op->context, mlirShapedTypeGetRank(tensor));
  Operands operands = {.count = 1, .values = {sum}, .maps = {all, all, all}};
  Body body = {.op = op, .block = mlirBlockCreate(0, NULL, NULL)};
  MlirValue value = mlirBlockAddArgument(body.block, type, location);
  MlirValue before = {NULL};
  bool isFloat = mlirTypeIsAFloat(type), adds = !mlirValueIsNull(initial);
  if (adds) {
    operands.values[operands.count++] = initial;
    before = mlirBlockAddArgument(body.block, type, location);
  }
  mlirBlockAddArgument(body.block, type, location);
  for (int s = 0; s < product->numScales; s++)
    value = mlirOperationGetResult(
        append(body.block, isFloat ? "arith.mulf" : "arith.muli", location, 2,
               (MlirValue[]){value,
                             appendValue(&body, product->scales[s], location)},
               type, NULL),
        0);
  if (product->isDifference && !adds)
    before = appendConstant(body.block, location, type, 0);
  if (product->isDifference || adds)
    value = mlirOperationGetResult(
        append(body.block,
               product->isDifference ? (isFloat ? "arith.subf" : "arith.subi")
               : isFloat             ? "arith.addf"
                                     : "arith.addi",
               location, 2, (MlirValue[]){before, value}, type, NULL),
        0);
  return insertGeneric(op, &operands, asGraphInsertEmpty(op->next, tensor),
                       endBody(&body, value, location));
}

/// Whether a linalg.fill with zero gives the value.
static bool isZeros(MlirValue value) {
  if (!mlirValueIsAOpResult(value) ||
      !asIrIsNamed(mlirOpResultGetOwner(value), "linalg.fill"))
    return false;
  MlirValue scalar = mlirOperationGetOperand(mlirOpResultGetOwner(value), 0);
  if (!mlirValueIsAOpResult(scalar) ||
      !asIrIsNamed(mlirOpResultGetOwner(scalar), "arith.constant"))
    return false;
  MlirAttribute constant = mlirOperationGetInherentAttributeByName(
      mlirOpResultGetOwner(scalar), asIrString("value"));
  return mlirAttributeIsAFloat(constant)
             ? mlirFloatAttrGetValueDouble(constant) == 0
             : mlirAttributeIsAInteger(constant) &&
                   mlirIntegerAttrGetValueInt(constant) == 0;
}

/// What the sum is added to may be computed just before the addition, so that
/// both are one epilogue of the sum.
static void sinkInitial(MlirValue initial, MlirValue sum) {
  if (!mlirValueIsAOpResult(initial))
    return;
  MlirOperation owner = mlirOpResultGetOwner(initial),
                user = mlirOpResultGetOwner(sum);
  MlirOpOperand use = mlirValueGetFirstUse(initial);
  if (asIrIsNamed(owner, "linalg.generic") &&
      mlirBlockEqual(mlirOperationGetBlock(owner),
                     mlirOperationGetBlock(user)) &&
      mlirOpOperandIsNull(mlirOpOperandGetNextUse(use)))
    mlirOperationMoveBefore(owner, user);
}

static void insertProduct(const Operator *op, const AsAffineProduct *product) {
  MlirValue initial = readAccess(op, op->form->accumulator);
  bool fromZero = isZeros(initial);
  if (fromZero && product->numScales == 0 && !product->isDifference) {
    writeResult(op, insertSum(op, product, initial));
    return;
  }
  MlirValue sum = insertSum(op, product, insertZeros(op));
  MlirValue result =
      insertScaling(op, product, sum, fromZero ? (MlirValue){NULL} : initial);
  if (!fromZero)
    sinkInitial(initial, result);
  writeResult(op, result);
}

void asAffineOperatorInsert(AsAffineTensors *tensors, const AsAffineForm *form,
                            bool mayReorder, const AsIrMap *outer,
                            MlirOperation next) {
  Operator op = operatorOf(tensors, form, outer, next);
  MlirValue stored = mlirOperationGetOperand(op.statement->store, 0);
  AsAffineProduct product;
  bool isFloat = mlirTypeIsAFloat(mlirValueGetType(stored));
  if (form->reduces && (mayReorder || !isFloat) &&
      asAffineProductOf(tensors->view, form, &product))
    insertProduct(&op, &product);
  else if (form->reduces)
    insertReduction(&op);
  else if (op.statement->numAccesses == 1 && isFixed(&op, stored))
    writeResult(&op, asGraphInsertFill(next, insertFixed(&op, stored),
                                       resultType(&op)));
  else
    insertElementwise(&op);
}
