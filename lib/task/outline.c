//===- task/outline.c - A group in a function of its own
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "task/outline.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>

static void mapValue(AsValueMap *map, MlirValue from, MlirValue to) {
  if (map->size == map->capacity) {
    map->capacity = map->capacity ? 2 * map->capacity : 32;
    size_t bytes = sizeof(MlirValue) * (size_t)map->capacity;
    map->from = asRealloc(map->from, bytes);
    map->to = asRealloc(map->to, bytes);
  }
  map->from[map->size] = from;
  map->to[map->size++] = to;
}

static int lookUp(const AsValueMap *map, MlirValue value) {
  for (int i = 0; i < map->size; i++)
    if (mlirValueEqual(map->from[i], value))
      return i;
  return -1;
}

static bool isSelected(const AsSelection *selection, MlirOperation op) {
  for (int i = 0; i < selection->size; i++)
    if (mlirOperationEqual(selection->ops[i], op))
      return true;
  return false;
}

/// Is `value` defined inside the regions of `op`?
static bool isInside(MlirValue value, MlirOperation op) {
  MlirOperation owner =
      mlirValueIsAOpResult(value)
          ? mlirOpResultGetOwner(value)
          : mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  if (mlirValueIsAOpResult(value) && mlirOperationEqual(owner, op))
    return false;
  for (; !mlirOperationIsNull(owner);
       owner = mlirOperationGetParentOperation(owner))
    if (mlirOperationEqual(owner, op))
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
    if (asIsCheap(owner)) {
      selectOperation(selection, owner);
      return;
    }
  }
  if (lookUp(&selection->inputs, value) < 0)
    mapValue(&selection->inputs, value, value);
}

static MlirWalkResult selectInner(MlirOperation op, void *context) {
  OperandWalk *walk = context;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (!isInside(value, walk->outer))
      selectValue(walk->selection, value);
  }
  return MlirWalkResultAdvance;
}

/// Selects what the operation needs, then itself. So the order is that of the
/// data flow, not of the text, and equal tasks are spelt alike.
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
  AsSelection selection = {0};
  for (int i = 0; i < groups->numNodes; i++)
    if (groups->nodes[i].group == group) {
      selectOperation(&selection, groups->nodes[i].op);
      selection.root = groups->nodes[i].op;
    }
  return selection;
}

void asSelectionFree(AsSelection *selection) {
  free(selection->ops);
  free(selection->inputs.from);
  free(selection->inputs.to);
}

static MlirWalkResult remapOperands(MlirOperation op, void *context) {
  const AsValueMap *map = context;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    int to = lookUp(map, mlirOperationGetOperand(op, i));
    if (to >= 0)
      mlirOperationSetOperand(op, i, map->to[to]);
  }
  return MlirWalkResultAdvance;
}

static MlirNamedAttribute named(MlirContext context, const char *name,
                                MlirAttribute attribute) {
  return mlirNamedAttributeGet(mlirIdentifierGet(context, asIrString(name)),
                               attribute);
}

static MlirOperation createFunction(MlirLocation location,
                                    const AsValueMap *inputs,
                                    MlirOperation root, MlirBlock *body) {
  MlirContext context = mlirLocationGetContext(location);
  intptr_t numInputs = inputs->size;
  intptr_t numResults = mlirOperationGetNumResults(root);
  size_t count = (size_t)(numInputs + numResults + 1);
  MlirType *types = asAlloc(sizeof *types * count);
  MlirLocation *locations = asAlloc(sizeof *locations * count);
  for (intptr_t i = 0; i < numInputs; i++) {
    types[i] = mlirValueGetType(inputs->from[i]);
    locations[i] = location;
  }
  for (intptr_t r = 0; r < numResults; r++)
    types[numInputs + r] = mlirValueGetType(mlirOperationGetResult(root, r));
  MlirRegion region = mlirRegionCreate();
  *body = mlirBlockCreate(numInputs, types, locations);
  mlirRegionAppendOwnedBlock(region, *body);
  MlirOperationState state =
      mlirOperationStateGet(asIrString("func.func"), location);
  MlirNamedAttribute attributes[] = {
      named(context, "sym_name",
            mlirStringAttrGet(context, asIrString("as_task"))),
      named(context, "function_type",
            mlirTypeAttrGet(mlirFunctionTypeGet(
                context, numInputs, types, numResults, types + numInputs))),
      named(context, "sym_visibility",
            mlirStringAttrGet(context, asIrString("private"))),
  };
  mlirOperationStateAddAttributes(&state, 3, attributes);
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  free(types);
  free(locations);
  return mlirOperationCreate(&state);
}

MlirOperation asSelectionFunction(const AsSelection *selection,
                                  MlirLocation location) {
  MlirOperation root = selection->root;
  MlirBlock body;
  MlirOperation function =
      createFunction(location, &selection->inputs, root, &body);
  AsValueMap map = {0};
  for (int i = 0; i < selection->inputs.size; i++)
    mapValue(&map, selection->inputs.from[i], mlirBlockGetArgument(body, i));
  for (int i = 0; i < selection->size; i++) {
    MlirOperation op = selection->ops[i];
    MlirOperation clone = mlirOperationClone(op);
    mlirBlockAppendOwnedOperation(body, clone);
    mlirOperationWalk(clone, remapOperands, &map, MlirWalkPreOrder);
    for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++)
      mapValue(&map, mlirOperationGetResult(op, r),
               mlirOperationGetResult(clone, r));
  }
  MlirOperationState state =
      mlirOperationStateGet(asIrString("func.return"), location);
  for (intptr_t r = 0; r < mlirOperationGetNumResults(root); r++) {
    MlirValue value = map.to[lookUp(&map, mlirOperationGetResult(root, r))];
    mlirOperationStateAddOperands(&state, 1, &value);
  }
  mlirBlockAppendOwnedOperation(body, mlirOperationCreate(&state));
  free(map.from);
  free(map.to);
  return function;
}

void asSelectionCall(const AsSelection *selection, MlirLocation location,
                     const char *callee) {
  MlirContext context = mlirLocationGetContext(location);
  MlirOperation root = selection->root;
  MlirOperationState state =
      mlirOperationStateGet(asIrString("func.call"), location);
  MlirNamedAttribute attribute = named(
      context, "callee", mlirFlatSymbolRefAttrGet(context, asIrString(callee)));
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
}
