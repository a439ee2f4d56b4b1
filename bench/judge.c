//===- judge.c - What the score makes of measured trials
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The trials become candidates again, and the search's own scorer is asked for
// their order: before it has learned anything, when it is the analytical prior,
// and after it has learned from other trials of the same task.
//
//===----------------------------------------------------------------------===//

#include "bench/judge.h"
#include "bench/ranks.h"
#include "graph/graph-passes.h"
#include "lowering/lower.h"
#include "search/scorer.h"
#include "sketch/rules.h"
#include "task/task.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NUM_FOLDS = 5, NUM_PICKS = 8 };

typedef struct Subject {
  AsTarget target;
  AsSketch *sketches;
  int numSketches;
  AsCandidate *candidates; ///< Of trials that succeeded.
  double *speeds;
  int count;
} Subject;

static bool findCandidate(const Subject *subject, const AsTrialLine *line,
                          AsCandidate *candidate) {
  memset(candidate, 0, sizeof *candidate);
  for (int s = 0; s < subject->numSketches; s++)
    if (!strcmp(subject->sketches[s].name, line->sketch)) {
      candidate->sketch = s;
      return asPointParse(&subject->sketches[s], line->point,
                          &candidate->point);
    }
  return false;
}

static AsStatus readSubject(const AsTaskSet *set, int threads,
                            const AsTrials *trials, AsArena *arena,
                            Subject *subject, AsError *error) {
  if (asTargetCreate("host", threads, arena, &subject->target, error))
    return error->status;
  subject->sketches = asSketchDerive(&set->tasks[0].program, &subject->target,
                                     arena, &subject->numSketches, NULL);
  subject->candidates = asArenaArray(arena, AsCandidate, trials->count);
  subject->speeds = asArenaArray(arena, double, trials->count);
  for (int i = 0; i < trials->count; i++) {
    const AsTrialLine *line = &trials->lines[i];
    if (line->seconds == 0)
      continue;
    if (!findCandidate(subject, line, &subject->candidates[subject->count]))
      return asFail(error, AS_INVALID_INPUT,
                    "%s %s is no candidate of this bench-search: it goes with "
                    "another as-opt",
                    line->sketch, line->point);
    subject->speeds[subject->count++] = 1 / line->seconds;
  }
  return AS_OK;
}

static double fastest(const double *speeds, int count) {
  double best = 0;
  for (int i = 0; i < count; i++)
    best = fmax(best, speeds[i]);
  return best;
}

/// The fastest of the best by score, over the fastest.
static double pick(const double *speeds, const double *scores, int count) {
  double picked = 0;
  for (int i = 0; i < count; i++) {
    int better = 0;
    for (int j = 0; j < count; j++)
      better += scores[j] > scores[i] || (scores[j] == scores[i] && j < i);
    if (better < NUM_PICKS)
      picked = fmax(picked, speeds[i]);
  }
  return count ? picked / fastest(speeds, count) : 0;
}

/// Learns from all but the candidates of the fold; `scores` are the fold's.
static AsStatus scoreFold(const Subject *subject, int fold,
                          const AsCandidate *held, int numHeld, double *scores,
                          AsError *error) {
  AsCostScorer *scorer;
  if (asCostScorerCreate(&subject->target, 0, &scorer, error))
    return error->status;
  asCostScorerSelect(scorer, subject->sketches);
  double best = fastest(subject->speeds, subject->count);
  for (int i = 0; i < subject->count; i++)
    if (fold >= 0 && i % NUM_FOLDS != fold) {
      const AsCandidate *known = &subject->candidates[i];
      int number = asCostScorerAdd(scorer, &subject->sketches[known->sketch],
                                   &known->point);
      asCostScorerLabel(scorer, number, subject->speeds[i] / best);
    }
  AsStatus status = asCostScorerTrain(scorer, error);
  if (!status)
    asCostScore(held, numHeld, scores, scorer);
  asCostScorerDestroy(scorer);
  return status;
}

static AsStatus judge(const Subject *subject, AsArena *arena,
                      AsJudgement *judgement, AsError *error) {
  int count = subject->count;
  double *scores = asArenaArray(arena, double, count);
  AsStatus status =
      scoreFold(subject, -1, subject->candidates, count, scores, error);
  if (status)
    return status;
  *judgement =
      (AsJudgement){.numTrials = count,
                    .priorTau = asKendallTau(scores, subject->speeds, count),
                    .priorPick = pick(subject->speeds, scores, count)};
  AsCandidate *held = asArenaArray(arena, AsCandidate, count);
  double *speeds = asArenaArray(arena, double, count);
  for (int fold = 0; fold < NUM_FOLDS && !status; fold++) {
    int numHeld = 0;
    for (int i = fold; i < count; i += NUM_FOLDS) {
      held[numHeld] = subject->candidates[i];
      speeds[numHeld++] = subject->speeds[i];
    }
    status = scoreFold(subject, fold, held, numHeld, scores, error);
    judgement->scoreTau += asKendallTau(scores, speeds, numHeld) / NUM_FOLDS;
    judgement->scorePick += pick(speeds, scores, numHeld) / NUM_FOLDS;
  }
  return status;
}

AsStatus asJudge(const char *program, int threads, const AsTrials *trials,
                 AsJudgement *judgement, AsError *error) {
  AsTaskSet set = {0};
  Subject subject = {0};
  MlirContext context = asIrContextCreate();
  MlirModule module;
  AsStatus status = asIrParse(context, program, strlen(program), "<workload>",
                              &module, error);
  if (!status) {
    // As as-opt itself does, so that the sketches are the same.
    status = asDecomposeLinalg(module, error);
    if (!status)
      status = asGraphUnifyForms(module, true, true, error);
    if (!status)
      status = asGraphPreferForms(module, true, threads, error);
    if (!status)
      asTaskExtract(module, true, &set);
    if (!status && set.numTasks != 1)
      status = asFail(error, AS_INVALID_INPUT, "the workload is %d tasks",
                      set.numTasks);
    if (!status)
      status = readSubject(&set, threads, trials, &set.arena, &subject, error);
    if (!status)
      status = judge(&subject, &set.arena, judgement, error);
    asTaskSetDestroy(&set);
    mlirModuleDestroy(module);
  }
  mlirContextDestroy(context);
  return status;
}
