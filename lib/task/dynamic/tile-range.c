//===- tile-range.c - The elements that tiles of one size cover
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles cover as many elements as whole tiles have, but for three cases
// (kernel-dispatch.h):
//
//   %left = arith.subi %n, %begin
//   %rest = arith.remui %left, %c6
//   %whole = arith.subi %n, %rest
//
// The last tile may overlap the tiles before it: if there are n elements at
// least and so much is left that smaller tiles take longer, the range ends at
// n, and the last tile begins at n - size. What is computed twice is equal, so
// that 37 rows may take two tiles of 32 instead of one and five single rows.
// This needs results that do not depend on what was there before.
//
// Of a reduction the last tile may go on behind the end, if there is something
// that changes nothing (neutral-pads.h). It is a loop of its own, of one tile
// or none, so that others have no pads:
//
//   %much = arith.cmpi ult, %few, %rest
//   %padEnd = arith.select %much, %n, %whole
//
// Or so little is left that it takes less together with the last whole tile:
// the range ends before that, and 7 rows are 4 + 3 instead of 6 + 1.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/tile-range.h"
#include "ir/op-builder.h"

/// The elements behind whole tiles.
typedef struct Whole {
  MlirValue extent, begin, step;
  MlirValue rest, end;
} Whole;

static Whole wholeTiles(MlirOperation next, MlirValue extent, MlirValue begin,
                        int64_t size) {
  Whole whole = {
      .extent = extent, .begin = begin, .step = asIrInsertIndex(next, size)};
  MlirValue left = asIrInsertBinary(next, "arith.subi", extent, begin);
  whole.rest = asIrInsertBinary(next, "arith.remui", left, whole.step);
  whole.end = asIrInsertBinary(next, "arith.subi", extent, whole.rest);
  return whole;
}

static MlirValue isMuch(MlirOperation next, const Whole *whole, int64_t few) {
  return asIrInsertComparison(next, AS_IR_LESS, asIrInsertIndex(next, few),
                              whole->rest);
}

/// The end of whole tiles, or of all if more than `few` elements are left.
static MlirValue overlapping(MlirOperation next, const Whole *whole,
                             int64_t few) {
  MlirValue much = isMuch(next, whole, few),
            hasRoom = asIrInsertComparison(next, AS_IR_LESS_OR_EQUAL,
                                           whole->step, whole->extent),
            both = asIrInsertBinary(next, "arith.andi", much, hasRoom);
  return asIrInsertSelect(next, both, whole->extent, whole->end);
}

/// `end`, or a tile less than the whole ones if there are elements left, and at
/// most `few`.
static MlirValue regrouped(MlirOperation next, const Whole *whole, int64_t few,
                           MlirValue end) {
  MlirValue before = asIrInsertBinary(next, "arith.subi", whole->rest,
                                      asIrInsertIndex(next, 1)),
            // Without a rest, this is the largest number.
      isFew = asIrInsertComparison(next, AS_IR_LESS, before,
                                   asIrInsertIndex(next, few)),
            hasTile = asIrInsertComparison(next, AS_IR_LESS, whole->begin,
                                           whole->end),
            both = asIrInsertBinary(next, "arith.andi", isFew, hasTile),
            less =
                asIrInsertBinary(next, "arith.subi", whole->end, whole->step);
  return asIrInsertSelect(next, both, less, end);
}

AsTileRange asInsertTileRange(MlirOperation next, const AsKernelSizes *sizes,
                              int tile, MlirValue extent, MlirValue begin,
                              AsTileRest rest) {
  int64_t size = sizes->size[tile],
          least = sizes->least[tile] ? sizes->least[tile] : size / 2 + 1;
  AsTileRange range = {.begin = begin, .end = extent};
  if (size == 1)
    return range;
  Whole whole = wholeTiles(next, extent, begin, size);
  range.end = whole.end;
  range.overlaps = rest == AS_REST_OVERLAP && least < size;
  if (range.overlaps)
    range.end = overlapping(next, &whole, least - 1);
  if (rest == AS_REST_PAD && least < size)
    range.padEnd = asIrInsertSelect(next, isMuch(next, &whole, least - 1),
                                    extent, whole.end);
  if (sizes->regroup[tile] && rest != AS_REST_PAD)
    range.end = regrouped(next, &whole, sizes->regroup[tile], range.end);
  return range;
}
