//===- kernel-table.c - The tiles that were chosen, by what they compute
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/kernel-table.h"
#include "mlir-c/BuiltinAttributes.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

const AsKernelEntry *asKernelTableFind(const AsKernelTable *table,
                                       const char *hash) {
  for (int e = 0; e < table->count; e++)
    if (strcmp(table->entries[e].hash, hash) == 0)
      return &table->entries[e];
  return NULL;
}

void asKernelTableAdd(AsKernelTable *table, const AsKernelEntry *entry) {
  if (table->count == table->capacity) {
    table->capacity = table->capacity ? 2 * table->capacity : 16;
    table->entries = asRealloc(table->entries, sizeof *table->entries *
                                                   (size_t)table->capacity);
  }
  table->entries[table->count++] = *entry;
}

void asKernelTableFree(AsKernelTable *table) {
  free(table->entries);
  *table = (AsKernelTable){0};
}

//===----------------------------------------------------------------------===//
// The attribute
//===----------------------------------------------------------------------===//

static MlirNamedAttribute writeEntry(const AsKernelEntry *entry,
                                     MlirContext context) {
  MlirAttribute classes[AS_MAX_CLASSES];
  for (int c = 0; c < entry->numClasses; c++)
    classes[c] = mlirDenseI64ArrayGet(context, entry->sizes[c].count,
                                      entry->sizes[c].size);
  return mlirNamedAttributeGet(
      mlirIdentifierGet(context, asIrString(entry->hash)),
      mlirArrayAttrGet(context, entry->numClasses, classes));
}

MlirAttribute asKernelTableWrite(const AsKernelTable *table,
                                 MlirContext context) {
  MlirNamedAttribute *members =
      asAlloc(sizeof *members * ((size_t)table->count + 1));
  for (int e = 0; e < table->count; e++)
    members[e] = writeEntry(&table->entries[e], context);
  MlirAttribute attribute =
      mlirDictionaryAttrGet(context, table->count, members);
  free(members);
  return attribute;
}

/// Descending sizes, of which the last one is 1: every size can be computed.
static bool readSizes(MlirAttribute list, AsKernelSizes *sizes) {
  if (!mlirAttributeIsADenseI64Array(list))
    return false;
  intptr_t count = mlirDenseArrayGetNumElements(list);
  bool isRight = count > 0 && count <= AS_MAX_KERNELS;
  sizes->count = isRight ? (int)count : 0;
  for (int k = 0; k < sizes->count; k++) {
    sizes->size[k] = mlirDenseI64ArrayGetElement(list, k);
    isRight &= k == 0 || sizes->size[k] < sizes->size[k - 1];
  }
  return isRight && sizes->size[count - 1] == 1;
}

static bool readEntry(MlirNamedAttribute member, AsKernelEntry *entry) {
  MlirStringRef hash = mlirIdentifierStr(member.name);
  MlirAttribute list = member.attribute;
  if (hash.length >= sizeof entry->hash || !mlirAttributeIsAArray(list) ||
      mlirArrayAttrGetNumElements(list) > AS_MAX_CLASSES)
    return false;
  memcpy(entry->hash, hash.data, hash.length);
  entry->hash[hash.length] = '\0';
  entry->numClasses = (int)mlirArrayAttrGetNumElements(list);
  bool isRight = entry->numClasses > 0;
  for (int c = 0; c < entry->numClasses; c++)
    isRight &= readSizes(mlirArrayAttrGetElement(list, c), &entry->sizes[c]);
  return isRight;
}

AsStatus asKernelTableRead(MlirModule module, AsKernelTable *table,
                           AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  MlirAttribute all = mlirOperationGetDiscardableAttributeByName(
      op, asIrString(AS_KERNELS_ATTRIBUTE));
  bool isRight = mlirAttributeIsNull(all) || mlirAttributeIsADictionary(all);
  intptr_t count = mlirAttributeIsNull(all) || !isRight
                       ? 0
                       : mlirDictionaryAttrGetNumElements(all);
  for (intptr_t i = 0; i < count && isRight; i++) {
    AsKernelEntry entry = {.isGiven = true};
    isRight = readEntry(mlirDictionaryAttrGetElement(all, i), &entry);
    if (isRight && !asKernelTableFind(table, entry.hash))
      asKernelTableAdd(table, &entry);
  }
  return isRight ? AS_OK
                 : asIrFailAt(op, AS_INVALID_INPUT,
                              AS_KERNELS_ATTRIBUTE
                              ": expected, for each hash, lists of descending "
                              "sizes that end with 1, such as "
                              "{\"7c9c\" = [array<i64: 32, 4, 1>]}",
                              error);
}
