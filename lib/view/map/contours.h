//===- contours.h - Lines of equal height over a honeycomb
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The centres of three cells that touch each other are a triangle, and all such
// triangles are all of the plane. Within one, the height is interpolated by
// barycentric coordinates, so a line of equal height crosses it straight on.
//
// What is higher is to the left of a line, as it is drawn on a screen (y points
// down): lines run clockwise around a hollow and the other way around a peak.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_CONTOURS_H
#define AS_VIEW_CONTOURS_H

#include "view/map/honeycomb.h"

/// One piece of a line, and the cell of its triangle that is highest.
typedef struct AsContour {
  AsPlace from, to;
  int highest;
} AsContour;

/// The pieces of the lines at `level`, *count of them; free them with free().
/// `heights` are those of the cells; a triangle with a NaN has no line.
AsContour *asContoursFind(const AsHoneycomb *honeycomb, const double *heights,
                          double level, int *count);

#endif // AS_VIEW_CONTOURS_H
