//===- match.h - Which operation of one module is which of another
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matches two graphs that are, in the main, the same: a model, and a copy of it
// with other names, another order or other lines.
//
// By locations, where those of both are the same. All else by the data flow:
// colour refinement (Weisfeiler and Leman) tells apart operations that differ
// in what they are, in what they compute from or in who uses them, at any
// distance. Where the graphs differ, what is far from the difference looks the
// same up to some distance; from such pairs the match is continued along
// operands and uses. Operations that nothing tells apart are in one set: two
// that read the same input and are added up, for example.
//
//===----------------------------------------------------------------------===//

#ifndef AS_ORIGIN_MATCH_H
#define AS_ORIGIN_MATCH_H

#include "origin/dataflow.h"

typedef enum AsMatchBy { AS_BY_LOCATION, AS_BY_DATAFLOW } AsMatchBy;

/// A set of alike nodes: so many of the one graph are so many of the other.
typedef struct AsMatchSet {
  AsMatchBy by;
  int numFrom, numTo; ///< At least one each.
} AsMatchSet;

typedef struct AsMatch {
  AsMatchSet *sets;
  int numSets;
  int *from, *to; ///< The set of each node of either graph; -1: of none.
} AsMatch;

/// Free with asMatchFree.
AsMatch asDataflowMatch(const AsDataflow *from, const AsDataflow *to);
void asMatchFree(AsMatch *match);

#endif // AS_ORIGIN_MATCH_H
