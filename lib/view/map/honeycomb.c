//===- honeycomb.c - Points in the cells of a honeycomb
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "view/map/honeycomb.h"
#include "support/arena.h"
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

AsPlace asCellCentre(int q, int r) {
  return (AsPlace){sqrt(3) * (q + r / 2.0), 1.5 * r};
}

int asHoneycombFind(const AsHoneycomb *honeycomb, int q, int r) {
  for (int c = 0; c < honeycomb->numCells; c++)
    if (honeycomb->cells[c].q == q && honeycomb->cells[c].r == r)
      return c;
  return -1;
}

/// A walk over the cells around a middle: itself, then ring after ring.
typedef struct Walk {
  int q, r;             ///< Where it is.
  int ring, side, step; ///< On side `side` of ring `ring`.
} Walk;

static void stepOn(Walk *walk) {
  static const int steps[6][2] = {{1, 0},  {0, 1},  {-1, 1},
                                  {-1, 0}, {0, -1}, {1, -1}};
  if (walk->step == walk->ring) {
    walk->side++;
    walk->step = 0;
  }
  if (walk->ring == 0 || walk->side == 6) {
    // The next ring begins one up from where this one began.
    *walk = (Walk){walk->q, walk->r - 1, walk->ring + 1, 0, 0};
  }
  walk->q += steps[walk->side][0];
  walk->r += steps[walk->side][1];
  walk->step++;
}

static bool isFree(const AsHoneycomb *honeycomb, const Walk *walk) {
  return asHoneycombFind(honeycomb, walk->q, walk->r) < 0;
}

/// The free cell that is nearest to `place`: those of the first ring that has
/// some, and of the ones around it, which may be nearer.
static Walk nearestFree(const AsHoneycomb *honeycomb, AsPlace place) {
  int r = (int)lround(place.y / 1.5);
  Walk walk = {.q = (int)lround(place.x / sqrt(3) - r / 2.0), .r = r};
  Walk best = walk;
  double least = INFINITY;
  int last = -1;
  while (last < 0 || walk.ring <= last) {
    if (isFree(honeycomb, &walk)) {
      AsPlace centre = asCellCentre(walk.q, walk.r);
      double distance = hypot(centre.x - place.x, centre.y - place.y);
      if (distance < least - 1e-9) {
        least = distance;
        best = walk;
      }
      if (last < 0)
        last = walk.ring + 1;
    }
    stepOn(&walk);
  }
  return (Walk){.q = best.q, .r = best.r};
}

typedef struct Member {
  int point;
  double distance;
} Member;

static int closestFirst(const void *left, const void *right) {
  const Member *a = left, *b = right;
  if (a->distance != b->distance)
    return a->distance < b->distance ? -1 : 1;
  return a->point - b->point;
}

/// Opens the next free cell of the walk.
static void openCell(AsHoneycomb *honeycomb, Walk *walk, int cluster,
                     int begin) {
  while (!isFree(honeycomb, walk))
    stepOn(walk);
  honeycomb->cells = asRealloc(
      honeycomb->cells, sizeof(AsCell) * (size_t)(honeycomb->numCells + 1));
  honeycomb->cells[honeycomb->numCells++] =
      (AsCell){.q = walk->q, .r = walk->r, .cluster = cluster, .begin = begin};
}

/// Puts the points of a cluster into cells around `core`.
static void fillCluster(AsHoneycomb *honeycomb, const AsPlace *places,
                        const int *cluster, int count, int own, AsPlace core,
                        AsPlace at, Member *members, int *numPlaced) {
  int size = 0;
  for (int i = 0; i < count; i++)
    if (cluster[i] == own)
      members[size++] =
          (Member){i, hypot(places[i].x - core.x, places[i].y - core.y)};
  qsort(members, (size_t)size, sizeof *members, closestFirst);
  Walk walk = nearestFree(honeycomb, at);
  for (int m = 0; m < size; m++) {
    if (m % honeycomb->capacity == 0)
      openCell(honeycomb, &walk, own, *numPlaced);
    honeycomb->points[(*numPlaced)++] = members[m].point;
    honeycomb->cells[honeycomb->numCells - 1].count++;
  }
}

/// How many sides of cells one unit of places is, such that all of them take
/// about the room of the cells.
static double scaleOf(const AsPlace *places, int count, int numCells) {
  double farthest = 0;
  for (int i = 0; i < count; i++)
    farthest = fmax(farthest, hypot(places[i].x, places[i].y));
  return farthest > 0 ? 1.2 * sqrt(numCells) / farthest : 0;
}

/// The largest cluster that is not yet `done`; the first of equals.
static int largest(const AsClusters *clusters, const bool *done) {
  int best = -1;
  for (int c = 0; c < clusters->count; c++)
    if (!done[c] && (best < 0 || clusters->sizes[c] > clusters->sizes[best]))
      best = c;
  return best;
}

AsHoneycomb asHoneycombFill(const AsPlace *places, const int *cluster,
                            int count, const AsClusters *clusters) {
  AsHoneycomb honeycomb = {
      .capacity = (count + AS_WANTED_CELLS - 1) / AS_WANTED_CELLS,
      .points = asAlloc(sizeof(int) * ((size_t)count + 1))};
  if (!count)
    return honeycomb;
  Member *members = asAlloc(sizeof(Member) * (size_t)count);
  double scale = scaleOf(places, count, count / honeycomb.capacity);
  bool done[AS_MOST_CLUSTERS] = {false};
  int numPlaced = 0;
  for (int c = largest(clusters, done); c >= 0; c = largest(clusters, done)) {
    AsPlace core = clusters->cores[c];
    AsPlace at = {core.x * scale, core.y * scale};
    fillCluster(&honeycomb, places, cluster, count, c, core, at, members,
                &numPlaced);
    done[c] = true;
  }
  free(members);
  return honeycomb;
}

void asHoneycombFree(AsHoneycomb *honeycomb) {
  free(honeycomb->cells);
  free(honeycomb->points);
  *honeycomb = (AsHoneycomb){0};
}
