//===- entry-signature.h - Signatures of entry points
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses the signature that compiled functions carry as text
// (lowering/lower.h), such as "256x1024xf32,f32->256x1024xf32", into buffers
// and their shapes. A dynamic dimension is in brackets: "[n]x4xf32->[n +
// 1]xf32" takes a size n, and the code computes n + 1
// (support/entry-symbols.h).
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_ENTRY_SIGNATURE_H
#define AS_MEASURE_ENTRY_SIGNATURE_H

#include "as/error.h"
#include "measure/entry-buffers.h"
#include "support/arena.h"
#include "support/text.h"

enum { AS_SHAPE_MAX_RANK = 32 }; // As many as a NumPy array may have.

/// Dimensions, outermost first; a scalar has none.
typedef struct AsShape {
  int rank;
  int64_t sizes[AS_SHAPE_MAX_RANK];
  const char *dynamic[AS_SHAPE_MAX_RANK]; ///< What is in the brackets, until
                                          ///< the size is set; or NULL.
} AsShape;

/// The buffers of an entry point: arguments, then results.
typedef struct AsSignature {
  const char *text;
  int numArguments, numBuffers;
  AsBuffer *buffers;
  AsShape *shapes; ///< Of each buffer; its `count` is the product.
  bool isSized;    ///< It has dynamic dimensions: the entry point takes sizes.
  int numSymbols;
  const char **symbols; ///< The names of sizes, in the order they are passed.
  int numResultSizes;   ///< How many dynamic dimensions the results have.
} AsSignature;

/// All of *signature lives in `arena`. Fails if there are dynamic dimensions.
AsStatus asSignatureParse(const char *text, AsArena *arena,
                          AsSignature *signature, AsError *error);

/// The same, also with dynamic dimensions, whose sizes are 0 at first.
AsStatus asSignatureParseSized(const char *text, AsArena *arena,
                               AsSignature *signature, AsError *error);

/// Sets all dynamic dimensions: `sizes` are those of symbols, `results` those
/// of the results, in order.
AsStatus asSignatureSetSizes(AsSignature *signature, const int64_t *sizes,
                             const int64_t *results, AsError *error);

/// The number of the size of that name; -1 if there is none.
int asSignatureSymbol(const AsSignature *signature, const char *name);

/// Whether the buffer is an output: a result, or, in a function without
/// results, an argument, which is updated in place then.
bool asSignatureIsOutput(const AsSignature *signature, int buffer);

/// Whether the buffer is a scalar and not an array of rank 0. GPUs get scalars
/// by value.
bool asSignatureIsScalar(const AsSignature *signature, int buffer);

/// Computes the number of elements; false if their bytes do not fit in memory.
bool asShapeCount(const AsShape *shape, int elementBytes, int64_t *count);

/// Appends "argument 2" or "result 0".
void asSignatureNameBuffer(const AsSignature *signature, int buffer,
                           AsText *text);

/// Appends the position of element number `index`: "[3, 17]", "" for a scalar.
void asShapeFormatIndex(const AsShape *shape, int64_t index, AsText *text);

/// Appends "3x17xf32", or "[n]x17xf32".
void asShapeFormat(const AsShape *shape, const char *element, AsText *text);

#endif // AS_MEASURE_ENTRY_SIGNATURE_H
