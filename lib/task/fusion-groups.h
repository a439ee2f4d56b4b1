//===- fusion-groups.h - Which operations belong together
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The private half of extraction: the operations of one block, sorted into
// groups, each of which will be a task.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_FUSION_GROUPS_H
#define AS_TASK_FUSION_GROUPS_H

#include "ir/ir.h"

/// What an operation is to the grouping.
typedef enum AsNodeKind {
  AS_NODE_FOREIGN,     ///< No tensor operation of ours; ends every group.
  AS_NODE_CHEAP,       ///< tensor.empty, a constant, a fill: cloned at will.
  AS_NODE_ELEMENTWISE, ///< All loops parallel, identity result.
  AS_NODE_REDUCTION,   ///< Reduces trailing loops.
  AS_NODE_HEAVY,       ///< Contraction, convolution, pooling.
  AS_NODE_PAD,         ///< tensor.pad.
  AS_NODE_INSERT,      ///< tensor.insert_slice.
  AS_NODE_NEST, ///< A loop nest over memrefs (ir/nest-schedule.h): a task too.
  AS_NODE_LONE, ///< Any other structured operation: a task of its own.
} AsNodeKind;

typedef struct AsNode {
  MlirOperation op;
  AsNodeKind kind;
  int group; ///< -1 while in none.
  /// Weights determine it: computed once, so alone with its like.
  bool isFixed;
  int numDims; ///< Loops, and their extents.
  int64_t extent[16];
  int numParallel;    ///< Leading parallel loops (all of them if elementwise).
  const char *whyNot; ///< For a FOREIGN linalg operation: what is unsupported.
} AsNode;

typedef struct AsBlockGroups {
  AsNode *nodes; ///< One for each operation of the block, in order.
  int numNodes;
  int numGroups;
} AsBlockGroups;

/// tensor.empty, a constant, a fill: whether the operation costs so little that
/// every task has its own.
bool asIsCheap(MlirOperation op);

/// Sorts the operations of `block` into groups. Free with asBlockGroupsFree.
AsBlockGroups asBlockGroups(MlirBlock block);
void asBlockGroupsFree(AsBlockGroups *groups);

/// The node that computes operand `i`, or -1 for one from elsewhere.
int asGroupProducer(const AsBlockGroups *groups, const AsNode *node,
                    intptr_t i);

/// The only node that uses results of this one, or -1 where there are others.
int asGroupOnlyUser(const AsBlockGroups *groups, const AsNode *node);

/// The shape of the result equals the loops of the elementwise consumer.
bool asNodeFits(const AsNode *producer, const AsNode *consumer);

// depthwise-feed.c

/// A sum over the channels of each pixel, with the image's dimensions apart.
bool asIsPixelProduct(const AsNode *node);

/// Whether nobody needs the node but a depthwise convolution, behind a pad.
bool asFeedsDepthwise(const AsBlockGroups *groups, const AsNode *node);

/// Whether the elementwise node is computed from such a product alone of what
/// is as large.
bool asFollowsPixels(const AsBlockGroups *groups, const AsNode *node);

#endif // AS_TASK_FUSION_GROUPS_H
