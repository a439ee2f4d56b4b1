//===- content-hash.h - Hash what operations are
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hashes operations with their regions: names, sorted printed attributes and
// types, and the order in which values are defined. Names of values and
// locations do not count. MLIR's own hash of an operation differs between
// processes, so nothing that is kept could be found by it.
//
// Where constants are does not count either. They are hashed as if they were in
// front of all else, each once, in the order in which they are used, so that
// the hashes of these are equal:
//
//   %c = arith.constant 2.0 : f32      linalg.generic ... {
//   linalg.generic ... {               ^bb0(%x: f32, %y: f32):
//   ^bb0(%x: f32, %y: f32):              %c = arith.constant 2.0 : f32
//     %m = arith.mulf %x, %c : f32       %m = arith.mulf %x, %c : f32
//     ...                                ...
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_CONTENT_HASH_H
#define AS_IR_CONTENT_HASH_H

#include "ir/ir.h"
#include "support/hash.h"

/// Whether an attribute of `op` does not count.
typedef bool (*AsIrIgnoresAttribute)(MlirOperation op,
                                     MlirNamedAttribute attribute);

/// Hashes `op` on top of `hash`. All operands that are defined outside of it
/// are alike.
AsHash asIrHashOperation(AsHash hash, MlirOperation op,
                         AsIrIgnoresAttribute ignores);

#endif // AS_IR_CONTENT_HASH_H
