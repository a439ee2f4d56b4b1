//===- narrow-types.h - Values that were widened
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to this library: what a value of 32 bits was before it was widened,
// for rewrites that work on the short numbers themselves.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_VECTOR_NARROW_TYPES_H
#define AS_LOWERING_VECTOR_NARROW_TYPES_H

#include "lowering/arith-builder.h"

/// A short number, or a vector of them, that was widened; perhaps as part of a
/// larger vector.
typedef struct AsNarrow {
  MlirValue source;      ///< What was widened.
  MlirOperation extract; ///< What took the part; null for the whole.
  unsigned bits;         ///< Of an element, 8 or 16.
  const char *widening;  ///< arith.extf, arith.extsi or arith.extui.
} AsNarrow;

/// The type of the elements of a vector, or the type itself.
MlirType asNarrowElement(MlirType type);

/// Whether `wide` is a widened bf16 or integer, or a vector of them.
bool asNarrowFind(MlirValue wide, AsNarrow *found);

/// The short number, or vector of them.
MlirValue asNarrowEmit(const AsArith *arith, const AsNarrow *found);

#endif // AS_LOWERING_VECTOR_NARROW_TYPES_H
