//===- loaded-panel.h - Packed constants that another function reads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants are packed by a function that runs once, and get to the function
// that reads them through a global (lowering/constants/constant-hoisting.h).
// Where all that is packed there is read by one argument of one function, both
// can agree on another layout.
//
//   func.func private @f.load0(...) -> memref<64x16xi8> attributes {as.load} {
//     %b = memref.alloc() : memref<64x16xi8>       // packed here,
//   func.func private @f(..., %p: memref<64x16xi8>)      // read here
//
//   %0 = call @f.load0(...)
//   %1 = memref.get_global @as_once.array : memref<64x16xi8>
//   linalg.copy ins(%0 : ...) outs(%1 : ...)
//
//   %2 = memref.get_global @as_once.array : memref<64x16xi8>
//   call @f(..., %2)
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_VECTOR_LOADED_PANEL_H
#define AS_LOWERING_VECTOR_LOADED_PANEL_H

#include "ir/ir.h"

/// The argument that reads what is packed into `buffer`, which a function that
/// runs once returns. Null if it returns something else, if the argument is
/// ever another array, or if the array is read otherwise.
MlirValue asLoadedArgument(MlirModule module, MlirValue buffer);

#endif // AS_LOWERING_VECTOR_LOADED_PANEL_H
