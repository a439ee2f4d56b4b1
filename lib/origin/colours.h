//===- colours.h - Colour refinement
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In round 0 the colour of a node is its label. In each round a colour becomes
// that of the node, of its operands in order, and of its users in any order. So
// two nodes have one colour in round r if they look the same up to distance r.
// The rounds end when no more colours appear.
//
//===----------------------------------------------------------------------===//

#ifndef AS_ORIGIN_COLOURS_H
#define AS_ORIGIN_COLOURS_H

#include "origin/dataflow.h"

typedef struct AsColours {
  int numRounds;
  int32_t numNodes; ///< Of both graphs: those of the first come first.
  uint64_t *of;     ///< of[round * numNodes + node]
} AsColours;

/// Free with asColoursFree. `byKind`: begins with kinds, not with labels.
AsColours asColoursOf(const AsDataflow *first, const AsDataflow *second,
                      bool byKind);
void asColoursFree(AsColours *colours);

#endif // AS_ORIGIN_COLOURS_H
