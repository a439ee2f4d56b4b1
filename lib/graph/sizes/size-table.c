//===- size-table.c - Expressions by value and dimension
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graph/sizes/size-table.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

/// Where the entry is, or would be.
static size_t placeOf(const AsSizeTable *table, MlirValue value, intptr_t dim) {
  size_t place = ((uintptr_t)value.ptr >> 3) * 31 + (size_t)(dim + 1);
  for (;; place++) {
    place &= table->capacity - 1;
    const AsSizeEntry *entry = &table->entries[place];
    if (mlirValueIsNull(entry->value) ||
        (mlirValueEqual(entry->value, value) && entry->dim == dim))
      return place;
  }
}

const AsSizeEntry *asSizeTableFind(const AsSizeTable *table, MlirValue value,
                                   intptr_t dim) {
  if (!table->capacity)
    return NULL;
  const AsSizeEntry *entry = &table->entries[placeOf(table, value, dim)];
  return mlirValueIsNull(entry->value) ? NULL : entry;
}

static void grow(AsSizeTable *table) {
  AsSizeTable old = *table;
  table->capacity = old.capacity ? 2 * old.capacity : 64;
  size_t bytes = sizeof *table->entries * table->capacity;
  table->entries = asAlloc(bytes);
  memset(table->entries, 0, bytes);
  table->count = 0;
  for (size_t i = 0; i < old.capacity; i++)
    if (!mlirValueIsNull(old.entries[i].value))
      asSizeTableAdd(table, old.entries[i].value, old.entries[i].dim,
                     old.entries[i].expr);
  free(old.entries);
}

void asSizeTableAdd(AsSizeTable *table, MlirValue value, intptr_t dim,
                    MlirAffineExpr expr) {
  if (2 * table->count >= table->capacity)
    grow(table);
  AsSizeEntry *entry = &table->entries[placeOf(table, value, dim)];
  table->count += mlirValueIsNull(entry->value);
  *entry = (AsSizeEntry){value, dim, expr};
}

void asSizeTableFree(AsSizeTable *table) {
  free(table->entries);
  *table = (AsSizeTable){0};
}
