//===- numbered-locations.h - Follow operations through rewrites
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites give what they make the location of what they make it from. So a
// number that is part of a location tells later which of the user's operations
// an operation comes from, even where several share a line or have none:
//
//   loc("f.mlir":3:4)  ->  loc(fused<{as.operation = 7 : i64}>["f.mlir":3:4])
//
// The numbers are taken away again before anybody sees them.
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_NUMBERED_LOCATIONS_H
#define AS_IR_NUMBERED_LOCATIONS_H

#include "ir/ir.h"

/// Numbers the location of `op` and of all operations in it that have no
/// number.
void asIrNumber(MlirOperation op, int64_t number);

/// Calls `visit` for each number in a location; the same one may come again.
typedef void (*AsIrNumberVisitor)(int64_t number, void *context);
void asIrVisitNumbers(MlirLocation location, AsIrNumberVisitor visit,
                      void *context);

/// The location without numbers.
MlirLocation asIrWithoutNumbers(MlirLocation location);

/// Takes the numbers away from `op` and all operations in it.
void asIrRemoveNumbers(MlirOperation op);

#endif // AS_IR_NUMBERED_LOCATIONS_H
