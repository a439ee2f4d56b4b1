//===- element-origin.h - What the elements of a vector are copies of
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape casts, broadcasts and shuffles copy elements. Of two elements of a
// vector this says whether they are the same number, without computing it:
//
//   %b = vector.broadcast %a : vector<16xi8> to vector<8x16xi8>
//   %w = arith.sitofp %b : vector<8x16xi8> to vector<8x16xf32>
//
// has elements 0 and 16 of %w equal: eight rows share it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_VECTOR_ELEMENT_ORIGIN_H
#define AS_LOWERING_VECTOR_ELEMENT_ORIGIN_H

#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stdint.h>

/// Whether both elements of the vector, counted in all its dimensions, are
/// copies of one, or are computed in the same way from such copies. False also
/// where that is not seen.
bool asAreSameElement(MlirValue vector, int64_t first, int64_t second);

/// How many rows of the vector have the same elements: the extents of the
/// dimensions along which the first element is the same as the next one,
/// multiplied. 1 of a scalar.
int64_t asSharedRows(MlirValue vector);

#endif // AS_LOWERING_VECTOR_ELEMENT_ORIGIN_H
