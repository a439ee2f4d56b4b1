//===- attention-search.h - Find attention in a block
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_ATTENTION_SEARCH_H
#define AS_TASK_ATTENTION_SEARCH_H

#include "task/fusion-groups.h"

/// The operations of a block, of which none is in a group, and those that
/// belong to the attention that was found last.
typedef struct AsAttentionSearch {
  AsBlockGroups groups;
  bool *isMember; ///< Owned; an element for each node.
} AsAttentionSearch;

/// Looks at the operations that `grouping` divides. Free with
/// asAttentionSearchFree.
AsAttentionSearch asAttentionSearch(MlirBlock block, AsGrouping grouping);
void asAttentionSearchFree(AsAttentionSearch *search);

/// Whether attention ends with the product that the node is: then its
/// operations are members.
bool asAttentionEndsAt(const AsAttentionSearch *search, int node);

#endif // AS_TASK_ATTENTION_SEARCH_H
