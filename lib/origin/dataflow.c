//===- dataflow.c - The operations of a module as a graph
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "origin/dataflow.h"
#include "support/arena.h"
#include <stdlib.h>

void asDataflowFree(AsDataflow *graph) {
  free(graph->nodes);
  free(graph->uses);
  *graph = (AsDataflow){0};
}

int32_t asDataflowAddNode(AsDataflow *graph, uint64_t kind, uint64_t label,
                          uint64_t place) {
  if (graph->numNodes == graph->nodeCapacity) {
    graph->nodeCapacity = graph->nodeCapacity ? 2 * graph->nodeCapacity : 64;
    graph->nodes = asRealloc(graph->nodes, sizeof *graph->nodes *
                                               (size_t)graph->nodeCapacity);
  }
  graph->nodes[graph->numNodes] =
      (AsFlowNode){.kind = kind, .label = label, .place = place};
  return graph->numNodes++;
}

void asDataflowAddUse(AsDataflow *graph, int32_t node, AsUse use) {
  if (graph->numUses == graph->useCapacity) {
    graph->useCapacity = graph->useCapacity ? 2 * graph->useCapacity : 64;
    graph->uses = asRealloc(graph->uses,
                            sizeof *graph->uses * (size_t)graph->useCapacity);
  }
  AsFlowNode *user = &graph->nodes[node];
  if (!user->numUses)
    user->firstUse = graph->numUses;
  user->numUses++;
  graph->uses[graph->numUses++] = use;
}
