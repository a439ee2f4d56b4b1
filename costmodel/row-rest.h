//===- row-rest.h - Bodies for the rows that tiles leave over
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where register tiles do not divide the rows, a loop nest counts what they
// leave over as a part of a tile. The code has a body of its own for it, which
// runs all steps of a sum with fewer accumulators, and loads the other operand
// once more. 13 rows in tiles of 5 are two whole bodies and one of 3 rows.
//
//===----------------------------------------------------------------------===//

#ifndef AS_COSTMODEL_ROW_REST_H
#define AS_COSTMODEL_ROW_REST_H

#include "costmodel/footprint.h"

/// Bodies in parts of those that the nest counts, which has fractions.
typedef struct AsRowRest {
  int loop;     ///< Whose tiles leave something over; -1: none do.
  double whole; ///< Bodies of whole tiles.
  double rest;  ///< Bodies for the rest.
  double share; ///< Rows of such a body, in parts of a whole one's.
} AsRowRest;

AsRowRest asViewRowRest(const AsStageView *stage);

/// Bodies, in parts of those that the nest counts, of what is inside of loop
/// `l`.
static inline double asRowBodies(const AsRowRest *rows, int l) {
  return rows->loop >= 0 && l > rows->loop ? rows->whole + rows->rest : 1;
}

#endif // AS_COSTMODEL_ROW_REST_H
