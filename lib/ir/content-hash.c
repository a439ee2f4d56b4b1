//===- content-hash.c - Hash what operations are
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/content-hash.h"
#include "ir/def-use.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

typedef struct Hasher {
  AsHash hash;
  AsIrIgnoresAttribute ignores;
  MlirOperation root;
  MlirValue *values; ///< Position is the number of the value.
  int numValues, capacity;
  MlirValue *constants; ///< Of those used, each once.
  int numConstants;
  AsText scratch;
} Hasher;

static void hashType(Hasher *hasher, MlirType type) {
  asTextClear(&hasher->scratch);
  asIrPrintType(type, &hasher->scratch);
  hasher->hash = asHashString(hasher->hash, asTextString(&hasher->scratch));
}

static void define(Hasher *hasher, MlirValue value) {
  if (hasher->numValues == hasher->capacity) {
    hasher->capacity = hasher->capacity ? 2 * hasher->capacity : 64;
    hasher->values = asRealloc(hasher->values, sizeof *hasher->values *
                                                   (size_t)hasher->capacity);
  }
  hasher->values[hasher->numValues++] = value;
  hashType(hasher, mlirValueGetType(value));
}

static bool isConstant(const Hasher *hasher, MlirValue value) {
  return asIrIsMadeBy(value, "arith.constant") &&
         asIrIsInside(value, hasher->root);
}

/// Of equal constants the one that was found; null if there is none.
static MlirValue findEqual(const Hasher *hasher, MlirValue value) {
  MlirAttribute own = asIrAttribute(mlirOpResultGetOwner(value), "value");
  for (int c = 0; c < hasher->numConstants; c++)
    if (mlirAttributeEqual(
            own,
            asIrAttribute(mlirOpResultGetOwner(hasher->constants[c]), "value")))
      return hasher->constants[c];
  return (MlirValue){NULL};
}

static void use(Hasher *hasher, MlirValue value) {
  if (isConstant(hasher, value))
    value = findEqual(hasher, value);
  int number = hasher->numValues - 1;
  while (number >= 0 && !mlirValueEqual(hasher->values[number], value))
    number--;
  hasher->hash = asHashInt(hasher->hash, number);
}

static int compareNames(const void *left, const void *right) {
  MlirStringRef a = mlirIdentifierStr(((const MlirNamedAttribute *)left)->name);
  MlirStringRef b =
      mlirIdentifierStr(((const MlirNamedAttribute *)right)->name);
  size_t shorter = a.length < b.length ? a.length : b.length;
  int order = memcmp(a.data, b.data, shorter);
  return order ? order : (a.length > b.length) - (a.length < b.length);
}

static void hashAttributes(Hasher *hasher, MlirOperation op) {
  intptr_t count = mlirOperationGetNumAttributes(op);
  MlirNamedAttribute *attributes =
      asAlloc(sizeof *attributes * (size_t)(count ? count : 1));
  for (intptr_t i = 0; i < count; i++)
    attributes[i] = mlirOperationGetAttribute(op, i);
  qsort(attributes, (size_t)count, sizeof *attributes, compareNames);
  for (intptr_t i = 0; i < count; i++) {
    MlirStringRef name = mlirIdentifierStr(attributes[i].name);
    if (hasher->ignores(op, attributes[i]))
      continue;
    hasher->hash = asHashBytes(hasher->hash, name.data, name.length);
    asTextClear(&hasher->scratch);
    asIrPrintAttribute(attributes[i].attribute, &hasher->scratch);
    hasher->hash = asHashString(hasher->hash, asTextString(&hasher->scratch));
  }
  free(attributes);
}

static MlirWalkResult findConstants(MlirOperation op, void *context) {
  Hasher *hasher = context;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (!isConstant(hasher, value) ||
        !mlirValueIsNull(findEqual(hasher, value)))
      continue;
    hasher->constants =
        asRealloc(hasher->constants, sizeof *hasher->constants *
                                         (size_t)(hasher->numConstants + 1));
    hasher->constants[hasher->numConstants++] = value;
  }
  return MlirWalkResultAdvance;
}

static void hashConstants(Hasher *hasher) {
  for (int c = 0; c < hasher->numConstants; c++) {
    MlirOperation op = mlirOpResultGetOwner(hasher->constants[c]);
    MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
    hasher->hash = asHashBytes(hasher->hash, name.data, name.length);
    hashAttributes(hasher, op);
    define(hasher, hasher->constants[c]);
  }
}

static void hashOperation(Hasher *hasher, MlirOperation op) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  hasher->hash = asHashBytes(hasher->hash, name.data, name.length);
  hashAttributes(hasher, op);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    use(hasher, mlirOperationGetOperand(op, i));
  bool areHashed = !mlirOperationEqual(op, hasher->root);
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
    for (; !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block)) {
      hasher->hash = asHashString(hasher->hash, "{");
      for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); i++)
        define(hasher, mlirBlockGetArgument(block, i));
      if (!areHashed)
        hashConstants(hasher);
      areHashed = true;
      for (MlirOperation inner = mlirBlockGetFirstOperation(block);
           !mlirOperationIsNull(inner);
           inner = mlirOperationGetNextInBlock(inner))
        if (!asIrIsNamed(inner, "arith.constant"))
          hashOperation(hasher, inner);
    }
    hasher->hash = asHashString(hasher->hash, "}");
  }
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    define(hasher, mlirOperationGetResult(op, i));
}

AsHash asIrHashOperation(AsHash hash, MlirOperation op,
                         AsIrIgnoresAttribute ignores) {
  Hasher hasher = {.hash = hash, .ignores = ignores, .root = op};
  mlirOperationWalk(op, findConstants, &hasher, MlirWalkPreOrder);
  hashOperation(&hasher, op);
  free(hasher.constants);
  free(hasher.values);
  asTextFree(&hasher.scratch);
  return hasher.hash;
}
