//===- outline-task.c - Moving a group into a function
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "task/outline-task.h"
#include "ir/function-builder.h"
#include "ir/invariant-values.h"
#include "ir/nest-schedule.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>

static bool isSelected(const AsSelection *selection, MlirOperation op) {
  for (int i = 0; i < selection->size; i++)
    if (mlirOperationEqual(selection->ops[i], op))
      return true;
  return false;
}

typedef struct OperandWalk {
  AsSelection *selection;
  MlirOperation outer;
} OperandWalk;

static void selectOperation(AsSelection *selection, MlirOperation op);

static void selectValue(AsSelection *selection, MlirValue value) {
  if (mlirValueIsAOpResult(value)) {
    MlirOperation owner = mlirOpResultGetOwner(value);
    if (isSelected(selection, owner))
      return;
    if (selection->takes(owner)) {
      selectOperation(selection, owner);
      return;
    }
  }
  if (asIrMapFind(&selection->inputs, value) < 0)
    asIrMapAdd(&selection->inputs, value, value);
}

static MlirWalkResult selectInner(MlirOperation op, void *context) {
  OperandWalk *walk = context;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (!asIrIsInside(value, walk->outer))
      selectValue(walk->selection, value);
  }
  return MlirWalkResultAdvance;
}

/// Selects what the operation needs, then the operation. So the order follows
/// the data flow, not the text, and equal tasks get equal functions.
static void selectOperation(AsSelection *selection, MlirOperation op) {
  OperandWalk walk = {selection, op};
  mlirOperationWalk(op, selectInner, &walk, MlirWalkPreOrder);
  if (selection->size == selection->capacity) {
    selection->capacity = selection->capacity ? 2 * selection->capacity : 16;
    selection->ops = asRealloc(selection->ops, sizeof *selection->ops *
                                                   (size_t)selection->capacity);
  }
  selection->ops[selection->size++] = op;
}

AsSelection asSelectionOf(const AsBlockGroups *groups, int group) {
  AsSelection selection = {.takes = asIsCheap};
  for (int i = 0; i < groups->numNodes; i++)
    if (groups->nodes[i].group == group) {
      selectOperation(&selection, groups->nodes[i].op);
      selection.root = groups->nodes[i].op;
    }
  return selection;
}

AsSelection asSelectionOfAll(const MlirOperation *ops, int count,
                             AsTakesAlong takes) {
  AsSelection selection = {.takes = takes, .root = ops[count - 1]};
  for (int i = 0; i < count; i++)
    selectOperation(&selection, ops[i]);
  return selection;
}

void asSelectionFree(AsSelection *selection) {
  free(selection->ops);
  asIrMapFree(&selection->inputs);
}

/// Creates the function: it takes the inputs and returns the results of the
/// root.
static MlirOperation createFunction(const AsSelection *selection,
                                    MlirLocation location, MlirBlock *body) {
  intptr_t numInputs = selection->inputs.size;
  intptr_t numResults = mlirOperationGetNumResults(selection->root);
  MlirType *types =
      asAlloc(sizeof *types * (size_t)(numInputs + numResults + 1));
  for (intptr_t i = 0; i < numInputs; i++)
    types[i] = mlirValueGetType(selection->inputs.from[i]);
  for (intptr_t r = 0; r < numResults; r++)
    types[numInputs + r] =
        mlirValueGetType(mlirOperationGetResult(selection->root, r));
  MlirOperation function =
      asIrCreateFunction(location, "as_task", numInputs, types, numResults,
                         types + numInputs, body);
  free(types);
  for (intptr_t i = 0; i < numInputs; i++)
    if (asIrIsFixed(selection->inputs.from[i]))
      asIrArgumentMarkConstant(function, i);
  for (intptr_t i = 0; i < numInputs;
       i++) // Only loop nests have memrefs: ir/nest-schedule.h.
    if (mlirTypeIsAMemRef(mlirValueGetType(selection->inputs.from[i])))
      asIrArgumentMark(function, i, AS_NOALIAS_ATTRIBUTE);
  return function;
}

MlirOperation asSelectionFunction(const AsSelection *selection,
                                  MlirLocation location) {
  MlirOperation root = selection->root;
  MlirBlock body;
  MlirOperation function = createFunction(selection, location, &body);
  AsIrMap map = {0};
  for (int i = 0; i < selection->inputs.size; i++)
    asIrMapAdd(&map, selection->inputs.from[i], mlirBlockGetArgument(body, i));
  for (int i = 0; i < selection->size; i++)
    asIrMapClone(&map, selection->ops[i], body);
  MlirOperationState state =
      mlirOperationStateGet(asIrString("func.return"), location);
  for (intptr_t r = 0; r < mlirOperationGetNumResults(root); r++) {
    MlirValue value =
        map.to[asIrMapFind(&map, mlirOperationGetResult(root, r))];
    mlirOperationStateAddOperands(&state, 1, &value);
  }
  mlirBlockAppendOwnedOperation(body, mlirOperationCreate(&state));
  asIrMapFree(&map);
  return function;
}

MlirOperation asSelectionCall(const AsSelection *selection,
                              MlirLocation location, const char *callee) {
  MlirContext context = mlirLocationGetContext(location);
  MlirOperation root = selection->root;
  MlirOperationState state =
      mlirOperationStateGet(asIrString("func.call"), location);
  MlirNamedAttribute attribute = mlirNamedAttributeGet(
      mlirIdentifierGet(context, asIrString("callee")),
      mlirFlatSymbolRefAttrGet(context, asIrString(callee)));
  mlirOperationStateAddAttributes(&state, 1, &attribute);
  mlirOperationStateAddOperands(&state, selection->inputs.size,
                                selection->inputs.from);
  for (intptr_t r = 0; r < mlirOperationGetNumResults(root); r++) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(root, r));
    mlirOperationStateAddResults(&state, 1, &type);
  }
  MlirOperation call = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(root), root, call);
  for (intptr_t r = 0; r < mlirOperationGetNumResults(root); r++)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(root, r),
                                  mlirOperationGetResult(call, r));
  return call;
}
