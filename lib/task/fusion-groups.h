//===- fusion-groups.h - Fusion groups: which operations become one task
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to lib/task: divides the operations of a block into groups, each of
// which becomes a task, or is split into tasks (dynamic/split-dynamic.h).
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_FUSION_GROUPS_H
#define AS_TASK_FUSION_GROUPS_H

#include "ir/ir.h"

/// The kind of an operation, by which it is grouped.
typedef enum AsNodeKind {
  AS_NODE_FOREIGN,     ///< Not supported; is in no group.
  AS_NODE_CHEAP,       ///< tensor.empty, a constant, a fill: cloned.
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
  int group; ///< -1 if in none.
  /// It is computed from weights alone, so once; it joins only operations of
  /// the same sort.
  bool isFixed;
  int numDims; ///< Loops, and their extents.
  int64_t extent[16];
  int numParallel;    ///< Leading parallel loops (all of them if elementwise).
  bool isDynamic;     ///< A size of a tensor is known at run time only.
  bool sumsDynamic;   ///< So is the extent of a loop that it reduces.
  const char *whyNot; ///< Of linalg and pads in no task: why, what to do.
} AsNode;

/// Operations of a group, without cheap ones and pieces of a concatenation.
#define AS_MAX_TASK_OPERATIONS 64

/// Of a pad that rounds sizes up (round-attention.h): it stays a copy.
#define AS_ROUNDS_ATTRIBUTE "as.rounds"

typedef struct AsNodeKey AsNodeKey;

typedef struct AsBlockGroups {
  AsNode *nodes; ///< One for each operation of the block, in order.
  int numNodes;
  int numGroups;
  AsNodeKey *keys; ///< Finds the node of an operation.
} AsBlockGroups;

// classify-node.c

/// Sets the kind, the loops and `whyNot` of a node that has its operation.
void asNodeClassify(AsNode *node);

/// Whether the operation is a tensor.empty, a constant or a fill. It costs so
/// little that each task gets its own copy.
bool asIsCheap(MlirOperation op);

/// The loop that index `r` of a linalg operation's operand is; -1 if it is
/// something else.
int asNodeLoop(const AsNode *node, intptr_t operand, intptr_t r);

/// How many indices the operand has.
int asNodeRank(const AsNode *node, intptr_t operand);

/// The loop along which the operand is contiguous; -1 for none.
int asNodeLastLoop(const AsNode *node, intptr_t operand);

// fusion-groups.c

/// Which operations of a block are divided, and for what.
typedef enum AsGrouping {
  AS_GROUP_DYNAMIC, ///< Those with a dynamic shape.
  AS_GROUP_STATIC,  ///< Those whose shapes are static.
  AS_GROUP_FOR_CPU  ///< The same, with groups that only CPUs have rules for.
} AsGrouping;

/// Divides those operations of `block` into groups; the others are foreign.
/// Free with asBlockGroupsFree.
AsBlockGroups asBlockGroups(MlirBlock block, AsGrouping grouping);
void asBlockGroupsFree(AsBlockGroups *groups);

/// Calls `visit` for each block in the control flow of `block`, where there may
/// be groups of their own; not for those in these.
typedef void (*AsInnerBlockVisitor)(MlirBlock inner, void *context);
void asVisitInnerBlocks(MlirBlock block, AsInnerBlockVisitor visit,
                        void *context);

/// Makes nodes findable by their operations, which keep their addresses.
void asGroupIndexNodes(AsBlockGroups *groups);

/// The members of a group in the order of the program, as many as `count` says.
/// The caller frees the array.
MlirOperation *asGroupMembers(const AsBlockGroups *groups, int group,
                              int *count);

/// The node of the operation; -1 if it is not in the block.
int asGroupNode(const AsBlockGroups *groups, MlirOperation op);

/// The node that computes operand `i`; -1 if it is not in the block.
int asGroupProducer(const AsBlockGroups *groups, const AsNode *node,
                    intptr_t i);

/// The only node that uses the results of this one; -1 if there are others, or
/// users outside of the block.
int asGroupOnlyUser(const AsBlockGroups *groups, const AsNode *node);

/// Whether the shape of the result equals the loops of the elementwise
/// consumer.
bool asNodeFits(const AsNode *producer, const AsNode *consumer);

// depthwise-feed.c

/// Whether the node is a product over the channels of each pixel that keeps the
/// dimensions of the image: a contraction with 4 parallel loops and one
/// reduction.
bool asIsPixelProduct(const AsNode *node);

/// Whether the only user of the node, through elementwise ones, is a pad in
/// front of a depthwise convolution.
bool asFeedsDepthwise(const AsBlockGroups *groups, const AsNode *node);

/// Whether an operand of the elementwise node is computed by such a product,
/// through elementwise nodes of the same shape.
bool asFollowsPixels(const AsBlockGroups *groups, const AsNode *node);

#endif // AS_TASK_FUSION_GROUPS_H
