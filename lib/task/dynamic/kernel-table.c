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

AsKernelEntry *asKernelTableFind(const AsKernelTable *table, const char *hash) {
  for (int e = 0; e < table->count; e++)
    if (strcmp(table->entries[e].hash, hash) == 0)
      return &table->entries[e];
  return NULL;
}

int asKernelTableUnused(const AsKernelTable *table) {
  int count = 0;
  bool isUsed = false;
  for (int e = 0; e < table->count; e++) {
    count += table->entries[e].isGiven;
    isUsed |= table->entries[e].isGiven && table->entries[e].isUsed;
  }
  return isUsed ? 0 : count;
}

void asKernelTableAdd(AsKernelTable *table, const AsKernelEntry *entry) {
  for (int e = 0; e < table->count; e++)
    if (strcmp(table->entries[e].hash, entry->hash) == 0) {
      table->entries[e] = *entry;
      return;
    }
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

/// Lists of a class: sizes of 64 bits, and behind them two of 32 bits.
enum { LISTS = 3 };

/// Whether the class has more to say than its sizes: the first and the second
/// list behind them.
static bool hasLeast(const AsKernelSizes *sizes) {
  bool has = false;
  for (int k = 0; k < sizes->count; k++)
    has |= sizes->size[k] > 1 && sizes->least[k] &&
           sizes->least[k] != sizes->size[k] / 2 + 1;
  return has;
}

static bool hasRegroup(const AsKernelSizes *sizes) {
  bool has = false;
  for (int k = 0; k < sizes->count; k++)
    has |= sizes->regroup[k] > 0;
  return has;
}

static MlirAttribute writeNarrow(const AsKernelSizes *sizes,
                                 const int64_t *numbers, MlirContext context) {
  int32_t narrow[AS_MAX_KERNELS];
  for (int k = 0; k < sizes->count; k++)
    narrow[k] = (int32_t)numbers[k];
  return mlirDenseI32ArrayGet(context, sizes->count, narrow);
}

static MlirNamedAttribute writeEntry(const AsKernelEntry *entry,
                                     MlirContext context) {
  MlirAttribute lists[LISTS * AS_MAX_CLASSES];
  intptr_t count = 0;
  for (int c = 0; c < entry->numClasses; c++) {
    const AsKernelSizes *sizes = &entry->sizes[c];
    lists[count++] = mlirDenseI64ArrayGet(context, sizes->count, sizes->size);
    if (hasLeast(sizes) || hasRegroup(sizes))
      lists[count++] = writeNarrow(sizes, sizes->least, context);
    if (hasRegroup(sizes))
      lists[count++] = writeNarrow(sizes, sizes->regroup, context);
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

/// Sizes, all of which have elements.
static bool readSizes(MlirAttribute list, AsKernelSizes *sizes) {
  if (!mlirAttributeIsADenseI64Array(list))
    return false;
  intptr_t count = mlirDenseArrayGetNumElements(list);
  bool isRight = count > 0 && count <= AS_MAX_KERNELS;
  sizes->count = isRight ? (int)count : 0;
  for (int k = 0; k < sizes->count; k++) {
    sizes->size[k] = mlirDenseI64ArrayGetElement(list, k);
    isRight &= sizes->size[k] > 0;
  }
  return isRight;
}

/// Whether they are tiles for elements of any number.
static bool areTiles(const AsKernelSizes *sizes) {
  bool are = asKernelSizesTakeAll(sizes, true);
  for (int k = 1; k < sizes->count; k++)
    are &= sizes->size[k] < sizes->size[k - 1];
  return are;
}

/// Whether they may be panels: fewer rows have wider ones (register-sums.c).
static bool arePanels(const AsKernelSizes *sizes) {
  bool are = sizes->size[0] > 1 && !hasLeast(sizes);
  for (int k = 1; k < sizes->count; k++)
    are &= sizes->size[k] >= sizes->size[k - 1];
  return are;
}

bool asKernelSizesTakeAll(const AsKernelSizes *sizes, bool mayPad) {
  int last = sizes->count - 1;
  return sizes->count > 0 &&
         (sizes->size[last] == 1 || (mayPad && sizes->least[last] == 1));
}

/// As many numbers as there are sizes, none negative.
static bool readNarrow(MlirAttribute list, int count, int64_t *numbers) {
  bool isRight = mlirDenseArrayGetNumElements(list) == count;
  for (int k = 0; k < count && isRight; k++) {
    numbers[k] = mlirDenseI32ArrayGetElement(list, k);
    isRight = numbers[k] >= 0;
  }
  return isRight;
}

/// Reads the lists of one class from number *next on.
static bool readClass(MlirAttribute lists, intptr_t *next,
                      AsKernelSizes *sizes) {
  intptr_t count = mlirArrayAttrGetNumElements(lists);
  int64_t *narrow[LISTS - 1] = {sizes->least, sizes->regroup};
  bool isRight = readSizes(mlirArrayAttrGetElement(lists, (*next)++), sizes);
  for (int n = 0; n < LISTS - 1 && isRight && *next < count; n++) {
    MlirAttribute list = mlirArrayAttrGetElement(lists, *next);
    if (!mlirAttributeIsADenseI32Array(list))
      break;
    isRight = readNarrow(list, sizes->count, narrow[n]);
    (*next)++;
  }
  return isRight && (areTiles(sizes) || arePanels(sizes));
}

static bool readEntry(MlirNamedAttribute member, AsKernelEntry *entry) {
  MlirStringRef hash = mlirIdentifierStr(member.name);
  MlirAttribute lists = member.attribute;
  if (hash.length >= sizeof entry->hash || !mlirAttributeIsAArray(lists))
    return false;
  memcpy(entry->hash, hash.data, hash.length);
  entry->hash[hash.length] = '\0';
  bool isRight = true;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(lists) && isRight;)
    isRight = entry->numClasses < AS_MAX_CLASSES &&
              readClass(lists, &i, &entry->sizes[entry->numClasses++]);
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
  return isRight
             ? AS_OK
             : asIrFailAt(op, AS_INVALID_INPUT,
                          AS_KERNELS_ATTRIBUTE
                          ": expected, for each hash, lists of descending "
                          "sizes that end with 1, such as "
                          "{\"7c9c\" = [array<i64: 32, 4, 1>]}; tiles of a "
                          "sum may end with a larger size if the list behind "
                          "them ends with 1, such as [array<i64: 64, 8>, "
                          "array<i32: 33, 1>]; panels of columns "
                          "ascend, one for each tile of the list behind "
                          "them, such as [array<i64: 16, 64>, "
                          "array<i64: 6, 1>]",
                          error);
}
