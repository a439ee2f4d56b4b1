//===- attention-group.h - Attention as one group
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to lib/task: recognises a product of weights that are a softmax of
// another product.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_ATTENTION_GROUP_H
#define AS_TASK_ATTENTION_GROUP_H

#include "task/fusion-groups.h"

/// Finds what belongs to the attention whose last product, or what is
/// elementwise behind that, is the node `root`: sets `isMember`, which has an
/// element for each node and is all false, for `root`, the product of the
/// scores, and what is between them. False, without setting any, where `root`
/// ends no attention.
bool asFindAttention(const AsBlockGroups *groups, int root, bool *isMember);

/// Which operand of the last product are the weights, or -1.
int asAttentionWeights(const AsBlockGroups *groups, int product);

/// The loop of the last product of attention over the rows of a head, and that
/// over the keys; -1 for none.
int asAttentionRowLoop(MlirOperation product);
int asAttentionKeyLoop(MlirOperation product);

/// How many rows of a head, which is what shares keys and values, the last
/// product of attention has.
int64_t asAttentionRows(MlirOperation product);

/// The first and the last product of attention.
typedef struct AsAttentionPair {
  MlirOperation scores, product;
} AsAttentionPair;

/// Sets for each pair, all of one block, whether the two products are in one
/// group on CPUs. Whoever asks for many asks once: the block is divided into
/// groups each time.
void asAreGroups(const AsAttentionPair *pairs, int count, bool *areGroups);

/// The same of a single pair.
bool asAreOneGroup(MlirOperation one, MlirOperation other);

#endif // AS_TASK_ATTENTION_GROUP_H
