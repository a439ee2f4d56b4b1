//===- beam.c - Beam search over partial points
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The knobs of a sketch are fixed one after the other, outer tiles first. A
// partial point is worth as much as the best of a few random completions. Of
// all extensions of the partial points by one knob, the best are kept. All
// completions are complete points, and the best of them that were never tried
// are chosen.
//
//===----------------------------------------------------------------------===//

#include "search/strategy.h"
#include "support/arena.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  WIDTH = 32,      ///< Partial points that are kept.
  COMPLETIONS = 4, ///< Of each.
  ATTEMPTS = 8,    ///< To find a completion that is valid.
};

typedef struct Beam {
  const AsSearchSpace *space;
  AsRandom *random;
  int sketch;
  AsScoredCandidate *partial; ///< The points of the beam.
  int size;
  AsScoredCandidate *wider; ///< Their extensions by one knob.
  AsCandidate *completions; ///< COMPLETIONS of each of these.
  double *scores;
  AsCandidatePool pool;
} Beam;

/// Writes COMPLETIONS completions of a point whose first knobs are fixed, some
/// of them equal. False if none is valid.
static bool complete(const Beam *beam, const AsCandidate *partial, int numFixed,
                     AsCandidate *completions) {
  const AsSketch *sketch = &beam->space->sketches[beam->sketch];
  int count = 0;
  for (int a = 0; a < ATTEMPTS && count < COMPLETIONS; a++) {
    completions[count] = *partial;
    count += asPointComplete(sketch, beam->random, numFixed,
                             &completions[count].point);
  }
  for (int c = count; c < COMPLETIONS && count > 0; c++)
    completions[c] = completions[0];
  return count > 0;
}

/// Extends all partial points by knob `k`; returns how many extensions there
/// are.
static int extend(Beam *beam, int k) {
  const AsKnob *knob = &beam->space->sketches[beam->sketch].knobs[k];
  int count = 0;
  for (int p = 0; p < beam->size; p++)
    for (int o = 0; o < knob->numOptions; o++) {
      AsCandidate *wider = &beam->wider[count].candidate;
      *wider = beam->partial[p].candidate;
      wider->point.choice[k] = (uint8_t)o;
      count += complete(beam, wider, k + 1,
                        &beam->completions[COMPLETIONS * (size_t)count]);
    }
  return count;
}

/// Scores the extensions and keeps the best.
static void narrow(Beam *beam, int count) {
  asCandidatePoolScore(&beam->pool, beam->space, beam->completions,
                       COMPLETIONS * count, beam->scores);
  for (int i = 0; i < count; i++) {
    beam->wider[i].score = -INFINITY;
    for (int c = 0; c < COMPLETIONS; c++)
      beam->wider[i].score =
          fmax(beam->wider[i].score, beam->scores[COMPLETIONS * i + c]);
  }
  qsort(beam->wider, (size_t)count, sizeof *beam->wider, asScoredBestFirst);
  beam->size = count < WIDTH ? count : WIDTH;
  memcpy(beam->partial, beam->wider,
         sizeof *beam->partial * (size_t)beam->size);
}

static void searchSketch(Beam *beam, int s) {
  beam->sketch = s;
  beam->size = 1;
  memset(beam->partial, 0, sizeof *beam->partial);
  beam->partial->candidate.sketch = s;
  int numKnobs = beam->space->sketches[s].numKnobs;
  if (numKnobs == 0)
    asCandidatePoolScore(&beam->pool, beam->space, &beam->partial->candidate, 1,
                         beam->scores);
  for (int k = 0; k < numKnobs && beam->size > 0; k++)
    narrow(beam, extend(beam, k));
}

int asBeam(const AsSearchSpace *space, AsRandom *random, int wanted,
           AsCandidate *chosen) {
  Beam beam = {.space = space, .random = random};
  size_t most = (size_t)WIDTH * AS_MAX_OPTIONS;
  beam.partial = asAlloc(sizeof *beam.partial * WIDTH);
  beam.wider = asAlloc(sizeof *beam.wider * (most + 1));
  beam.completions =
      asAlloc(sizeof *beam.completions * COMPLETIONS * (most + 1));
  beam.scores = asAlloc(sizeof *beam.scores * COMPLETIONS * (most + 1));
  for (int s = 0; s < space->numSketches; s++)
    searchSketch(&beam, s);
  int count = asCandidatePoolTakeBest(&beam.pool, wanted, chosen);
  free(beam.partial);
  free(beam.wider);
  free(beam.completions);
  free(beam.scores);
  asCandidatePoolFree(&beam.pool);
  return count;
}
