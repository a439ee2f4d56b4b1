//===- evolution.c - Evolutionary search over the points of sketches
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evolutionary search after Ansor (Zheng et al., OSDI 2020, section 5.1). A
// population of points is scored on symbolic loop nests. Better ones are
// parents of the next generation, by mutation and by crossover of three parents
// (as in Tensor Comprehensions). From the best of the last generation it
// descends to the next local best (polish.c). The best candidates that were
// never tried are chosen, and some random ones, so that the cost model also
// sees what it does not expect.
//
//===----------------------------------------------------------------------===//

#include "search/strategies/variation.h"
#include "search/strategy.h"
#include "support/arena.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double mutationShare = 0.75, crossoverShare = 0.15;

typedef struct Breeding {
  const AsSearchSpace *space;
  AsRandom *random;
  AsCandidate *members; ///< Of the current generation.
  double *scores;
  int numMembers;
  AsCandidatePool pool; ///< Of all that were ever members.
} Breeding;

/// A random member; better ones are more likely. The members are sorted by
/// score.
static const AsCandidate *parent(Breeding *breeding) {
  double unit = asRandomUnit(breeding->random);
  return &breeding->members[(int)(unit * unit * breeding->numMembers)];
}

static bool crossOver(Breeding *breeding, AsCandidate *child) {
  const AsCandidate *first = parent(breeding);
  const AsPoint *parents[3] = {&first->point, &first->point, &first->point};
  for (int p = 1; p < 3; p++)
    for (int attempt = 0; attempt < 8; attempt++) {
      const AsCandidate *other = parent(breeding);
      if (other->sketch == first->sketch) {
        parents[p] = &other->point;
        break;
      }
    }
  child->sketch = first->sketch;
  return asCrossOver(&breeding->space->sketches[first->sketch], parents,
                     breeding->random, &child->point);
}

static bool breed(Breeding *breeding, AsCandidate *child) {
  memset(child, 0, sizeof *child);
  double way = asRandomUnit(breeding->random);
  if (breeding->numMembers && way < mutationShare) {
    const AsCandidate *one = parent(breeding);
    child->sketch = one->sketch;
    return asMutate(&breeding->space->sketches[one->sketch], &one->point,
                    breeding->random, &child->point);
  }
  if (breeding->numMembers && way < mutationShare + crossoverShare)
    return crossOver(breeding, child);
  return asSpaceSample(breeding->space, breeding->random, child);
}

/// Scores and sorts the members, and offers them to the pool.
static void judge(Breeding *breeding) {
  const AsSearchSpace *space = breeding->space;
  int count = breeding->numMembers;
  space->scorer(breeding->members, count, breeding->scores, space->context);
  AsScoredCandidate *sorted = asAlloc(sizeof *sorted * (size_t)(count + 1));
  for (int i = 0; i < count; i++)
    sorted[i] = (AsScoredCandidate){.candidate = breeding->members[i],
                                    .score = breeding->scores[i]};
  qsort(sorted, (size_t)count, sizeof *sorted, asScoredBestFirst);
  for (int i = 0; i < count; i++) {
    breeding->members[i] = sorted[i].candidate;
    breeding->scores[i] = sorted[i].score;
    asCandidatePoolOffer(&breeding->pool, space, &sorted[i].candidate,
                         sorted[i].score);
  }
  free(sorted);
}

/// Adds each schedule of a loop nest without tiles: a random point rarely
/// leaves out all tiles.
static void addSchedules(Breeding *breeding, int s) {
  const AsSketch *sketch = &breeding->space->sketches[s];
  for (int k = 0; k < sketch->numKnobs; k++)
    for (int o = 0; sketch->knobs[k].kind == AS_KNOB_SCHEDULE &&
                    o < sketch->knobs[k].numOptions &&
                    breeding->numMembers < breeding->space->population;
         o++) {
      AsCandidate *member = &breeding->members[breeding->numMembers++];
      memset(member, 0, sizeof *member);
      member->sketch = s;
      member->point.choice[k] = (uint8_t)o;
    }
}

/// The first generation: the best known candidates, seeds, untiled schedules of
/// loop nests, and random ones.
static void populate(Breeding *breeding) {
  const AsSearchSpace *space = breeding->space;
  int elite = space->population / 5, count;
  AsScoredCandidate *known = asSpaceKnown(space, &count);
  for (int i = 0; i < count && i < elite; i++)
    breeding->members[breeding->numMembers++] = known[i].candidate;
  free(known);
  for (int i = 0; i < space->numSeeds && i < elite; i++)
    breeding->members[breeding->numMembers++] = space->seeds[i];
  for (int s = 0; s < space->numSketches; s++)
    addSchedules(breeding, s);
  while (breeding->numMembers < space->population &&
         asSpaceSample(space, breeding->random,
                       &breeding->members[breeding->numMembers]))
    breeding->numMembers++;
}

/// Takes the best candidate of each structure of sketch `s` that has few trials
/// out of the pool, which is sorted, until `most` are chosen. Returns how many
/// are chosen.
static int takeUntriedOf(Breeding *breeding, int s, int most,
                         AsCandidate *chosen, int count) {
  const AsSearchSpace *space = breeding->space;
  const AsSketch *sketch = &space->sketches[s];
  const AsTaskHistory *history = space->history;
  // In a sketch with several structures, one trial of each is enough at first.
  bool hasSeveral = asSketchHasStructures(sketch);
  int least = hasSeveral ? 1 : space->leastTrials;
  int tries[AS_MAX_STRUCTURES] = {0};
  for (int t = 0; t < history->numTrials; t++)
    if (history->trials[t].candidate.sketch == s)
      tries[asPointStructure(sketch, &history->trials[t].candidate.point)]++;
  for (int c = 0; c < count && hasSeveral; c++)
    if (chosen[c].sketch == s)
      tries[asPointStructure(sketch, &chosen[c].point)]++;
  int kept = 0;
  for (int i = 0; i < breeding->pool.size; i++) {
    const AsCandidate *candidate = &breeding->pool.items[i].candidate;
    int structure = candidate->sketch == s
                        ? asPointStructure(sketch, &candidate->point)
                        : -1;
    if (count == most || structure < 0 || tries[structure] >= least) {
      breeding->pool.items[kept++] = breeding->pool.items[i];
      continue;
    }
    tries[structure] = least; // One of each structure a batch.
    chosen[count++] = *candidate;
  }
  breeding->pool.size = kept;
  return count;
}

/// The same for all sketches.
static int takeUntried(Breeding *breeding, int most, AsCandidate *chosen,
                       int count) {
  for (int s = 0; s < breeding->space->numSketches && count < most; s++)
    count = takeUntriedOf(breeding, s, most, chosen, count);
  return count;
}

static int choose(Breeding *breeding, int wanted, AsCandidate *chosen) {
  if (!breeding->pool.size)
    return 0;
  asCandidatePoolSort(&breeding->pool);
  int byChance = (int)(breeding->space->randomShare * wanted + 0.5);
  // Half of each batch is chosen by score; of batches of one, every other one.
  int half = (wanted + (breeding->space->history->numTrials % 2 == 0)) / 2;
  int byScore = half < breeding->pool.size ? half : breeding->pool.size;
  int count = 0;
  for (; count < byScore; count++)
    chosen[count] = breeding->pool.items[count].candidate;
  breeding->pool.size -= byScore;
  memmove(breeding->pool.items, breeding->pool.items + byScore,
          sizeof *breeding->pool.items * (size_t)breeding->pool.size);
  count = takeUntried(breeding, wanted - byChance, chosen, count);
  AsScoredCandidate *rest = breeding->pool.items;
  int restSize = breeding->pool.size;
  for (; count < wanted - byChance && restSize; rest++, restSize--)
    chosen[count++] = rest->candidate;
  for (; count < wanted && restSize; rest++, restSize--) {
    int at = (int)asRandomBelow(breeding->random, (uint32_t)restSize);
    AsScoredCandidate swapped = rest[at];
    rest[at] = rest[0];
    chosen[count++] = swapped.candidate;
  }
  return count;
}

/// Descends from the best member, and from the best of another sketch.
static void polish(Breeding *breeding) {
  int first = breeding->numMembers ? breeding->members[0].sketch : -1;
  for (int i = 0; i < breeding->numMembers; i++)
    if (i == 0 || breeding->members[i].sketch != first) {
      asPolish(breeding->space, &breeding->pool, &breeding->members[i],
               breeding->scores[i]);
      if (i)
        break;
    }
}

int asEvolve(const AsSearchSpace *space, AsRandom *random, int wanted,
             AsCandidate *chosen) {
  Breeding breeding = {.space = space, .random = random};
  size_t size = (size_t)space->population;
  breeding.members = asAlloc(sizeof(AsCandidate) * size);
  breeding.scores = asAlloc(sizeof(double) * size);
  populate(&breeding);
  judge(&breeding);
  AsCandidate *next = asAlloc(sizeof(AsCandidate) * size);
  for (int g = 1; g < space->generations && breeding.numMembers; g++) {
    // The members are sorted: the best survive.
    int born = breeding.numMembers < space->population / 16
                   ? breeding.numMembers
                   : space->population / 16;
    memcpy(next, breeding.members, sizeof(AsCandidate) * (size_t)born);
    for (int attempt = 0;
         attempt < 2 * space->population && born < space->population; attempt++)
      born += breed(&breeding, &next[born]);
    memcpy(breeding.members, next, sizeof(AsCandidate) * (size_t)born);
    breeding.numMembers = born;
    judge(&breeding);
  }
  polish(&breeding);
  int count = choose(&breeding, wanted, chosen);
  free(next);
  free(breeding.members);
  free(breeding.scores);
  asCandidatePoolFree(&breeding.pool);
  return count;
}
