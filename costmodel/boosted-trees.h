//===- boosted-trees.h - Boosted trees as arrays
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Trees of XGBoost in a form that is walked without branches. Scoring is the
// hot path of the search, and XGBoost spends longer on taking a row in than on
// its trees.
//
//===----------------------------------------------------------------------===//

#ifndef AS_COSTMODEL_BOOSTED_TREES_H
#define AS_COSTMODEL_BOOSTED_TREES_H

#include <stdbool.h>
#include <stdint.h>

enum {
  AS_MAX_TREES = 60,
  AS_TREE_DEPTH = 5,
  AS_NUM_LEAVES = 1 << AS_TREE_DEPTH,
};

typedef struct AsSplit {
  int32_t feature;
  float threshold; ///< Rows below it go to the first child.
} AsSplit;

/// A complete binary tree: the root has place 1, the children of place i have
/// 2i and 2i + 1. A leaf that is higher up is repeated in every place below it,
/// and the splits between are zero. So every walk takes AS_TREE_DEPTH steps
/// without a branch. It is safe if the row has the features of all splits.
typedef struct AsTree {
  AsSplit splits[AS_NUM_LEAVES]; ///< By place; the first is not used.
  float leaves[AS_NUM_LEAVES];   ///< Those of the places after the splits.
} AsTree;

typedef struct AsForest {
  int numTrees;
  AsTree trees[AS_MAX_TREES];
} AsForest;

/// The sum over the trees for one row of features.
float asForestScore(const AsForest *forest, const float *row);

/// Reads a tree as XGBoost dumps it, one line a node, parents first:
///   0:[f3<0.5] yes=1,no=2,missing=2
///       1:leaf=0.25
/// False if it is anything else, or reads features beyond `width`. `tree` is
/// zero before.
bool asTreeReadDump(const char *dump, int width, AsTree *tree);

#endif // AS_COSTMODEL_BOOSTED_TREES_H
