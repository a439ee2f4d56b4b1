//===- attention-search.c - Find attention in a block
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites that make attention fit for rules look for it before operations are
// grouped: what is in a group already could not become a member.
//
//===----------------------------------------------------------------------===//

#include "task/attention-search.h"
#include "support/arena.h"
#include "task/attention-group.h"
#include <stdlib.h>
#include <string.h>

AsAttentionSearch asAttentionSearch(MlirBlock block, AsGrouping grouping) {
  AsAttentionSearch search = {.groups = asBlockGroups(block, grouping)};
  AsBlockGroups *groups = &search.groups;
  search.isMember =
      asAlloc(sizeof *search.isMember * (size_t)(groups->numNodes + 1));
  for (int i = 0; i < groups->numNodes; i++)
    groups->nodes[i].group = -1;
  return search;
}

void asAttentionSearchFree(AsAttentionSearch *search) {
  free(search->isMember);
  asBlockGroupsFree(&search->groups);
}

bool asAttentionEndsAt(const AsAttentionSearch *search, int node) {
  const AsBlockGroups *groups = &search->groups;
  memset(search->isMember, 0,
         sizeof *search->isMember * (size_t)groups->numNodes);
  return groups->nodes[node].kind == AS_NODE_HEAVY &&
         asFindAttention(groups, node, search->isMember);
}
