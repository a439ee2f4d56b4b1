//===- shared-layouts.c - Weights that the tiles of a size pack alike
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tiles of a dynamic size are tasks of their own, which read the same
// weights. Where each is packed as suits it best, a model has a packed copy of
// its weights for each tile, and a small tile that runs after a large one finds
// nothing of its own in the caches.
//
// So of each family of tasks the one that takes longest, the leader, says how
// weights are packed (sketch/weight-layout.h), and all that lose little follow
// it: they take their best trial with that layout, or try what the estimate
// says is the best point with it. Of those that would lose more, again the one
// that takes longest leads, and so on. A task whose best point packs nothing
// has no part in it.
//
//   tile of 64 rows   weight 768x3072 by panels of 32 lanes   leads
//   tile of 16 rows   by panels of 64, 3% faster than of 32   follows
//   tile of 1 row     reads the weight as it is               stays
//
//===----------------------------------------------------------------------===//

#include "search/adapt-point.h"
#include "search/tuner-state.h"
#include "sketch/weight-layout.h"
#include "support/arena.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// So much slower than its best may be what a task shares a layout with.
static const double mostLoss = 1.05;

/// Of the search for points with a layout.
enum { population = 256, generations = 2, mostDraws = 500 };

static bool layoutOfTrial(const AsTuneTask *task, int trial,
                          AsWeightLayout *layout) {
  const AsCandidate *candidate = &task->history.trials[trial].candidate;
  return asPointWeightLayout(&task->sketches[candidate->sketch],
                             &candidate->point, layout);
}

//===----------------------------------------------------------------------===//
// Points with a layout
//===----------------------------------------------------------------------===//

/// Scores as `scorer` does, and bars points with another layout.
typedef struct Filter {
  AsCostScorer *scorer;
  const AsSketch *sketch;
  const AsWeightLayout *layout;
} Filter;

static bool hasLayout(const AsSketch *sketch, const AsPoint *point,
                      const AsWeightLayout *layout) {
  AsWeightLayout own;
  return asPointWeightLayout(sketch, point, &own) &&
         asIsSameLayout(&own, layout);
}

static void scoreFiltered(const AsCandidate *candidates, int count,
                          double *scores, void *context) {
  const Filter *filter = context;
  asCostScore(candidates, count, scores, filter->scorer);
  for (int i = 0; i < count; i++)
    if (!hasLayout(filter->sketch, &candidates[i].point, filter->layout))
      scores[i] = -INFINITY;
}

/// A point of the sketch with the layout, near that of the leader, which a
/// sketch of the same rules has.
static bool adaptLeader(const AsSketch *sketch, const AsSketch *leaders,
                        const AsPoint *leader, const AsWeightLayout *layout,
                        AsPoint *point) {
  AsArena arena = {0};
  cJSON *values = cJSON_Parse(asPointFormat(leaders, leader, &arena));
  bool isFound = strcmp(sketch->name, leaders->name) == 0 && values &&
                 asPointAdapt(sketch, values, NULL, point) &&
                 hasLayout(sketch, point, layout);
  cJSON_Delete(values);
  asArenaDestroy(&arena);
  return isFound;
}

static bool drawWith(const AsSketch *sketch, const AsWeightLayout *layout,
                     AsRandom *random, AsPoint *point) {
  for (int draw = 0; draw < mostDraws; draw++)
    if (!asPointSample(sketch, random, point))
      return false;
    else if (hasLayout(sketch, point, layout))
      return true;
  return false;
}

/// The options that leave the layout of `point` as it is, one at a time. What
/// is no valid point may be one with other changes.
static AsAllowed optionsAround(const AsSketch *sketch, const AsPoint *point,
                               const AsWeightLayout *layout) {
  AsAllowed allowed = {{0}};
  for (int k = 0; k < sketch->numKnobs; k++)
    for (int o = 0; o < sketch->knobs[k].numOptions; o++) {
      AsPoint changed = *point;
      AsWeightLayout own;
      changed.choice[k] = (uint8_t)o;
      if (!asPointWeightLayout(sketch, &changed, &own) ||
          asIsSameLayout(&own, layout))
        allowed.options[k] |= (uint64_t)1 << o;
    }
  return allowed;
}

/// The best point of sketch `s` by the estimate with the layout of `point`.
static bool searchAround(const AsTuner *tuner, const AsTuneTask *task, int s,
                         const AsPoint *point, const AsWeightLayout *layout,
                         AsCostScorer *scorer, AsCandidate *best) {
  AsRandom random = {.state = (uint64_t)tuner->given.options->seed};
  const AsSketch *sketch = &task->sketches[s];
  AsAllowed allowed = optionsAround(sketch, point, layout);
  AsTaskHistory none = {0};
  Filter filter = {scorer, sketch, layout};
  AsSearchSpace space = {.sketches = sketch,
                         .numSketches = 1,
                         .allowed = &allowed,
                         .history = &none,
                         .scorer = scoreFiltered,
                         .context = &filter,
                         .population = population,
                         .generations = generations};
  asCostScorerSelect(scorer, sketch);
  memset(best, 0, sizeof *best);
  if (asEvolve(&space, &random, 1, best) < 1)
    best->point = *point;
  best->sketch = s;
  return true;
}

/// The candidate of the task with the layout that has the least estimate.
static bool findWith(const AsTuner *tuner, const AsTuneTask *task,
                     const AsTuneTask *leader, const AsWeightLayout *layout,
                     AsCostScorer *scorer, AsCandidate *best) {
  const AsTrial *model =
      &leader->history.trials[asTaskHistoryWinner(&leader->history)];
  AsRandom random = {.state = (uint64_t)tuner->given.options->seed};
  double least = INFINITY;
  for (int s = 0; s < task->numSketches; s++) {
    const AsSketch *sketch = &task->sketches[s];
    AsPoint point = {{0}};
    AsCandidate found;
    if (sketch->isUser ||
        (!adaptLeader(sketch, &leader->sketches[model->candidate.sketch],
                      &model->candidate.point, layout, &point) &&
         !drawWith(sketch, layout, &random, &point)) ||
        !searchAround(tuner, task, s, &point, layout, scorer, &found))
      continue;
    double seconds = asCostEstimate(scorer, sketch, &found.point);
    if (seconds < least) {
      least = seconds;
      *best = found;
    }
  }
  return least < INFINITY;
}

//===----------------------------------------------------------------------===//
// Families
//===----------------------------------------------------------------------===//

/// What is to be decided yet of a task.
typedef struct Member {
  bool isOpen;
  double seconds; ///< Of its best.
  AsWeightLayout layout;
} Member;

/// The open task of the family that takes longest, or -1.
static int findLeader(const AsTuner *tuner, const Member *members, int family) {
  int leader = -1;
  for (int t = 0; t < tuner->numTasks; t++)
    if (members[t].isOpen && tuner->tasks[t].family == family &&
        (leader < 0 ||
         tuner->tasks[t].weight * members[t].seconds >
             tuner->tasks[leader].weight * members[leader].seconds))
      leader = t;
  return leader;
}

/// The fastest trial of the task with the layout that loses little, or -1.
static int findTrial(const AsTuneTask *task, const AsWeightLayout *layout,
                     double seconds) {
  int best = -1;
  for (int i = 0; i < task->history.numTrials; i++) {
    const AsTrial *trial = &task->history.trials[i];
    AsWeightLayout own;
    if ((trial->outcome == AS_OUTCOME_OK ||
         trial->outcome == AS_OUTCOME_ESTIMATED) &&
        trial->seconds <= mostLoss * seconds &&
        (best < 0 || trial->seconds < task->history.trials[best].seconds) &&
        layoutOfTrial(task, i, &own) && asIsSameLayout(&own, layout))
      best = i;
  }
  return best;
}

/// Queues the best point with the layout, unless it seems to lose much.
static void tryWith(AsTuner *tuner, int t, const AsTuneTask *leader,
                    const AsWeightLayout *layout, AsCostScorer *scorer) {
  AsTuneTask *task = &tuner->tasks[t];
  AsCandidate found;
  int best = asTaskHistoryBest(&task->history);
  if (!findWith(tuner, task, leader, layout, scorer, &found) ||
      asTaskHistoryFind(&task->history, &found) >= 0)
    return;
  const AsCandidate *fastest = &task->history.trials[best].candidate;
  if (asCostEstimate(scorer, &task->sketches[found.sketch], &found.point) >
      mostLoss * asCostEstimate(scorer, &task->sketches[fastest->sketch],
                                &fastest->point))
    return;
  tuner->total += !tuner->isOver;
  asPipelinePush(tuner, t, asTaskHistoryAdd(&task->history, &found));
}

static AsStatus runTrials(AsTuner *tuner, AsError *error) {
  AsStatus status = AS_OK;
  bool isAny = asPipelineLoad(tuner) > 0;
  while (!status && asPipelineLoad(tuner) && !*tuner->given.interrupted)
    status = asPipelineStep(tuner, error);
  return status || !isAny ? status : asPipelineDrain(tuner, error);
}

/// Has the task prefer its best trial with the leader's layout, if it does not
/// lose much by that.
static bool follow(AsTuneTask *task, const Member *leader, Member *member) {
  int trial = findTrial(task, &leader->layout, member->seconds);
  if (trial >= 0)
    task->history.preferred = trial + 1;
  return trial >= 0;
}

/// Closes all members that follow the leader.
static AsStatus lead(AsTuner *tuner, int leader, Member *members,
                     AsCostScorer *scorer, const bool *tries, AsError *error) {
  const AsTuneTask *first = &tuner->tasks[leader];
  members[leader].isOpen = false;
  for (int t = 0; t < tuner->numTasks; t++) {
    Member *member = &members[t];
    if (!member->isOpen || tuner->tasks[t].family != first->family)
      continue;
    member->isOpen =
        !asIsSameLayout(&member->layout, &members[leader].layout) &&
        !follow(&tuner->tasks[t], &members[leader], member);
    if (member->isOpen && tries && tries[t])
      tryWith(tuner, t, first, &members[leader].layout, scorer);
  }
  AsStatus status = tries ? runTrials(tuner, error) : AS_OK;
  for (int t = 0; t < tuner->numTasks && !status && tries; t++)
    if (members[t].isOpen && tuner->tasks[t].family == first->family)
      members[t].isOpen =
          !follow(&tuner->tasks[t], &members[leader], &members[t]);
  return status;
}

AsStatus asShareLayouts(AsTuner *tuner, AsCostScorer *scorer, const bool *tries,
                        AsError *error) {
  Member *members = asAlloc(sizeof *members * (size_t)(tuner->numTasks + 1));
  for (int t = 0; t < tuner->numTasks; t++) {
    AsTuneTask *task = &tuner->tasks[t];
    task->history.preferred = 0;
    int best = asTaskHistoryWinner(&task->history);
    if (task->family == 0 || best < 0 ||
        !layoutOfTrial(task, best, &members[t].layout))
      continue;
    members[t].seconds = task->history.trials[best].seconds;
    members[t].isOpen = members[t].layout.numSteps > 0;
  }
  AsStatus status = AS_OK;
  for (int first = 0; first < tuner->numTasks && !status; first++) {
    int family = tuner->tasks[first].family;
    int leader = findLeader(tuner, members, family);
    for (; leader >= 0 && !status; leader = findLeader(tuner, members, family))
      status = lead(tuner, leader, members, scorer, tries, error);
  }
  free(members);
  return status;
}
