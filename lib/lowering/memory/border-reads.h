//===- border-reads.h - Vectors read from an image with a border
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What asReadAroundBorders (lowering/memory/read-around-borders.c) knows of a
// padded image and of a vector that is read from it, and how such a vector is
// made of the image and of the value of the border.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_MEMORY_BORDER_READS_H
#define AS_LOWERING_MEMORY_BORDER_READS_H

#include "ir/linear-index.h"

enum { asMaxBorderRank = 6 };

/// An image with a border, in SSA form.
typedef struct AsBordered {
  MlirOperation insert; ///< The tensor.insert_slice that makes it.
  MlirValue image, value;
  intptr_t rank;
  int64_t low[asMaxBorderRank];  ///< Where the image begins.
  int64_t size[asMaxBorderRank]; ///< That of the image.
  bool isPadded[asMaxBorderRank];
} AsBordered;

/// How a dimension of a read lies to the image.
typedef enum AsBorderSide {
  AS_BORDER_UNKNOWN,
  AS_BORDER_INSIDE,  ///< All of it is in the image.
  AS_BORDER_OUTSIDE, ///< All of it is in the border.
  AS_BORDER_EITHER,  ///< It differs: to be found out as the program runs.
} AsBorderSide;

/// A vector.transfer_read of the padded image.
typedef struct AsBorderRead {
  MlirOperation op;
  intptr_t rank; ///< Of the vector, which has the last dimensions.
  int64_t extent[asMaxBorderRank];   ///< Of the vector, 1 before its first.
  AsIrLinear index[asMaxBorderRank]; ///< In the padded image.
  AsBorderSide side[asMaxBorderRank];
} AsBorderRead;

/// Whether `op` makes a padded image of which only its readers matter: all of
/// them read vectors of static sizes in bounds.
bool asBorderFind(MlirOperation op, AsBordered *bordered);

/// How often the padded image is read.
int asBorderCountReads(const AsBordered *bordered);

/// The readers, at most `most`; returns how many.
int asBorderReads(const AsBordered *bordered, AsBorderRead *reads, int most);

/// Notes the side of a dimension on the operation, for the next time.
void asBorderNote(MlirOperation read, intptr_t dim, AsBorderSide side);

/// Whether the index with so many elements is in the image, as the program
/// runs.
MlirValue asBorderIsInside(MlirOperation next, const AsBordered *bordered,
                           intptr_t dim, const AsIrLinear *index,
                           int64_t extent);

/// Replaces the read by reads of the image.
void asBorderReplace(const AsBordered *bordered, const AsBorderRead *read);

#endif // AS_LOWERING_MEMORY_BORDER_READS_H
