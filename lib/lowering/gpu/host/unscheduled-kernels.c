//===- unscheduled-kernels.c - Outline unscheduled operations as kernels
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Outlines linalg operations of the host that belong to no task (fills, pads,
// copies of parts) into functions of the module of kernels, where each thread
// computes one element.
//
// On a CPU such an operation is a loop; in device memory only a kernel can do
// it. It is too cheap to be tuned.
//
// Requires:    the host's module, with buffers. Called by asGpuExtractHost.
// Provides:    functions with a loop over the threads of a grid; calls of empty
//              functions on the host.
// Invalidates: nothing.
//
//   linalg.fill ins(%zero : f32) outs(%0 : memref<24x8xf32>)
// becomes
//   call @as_fill(%0) : (memref<24x8xf32>) -> ()          on the host
//   func.func @as_fill(%0: memref<24x8xf32>) {            in the kernels
//     scf.forall (%i, %j) in (24, 8) {
//       memref.store %zero, %0[%i, %j] : memref<24x8xf32>
//     } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/function-builder.h"
#include "ir/ir-mapping.h"
#include "ir/op-builder.h"
#include "lowering/gpu/gpu-steps.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Finding the operations
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

/// Whether a value can be an argument of a kernel: of arrays, all but the
/// address must be static.
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

/// The values that an operation and its regions use from outside.
typedef struct Inputs {
  MlirOperation op;
  AsIrMap values;    ///< Arguments of the outlined function.
  AsIrMap constants; ///< Constants that are cloned into it.
} Inputs;

static MlirWalkResult listInputs(MlirOperation op, void *context) {
  Inputs *inputs = context;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    AsIrMap *list = asIrIsMadeBy(value, "arith.constant") ? &inputs->constants
                                                          : &inputs->values;
    if (!asIrIsInside(value, inputs->op) && asIrMapFind(list, value) < 0)
      asIrMapAdd(list, value, value);
  }
  return MlirWalkResultAdvance;
}

static Inputs inputsOf(MlirOperation op) {
  Inputs inputs = {.op = op};
  mlirOperationWalk(op, listInputs, &inputs, MlirWalkPreOrder);
  return inputs;
}

static void freeInputs(Inputs *inputs) {
  asIrMapFree(&inputs->values);
  asIrMapFree(&inputs->constants);
}

static bool canBeKernel(MlirOperation op) {
  if (asGpuCanCopy(op))
    return false;
  Inputs inputs = inputsOf(op);
  bool canPassAll = true;
  for (int v = 0; v < inputs.values.size; v++)
    canPassAll &= canPass(inputs.values.from[v]);
  freeInputs(&inputs);
  return canPassAll;
}

//===----------------------------------------------------------------------===//
// Outlining
//===----------------------------------------------------------------------===//

/// Fills the body of a function that takes the operation's inputs.
static void fillBody(const Inputs *inputs, MlirBlock body) {
  MlirOperation end = mlirBlockGetTerminator(body);
  mlirOperationRemoveFromParent(end);
  AsIrMap map = {0};
  for (int v = 0; v < inputs->values.size; v++)
    asIrMapAdd(&map, inputs->values.from[v], mlirBlockGetArgument(body, v));
  for (int c = 0; c < inputs->constants.size; c++)
    asIrMapClone(&map, asIrDefinition(inputs->constants.from[c]), body);
  asIrMapClone(&map, inputs->op, body);
  mlirBlockAppendOwnedOperation(body, end);
  asIrMapFree(&map);
}

/// Inserts an empty function that takes the inputs, into the module of
/// `caller`.
static MlirOperation insertEmptyFunction(const Inputs *inputs,
                                         MlirOperation caller) {
  int count = inputs->values.size;
  MlirType *types = asAlloc(sizeof *types * (size_t)(count + 1));
  for (int v = 0; v < count; v++)
    types[v] = mlirValueGetType(inputs->values.from[v]);
  MlirStringRef kind = mlirIdentifierStr(mlirOperationGetName(inputs->op));
  AsText name = {0};
  asTextFormat(&name, "as_%s", strchr(kind.data, '.') + 1);
  MlirOperation empty =
      asIrInsertFunction(caller, name.data, count, types, 0, NULL);
  asTextFree(&name);
  free(types);
  return empty;
}

/// Outlines the operation into a function of `kernels`. The host gets an empty
/// function, and calls it.
static MlirOperation outline(MlirOperation op, MlirModule kernels) {
  Inputs inputs = inputsOf(op);
  MlirOperation caller = op;
  while (!asIrIsNamed(caller, "func.func"))
    caller = mlirOperationGetParentOperation(caller);
  MlirOperation empty = insertEmptyFunction(&inputs, caller);
  MlirOperation function = mlirOperationClone(empty);
  mlirBlockAppendOwnedOperation(mlirModuleGetBody(kernels), function);
  fillBody(&inputs, asIrBody(function));
  asConventionSign(
      function, mlirTypeAttrGetValue(asIrAttribute(function, "function_type")));
  asIrInsert(op, &(AsIrParts){.name = "func.call",
                              .numOperands = inputs.values.size,
                              .operands = inputs.values.from,
                              .attributes = (AsIrAttribute[]){
                                  {"callee", asIrReferTo(empty)}, {0}}});
  mlirOperationDestroy(op);
  freeInputs(&inputs);
  return function;
}

//===----------------------------------------------------------------------===//
// Mapping to threads
//===----------------------------------------------------------------------===//

/// Reads a loop's bounds; false if they are not constant.
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

/// Replaces an scf.parallel by an scf.forall over the threads of the grid.
static MlirWalkResult mapToGridThreads(MlirOperation loop, void *context) {
  enum { most = 8 };
  int64_t bounds[3 * most]; // All lower ones, all upper ones, all steps.
  if (!asIrIsNamed(loop, "scf.parallel"))
    return MlirWalkResultAdvance;
  MlirContext in = mlirOperationGetContext(loop);
  intptr_t rank = mlirBlockGetNumArguments(asIrBody(loop));
  if (rank > most || !readBounds(loop, rank, bounds))
    return MlirWalkResultInterrupt; // A single thread runs it.
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
    mlirOperationWalk(function, mapToGridThreads, NULL, MlirWalkPreOrder);
  return status;
}

typedef struct Outlining {
  MlirModule kernels;
  AsStatus status;
  AsError *error;
} Outlining;

static MlirWalkResult outlineOperation(MlirOperation op, void *context) {
  Outlining *outlining = context;
  if (!asIrHasPrefix(op, "linalg."))
    return MlirWalkResultAdvance;
  if (canBeKernel(op))
    outlining->status =
        makeParallel(outline(op, outlining->kernels), outlining->error);
  return outlining->status ? MlirWalkResultInterrupt : MlirWalkResultSkip;
}

AsStatus asGpuOutlineUnscheduled(MlirModule host, MlirModule kernels,
                                 AsError *error) {
  Outlining outlining = {.kernels = kernels, .error = error};
  mlirOperationWalk(mlirModuleGetOperation(host), outlineOperation, &outlining,
                    MlirWalkPreOrder);
  return outlining.status;
}
