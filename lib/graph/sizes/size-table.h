//===- size-table.h - Expressions by value and dimension
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_GRAPH_SIZES_SIZE_TABLE_H
#define AS_GRAPH_SIZES_SIZE_TABLE_H

#include "ir/ir.h"
#include "mlir-c/AffineExpr.h"

typedef struct AsSizeEntry {
  MlirValue value; ///< Null in an empty entry.
  intptr_t dim;
  MlirAffineExpr expr; ///< Null where nothing is known.
} AsSizeEntry;

/// What is found out is looked up by each later use. Initialise with {0}.
typedef struct AsSizeTable {
  AsSizeEntry *entries;
  size_t count, capacity; ///< A power of two.
} AsSizeTable;

/// The entry of dimension `dim` of a value, or of the value itself for -1; NULL
/// if there is none.
const AsSizeEntry *asSizeTableFind(const AsSizeTable *table, MlirValue value,
                                   intptr_t dim);
void asSizeTableAdd(AsSizeTable *table, MlirValue value, intptr_t dim,
                    MlirAffineExpr expr);
void asSizeTableFree(AsSizeTable *table);

#endif // AS_GRAPH_SIZES_SIZE_TABLE_H
