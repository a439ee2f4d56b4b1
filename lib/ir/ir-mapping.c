//===- ir-mapping.c - Clone operations with mapped operands
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See ir-mapping.h.
//
//===----------------------------------------------------------------------===//

#include "ir/ir-mapping.h"
#include "support/arena.h"
#include <stdlib.h>

void asIrMapFree(AsIrMap *map) {
  free(map->from);
  free(map->to);
  *map = (AsIrMap){0};
}

void asIrMapAdd(AsIrMap *map, MlirValue from, MlirValue to) {
  if (map->size == map->capacity) {
    map->capacity = map->capacity ? 2 * map->capacity : 32;
    size_t bytes = sizeof(MlirValue) * (size_t)map->capacity;
    map->from = asRealloc(map->from, bytes);
    map->to = asRealloc(map->to, bytes);
  }
  map->from[map->size] = from;
  map->to[map->size++] = to;
}

int asIrMapFind(const AsIrMap *map, MlirValue value) {
  for (int i = 0; i < map->size; i++)
    if (mlirValueEqual(map->from[i], value))
      return i;
  return -1;
}

static MlirWalkResult replaceOperands(MlirOperation op, void *context) {
  const AsIrMap *map = context;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    int to = asIrMapFind(map, mlirOperationGetOperand(op, i));
    if (to >= 0)
      mlirOperationSetOperand(op, i, map->to[to]);
  }
  return MlirWalkResultAdvance;
}

MlirOperation asIrMapClone(AsIrMap *map, MlirOperation op, MlirBlock block) {
  MlirOperation clone = mlirOperationClone(op);
  mlirBlockAppendOwnedOperation(block, clone);
  mlirOperationWalk(clone, replaceOperands, map, MlirWalkPreOrder);
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++)
    asIrMapAdd(map, mlirOperationGetResult(op, r),
               mlirOperationGetResult(clone, r));
  return clone;
}
