//===- narrow-types.h - Match values extended from narrow types
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the i8, i16 or bf16 value that a 32-bit value was extended from, for
// rewrites that compute on the narrow values. Looks through a vector.extract
// after the extension:
//
//   %1 = arith.extsi %0 : vector<2x4xi8> to vector<2x4xi32>
//   %2 = vector.extract %1[1] : vector<4xi32> from vector<2x4xi32>
//
// For %2, asNarrowFind finds the source %0, the extract and "arith.extsi", and
// asNarrowEmit inserts
//
//   %3 = vector.extract %0[1] : vector<4xi8> from vector<2x4xi8>
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_VECTOR_NARROW_TYPES_H
#define AS_LOWERING_VECTOR_NARROW_TYPES_H

#include "lowering/arith-builder.h"

/// A narrow number or vector that was extended, or the part that a
/// vector.extract takes from the extended vector.
typedef struct AsNarrow {
  MlirValue source;      ///< The operand of the extension.
  MlirOperation extract; ///< The vector.extract after the extension; null if
                         ///< there is none.
  unsigned bits;         ///< Width of an element of the source: 8 or 16.
  const char *widening;  ///< arith.extf, arith.extsi or arith.extui.
} AsNarrow;

/// The type of the elements of a vector, or the type itself.
MlirType asNarrowElement(MlirType type);

/// Fills *found if `wide` was extended from bf16, i8 or i16, or is a part of a
/// vector that was.
bool asNarrowFind(MlirValue wide, AsNarrow *found);

/// The narrow value: the source, or the extract of it.
MlirValue asNarrowEmit(const AsArith *arith, const AsNarrow *found);

/// `narrow` with the highest bit of each byte flipped: 128 is added to signed
/// bytes, which are unsigned then; it is taken from unsigned ones, which are
/// signed then.
MlirValue asNarrowFlip(const AsArith *arith, MlirValue narrow);

/// Whether the source was made by asNarrowFlip; *before is then the same with
/// what was flipped as its source.
bool asNarrowIsFlipped(const AsNarrow *found, AsNarrow *before);

/// Whether groups of four products of bytes can be added to such vectors: 1-D
/// ones of i32.
bool asCanAddFourBytes(MlirType type);

#endif // AS_LOWERING_VECTOR_NARROW_TYPES_H
