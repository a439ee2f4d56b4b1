//===- prepare-attention.c - Bring attention to the form that rules take
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See prepare-attention.h. Runs when all other rewrites of the module have.
//
//   1. Its products start from tensors of their own (attention-fills.c).
//   2. f16 and bf16 are converted before (widen-attention.c), or keys of bf16
//      turned (turn-attention-keys.c).
//   3. Sizes are rounded up to whole vectors (round-attention.c).
//   4. The quotients of the weights go behind the last product
//      (attention-quotients.c).
//   5. A last product that weights would become part of gets a name
//      (name-attention-product.c).
//
//===----------------------------------------------------------------------===//

#include "task/prepare-attention.h"
#include "support/arena.h"
#include "task/attention-fills.h"
#include "task/attention-quotients.h"
#include "task/attention-search.h"
#include "task/name-attention-product.h"
#include "task/round-attention.h"
#include "task/turn-attention-keys.h"
#include "task/widen-attention.h"
#include <stdlib.h>

/// Lists what may be attention in the block; returns how many.
static int list(MlirBlock block, AsAttentionPair **found) {
  AsAttentionSearch search = asAttentionSearch(block, AS_GROUP_STATIC);
  const AsNode *nodes = search.groups.nodes;
  int count = 0;
  *found = asAlloc(sizeof **found * (size_t)(search.groups.numNodes + 1));
  for (int i = 0; i < search.groups.numNodes; i++)
    for (int m = 0, isFound = asAttentionEndsAt(&search, i); isFound && m < i;
         m++)
      if (search.isMember[m] && nodes[m].kind == AS_NODE_HEAVY)
        (*found)[count++] = (AsAttentionPair){nodes[m].op, nodes[i].op};
  asAttentionSearchFree(&search);
  return count;
}

static void prepareBlock(MlirBlock block, bool sumsBf16, int64_t lanes) {
  AsAttentionPair *found;
  int count = list(block, &found);
  for (int f = 0; f < count; f++)
    asFillApart(found[f].product, found[f].scores);
  asWidenAttention(found, count, !sumsBf16);
  for (int f = 0; f < count && sumsBf16; f++)
    asTurnAttentionKeys(found[f].product, found[f].scores);
  free(found);
  if (!count)
    return;
  asRoundAttention(block, lanes);
  count = list(block, &found);
  asDivideAfterAttention(found, count);
  asNameAttentionProducts(found, count);
  free(found);
}

typedef struct Blocks {
  MlirBlock *list;
  int size;
} Blocks;

static MlirWalkResult listBlocks(MlirOperation op, void *context) {
  Blocks *blocks = context;
  if (asIrHasPrefix(op, "linalg.") || asIrHasPrefix(op, "tensor.") ||
      asIrIsForeign(op))
    return MlirWalkResultSkip;
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block)) {
      blocks->list = asRealloc(blocks->list, sizeof *blocks->list *
                                                 (size_t)(blocks->size + 1));
      blocks->list[blocks->size++] = block;
    }
  return MlirWalkResultAdvance;
}

static void listFunction(MlirOperation function, void *context) {
  mlirOperationWalk(function, listBlocks, context, MlirWalkPreOrder);
}

void asPrepareAttention(MlirModule module, bool sumsBf16, int64_t lanes) {
  Blocks blocks = {0};
  asIrVisitFunctions(module, listFunction, &blocks);
  for (int b = 0; b < blocks.size; b++)
    prepareBlock(blocks.list[b], sumsBf16, lanes);
  free(blocks.list);
}
