//===- similar-points.c - Points of tasks that differ in extents only
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "search/similar-points.h"
#include "search/adapt-point.h"
#include "task/program.h"
#include <math.h>
#include <string.h>

bool asSimilarPoint(const AsSketch *from, const AsPoint *point,
                    const AsSketch *sketches, int numSketches,
                    AsCandidate *seed) {
  memset(seed, 0, sizeof *seed);
  for (int s = 0; s < numSketches; s++) {
    seed->sketch = s;
    if (strcmp(sketches[s].name, from->name) == 0 &&
        asPointAdaptFrom(from, point, &sketches[s], &seed->point))
      return true;
  }
  return false;
}

/// The fastest trial, or else the last one that was chosen; -1 if there is
/// none.
static int chosenOf(const AsTuneTask *task) {
  int best = asTaskHistoryBest(&task->history);
  return best >= 0 ? best : task->history.numTrials - 1;
}

static AsHash signatureOf(const AsTuneTask *task) {
  return asProgramSignature(task->sketches[0].program);
}

/// How far apart the tasks are: by the logarithm of their arithmetic.
static double distanceOf(const AsTuneTask *a, const AsTuneTask *b) {
  return fabs(log((a->flops + 1) / (b->flops + 1)));
}

int asSimilarPoints(const AsTuneTask *tasks, int numTasks, int t,
                    AsCandidate seeds[AS_MAX_SEEDS]) {
  const AsTuneTask *task = &tasks[t];
  double distances[AS_MAX_SEEDS + 1];
  const AsTuneTask *nearest[AS_MAX_SEEDS + 1];
  int count = 0, numSeeds = 0;
  if (!task->numSketches)
    return 0;
  AsHash own = signatureOf(task);
  for (int o = 0; o < numTasks; o++) {
    const AsTuneTask *other = &tasks[o];
    if (o == t || !other->numSketches || chosenOf(other) < 0)
      continue;
    AsHash signature = signatureOf(other);
    if (signature.high != own.high || signature.low != own.low)
      continue;
    double distance = distanceOf(task, other);
    int at = count < AS_MAX_SEEDS ? count++ : count;
    for (; at > 0 && distances[at - 1] > distance; at--) {
      distances[at] = distances[at - 1];
      nearest[at] = nearest[at - 1];
    }
    distances[at] = distance;
    nearest[at] = other;
  }
  for (int n = 0; n < count; n++) {
    const AsCandidate *chosen =
        &nearest[n]->history.trials[chosenOf(nearest[n])].candidate;
    numSeeds +=
        asSimilarPoint(&nearest[n]->sketches[chosen->sketch], &chosen->point,
                       task->sketches, task->numSketches, &seeds[numSeeds]);
  }
  return numSeeds;
}

void asSearchNearSeeds(AsSearchSpace *space, const AsCandidate *seeds,
                       int numSeeds) {
  static const int part = 4;
  space->seeds = seeds;
  space->numSeeds = numSeeds;
  if (numSeeds)
    space->population /= part;
}
