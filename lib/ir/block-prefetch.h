//===- block-prefetch.h - Which blocks of a matrix are prefetched
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// While a product multiplies a block of a matrix, it prefetches the block that
// comes next, packed (lowering/memory/prefetch-blocks.c) or as it lies there
// (lowering/memory/prefetch-rows.c), unless that takes too long or is worth too
// little. The estimate has to know.
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_BLOCK_PREFETCH_H
#define AS_IR_BLOCK_PREFETCH_H

#include <stdbool.h>
#include <stdint.h>

/// What an iteration prefetches: neighbouring lines of a row, or whole rows. So
/// it computes one address, from which the others have constant distances.
typedef struct AsBlockPart {
  int64_t rows, lines;
  int64_t perRow; ///< Parts that cover a row.
  int64_t steps;  ///< Iterations for each.
} AsBlockPart;

/// Whether blocks of so many bytes are worth it: a matrix of so many bytes may
/// not fit into the second cache, but two blocks do. Blocks of fewer bytes than
/// the first cache has are packed too often.
bool asIsFarBlock(int64_t matrixBytes, int64_t blockBytes);

/// Whether panels of so many bytes, of an operand of so many that was packed
/// before, are worth it: two of them fit into the second cache, or nearly.
bool asIsFarPanel(int64_t operandBytes, int64_t panelBytes);

/// Whether rows at such a distance in bytes leave each other space in the
/// second cache. Those whose distance is a multiple of a power of two share a
/// part of its sets. To prefetch them does no harm, but is worth little.
bool asRowsFit(int64_t rows, int64_t stride);

/// Whether the rows of the next block are prefetched where a product goes over
/// a matrix by blocks of so many rows, of which it reads so many bytes before
/// it goes on to the next (lowering/memory/prefetch-rows.c). Both blocks have
/// to fit into the second cache. Blocks of few rows are left to the hardware
/// unless each vector of them is multiplied for several sums, which leaves time
/// to prefetch.
bool asAreRowsPrefetched(int64_t rows, int64_t stride, int64_t blockBytes,
                         int64_t sums);

/// Divides a block of `rows` rows of `lines` cache lines among `iterations` of
/// the innermost loop of a product, each of which multiplies and adds vectors
/// of so many bytes. False if one would have too much to prefetch, or packing
/// is little beside multiplying.
bool asBlockDivide(int64_t rows, int64_t lines, int64_t iterations,
                   int64_t multipliedBytes, AsBlockPart *part);

#endif // AS_IR_BLOCK_PREFETCH_H
