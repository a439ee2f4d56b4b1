//===- operand-packing.h - Operands that are copied to contiguous tiles
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An operand that several rows use is copied to where its tiles lie one after
// another. Where the lanes index another dimension of it than the last one, its
// packed tiles have them last: upstream turns squares of elements in registers,
// and all tiles of the two loops are whole squares.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_RULES_CPU_OPERAND_PACKING_H
#define AS_SKETCH_RULES_CPU_OPERAND_PACKING_H

#include "sketch/rules.h"

/// The operand indexed by the lanes but not by the rows, or -1: its tiles are
/// used again for every row. Where the lanes are not its last dimension, its
/// packed tiles are turned.
int asPackableOperand(const AsDerivation *derivation, int stage);

/// Has the packable operand copied, out of as many loops as a knob says.
void asPackOperand(AsDerivation *derivation, int stage);

/// Has the tile of an operand copied that has the rows last, or so far apart
/// that they compete for lines of the cache, or is short, if there is such a
/// one, for all the lanes of a row tile.
void asPackRows(AsDerivation *derivation, int stage);

#endif // AS_SKETCH_RULES_CPU_OPERAND_PACKING_H
