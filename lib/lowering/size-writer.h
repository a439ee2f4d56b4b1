//===- size-writer.h - Write arithmetic on sizes that cannot overflow
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Appends MLIR as text. Sizes are computed in 128 bits, and each step must be
// within 2^62, so that nothing overflows before it is found to be too large. Of
// "n * m + 1":
//
//   %3 = arith.muli %0, %1 : i128        // and that it is within 2^62
//   ...
//   %9 = arith.addi %3, %8 : i128        // the same
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_SIZE_WRITER_H
#define AS_LOWERING_SIZE_WRITER_H

#include "mlir-c/AffineExpr.h"
#include "support/text.h"
#include <stdint.h>

/// Writes SSA values %0, %1, ..., and gives their numbers. %s is symbol s, in
/// i128.
typedef struct AsSizeWriter {
  AsText *text;
  int next; ///< The number of the next value.
  int fits; ///< The one that says that nothing is negative or too large.
} AsSizeWriter;

/// After `numSymbols` symbols, whose text has been appended, begins with what
/// requires that none is negative.
void asSizeWriterStart(AsSizeWriter *writer, int numSymbols);

/// Begins a line "%N = ", and returns N.
int asSizeWriterBegin(AsSizeWriter *writer);
int asSizeWriterConstant(AsSizeWriter *writer, int64_t value);
/// Such as "addi" of arith.
int asSizeWriterBinary(AsSizeWriter *writer, const char *op, int left,
                       int right);

/// Adds a comparison to what must hold, of which *all is the number.
void asSizeWriterRequire(AsSizeWriter *writer, int *all, const char *order,
                         int left, int right);
/// Requires that a value is within 2^62, and returns it.
int asSizeWriterInRange(AsSizeWriter *writer, int value);
void asSizeWriterNotNegative(AsSizeWriter *writer, int value);

/// An expression of the symbols, all steps in range.
int asSizeWriterEvaluate(AsSizeWriter *writer, MlirAffineExpr expr);

/// The product of `bytes` and of sizes, none of which may be negative. A size
/// of 0 makes no room for others that are too large.
int asSizeWriterBytes(AsSizeWriter *writer, int64_t bytes, intptr_t count,
                      const MlirAffineExpr *sizes);

#endif // AS_LOWERING_SIZE_WRITER_H
