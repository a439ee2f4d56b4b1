//===- task-history.c - The trials of one task
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See task-history.h.
//
//===----------------------------------------------------------------------===//

#include "search/task-history.h"
#include "measure/timing-statistics.h"
#include "support/arena.h"
#include "support/hash.h"
#include <stdlib.h>
#include <string.h>

static size_t slotOf(const AsTaskHistory *history,
                     const AsCandidate *candidate) {
  AsHash hash = asHashInt(asHashStart(), candidate->sketch);
  hash = asHashBytes(hash, &candidate->point, sizeof candidate->point);
  return hash.low % (size_t)history->tableSize;
}

static bool isSame(const AsCandidate *a, const AsCandidate *b) {
  return a->sketch == b->sketch &&
         memcmp(&a->point, &b->point, sizeof a->point) == 0;
}

int asTaskHistoryFind(const AsTaskHistory *history,
                      const AsCandidate *candidate) {
  if (!history->tableSize)
    return -1;
  size_t slot = slotOf(history, candidate);
  for (; history->table[slot]; slot = (slot + 1) % (size_t)history->tableSize) {
    int trial = history->table[slot] - 1;
    if (isSame(&history->trials[trial].candidate, candidate))
      return trial;
  }
  return -1;
}

static void insert(AsTaskHistory *history, int trial) {
  size_t slot = slotOf(history, &history->trials[trial].candidate);
  while (history->table[slot])
    slot = (slot + 1) % (size_t)history->tableSize;
  history->table[slot] = trial + 1;
}

int asTaskHistoryAdd(AsTaskHistory *history, const AsCandidate *candidate) {
  if (history->numTrials == history->capacity) {
    history->capacity = history->capacity ? 2 * history->capacity : 64;
    history->trials = asRealloc(history->trials, sizeof *history->trials *
                                                     (size_t)history->capacity);
    free(history->table);
    history->tableSize = 4 * history->capacity; // At most a quarter is used.
    history->table = asAlloc(sizeof(int) * (size_t)history->tableSize);
    for (int t = 0; t < history->numTrials; t++)
      insert(history, t);
  }
  history->trials[history->numTrials] = (AsTrial){
      .candidate = *candidate, .outcome = AS_OUTCOME_BUILT, .program = -1};
  insert(history, history->numTrials);
  return history->numTrials++;
}

static int fastest(const AsTaskHistory *history, bool isFinal) {
  int best = -1;
  for (int t = 0; t < history->numTrials; t++)
    if (asOutcomeIsTimed(history->trials[t].outcome) &&
        (history->trials[t].isFinal || !isFinal) &&
        (best < 0 ||
         history->trials[t].seconds < history->trials[best].seconds))
      best = t;
  return best;
}

int asTaskHistoryBest(const AsTaskHistory *history) {
  return fastest(history, false);
}

int asTaskHistoryWinner(const AsTaskHistory *history) {
  int preferred = history->preferred - 1;
  if (preferred >= 0 && asOutcomeIsTimed(history->trials[preferred].outcome))
    return preferred;
  int final = fastest(history, true), best = asTaskHistoryBest(history);
  return final < 0 || AS_RIVAL_FACTOR * history->trials[best].seconds <
                          history->trials[final].seconds
             ? best
             : final;
}

void asTaskHistoryFree(AsTaskHistory *history) {
  for (int t = 0; t < history->numTrials; t++)
    free(history->trials[t].message);
  free(history->trials);
  free(history->table);
  *history = (AsTaskHistory){0};
}
