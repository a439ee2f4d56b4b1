//===- lane-rest.h - Bodies for the lanes that tiles leave over
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where tiles do not divide a row, a loop nest counts what they leave over as a
// part of a tile. The code computes it by bodies of its own: one for each
// vector, and one for what is less than a vector. Each of them runs all steps
// of a sum, with few accumulators. A row of 113 floats in tiles of 32, with
// vectors of 8:
//
//   32  32  32  8  8  1      three whole bodies, and three for the rest
//
//===----------------------------------------------------------------------===//

#ifndef AS_COSTMODEL_LANE_REST_H
#define AS_COSTMODEL_LANE_REST_H

#include "costmodel/footprint.h"

/// Bodies in parts of those that the nest counts, which has fractions.
typedef struct AsLaneRest {
  int loop;       ///< Whose tiles leave something over; -1: none do.
  double whole;   ///< Bodies of whole tiles.
  double bodies;  ///< Bodies for the rest; each has one vector in a row.
  double last;    ///< Of these, those of less than a vector:
  int lastLanes;  ///< its lanes.
  double vectors; ///< That a row of a whole body has.
} AsLaneRest;

AsLaneRest asViewLaneRest(const AsStageView *stage);

/// All bodies in parts of those that the nest counts.
static inline double asLaneBodies(const AsLaneRest *rest) {
  return rest->whole + rest->bodies;
}

/// All vectors along the lanes in parts of those that the nest counts.
static inline double asLaneVectors(const AsLaneRest *rest) {
  return rest->whole + rest->bodies / rest->vectors;
}

#endif // AS_COSTMODEL_LANE_REST_H
