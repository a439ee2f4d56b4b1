//===- task-hash.c - The content hash of a task
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hashes the function of a task: names, sorted printed attributes and types of
// operations, and the order in which values are defined. Names of symbols and
// values, and locations, do not count. MLIR's own hash of an operation differs
// between processes, so records could not be found by it.
//
//===----------------------------------------------------------------------===//

#include "ir/invariant-values.h"
#include "mlir-c/BuiltinAttributes.h"
#include "task/task-attribute.h"
#include "task/task.h"
#include <stdlib.h>
#include <string.h>

typedef struct Hasher {
  AsHash hash;
  MlirValue *values; ///< Position is the number of the value.
  int numValues, capacity;
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

static void use(Hasher *hasher, MlirValue value) {
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

static bool isIdentity(MlirStringRef name) {
  static const char *const ignored[] = {
      "sym_name",  "sym_visibility",  "arg_attrs",
      "res_attrs", AS_TASK_ATTRIBUTE, AS_DESCRIPTION_ATTRIBUTE};
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
    if (name.length == strlen(ignored[i]) &&
        memcmp(name.data, ignored[i], name.length) == 0)
      return true;
  return false;
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
    if (isIdentity(name))
      continue;
    hasher->hash = asHashBytes(hasher->hash, name.data, name.length);
    asTextClear(&hasher->scratch);
    asIrPrintAttribute(attributes[i].attribute, &hasher->scratch);
    hasher->hash = asHashString(hasher->hash, asTextString(&hasher->scratch));
  }
  free(attributes);
}

static void hashOperation(Hasher *hasher, MlirOperation op) {
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  hasher->hash = asHashBytes(hasher->hash, name.data, name.length);
  hashAttributes(hasher, op);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    use(hasher, mlirOperationGetOperand(op, i));
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
    for (; !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block)) {
      hasher->hash = asHashString(hasher->hash, "{");
      for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); i++)
        define(hasher, mlirBlockGetArgument(block, i));
      for (MlirOperation inner = mlirBlockGetFirstOperation(block);
           !mlirOperationIsNull(inner);
           inner = mlirOperationGetNextInBlock(inner))
        hashOperation(hasher, inner);
    }
    hasher->hash = asHashString(hasher->hash, "}");
  }
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    define(hasher, mlirOperationGetResult(op, i));
}

/// Marks of arguments that are weights count: a task that can prepare them once
/// must not share the records of one that cannot.
static void hashConstants(Hasher *hasher, MlirOperation function) {
  intptr_t count = mlirBlockGetNumArguments(asIrBody(function));
  for (intptr_t i = 0; i < count; i++)
    if (asIrArgumentIsConstant(function, i))
      hasher->hash = asHashInt(hasher->hash, i);
}

AsHash asTaskHashFunction(MlirOperation function) {
  Hasher hasher = {.hash = asHashStart()};
  hashOperation(&hasher, function);
  hashConstants(&hasher, function);
  free(hasher.values);
  asTextFree(&hasher.scratch);
  return hasher.hash;
}
