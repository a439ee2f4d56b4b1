//===- weights.c - Which arguments of tasks are weights
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a task reads was computed by another task of the model just before, or
// comes from outside: weights, and the inputs of the model. Weights need not be
// constants: front ends make them arguments. What is computed from constant
// weights alone is computed once, and is read like weights.
//
//   func.func @model(%x: tensor<4x64xf32>, %v: tensor<64x256xf32>,
//                    %w: tensor<256x64xf32>) -> tensor<4x64xf32> {
//     %h = call @as_task_1(%x, %v) : ...   // %x and %v are from outside
//     %r = call @as_task_2(%h, %w) : ...   // %w is, %h is not
//
// A function that is a whole task is called from outside as well, but alone:
// nothing says what is computed before it.
//
// The tiles of a dynamic size are several tasks, which read one weight. It is
// counted for the first of them.
//
//===----------------------------------------------------------------------===//

#include "task/weights.h"
#include "ir/function-builder.h"
#include "ir/invariant-values.h"
#include "ir/same-value.h"
#include "mlir-c/BuiltinAttributes.h"
#include "support/arena.h"
#include "task/task-attribute.h"
#include <stdlib.h>
#include <string.h>

typedef struct Finding {
  MlirModule module;
  AsTaskSet *set;
  bool *isCalled;    ///< Of each task.
  MlirValue *values; ///< Those of the function that were counted. Owned.
  int numValues, capacity;
} Finding;

/// Whether the operation passes its operand on in another shape.
static bool isView(MlirOperation op) {
  return asIrIsNamed(op, "tensor.expand_shape") ||
         asIrIsNamed(op, "tensor.collapse_shape") ||
         asIrIsNamed(op, "tensor.cast");
}

/// The value in the shape that it has without views.
static MlirValue behindViews(MlirValue value) {
  while (mlirValueIsAOpResult(value) && isView(mlirOpResultGetOwner(value)))
    value = mlirOperationGetOperand(mlirOpResultGetOwner(value), 0);
  return value;
}

/// Whether the value comes from outside of the model, or is computed once from
/// constant weights, as where a batch norm is folded into them.
static bool isFromOutside(MlirValue value) {
  value = behindViews(value);
  if (mlirValueIsAOpResult(value))
    return asIrIsFixed(value);
  MlirOperation owner =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  return asIrIsNamed(owner, "func.func") && !asIrIsPrivate(owner);
}

/// The number of the task that the operation calls, or -1.
static int taskOf(const Finding *finding, MlirOperation op) {
  if (!asIrIsNamed(op, "func.call"))
    return -1;
  AsText text = {0};
  MlirStringRef callee = mlirFlatSymbolRefAttrGetValue(
      mlirOperationGetInherentAttributeByName(op, asIrString("callee")));
  asTextAppend(&text, callee.data, callee.length);
  MlirOperation function = asIrLookUp(finding->module, asTextString(&text));
  int task = -1;
  if (!mlirOperationIsNull(function) &&
      asIrStringAttribute(function, AS_TASK_ATTRIBUTE, &text))
    for (int t = 0; t < finding->set->numTasks && task < 0; t++)
      if (strcmp(finding->set->tasks[t].hash, asTextString(&text)) == 0)
        task = t;
  asTextFree(&text);
  return task;
}

static double bytesOf(const AsTaskBuffer *buffer) {
  double bytes = asElementBytes(buffer->element);
  for (int r = 0; r < buffer->rank; r++)
    bytes *= (double)buffer->shape[r];
  return bytes;
}

/// Notes the value; false if it was noted before.
static bool noteValue(Finding *finding, MlirValue value) {
  for (int v = 0; v < finding->numValues; v++)
    if (asIrIsSameValue(finding->values[v], value))
      return false;
  if (finding->numValues == finding->capacity) {
    finding->capacity = finding->capacity ? 2 * finding->capacity : 64;
    finding->values = asRealloc(finding->values, sizeof *finding->values *
                                                     (size_t)finding->capacity);
  }
  finding->values[finding->numValues++] = value;
  return true;
}

static MlirWalkResult noteCall(MlirOperation op, void *context) {
  Finding *finding = context;
  int t = taskOf(finding, op);
  AsTask *task = t < 0 ? NULL : &finding->set->tasks[t];
  for (intptr_t i = 0; task && i < mlirOperationGetNumOperands(op); i++) {
    bool isOutside = isFromOutside(mlirOperationGetOperand(op, i));
    AsTaskBuffer *buffer = &task->buffers[i];
    buffer->isWeight = isOutside && (buffer->isWeight || !finding->isCalled[t]);
  }
  if (task)
    finding->isCalled[t] = true;
  return MlirWalkResultAdvance;
}

static void findInModule(MlirModule module, void *context) {
  Finding *finding = context;
  finding->module = module;
  mlirOperationWalk(mlirModuleGetOperation(module), noteCall, finding,
                    MlirWalkPreOrder);
}

static MlirWalkResult countWeights(MlirOperation op, void *context) {
  Finding *finding = context;
  int t = taskOf(finding, op);
  AsTask *task = t < 0 ? NULL : &finding->set->tasks[t];
  for (intptr_t i = 0; task && i < mlirOperationGetNumOperands(op); i++)
    if (task->buffers[i].isWeight &&
        noteValue(finding, behindViews(mlirOperationGetOperand(op, i))))
      task->weightBytes += bytesOf(&task->buffers[i]);
  return MlirWalkResultAdvance;
}

/// Values are the same by the number of an argument, so that they are of one
/// function.
static void countInFunction(MlirOperation function, void *context) {
  Finding *finding = context;
  finding->numValues = 0;
  mlirOperationWalk(function, countWeights, finding, MlirWalkPreOrder);
}

static void countInModule(MlirModule module, void *context) {
  ((Finding *)context)->module = module;
  asIrVisitFunctions(module, countInFunction, context);
}

/// The task is a whole function.
static void countArguments(AsTask *task) {
  for (int b = 0; b < task->numBuffers; b++)
    if (task->buffers[b].isWeight)
      task->weightBytes += bytesOf(&task->buffers[b]);
}

void asTaskFindWeights(MlirModule module, AsTaskSet *set) {
  Finding finding = {.set = set,
                     .isCalled = asAlloc((size_t)set->numTasks + 1)};
  asIrVisitModules(module, findInModule, &finding);
  asIrVisitModules(module, countInModule, &finding);
  for (int t = 0; t < set->numTasks; t++)
    if (!finding.isCalled[t])
      countArguments(&set->tasks[t]);
  free(finding.values);
  free(finding.isCalled);
}
