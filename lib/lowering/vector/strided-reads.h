//===- strided-reads.h - Match strided vector reads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A strided read is a vector.transfer_read along a dimension of a memref that
// is not contiguous in memory. transpose-in-registers.c rewrites groups of
// adjacent ones, strided-reads.c each single one.
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
  intptr_t rank; ///< Rank of the memref; its indices follow it as operands.
  intptr_t dim;  ///< The dimension of the memref along which the vector lies.
  int lanes;
} AsStridedRead;

/// Fills *read and returns true if `op` is a strided read that is in bounds and
/// not masked.
bool asStridedReadFind(MlirOperation op, AsStridedRead *read);

/// Inserts the index along `dim` of the element in lane `lane`.
MlirValue asStridedReadIndex(const AsArith *arith, const AsStridedRead *read,
                             int lane);

#endif // AS_LOWERING_VECTOR_STRIDED_READS_H
