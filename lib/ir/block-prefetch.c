//===- block-prefetch.c - Which blocks of a matrix are prefetched
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/block-prefetch.h"

enum {
  /// Lines that any iteration may prefetch, and of how many bytes the vectors
  /// are whose multiplication takes long enough to prefetch another one.
  mostPerStep = 8,
  bytesPerLine = 512,
  mostSteps = 16 ///< Iterations for a line. With more, packing is little.
};

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

static int64_t divideUp(int64_t a, int64_t b) { return (a + b - 1) / b; }

bool asIsFarBlock(int64_t matrixBytes, int64_t blockBytes) {
  const int64_t farBytes = 1 << 20, leastBytes = 32 << 10,
                mostBytes = 600 << 10;
  return matrixBytes > farBytes && blockBytes >= leastBytes &&
         blockBytes <= mostBytes;
}

bool asIsFarPanel(int64_t operandBytes, int64_t panelBytes) {
  const int64_t farBytes = 128 << 10, leastBytes = 16 << 10,
                mostBytes = 600 << 10;
  return operandBytes > farBytes && operandBytes > panelBytes &&
         panelBytes >= leastBytes && panelBytes <= mostBytes;
}

bool asRowsFit(int64_t rows, int64_t stride) {
  const int64_t wayBytes = 64 << 10, ways = 16;
  // Each row takes the sets up to the next one from the others.
  return rows * least(stride & -stride, wayBytes) <= ways * wayBytes;
}

bool asAreRowsPrefetched(int64_t rows, int64_t stride, int64_t blockBytes,
                         int64_t sums) {
  const int64_t leastRows = 16, leastRowsOfMany = 4, manySums = 5,
                mostBytes = 384 << 10;
  return rows >= (sums < manySums ? leastRows : leastRowsOfMany) &&
         blockBytes <= mostBytes && asRowsFit(2 * rows, stride);
}

bool asBlockDivide(int64_t rows, int64_t lines, int64_t iterations,
                   int64_t multipliedBytes, AsBlockPart *part) {
  if (rows < 1 || lines < 1 || iterations < 1)
    return false;
  int64_t share = divideUp(rows * lines, iterations);
  while (share < lines && divideUp(lines, share) * rows > iterations)
    share++;
  share = least(share, lines);
  *part = (AsBlockPart){
      .rows = 1, .lines = share, .perRow = divideUp(lines, share), .steps = 1};
  if (part->perRow == 1)
    part->rows = divideUp(rows, iterations);
  while (share == 1 && 2 * part->steps * rows * lines <= iterations)
    part->steps *= 2; // A shift, not a division.
  int64_t most = multipliedBytes / bytesPerLine;
  return part->rows * part->lines <=
             (most > mostPerStep ? most : mostPerStep) &&
         part->steps <= mostSteps;
}
