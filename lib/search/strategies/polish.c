//===- polish.c - Descend from a candidate by scores
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A population has members near the best points, but rarely these. From a
// member, the best of all points that differ in one knob, or in two tiles by an
// option each, is taken as long as its score is higher: a larger tile often
// gains only with the tile inside it.
//
//===----------------------------------------------------------------------===//

#include "search/strategies/variation.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 16 };

typedef struct Neighbours {
  const AsSketch *sketch;
  const AsCandidate *centre;
  AsCandidate *items;
  int count, capacity;
} Neighbours;

static void add(Neighbours *neighbours, const AsPoint *moved) {
  AsCandidate item = {.sketch = neighbours->centre->sketch, .point = *moved};
  asPointRepair(neighbours->sketch, &item.point); // It may undo the move.
  if (memcmp(&item.point, &neighbours->centre->point, sizeof *moved) == 0 ||
      !asPointIsValid(neighbours->sketch, &item.point))
    return;
  if (neighbours->count == neighbours->capacity) {
    neighbours->capacity = neighbours->capacity ? 2 * neighbours->capacity : 64;
    neighbours->items =
        asRealloc(neighbours->items,
                  sizeof *neighbours->items * (size_t)neighbours->capacity);
  }
  neighbours->items[neighbours->count++] = item;
}

static void moveOne(Neighbours *neighbours) {
  for (int k = 0; k < neighbours->sketch->numKnobs; k++)
    for (int o = 0; o < neighbours->sketch->knobs[k].numOptions; o++) {
      AsPoint moved = neighbours->centre->point;
      moved.choice[k] = (uint8_t)o;
      add(neighbours, &moved);
    }
}

/// Moves the tile of knob `k` by one option; false if it is none, or the last.
static bool moveTile(const Neighbours *neighbours, AsPoint *point, int k,
                     int by) {
  const AsKnob *knob = &neighbours->sketch->knobs[k];
  int choice = point->choice[k] + by;
  if (knob->kind != AS_KNOB_TILE || choice < 0 || choice >= knob->numOptions)
    return false;
  point->choice[k] = (uint8_t)choice;
  return true;
}

static void moveTwoTiles(Neighbours *neighbours) {
  for (int k = 0; k < neighbours->sketch->numKnobs; k++)
    for (int l = 0; l < k; l++)
      for (int way = 0; way < 4; way++) {
        AsPoint moved = neighbours->centre->point;
        if (moveTile(neighbours, &moved, k, way & 1 ? 1 : -1) &&
            moveTile(neighbours, &moved, l, way & 2 ? 1 : -1))
          add(neighbours, &moved);
      }
}

void asPolish(const AsSearchSpace *space, AsCandidatePool *pool,
              const AsCandidate *from, double score) {
  AsCandidate centre = *from;
  Neighbours neighbours = {.sketch = &space->sketches[from->sketch],
                           .centre = &centre};
  double *scores = NULL;
  for (int step = 0, best = 0; step < MOST_STEPS && best >= 0; step++) {
    neighbours.count = 0;
    moveOne(&neighbours);
    moveTwoTiles(&neighbours);
    scores = asRealloc(scores, sizeof *scores * (size_t)(neighbours.count + 1));
    asCandidatePoolScore(pool, space, neighbours.items, neighbours.count,
                         scores);
    best = -1;
    for (int i = 0; i < neighbours.count; i++)
      if (scores[i] > score) {
        score = scores[i];
        best = i;
      }
    if (best >= 0)
      centre = neighbours.items[best];
  }
  free(scores);
  free(neighbours.items);
}
