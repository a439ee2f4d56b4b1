//===- check-lowering.c - Whether the module can be lowered, before a search
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See run.h. A copy of the module is lowered with tasks that compute nothing:
// each of their candidates is lowered anyway, and most of the time goes into
// them.
//
//===----------------------------------------------------------------------===//

#include "driver/run.h"
#include "ir/module-contents.h"
#include "ir/tensor-builder.h"
#include "lowering/lower-parts.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>

AsLowerOptions asRunLowering(const AsRun *run) {
  const AsTarget *target = &run->target;
  return (AsLowerOptions){
      .threads = target->threads,
      .fp = run->options->fp,
      .verify = true,
      .dots = target->dots,
      .isFused = asTargetIsFused(target->triple, target->cpu, target->features),
      .vectorBytes = target->vectorBytes,
      .followsRows = asTargetFollowsRows(target->cpu),
      .isGpu = target->gpu != NULL};
}

//===----------------------------------------------------------------------===//
// Tasks that compute nothing
//===----------------------------------------------------------------------===//

static MlirType typeOf(MlirOperation function) {
  return mlirTypeAttrGetValue(asIrAttribute(function, "function_type"));
}

static bool returnsTensors(MlirOperation function) {
  MlirType type = typeOf(function);
  bool areTensors = true;
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumResults(type); i++)
    areTensors &=
        mlirTypeIsARankedTensor(mlirFunctionTypeGetResult(type, i)) &&
        mlirShapedTypeHasStaticShape(mlirFunctionTypeGetResult(type, i));
  return areTensors;
}

/// A block that returns tensors with any content.
static MlirBlock emptyBlock(MlirOperation function) {
  MlirType type = typeOf(function);
  MlirLocation location = mlirOperationGetLocation(function);
  MlirBlock block = mlirBlockCreate(0, NULL, NULL);
  for (intptr_t i = 0; i < mlirFunctionTypeGetNumInputs(type); i++)
    mlirBlockAddArgument(block, mlirFunctionTypeGetInput(type, i), location);
  MlirOperationState state =
      mlirOperationStateGet(asIrString("func.return"), location);
  intptr_t count = mlirFunctionTypeGetNumResults(type);
  MlirValue *values = asAlloc(sizeof *values * (size_t)(count + 1));
  for (intptr_t i = 0; i < count; i++) {
    MlirType result = mlirFunctionTypeGetResult(type, i);
    MlirOperationState empty =
        mlirOperationStateGet(asIrString("tensor.empty"), location);
    mlirOperationStateAddResults(&empty, 1, &result);
    MlirOperation op = mlirOperationCreate(&empty);
    mlirBlockAppendOwnedOperation(block, op);
    values[i] = mlirOperationGetResult(op, 0);
  }
  mlirOperationStateAddOperands(&state, count, values);
  mlirBlockAppendOwnedOperation(block, mlirOperationCreate(&state));
  free(values);
  return block;
}

static void hollow(MlirOperation function, void *context) {
  if (!asIrHasBody(function) || asTaskIsScheduled(function) ||
      mlirAttributeIsNull(asIrAttribute(function, AS_TASK_ATTRIBUTE)) ||
      !returnsTensors(function))
    return;
  AsIrFunctionBody body = asIrTakeBody(function);
  mlirRegionDestroy(body.blocks);
  body.blocks = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(body.blocks, emptyBlock(function));
  asIrReturnBody(function, body);
}

//===----------------------------------------------------------------------===//
// The check
//===----------------------------------------------------------------------===//

/// Whether lowering comes after a search, which takes time. Of kernels for a
/// GPU there are two ways to lower them, so that one may fail.
static bool isWorthIt(const AsRun *run) {
  const AsOptions *options = run->options;
  return options->emit >= AS_EMIT_LOWERED && options->trials != 0 &&
         run->tasks.numTasks && !run->target.gpu;
}

AsStatus asRunCheckLowering(const AsRun *run, AsError *error) {
  if (!isWorthIt(run))
    return AS_OK;
  MlirModule copy = mlirModuleFromOperation(
      mlirOperationClone(mlirModuleGetOperation(run->module)));
  asIrVisitAllFunctions(copy, hollow, NULL);
  AsLowerOptions lowering = asRunLowering(run);
  AsLowerParts parts = {.forCode = !asEmitIsModule(run->options->emit)};
  AsStatus status = asLowerModuleParts(copy, &lowering, &parts, error);
  mlirModuleDestroy(copy);
  return status;
}
