//===- packed-panel.h - The accesses of a buffer of packed numbers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A panel is a buffer that narrow numbers are packed into: it is written by
// vector.transfer_write, and all that is read is extended to 32 bits. Then its
// elements may be stored in another way (lowering/vector/
// widen-packed-operands.c).
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_VECTOR_PACKED_PANEL_H
#define AS_LOWERING_VECTOR_PACKED_PANEL_H

#include "ir/ir.h"
#include <stdbool.h>

/// A packed buffer and all operations that access it.
typedef struct AsPanel {
  MlirOperation *ops; ///< Each operation once; freed by the caller.
  int numOps, capacity;
  const char *widening; ///< The extension that all reads have in common.
  MlirType element;     ///< The new element type.
  int numWrites;
  int together;    ///< How many rows are multiplied together.
  bool hasGroups;  ///< These can be interleaved: all accesses are whole rows
                   ///< whose place among them is known.
  bool hasPlaces;  ///< Some row or column is read whose place is known, so that
                   ///< it can be multiplied together with others.
  bool isReturned; ///< To the function that reads it.
  bool hasColumns; ///< All reads are single columns whose place is known, of
                   ///< factors of bytes of the same sign.
} AsPanel;

/// Fills *panel, for elements of the type `element` from now on. `loaded` is
/// the argument of another function that reads what the buffer's function
/// returns, or null. False if the buffer has uses other than packing it and
/// reading it to extend the values.
bool asPanelCollect(AsPanel *panel, MlirValue buffer, MlirValue loaded,
                    int together, MlirType element);

/// The same for an array that is only read.
bool asPanelCollectReads(AsPanel *panel, MlirValue array, int together,
                         MlirType element);

/// The operand of a read of the panel that indexes the row, the last but one
/// dimension.
intptr_t asPanelRowOperand(MlirOperation read);

/// The place of the row that is read among those that are multiplied together.
int asPanelPlace(const AsPanel *panel, MlirOperation read);

/// The operation that extends what is read, perhaps after a vector.extract that
/// drops dimensions of 1; null if there is none.
MlirOperation asPanelExtension(MlirOperation read);

#endif // AS_LOWERING_VECTOR_PACKED_PANEL_H
