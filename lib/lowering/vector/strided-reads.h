//===- strided-reads.h - Vectors of elements that are apart
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A read of a vector along a dimension that is not contiguous in memory: what
// becomes of several that are neighbours (transpose-in-registers.c), and of one
// (strided-reads.c).
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_VECTOR_STRIDED_READS_H
#define AS_LOWERING_VECTOR_STRIDED_READS_H

#include "lowering/arith-builder.h"
#include <stdbool.h>

typedef struct AsStridedRead {
  MlirOperation op;
  MlirValue result, memref;
  MlirType type;
  intptr_t rank; ///< Of the memref, whose indices follow it as operands.
  intptr_t dim;  ///< Of the memref, along which the vector lies.
  int lanes;
} AsStridedRead;

/// Whether `op` is one, within bounds.
bool asStridedReadFind(MlirOperation op, AsStridedRead *gather);

/// The element's index along `dim` that is `lane` behind the first.
MlirValue asStridedReadIndex(const AsArith *arith, const AsStridedRead *gather,
                             int lane);

#endif // AS_LOWERING_VECTOR_STRIDED_READS_H
