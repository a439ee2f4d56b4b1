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

/// Whether the class has more to say than its sizes.
static bool hasLeast(const AsKernelSizes *sizes) {
  bool has = false;
  for (int k = 0; k < sizes->count; k++)
    has |= sizes->size[k] > 1 && sizes->least[k] &&
           sizes->least[k] != sizes->size[k] / 2 + 1;
  return has;
}

/// Sizes of 64 bits, and behind them, in 32 bits, how many elements at least
/// take a tile that overlaps.
static MlirNamedAttribute writeEntry(const AsKernelEntry *entry,
                                     MlirContext context) {
  MlirAttribute lists[2 * AS_MAX_CLASSES];
  intptr_t count = 0;
  for (int c = 0; c < entry->numClasses; c++) {
    const AsKernelSizes *sizes = &entry->sizes[c];
    int32_t least[AS_MAX_KERNELS];
    for (int k = 0; k < sizes->count; k++)
      least[k] = (int32_t)sizes->least[k];
    lists[count++] = mlirDenseI64ArrayGet(context, sizes->count, sizes->size);
    if (hasLeast(sizes))
      lists[count++] = mlirDenseI32ArrayGet(context, sizes->count, least);
  }
  return mlirNamedAttributeGet(
      mlirIdentifierGet(context, asIrString(entry->hash)),
      mlirArrayAttrGet(context, count, lists));
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

/// As many numbers as there are sizes, none negative.
static bool readLeast(MlirAttribute list, AsKernelSizes *sizes) {
  bool isRight = mlirDenseArrayGetNumElements(list) == sizes->count;
  for (int k = 0; k < sizes->count && isRight; k++) {
    sizes->least[k] = mlirDenseI32ArrayGetElement(list, k);
    isRight = sizes->least[k] >= 0;
  }
  return isRight;
}

static bool readEntry(MlirNamedAttribute member, AsKernelEntry *entry) {
  MlirStringRef hash = mlirIdentifierStr(member.name);
  MlirAttribute list = member.attribute;
  if (hash.length >= sizeof entry->hash || !mlirAttributeIsAArray(list) ||
      mlirArrayAttrGetNumElements(list) > 2 * AS_MAX_CLASSES)
    return false;
  memcpy(entry->hash, hash.data, hash.length);
  entry->hash[hash.length] = '\0';
  bool isRight = true;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(list) && isRight; i++) {
    MlirAttribute numbers = mlirArrayAttrGetElement(list, i);
    if (mlirAttributeIsADenseI32Array(numbers))
      isRight = entry->numClasses > 0 &&
                readLeast(numbers, &entry->sizes[entry->numClasses - 1]);
    else
      isRight = entry->numClasses < AS_MAX_CLASSES &&
                readSizes(numbers, &entry->sizes[entry->numClasses++]);
  }
  return isRight && entry->numClasses > 0;
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
