//===- build/gpu/rest.c - What belongs to no task, as kernels
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between tasks there is what is hardly any work: an array is filled, or a part
// of one copied to where it is padded. On a CPU that is a loop; here it takes a
// kernel as well, in which each thread makes one element. There is nothing to
// be tuned in it.
//
//===----------------------------------------------------------------------===//

#include "build/gpu/steps.h"
#include "ir/function.h"
#include "ir/insert.h"
#include "ir/values.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// What it is
//===----------------------------------------------------------------------===//

static bool isDense(MlirValue memory) {
  MlirType type = mlirValueGetType(memory);
  return mlirTypeIsAMemRef(type) &&
         mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type));
}

bool asGpuCanCopy(MlirOperation op) {
  return (asIrIsNamed(op, "memref.copy") || asIrIsNamed(op, "linalg.copy")) &&
         isDense(mlirOperationGetOperand(op, 0)) &&
         isDense(mlirOperationGetOperand(op, 1));
}

/// Whether a kernel can take the value: an array needs a shape and a place in
/// memory of which all but the address is known.
static bool canPass(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  if (!mlirTypeIsAMemRef(type))
    return !mlirTypeIsAUnrankedMemRef(type);
  int64_t strides[64], offset;
  intptr_t rank = mlirShapedTypeGetRank(type);
  if (!mlirShapedTypeHasStaticShape(type) || rank > 64 ||
      mlirLogicalResultIsFailure(
          mlirMemRefTypeGetStridesAndOffset(type, strides, &offset)))
    return false;
  bool isKnown = !mlirShapedTypeIsDynamicStrideOrOffset(offset);
  for (intptr_t r = 0; r < rank; r++)
    isKnown &= !mlirShapedTypeIsDynamicStrideOrOffset(strides[r]);
  return isKnown;
}

/// Operations that are to be kernels, and what such a one takes.
typedef struct List {
  MlirOperation *ops;
  MlirValue *values;
  int numOps, numValues, capacity;
  MlirOperation whole; ///< Of which values are listed.
} List;

static MlirWalkResult listOperation(MlirOperation op, void *context) {
  List *list = context;
  if (!asIrHasPrefix(op, "linalg.") || asIrIsNamed(op, "linalg.yield") ||
      asIrIsNamed(op, "linalg.index") || asGpuCanCopy(op))
    return MlirWalkResultAdvance;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    if (!canPass(mlirOperationGetOperand(op, i)))
      return MlirWalkResultSkip;
  if (list->numOps == list->capacity) {
    list->capacity = list->capacity ? 2 * list->capacity : 16;
    list->ops =
        asRealloc(list->ops, sizeof *list->ops * (size_t)list->capacity);
  }
  list->ops[list->numOps++] = op;
  return MlirWalkResultSkip;
}

static MlirWalkResult listValues(MlirOperation op, void *context) {
  List *list = context;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    bool isListed = asIrIsInside(value, list->whole);
    for (int v = 0; v < list->numValues && !isListed; v++)
      isListed = mlirValueEqual(list->values[v], value);
    if (isListed)
      continue;
    list->values = asRealloc(list->values, sizeof *list->values *
                                               (size_t)(list->numValues + 1));
    list->values[list->numValues++] = value;
  }
  return MlirWalkResultAdvance;
}

//===----------------------------------------------------------------------===//
// A function of it
//===----------------------------------------------------------------------===//

typedef struct Replacement {
  MlirValue from, to;
} Replacement;

static MlirWalkResult replace(MlirOperation op, void *context) {
  const Replacement *replacement = context;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    if (mlirValueEqual(mlirOperationGetOperand(op, i), replacement->from))
      mlirOperationSetOperand(op, i, replacement->to);
  return MlirWalkResultAdvance;
}

/// What `op` does, before the end of `function`, of whose arguments those that
/// are no constants are the values that it takes.
static void fillBody(MlirOperation op, const List *list,
                     MlirOperation function) {
  MlirBlock body = asIrBody(function);
  MlirOperation end = mlirBlockGetTerminator(body);
  MlirOperation copy = mlirOperationClone(op);
  mlirBlockInsertOwnedOperationBefore(body, end, copy);
  for (int v = 0, argument = 0; v < list->numValues; v++) {
    Replacement replacement = {.from = list->values[v]};
    MlirOperation constant = asIrMadeBy(list->values[v], "arith.constant");
    if (mlirOperationIsNull(constant)) {
      replacement.to = mlirBlockGetArgument(body, argument++);
    } else {
      MlirOperation own = mlirOperationClone(constant);
      mlirBlockInsertOwnedOperationBefore(body, copy, own);
      replacement.to = mlirOperationGetResult(own, 0);
    }
    mlirOperationWalk(copy, replace, &replacement, MlirWalkPreOrder);
  }
}

/// Makes a function of `kernels` of the operation; the host gets one that does
/// nothing yet, and calls it.
static MlirOperation outline(MlirOperation op, MlirModule kernels) {
  List list = {.whole = op};
  mlirOperationWalk(op, listValues, &list, MlirWalkPreOrder);
  MlirValue *arguments =
      asAlloc(sizeof *arguments * (size_t)(list.numValues + 1));
  MlirType *types = asAlloc(sizeof *types * (size_t)(list.numValues + 1));
  int count = 0;
  for (int v = 0; v < list.numValues; v++)
    if (!asIrIsMadeBy(list.values[v], "arith.constant")) {
      types[count] = mlirValueGetType(list.values[v]);
      arguments[count++] = list.values[v];
    }
  MlirStringRef kind = mlirIdentifierStr(mlirOperationGetName(op));
  AsText name = {0};
  asTextFormat(&name, "as_%s", strchr(kind.data, '.') + 1);
  MlirOperation caller = op;
  while (!asIrIsNamed(caller, "func.func"))
    caller = mlirOperationGetParentOperation(caller);
  MlirOperation twin =
      asIrInsertFunction(caller, name.data, count, types, 0, NULL);
  MlirOperation function = mlirOperationClone(twin);
  mlirBlockAppendOwnedOperation(mlirModuleGetBody(kernels), function);
  fillBody(op, &list, function);
  asIrInsert(op, &(AsIrParts){.name = "func.call",
                              .numOperands = count,
                              .operands = arguments,
                              .attributes = (AsIrAttribute[]){
                                  {"callee", asIrReferTo(twin)}, {0}}});
  mlirOperationDestroy(op);
  asTextFree(&name);
  free(list.values);
  free(arguments);
  free(types);
  return function;
}

//===----------------------------------------------------------------------===//
// Its threads
//===----------------------------------------------------------------------===//

/// Reads a loop's constants; false where they are none.
static bool readBounds(MlirOperation loop, intptr_t rank, int64_t *bounds) {
  for (intptr_t i = 0; i < 3 * rank; i++)
    if (!asIrConstantInteger(mlirOperationGetOperand(loop, i), &bounds[i]))
      return false;
  return true;
}

/// "#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>" for two dimensions.
static MlirAttribute mapping(MlirContext context, intptr_t rank) {
  AsText text = {0};
  for (intptr_t r = rank - 1; r >= 0; r--)
    asTextFormat(&text, "%s#gpu.thread<linear_dim_%d>",
                 r == rank - 1 ? "[" : ", ", (int)r);
  asTextAppendString(&text, "]");
  mlirContextGetOrLoadDialect(context, asIrString("gpu"));
  MlirAttribute all = mlirAttributeParseGet(context, asIrString(text.data));
  asTextFree(&text);
  return all;
}

/// The loop, if it is parallel, as one over the threads of the grid.
static MlirWalkResult mapToThreads(MlirOperation loop, void *context) {
  enum { most = 8 };
  int64_t bounds[3 * most]; // All lower ones, all upper ones, all steps.
  if (!asIrIsNamed(loop, "scf.parallel"))
    return MlirWalkResultAdvance;
  MlirContext in = mlirOperationGetContext(loop);
  intptr_t rank = mlirBlockGetNumArguments(asIrBody(loop));
  if (rank > most || !readBounds(loop, rank, bounds))
    return MlirWalkResultInterrupt; // One thread's.
  MlirRegion region = mlirRegionCreate();
  mlirRegionTakeBody(region, mlirOperationGetRegion(loop, 0));
  MlirOperation forall = asIrInsert(
      loop,
      &(AsIrParts){
          .name = "scf.forall",
          .region = region,
          .attributes = (AsIrAttribute[]){
              {"staticLowerBound", mlirDenseI64ArrayGet(in, rank, bounds)},
              {"staticUpperBound",
               mlirDenseI64ArrayGet(in, rank, bounds + rank)},
              {"staticStep", mlirDenseI64ArrayGet(in, rank, bounds + 2 * rank)},
              {"mapping", mapping(in, rank)},
              {"operandSegmentSizes",
               mlirDenseI32ArrayGet(in, 4, (int32_t[]){0, 0, 0, 0})},
              {0}}});
  MlirRegion nothing = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(nothing, mlirBlockCreate(0, NULL, NULL));
  MlirOperation end = mlirBlockGetTerminator(asIrBody(forall));
  asIrInsert(end,
             &(AsIrParts){.name = "scf.forall.in_parallel", .region = nothing});
  mlirOperationDestroy(end);
  mlirOperationDestroy(loop);
  return MlirWalkResultInterrupt;
}

static AsStatus makeParallel(MlirOperation function, AsError *error) {
  AsStatus status = asIrRunPipeline(
      function, "func.func(convert-linalg-to-parallel-loops)", false, error);
  if (!status)
    mlirOperationWalk(function, mapToThreads, NULL, MlirWalkPreOrder);
  return status;
}

AsStatus asGpuTakeRest(MlirModule host, MlirModule kernels, AsError *error) {
  List list = {0};
  AsStatus status = AS_OK;
  mlirOperationWalk(mlirModuleGetOperation(host), listOperation, &list,
                    MlirWalkPreOrder);
  for (int i = 0; i < list.numOps && !status; i++)
    status = makeParallel(outline(list.ops[i], kernels), error);
  free(list.ops);
  return status;
}
