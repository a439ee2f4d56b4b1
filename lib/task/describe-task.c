//===- describe-task.c - From the function of a task to its description
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fills in the hash, the label, the text, the program and the buffers of a
// task. The function is copied into a module of its own and canonicalised. What
// the operations of the copy compute is described from a loop nest
// (program-from-nest.c), or from linalg (program-from-linalg.c).
//
//===----------------------------------------------------------------------===//

#include "ir/infer-argument-needs.h"
#include "ir/invariant-values.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/entry-symbols.h"
#include "task/program-from-linalg.h"
#include "task/program-from-nest.h"
#include "task/roundings.h"
#include "task/task-attribute.h"
#include "task/task-label.h"
#include "task/task.h"
#include <string.h>

static AsStatus describeBuffers(MlirOperation function, AsArena *arena,
                                AsTask *task, AsError *error) {
  MlirBlock body = asIrBody(function);
  MlirOperation terminator = mlirBlockGetTerminator(body);
  int numArguments = (int)mlirBlockGetNumArguments(body);
  int numResults = (int)mlirOperationGetNumOperands(terminator);
  task->numBuffers = numArguments + numResults;
  task->buffers = asArenaArray(arena, AsTaskBuffer, task->numBuffers);
  AsNeed *needs = asArenaArray(arena, AsNeed, numArguments);
  asIrNeeds(function, needs);
  for (int i = 0; i < task->numBuffers; i++) {
    AsTaskBuffer *buffer = &task->buffers[i];
    buffer->extent = i < numArguments ? needs[i].extent : 0;
    buffer->isResult = i >= numArguments;
    buffer->isWeight = !buffer->isResult && asIrArgumentIsConstant(function, i);
    MlirValue value =
        buffer->isResult ? mlirOperationGetOperand(terminator, i - numArguments)
                         : mlirBlockGetArgument(body, i);
    if (!asTaskShapeOf(mlirValueGetType(value), buffer->shape, &buffer->rank,
                       &buffer->element))
      return asFail(error, AS_UNSUPPORTED,
                    "%s %d of the task is no static tensor or scalar of a "
                    "known element type",
                    buffer->isResult ? "result" : "argument",
                    buffer->isResult ? i - numArguments : i);
  }
  return AS_OK;
}

/// A module with a clone of `function` alone, called @task.
static MlirModule isolate(MlirOperation function) {
  MlirModule module = mlirModuleCreateEmpty(
      mlirLocationUnknownGet(mlirOperationGetContext(function)));
  MlirOperation clone = mlirOperationClone(function);
  mlirBlockAppendOwnedOperation(mlirModuleGetBody(module), clone);
  mlirOperationSetAttributeByName(
      clone, asIrString("sym_name"),
      mlirStringAttrGet(mlirOperationGetContext(function),
                        asIrString(AS_TASK_FUNCTION)));
  mlirOperationRemoveAttributeByName(clone, asIrString("sym_visibility"));
  mlirOperationRemoveAttributeByName(clone, asIrString(AS_TASK_ATTRIBUTE));
  mlirOperationRemoveAttributeByName(clone,
                                     asIrString(AS_DESCRIPTION_ATTRIBUTE));
  return module;
}

static MlirOperation onlyFunction(MlirModule module) {
  return mlirBlockGetFirstOperation(mlirModuleGetBody(module));
}

const char *const asTaskCanonicalPasses[] = {
    "canonicalize", "linalg-fuse-elementwise-ops", "canonicalize", "cse", NULL};

static AsStatus canonicalise(MlirModule module, AsError *error) {
  AsText pipeline = {0};
  for (int i = 0; asTaskCanonicalPasses[i]; i++)
    asTextFormat(&pipeline, "%s%s", i ? "," : "builtin.module(func.func(",
                 asTaskCanonicalPasses[i]);
  asTextAppendString(&pipeline, "))");
  AsStatus status = asIrRunPipeline(mlirModuleGetOperation(module),
                                    pipeline.data, false, error);
  asTextFree(&pipeline);
  return status;
}

static void identify(MlirOperation function, AsTask *task) {
  memcpy(task->hash, asHashFormat(asTaskHashFunction(function)).text,
         sizeof task->hash);
}

/// Fills in what follows from the program.
static void summarise(AsTask *task, AsArena *arena) {
  task->label = asTaskLabel(&task->program, arena);
  task->flops = asProgramFlops(&task->program);
  task->minBytes = asProgramMinBytes(&task->program);
  task->reductionLength = asProgramReductionLength(&task->program);
}

static AsStatus describeNest(MlirOperation function, AsArena *arena,
                             AsTask *task, AsError *error) {
  identify(function, task);
  AsStatus status =
      asNestDescribe(asNestOf(function), arena, &task->program, error);
  if (status)
    return status;
  summarise(task, arena);
  asRoundingsFind(function, arena, task);
  return AS_OK;
}

AsStatus asTaskDescribe(MlirOperation function, AsArena *arena, AsTask *task,
                        AsError *error) {
  AsStatus status = describeBuffers(function, arena, task, error);
  if (status)
    return status;
  MlirModule module = isolate(function);
  AsText text = {0};
  asIrPrintWithLocations(mlirModuleGetOperation(module), &text);
  task->text = asArenaCopy(arena, text.data, text.length);
  asTextFree(&text);

  status = canonicalise(module, error);
  if (!status && !mlirOperationIsNull(asNestOf(onlyFunction(module)))) {
    status = describeNest(onlyFunction(module), arena, task, error);
    mlirModuleDestroy(module);
    return status;
  }
  MlirModule general = mlirModuleFromOperation(
      mlirOperationClone(mlirModuleGetOperation(module)));
  if (!status)
    status = asIrRunPipeline(
        mlirModuleGetOperation(general),
        "builtin.module(func.func(linalg-generalize-named-ops))", false, error);
  if (!status) {
    identify(onlyFunction(module), task);
    status = asLinalgDescribe(onlyFunction(module), onlyFunction(general),
                              arena, &task->program, error);
  }
  if (!status) {
    summarise(task, arena);
    asRoundingsFind(onlyFunction(general), arena, task);
  }
  mlirModuleDestroy(general);
  mlirModuleDestroy(module);
  return status;
}
