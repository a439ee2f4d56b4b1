//===- tile-copies.c - What copies of slices take
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slices are read where they are (lowering/memory/strided-slices.c), but for
// padded images, and results are written where they are
// (lowering/memory/in-place-tiles.c). Only a result that starts from what was
// there before is copied: 4 rows of a matrix are a run of its elements, but 4
// columns, or 4 rows of each of 12 matrices, take longer.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/tile-copies.h"
#include "mlir-c/BuiltinTypes.h"
#include "task/dynamic/group-tile.h"
#include "task/dynamic/padded-tile.h"

/// Of an element, and of each run of them that is copied.
static const double elementSeconds = 2.5e-10, runSeconds = 2e-9;

/// Of a padded operand, and of each row of it: lengths are not known there, so
/// that rows are copied by calls.
static const double padSeconds = 3e-8, padRowSeconds = 1e-8;

/// Of an element of a sum that a call goes on with, and of that call itself.
static const double sumSeconds = 1.2e-10, sumCallSeconds = 4e-8;

/// A slice of an operand.
typedef struct Slice {
  double elements, runs;
  bool moves; ///< It is a slice, and not the whole.
} Slice;

static Slice sliceOf(const AsMember *member, intptr_t i, const int64_t *size) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(member->op, i));
  Slice slice = {.elements = 1, .runs = 1};
  bool isPart = false; // A dimension behind this one is cut.
  for (intptr_t d = mlirShapedTypeGetRank(type) - 1; d >= 0; d--) {
    AsTileDim dim = asTileDim(member, i, d);
    int64_t extent = asTileExtent(&dim, dim.class < 0 ? 0 : size[dim.class]);
    slice.elements *= (double)extent;
    slice.runs *= isPart ? (double)extent : 1;
    slice.moves |= dim.class >= 0;
    isPart |= dim.class >= 0 || mlirShapedTypeIsDynamicDim(type, d);
  }
  return slice;
}

static double secondsOf(const AsGroupTile *tile, const AsMember *member,
                        intptr_t i, const int64_t *size) {
  MlirValue value = mlirOperationGetOperand(member->op, i);
  if (!mlirTypeIsARankedTensor(mlirValueGetType(value)))
    return 0;
  Slice slice = sliceOf(member, i, size);
  intptr_t first = asInitOf(member->op, 0);
  bool isResult = mlirOperationEqual(member->op, tile->root) && first >= 0 &&
                  i >= first && i - first < tile->numResults,
       isCopied =
           asIsPaddedImage(value) ||
           (isResult && slice.runs > 1 && asTileReadsBefore(tile, i - first));
  return slice.moves && isCopied
             ? slice.elements * elementSeconds + slice.runs * runSeconds
             : 0;
}

double asTilePadSeconds(const AsGroupLoops *loops, int class,
                        const int64_t *size) {
  const AsMember *root = &loops->members[loops->numMembers - 1];
  double seconds = 0;
  for (intptr_t i = 0; i < asInitOf(root->op, 0); i++) {
    MlirValue value = mlirOperationGetOperand(root->op, i);
    bool hasClass = false;
    for (intptr_t d = 0; mlirTypeIsARankedTensor(mlirValueGetType(value)) &&
                         d < mlirShapedTypeGetRank(mlirValueGetType(value));
         d++)
      hasClass |= asTileDim(root, i, d).class == class;
    if (!hasClass)
      continue;
    MlirType type = mlirValueGetType(value);
    AsTileDim last = asTileDim(root, i, mlirShapedTypeGetRank(type) - 1);
    double elements = sliceOf(root, i, size).elements,
           row = (double)asTileExtent(&last,
                                      last.class < 0 ? 0 : size[last.class]);
    seconds += 2 * elements * elementSeconds + elements / row * padRowSeconds +
               padSeconds;
  }
  return seconds;
}

/// A result is copied once all its reductions are done. Where reductions are
/// tiled, that is once for several calls, and is not counted, but each call
/// reads and writes the sums so far.
double asTileCopySeconds(const AsGroupLoops *loops, const int64_t *size) {
  bool reduces = loops->numParallel < loops->numClasses;
  double seconds = reduces ? sumCallSeconds : 0;
  AsGroupTile tile = asGroupTile(loops);
  for (int m = 0; m < loops->numMembers; m++) {
    const AsMember *member = &loops->members[m];
    intptr_t first = asInitOf(member->op, 0);
    for (intptr_t i = 0; i < asNumIndexed(member->op); i++) {
      bool isResult = first >= 0 && i >= first,
           isCounted = isResult ? m == loops->numMembers - 1 && !reduces
                                : asMemberOf(loops, mlirOperationGetOperand(
                                                        member->op, i)) < 0;
      seconds += isCounted ? secondsOf(&tile, member, i, size) : 0;
      if (reduces && isResult && m == loops->numMembers - 1)
        seconds += sliceOf(member, i, size).elements * sumSeconds;
    }
  }
  return seconds;
}
