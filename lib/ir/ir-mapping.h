//===- ir-mapping.h - Cloning operations with other operands
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values stand for which: what takes code from one function into another
// keeps as it goes.
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_IR_MAPPING_H
#define AS_IR_IR_MAPPING_H

#include "ir/ir.h"

/// Starts as {0}.
typedef struct AsIrMap {
  MlirValue *from, *to;
  int size, capacity;
} AsIrMap;

void asIrMapFree(AsIrMap *map);

void asIrMapAdd(AsIrMap *map, MlirValue from, MlirValue to);

/// The place of `value` in `from`, or -1.
int asIrMapFind(const AsIrMap *map, MlirValue value);

/// A clone of `op` at the end of `block`, in which the values that the map has
/// are replaced, also in regions. Maps the results of `op` to those of the
/// clone.
MlirOperation asIrMapClone(AsIrMap *map, MlirOperation op, MlirBlock block);

#endif // AS_IR_IR_MAPPING_H
