//===- contours.c - Lines of equal height over a honeycomb
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "view/map/contours.h"
#include "support/arena.h"
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct Corner {
  AsPlace place;
  double height;
} Corner;

/// Where the height between two corners is `level`. The lower one comes first,
/// so that triangles that share a side agree to the bit.
static AsPlace crossing(const Corner *low, const Corner *high, double level) {
  double share = (level - low->height) / (high->height - low->height);
  return (AsPlace){low->place.x + share * (high->place.x - low->place.x),
                   low->place.y + share * (high->place.y - low->place.y)};
}

/// Twice the area of the triangle, positive where its corners go clockwise on a
/// screen.
static double turn(AsPlace a, AsPlace b, AsPlace c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// The line through a triangle; false where there is none. What is at the level
/// counts as above it.
static bool cross(const Corner corners[3], double level, AsContour *contour) {
  int above = 0, odd = -1;
  for (int i = 0; i < 3; i++)
    above += corners[i].height >= level;
  if (above == 0 || above == 3)
    return false;
  for (int i = 0; i < 3; i++)
    if ((corners[i].height >= level) == (above == 1))
      odd = i;
  const Corner *one = &corners[odd];
  AsPlace ends[2];
  for (int i = 0; i < 2; i++) {
    const Corner *other = &corners[(odd + 1 + i) % 3];
    ends[i] =
        above == 1 ? crossing(other, one, level) : crossing(one, other, level);
  }
  // On a screen, what is on the left of a line turns it the negative way.
  bool isOnRight = turn(ends[0], ends[1], one->place) > 0;
  bool mustTurn = isOnRight == (above == 1);
  *contour = (AsContour){.from = ends[mustTurn], .to = ends[!mustTurn]};
  return true;
}

AsContour *asContoursFind(const AsHoneycomb *honeycomb, const double *heights,
                          double level, int *count) {
  // Two triangles for each cell: with its neighbours to the right and below.
  static const int others[2][2][2] = {{{1, 0}, {0, 1}}, {{0, 1}, {-1, 1}}};
  AsContour *contours =
      asAlloc(sizeof(AsContour) * 2 * (size_t)(honeycomb->numCells + 1));
  *count = 0;
  for (int c = 0; c < honeycomb->numCells; c++)
    for (int t = 0; t < 2; t++) {
      const AsCell *cell = &honeycomb->cells[c];
      int cells[3] = {c, 0, 0};
      for (int i = 0; i < 2; i++)
        cells[i + 1] = asHoneycombFind(honeycomb, cell->q + others[t][i][0],
                                       cell->r + others[t][i][1]);
      Corner corners[3];
      bool isWhole = cells[1] >= 0 && cells[2] >= 0;
      int highest = c;
      for (int i = 0; i < 3 && isWhole; i++) {
        const AsCell *corner = &honeycomb->cells[cells[i]];
        corners[i] =
            (Corner){asCellCentre(corner->q, corner->r), heights[cells[i]]};
        isWhole = !isnan(corners[i].height);
        if (heights[cells[i]] > heights[highest])
          highest = cells[i];
      }
      if (isWhole && cross(corners, level, &contours[*count]))
        contours[(*count)++].highest = highest;
    }
  return contours;
}
