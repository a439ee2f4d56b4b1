//===- boosted-trees.c - Boosted trees as arrays
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See boosted-trees.h.
//
//===----------------------------------------------------------------------===//

#include "costmodel/boosted-trees.h"
#include <math.h>
#include <stdio.h>
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
