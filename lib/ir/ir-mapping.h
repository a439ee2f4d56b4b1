//===- ir-mapping.h - Clone operations with mapped operands
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A map from values to the values that replace them, for moving code from one
// function to another, like MLIR's IRMapping.
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_IR_MAPPING_H
#define AS_IR_IR_MAPPING_H

#include "ir/ir.h"

/// Initialise with {0}.
typedef struct AsIrMap {
  MlirValue *from, *to;
  int size, capacity;
} AsIrMap;

/// Frees the map and empties it.
void asIrMapFree(AsIrMap *map);

/// Maps `from` to `to`.
void asIrMapAdd(AsIrMap *map, MlirValue from, MlirValue to);

/// The index of `value` in `from`, or -1.
int asIrMapFind(const AsIrMap *map, MlirValue value);

/// Clones `op` to the end of `block` and replaces mapped operands, also in
/// regions. Maps the results of `op` to those of the clone.
MlirOperation asIrMapClone(AsIrMap *map, MlirOperation op, MlirBlock block);

#endif // AS_IR_IR_MAPPING_H
