//===- colours.c - Colour refinement
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "origin/colours.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

/// Mixes by the finaliser of splitmix64.
static uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) + 0x9e3779b97f4a7c15;
  hash = (hash ^ hash >> 30) * 0xbf58476d1ce4e5b9;
  hash = (hash ^ hash >> 27) * 0x94d049bb133111eb;
  return hash ^ hash >> 31;
}

static void refine(const AsDataflow *graph, const uint64_t *before,
                   uint64_t *after) {
  for (int32_t n = 0; n < graph->numNodes; n++)
    after[n] = mix(0, before[n]);
  for (int32_t n = 0; n < graph->numNodes; n++) {
    const AsFlowNode *node = &graph->nodes[n];
    uint64_t operands = 0;
    for (int32_t u = 0; u < node->numUses; u++) {
      const AsUse *use = &graph->uses[node->firstUse + u];
      operands = mix(mix(operands, before[use->node]), (uint64_t)use->value);
      // A sum does not depend on the order of the users.
      after[use->node] +=
          mix(mix(mix(1, before[n]), (uint64_t)use->value), (uint64_t)u);
    }
    after[n] += mix(2, operands);
  }
}

static int byValue(const void *left, const void *right) {
  uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
  return (a > b) - (a < b);
}

static int32_t countDistinct(const uint64_t *colours, int32_t count,
                             uint64_t *scratch) {
  memcpy(scratch, colours, sizeof *scratch * (size_t)count);
  qsort(scratch, (size_t)count, sizeof *scratch, byValue);
  int32_t distinct = count > 0;
  for (int32_t i = 1; i < count; i++)
    distinct += scratch[i] != scratch[i - 1];
  return distinct;
}

AsColours asColoursOf(const AsDataflow *first, const AsDataflow *second,
                      bool byKind) {
  const AsDataflow *graphs[] = {first, second};
  AsColours colours = {.numRounds = 1,
                       .numNodes = first->numNodes + second->numNodes};
  size_t count = (size_t)colours.numNodes;
  uint64_t *scratch = asAlloc(sizeof *scratch * (count + 1));
  colours.of = asAlloc(sizeof *colours.of * (count + 1));
  for (int32_t i = 0; i < colours.numNodes; i++) {
    const AsFlowNode *node = i < first->numNodes
                                 ? &first->nodes[i]
                                 : &second->nodes[i - first->numNodes];
    colours.of[i] = byKind ? node->kind : node->label;
  }
  int32_t distinct = countDistinct(colours.of, colours.numNodes, scratch);
  for (int32_t more = -1; more != distinct;) {
    if (more >= 0)
      distinct = more;
    colours.of = asRealloc(colours.of, sizeof *colours.of * (count + 1) *
                                           (size_t)(colours.numRounds + 1));
    uint64_t *after = colours.of + count * (size_t)colours.numRounds++;
    for (int g = 0, at = 0; g < 2; at += graphs[g++]->numNodes)
      refine(graphs[g], after - count + at, after + at);
    more = countDistinct(after, colours.numNodes, scratch);
  }
  free(scratch);
  return colours;
}

void asColoursFree(AsColours *colours) {
  free(colours->of);
  *colours = (AsColours){0};
}
