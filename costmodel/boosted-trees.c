//===- boosted-trees.c - Boosted trees as arrays
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See boosted-trees.h.
//
//===----------------------------------------------------------------------===//

#include "costmodel/boosted-trees.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

float asForestScore(const AsForest *forest, const float *row) {
  float score = 0;
  for (int t = 0; t < forest->numTrees; t++) {
    const AsTree *tree = &forest->trees[t];
    unsigned place = 1;
    for (int level = 0; level < AS_TREE_DEPTH; level++) {
      AsSplit split = tree->splits[place];
      place = 2 * place + !(row[split.feature] < split.threshold);
    }
    score += tree->leaves[place - AS_NUM_LEAVES];
  }
  return score;
}

//===--- From XGBoost ----------------------------------------------------===//

enum { maxNodes = 2 * AS_NUM_LEAVES - 1 };

static void placeLeaf(AsTree *tree, int place, float value) {
  int count = 1;
  for (; place < AS_NUM_LEAVES; place *= 2)
    count *= 2;
  for (int i = 0; i < count; i++)
    tree->leaves[place - AS_NUM_LEAVES + i] = value;
}

bool asTreeReadDump(const char *dump, int width, AsTree *tree) {
  int places[maxNodes] = {1}; // By XGBoost's number; 0 is not known yet.
  while (*dump) {
    int node, feature, yes, no;
    float value;
    bool isSplit = sscanf(dump, " %d:[f%d<%f] yes=%d,no=%d", &node, &feature,
                          &value, &yes, &no) == 5;
    if (!isSplit && sscanf(dump, " %d:leaf=%f", &node, &value) != 2)
      return false;
    if (node < 0 || node >= maxNodes || !places[node] || !isfinite(value))
      return false;
    int place = places[node];
    if (isSplit) {
      if (place >= AS_NUM_LEAVES || feature < 0 || feature >= width ||
          yes <= 0 || yes >= maxNodes || no <= 0 || no >= maxNodes)
        return false;
      tree->splits[place] = (AsSplit){feature, value};
      places[yes] = 2 * place;
      places[no] = 2 * place + 1;
    } else {
      placeLeaf(tree, place, value);
    }
    dump += strcspn(dump, "\n");
    dump += *dump == '\n';
  }
  return true;
}

//===--- As text ---------------------------------------------------------===//

void asForestAppend(const AsForest *forest, AsText *text) {
  asTextAppendString(text, "[");
  for (int t = 0; t < forest->numTrees; t++) {
    const AsTree *tree = &forest->trees[t];
    asTextAppendString(text, t ? ",\n[" : "\n[");
    for (int i = 1; i < AS_NUM_LEAVES; i++)
      asTextFormat(text, "%d,%.9g,", tree->splits[i].feature,
                   tree->splits[i].threshold);
    for (int i = 0; i < AS_NUM_LEAVES; i++)
      asTextFormat(text, i ? ",%.9g" : "%.9g", tree->leaves[i]);
    asTextAppendString(text, "]");
  }
  asTextAppendString(text, "]");
}

/// Moves past white space and then `symbol`, if it comes next.
static bool take(const char **at, char symbol) {
  const char *next = *at + strspn(*at, " \t\r\n");
  if (*next != symbol)
    return false;
  *at = next + 1;
  return true;
}

/// Moves past a number from `least` to `most`; anything else reads as 0.
static bool takeNumber(const char **at, double least, double most,
                       double *value) {
  char *end;
  double number = strtod(*at, &end);
  bool ok = end != *at && number >= least && number <= most;
  *value = ok ? number : 0;
  *at = end;
  return ok;
}

static bool readTree(const char **at, int width, AsTree *tree) {
  double feature = 0, number = 0;
  bool ok = take(at, '[');
  for (int i = 1; i < AS_NUM_LEAVES && ok; i++) {
    ok = takeNumber(at, 0, width - 1, &feature) && take(at, ',') &&
         takeNumber(at, -FLT_MAX, FLT_MAX, &number) && take(at, ',');
    tree->splits[i] = (AsSplit){(int32_t)feature, (float)number};
  }
  for (int i = 0; i < AS_NUM_LEAVES && ok; i++) {
    ok =
        (i == 0 || take(at, ',')) && takeNumber(at, -FLT_MAX, FLT_MAX, &number);
    tree->leaves[i] = (float)number;
  }
  return ok && take(at, ']');
}

bool asForestRead(const char **at, int width, AsForest *forest) {
  if (!take(at, '['))
    return false;
  do {
    if (forest->numTrees == AS_MAX_TREES ||
        !readTree(at, width, &forest->trees[forest->numTrees++]))
      return false;
  } while (take(at, ','));
  return take(at, ']');
}
