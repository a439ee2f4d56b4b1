//===- write.c - Principles, in words and as JSON
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See find.h. Principles that were shuffled are options without evidence: what
// was measured of them is left out.
//
//===----------------------------------------------------------------------===//

#include "as/version.h"
#include "view/json-writer.h"
#include "view/principles/find.h"
#include <math.h>
#include <stdlib.h>

static void appendEvidence(const AsComparison *comparison, AsText *text) {
  asTextFormat(text, ": %.0f%% less time (%d pairs, p=%.2g, %d of %d task%s)",
               100 * -expm1(comparison->change), comparison->numPairs,
               comparison->adjusted, comparison->numAgreeing,
               comparison->numTasks, comparison->numTasks == 1 ? "" : "s");
}

static void appendOptions(const AsComparison *comparison, AsText *text) {
  const AsPrinciple *principle = &comparison->principle;
  asTextFormat(text, "like %s on %s, %s, %s: ", comparison->like,
               principle->device, principle->sketch, principle->knob);
  asJsonAppendNumber(text, principle->limit);
  if (!comparison->isOneOption)
    asTextAppendString(text, principle->isMost ? " or less" : " or more");
}

/// The surest first.
static int surestFirst(const void *left, const void *right) {
  const AsComparison *const *a = left, *const *b = right;
  if ((*a)->p != (*b)->p)
    return (*a)->p < (*b)->p ? -1 : 1;
  return (*a > *b) - (*a < *b);
}

/// The principles, *count of them. Owned by the caller, who frees them.
static const AsComparison **chosen(const AsComparisons *comparisons,
                                   int *count) {
  const AsComparison **list =
      asAlloc(sizeof(AsComparison *) * (size_t)comparisons->count);
  *count = 0;
  for (int c = 0; c < comparisons->count; c++)
    if (comparisons->items[c].isPrinciple)
      list[(*count)++] = &comparisons->items[c];
  qsort((void *)list, (size_t)*count, sizeof *list, surestFirst);
  return list;
}

void asPrinciplesAppendWords(const AsComparisons *comparisons, AsText *text) {
  int count;
  const AsComparison **list = chosen(comparisons, &count);
  if (!count)
    asTextFormat(text,
                 "no principles: of %d comparisons in %d tasks, none has p "
                 "below 0.05 and a difference of 1%%\n",
                 comparisons->count, comparisons->numTasks);
  for (int i = 0; i < count; i++) {
    appendOptions(list[i], text);
    if (!comparisons->isShuffled)
      appendEvidence(list[i], text);
    asTextAppendString(text, "\n");
  }
  free((void *)list);
}

static void appendOne(const AsComparison *comparison, bool hasEvidence,
                      AsText *text) {
  const AsPrinciple *principle = &comparison->principle;
  asTextAppendString(text, "{");
  asJsonString(text, "signature", principle->signature);
  asJsonString(text, "device", principle->device);
  asJsonString(text, "sketch", principle->sketch);
  asJsonString(text, "knob", principle->knob);
  asJsonKey(text, principle->isMost ? "atMost" : "atLeast");
  asJsonAppendNumber(text, principle->limit);
  asJsonString(text, "like", comparison->like);
  AsText words = {0};
  appendOptions(comparison, &words);
  if (hasEvidence) {
    appendEvidence(comparison, &words);
    asJsonReal(text, "change", expm1(comparison->change));
    asJsonReal(text, "p", comparison->p);
    asJsonReal(text, "adjusted", comparison->adjusted);
    asJsonInt(text, "numPairs", comparison->numPairs);
    asJsonInt(text, "numTasks", comparison->numTasks);
    asJsonInt(text, "numAgreeing", comparison->numAgreeing);
  }
  asJsonString(text, "words", asTextString(&words));
  asTextFree(&words);
  asTextAppendString(text, "}");
}

void asPrinciplesAppendJson(const AsComparisons *comparisons, AsText *text) {
  asTextAppendString(text, "{");
  asJsonInt(text, AS_PRINCIPLES_KEY, AS_PRINCIPLES_VERSION);
  asJsonString(text, "asVersion", AS_VERSION);
  asJsonInt(text, "numComparisons", comparisons->count);
  asJsonInt(text, "numTasks", comparisons->numTasks);
  asJsonBool(text, "isShuffled", comparisons->isShuffled);
  asJsonKey(text, "principles");
  asTextAppendString(text, "[");
  int count;
  const AsComparison **list = chosen(comparisons, &count);
  for (int i = 0; i < count; i++) {
    if (i)
      asTextAppendString(text, ",");
    appendOne(list[i], !comparisons->isShuffled, text);
  }
  free((void *)list);
  asTextAppendString(text, "]}");
}

void asComparisonsFree(AsComparisons *comparisons) {
  free(comparisons->items);
  asArenaDestroy(&comparisons->arena);
  *comparisons = (AsComparisons){0};
}
