//===- honeycomb.h - Points in the cells of a honeycomb
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Points that lie on top of each other cannot be seen, and so many cannot be
// clicked. So each goes into a cell that has room, and no two cells overlap:
// for the clusters, largest first, the core gets the free cell that is nearest
// to its place, and its points, the closest to the core first, fill free cells
// ring by ring around that.
//
// A cell has axial coordinates: its neighbours are at (1,0), (1,-1), (0,-1),
// (-1,0), (-1,1) and (0,1). Its centre is at x = sqrt(3) * (q + r / 2),
// y = 3/2 * r, where the sides of cells have length 1.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_HONEYCOMB_H
#define AS_VIEW_HONEYCOMB_H

#include "view/map/clusters.h"

typedef struct AsCell {
  int q, r, cluster;
  int begin, count; ///< Its points in the honeycomb's `points`.
} AsCell;

/// Free with asHoneycombFree.
typedef struct AsHoneycomb {
  AsCell *cells;
  int numCells, capacity;
  int *points; ///< By cell.
} AsHoneycomb;

/// About so many cells.
enum { AS_WANTED_CELLS = 400 };

AsHoneycomb asHoneycombFill(const AsPlace *places, const int *cluster,
                            int count, const AsClusters *clusters);
void asHoneycombFree(AsHoneycomb *honeycomb);

AsPlace asCellCentre(int q, int r);

/// The number of the cell at (q, r), or -1.
int asHoneycombFind(const AsHoneycomb *honeycomb, int q, int r);

#endif // AS_VIEW_HONEYCOMB_H
