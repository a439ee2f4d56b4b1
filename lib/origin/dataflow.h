//===- dataflow.h - The operations of a module as a graph
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a user's module computes, without names and without MLIR: operations,
// and which result of which other one each operand is. Two such graphs are
// compared by match.h.
//
//   %0 = tosa.matmul %a, %b       node 1 uses (0, argument 0), (0, argument 1)
//   %1 = tosa.add %0, %c          node 2 uses (1, result 0), (0, argument 2)
//
// Functions and control flow (scf, tosa.cond_if, tosa.while_loop) are nodes,
// and what is in them are nodes too; of anything else with regions, such as
// linalg.generic and affine.for, the regions are part of its label.
//
//===----------------------------------------------------------------------===//

#ifndef AS_ORIGIN_DATAFLOW_H
#define AS_ORIGIN_DATAFLOW_H

#include <stdbool.h>
#include <stdint.h>

/// A value that a node uses: a result of a node, or an argument of its regions,
/// or, for what has no value (a callee, the end of a loop's body), the node.
typedef struct AsUse {
  int32_t node;
  int32_t value; ///< A result; from AS_USE_ARGUMENT on, an argument; or:
} AsUse;

#define AS_USE_ARGUMENT 1000000
#define AS_USE_NODE (-1)

typedef struct AsFlowNode {
  uint64_t kind; ///< Hash of name, attributes and types. Values of constants do
                 ///< not count, nor do names of symbols.
  uint64_t label;            ///< The same with the values of constants.
  uint64_t place;            ///< Hash of the location; 0 if it is not known.
  int32_t firstUse, numUses; ///< In `uses` of the graph, in the order of the
                             ///< operands.
} AsFlowNode;

/// Zero-initialise; free with asDataflowFree.
typedef struct AsDataflow {
  AsFlowNode *nodes;
  int32_t numNodes, nodeCapacity;
  AsUse *uses;
  int32_t numUses, useCapacity;
} AsDataflow;

void asDataflowFree(AsDataflow *graph);

/// Adds a node without uses; returns its number.
int32_t asDataflowAddNode(AsDataflow *graph, uint64_t kind, uint64_t label,
                          uint64_t place);

/// Adds an operand to the node that was begun last: uses of a node lie side by
/// side.
void asDataflowAddUse(AsDataflow *graph, int32_t node, AsUse use);

#endif // AS_ORIGIN_DATAFLOW_H
