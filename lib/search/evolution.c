//===- evolution.c - Evolutionary search over the points of sketches
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See evolution.h.
//
//===----------------------------------------------------------------------===//

#include "search/evolution.h"
#include "support/arena.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double mutationShare = 0.75, crossoverShare = 0.15;

typedef struct Scored {
  AsCandidate candidate;
  double score;
} Scored;

/// Best first. Ties are sorted by content, so that equal seeds give equal runs.
static int bestFirst(const void *left, const void *right) {
  const Scored *a = left, *b = right;
  if (a->score != b->score)
    return a->score < b->score ? 1 : -1;
  return memcmp(&a->candidate, &b->candidate, sizeof a->candidate);
}

typedef struct Breeding {
  const AsEvolution *evolution;
  AsRandom *random;
  AsCandidate *members; ///< Of the current generation.
  double *scores;
  int numMembers;
  AsTaskHistory seen; ///< Every candidate that was ever a member.
  Scored *pool;       ///< Those of them that were never tried.
  int poolSize, poolCapacity;
} Breeding;

/// A random candidate of a random sketch. Sketches with more points are drawn
/// more often, by the logarithm of their number.
static bool sample(const AsEvolution *evolution, AsRandom *random,
                   AsCandidate *candidate) {
  double total = 0;
  for (int s = 0; s < evolution->numSketches; s++)
    total += 1 + log2(asSketchNumPoints(&evolution->sketches[s]));
  double at = asRandomUnit(random) * total;
  int s = 0;
  for (; s < evolution->numSketches - 1; s++) {
    at -= 1 + log2(asSketchNumPoints(&evolution->sketches[s]));
    if (at < 0)
      break;
  }
  memset(candidate, 0, sizeof *candidate);
  candidate->sketch = s;
  return asPointSample(&evolution->sketches[s], random, &candidate->point);
}

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
  return asCrossOver(&breeding->evolution->sketches[first->sketch], parents,
                     breeding->random, &child->point);
}

static bool breed(Breeding *breeding, AsCandidate *child) {
  memset(child, 0, sizeof *child);
  double way = asRandomUnit(breeding->random);
  if (breeding->numMembers && way < mutationShare) {
    const AsCandidate *one = parent(breeding);
    child->sketch = one->sketch;
    return asMutate(&breeding->evolution->sketches[one->sketch], &one->point,
                    breeding->random, &child->point);
  }
  if (breeding->numMembers && way < mutationShare + crossoverShare)
    return crossOver(breeding, child);
  return sample(breeding->evolution, breeding->random, child);
}

/// Scores and sorts the members, and adds untried ones to the pool.
static void judge(Breeding *breeding) {
  const AsEvolution *evolution = breeding->evolution;
  int count = breeding->numMembers;
  evolution->scorer(breeding->members, count, breeding->scores,
                    evolution->context);
  Scored *sorted = asAlloc(sizeof *sorted * (size_t)(count + 1));
  for (int i = 0; i < count; i++)
    sorted[i] = (Scored){breeding->members[i], breeding->scores[i]};
  qsort(sorted, (size_t)count, sizeof *sorted, bestFirst);
  for (int i = 0; i < count; i++) {
    breeding->members[i] = sorted[i].candidate;
    if (sorted[i].score == -INFINITY ||
        asTaskHistoryFind(&breeding->seen, &sorted[i].candidate) >= 0)
      continue;
    asTaskHistoryAdd(&breeding->seen, &sorted[i].candidate);
    if (asTaskHistoryFind(evolution->history, &sorted[i].candidate) >= 0)
      continue;
    if (breeding->poolSize == breeding->poolCapacity) {
      breeding->poolCapacity =
          breeding->poolCapacity ? 2 * breeding->poolCapacity : 256;
      breeding->pool =
          asRealloc(breeding->pool,
                    sizeof *breeding->pool * (size_t)breeding->poolCapacity);
    }
    breeding->pool[breeding->poolSize++] = sorted[i];
  }
  free(sorted);
}

/// Adds each schedule of a loop nest without tiles: a random point rarely
/// leaves out all tiles.
static void addSchedules(Breeding *breeding, int s) {
  const AsSketch *sketch = &breeding->evolution->sketches[s];
  for (int k = 0; k < sketch->numKnobs; k++)
    for (int o = 0; sketch->knobs[k].kind == AS_KNOB_SCHEDULE &&
                    o < sketch->knobs[k].numOptions &&
                    breeding->numMembers < breeding->evolution->population;
         o++) {
      AsCandidate *member = &breeding->members[breeding->numMembers++];
      memset(member, 0, sizeof *member);
      member->sketch = s;
      member->point.choice[k] = (uint8_t)o;
    }
}

/// The first generation: the best known candidates, untiled schedules of loop
/// nests, and random ones.
static void populate(Breeding *breeding) {
  const AsEvolution *evolution = breeding->evolution;
  const AsTaskHistory *history = evolution->history;
  int elite = evolution->population / 5;
  Scored *known = asAlloc(sizeof *known * (size_t)(history->numTrials + 1));
  int count = 0;
  for (int t = 0; t < history->numTrials; t++)
    if (asOutcomeIsTimed(history->trials[t].outcome))
      known[count++] =
          (Scored){history->trials[t].candidate, -history->trials[t].seconds};
  qsort(known, (size_t)count, sizeof *known, bestFirst);
  for (int i = 0; i < count && i < elite; i++)
    breeding->members[breeding->numMembers++] = known[i].candidate;
  free(known);
  for (int s = 0; s < evolution->numSketches; s++)
    addSchedules(breeding, s);
  while (breeding->numMembers < evolution->population &&
         sample(evolution, breeding->random,
                &breeding->members[breeding->numMembers]))
    breeding->numMembers++;
}

/// Takes the best candidate of each structure of sketch `s` that has few trials
/// out of the pool, which is sorted, until `most` are chosen. Returns how many
/// are chosen.
static int takeUntriedOf(Breeding *breeding, int s, int most,
                         AsCandidate *chosen, int count) {
  const AsEvolution *evolution = breeding->evolution;
  const AsSketch *sketch = &evolution->sketches[s];
  const AsTaskHistory *history = evolution->history;
  // In a sketch with several structures, one trial of each is enough at first.
  bool hasSeveral = asSketchHasStructures(sketch);
  int least = hasSeveral ? 1 : evolution->leastTrials;
  int tries[AS_MAX_STRUCTURES] = {0};
  for (int t = 0; t < history->numTrials; t++)
    if (history->trials[t].candidate.sketch == s)
      tries[asPointStructure(sketch, &history->trials[t].candidate.point)]++;
  for (int c = 0; c < count && hasSeveral; c++)
    if (chosen[c].sketch == s)
      tries[asPointStructure(sketch, &chosen[c].point)]++;
  int kept = 0;
  for (int i = 0; i < breeding->poolSize; i++) {
    const AsCandidate *candidate = &breeding->pool[i].candidate;
    int structure = candidate->sketch == s
                        ? asPointStructure(sketch, &candidate->point)
                        : -1;
    if (count == most || structure < 0 || tries[structure] >= least) {
      breeding->pool[kept++] = breeding->pool[i];
      continue;
    }
    tries[structure] = least; // One of each structure a batch.
    chosen[count++] = *candidate;
  }
  breeding->poolSize = kept;
  return count;
}

/// The same for all sketches.
static int takeUntried(Breeding *breeding, int most, AsCandidate *chosen,
                       int count) {
  for (int s = 0; s < breeding->evolution->numSketches && count < most; s++)
    count = takeUntriedOf(breeding, s, most, chosen, count);
  return count;
}

static int choose(Breeding *breeding, int wanted, AsCandidate *chosen) {
  if (!breeding->poolSize)
    return 0;
  qsort(breeding->pool, (size_t)breeding->poolSize, sizeof *breeding->pool,
        bestFirst);
  int byChance = (int)(breeding->evolution->randomShare * wanted + 0.5);
  // Half of each batch is chosen by score; of batches of one, every other one.
  int half = (wanted + (breeding->evolution->history->numTrials % 2 == 0)) / 2;
  int byScore = half < breeding->poolSize ? half : breeding->poolSize;
  int count = 0;
  for (; count < byScore; count++)
    chosen[count] = breeding->pool[count].candidate;
  breeding->poolSize -= byScore;
  memmove(breeding->pool, breeding->pool + byScore,
          sizeof *breeding->pool * (size_t)breeding->poolSize);
  count = takeUntried(breeding, wanted - byChance, chosen, count);
  Scored *rest = breeding->pool;
  int restSize = breeding->poolSize;
  for (; count < wanted - byChance && restSize; rest++, restSize--)
    chosen[count++] = rest->candidate;
  for (; count < wanted && restSize; rest++, restSize--) {
    int at = (int)asRandomBelow(breeding->random, (uint32_t)restSize);
    Scored swapped = rest[at];
    rest[at] = rest[0];
    chosen[count++] = swapped.candidate;
  }
  return count;
}

int asEvolve(const AsEvolution *evolution, AsRandom *random, int wanted,
             AsCandidate *chosen) {
  Breeding breeding = {.evolution = evolution, .random = random};
  size_t size = (size_t)evolution->population;
  breeding.members = asAlloc(sizeof(AsCandidate) * size);
  breeding.scores = asAlloc(sizeof(double) * size);
  populate(&breeding);
  judge(&breeding);
  AsCandidate *next = asAlloc(sizeof(AsCandidate) * size);
  for (int g = 1; g < evolution->generations && breeding.numMembers; g++) {
    // The members are sorted: the best survive.
    int born = breeding.numMembers < evolution->population / 16
                   ? breeding.numMembers
                   : evolution->population / 16;
    memcpy(next, breeding.members, sizeof(AsCandidate) * (size_t)born);
    for (int attempt = 0;
         attempt < 2 * evolution->population && born < evolution->population;
         attempt++)
      born += breed(&breeding, &next[born]);
    memcpy(breeding.members, next, sizeof(AsCandidate) * (size_t)born);
    breeding.numMembers = born;
    judge(&breeding);
  }
  int count = choose(&breeding, wanted, chosen);
  free(next);
  free(breeding.members);
  free(breeding.scores);
  free(breeding.pool);
  asTaskHistoryFree(&breeding.seen);
  return count;
}

int asDraw(const AsEvolution *evolution, AsRandom *random, int wanted,
           AsCandidate *chosen) {
  AsTaskHistory drawn = {0};
  int attempts = evolution->population * evolution->generations;
  for (; attempts > 0 && drawn.numTrials < wanted; attempts--) {
    AsCandidate *candidate = &chosen[drawn.numTrials];
    if (sample(evolution, random, candidate) &&
        asTaskHistoryFind(evolution->history, candidate) < 0 &&
        asTaskHistoryFind(&drawn, candidate) < 0)
      asTaskHistoryAdd(&drawn, candidate);
  }
  int count = drawn.numTrials;
  asTaskHistoryFree(&drawn);
  return count;
}
