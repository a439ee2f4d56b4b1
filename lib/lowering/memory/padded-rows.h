//===- padded-rows.h - Find rows that are padded at their end
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a pad behind the columns of a matrix, bufferisation leaves a fill of all
// and a copy of the columns that are there, and
// lowering/memory/elide-pad-fill.c a fill of the columns behind and that copy.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_MEMORY_PADDED_ROWS_H
#define AS_LOWERING_MEMORY_PADDED_ROWS_H

#include "ir/ir.h"

typedef struct AsPaddedRows {
  MlirOperation copy, fill; ///< With nothing but views between them.
  MlirValue from, to;       ///< Rows go from the begin of one to the other's.
  MlirValue with;           ///< What the columns behind are filled with.
  MlirType element;         ///< Of 8, 16, 32, ... bits.
  int64_t size, width;      ///< Elements of a row that are copied, and of all.
} AsPaddedRows;

/// Whether `op` copies rows of static size whose columns behind were filled
/// just before. Fills *rows.
bool asPaddedRowsFind(MlirOperation op, AsPaddedRows *rows);

/// Removes the fill and the copy, and the views that they used.
void asPaddedRowsRemove(const AsPaddedRows *rows);

#endif // AS_LOWERING_MEMORY_PADDED_ROWS_H
