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

/// The products of attention.
typedef struct Found {
  MlirOperation product, scores;
} Found;

/// Lists what may be attention in the block; returns how many.
static int list(MlirBlock block, Found **found) {
  AsAttentionSearch search = asAttentionSearch(block, AS_GROUP_STATIC);
  const AsNode *nodes = search.groups.nodes;
  int count = 0;
  *found = asAlloc(sizeof **found * (size_t)(search.groups.numNodes + 1));
  for (int i = 0; i < search.groups.numNodes; i++)
    for (int m = 0, isFound = asAttentionEndsAt(&search, i); isFound && m < i;
         m++)
      if (search.isMember[m] && nodes[m].kind == AS_NODE_HEAVY)
        (*found)[count++] = (Found){nodes[i].op, nodes[m].op};
  asAttentionSearchFree(&search);
  return count;
}

/// Rounds the sizes of the next attention in the block that needs it.
static bool roundNext(MlirBlock block) {
  AsAttentionSearch search = asAttentionSearch(block, AS_GROUP_STATIC);
  bool isRounded = false;
  for (int i = 0; i < search.groups.numNodes && !isRounded; i++)
    isRounded = asAttentionEndsAt(&search, i) &&
                asRoundAttention(&search.groups, search.isMember, i);
  asAttentionSearchFree(&search);
  return isRounded;
}

static void prepareBlock(MlirBlock block, bool sumsBf16) {
  Found *found;
  int count = list(block, &found);
  for (int f = 0; f < count; f++) {
    asFillApart(found[f].product, found[f].scores);
    asWidenAttention(found[f].product, found[f].scores, !sumsBf16);
    if (sumsBf16)
      asTurnAttentionKeys(found[f].product, found[f].scores);
  }
  free(found);
  while (count && roundNext(block))
    ;
  if (!count)
    return;
  count = list(block, &found);
  for (int f = 0; f < count; f++)
    asDivideAfterAttention(found[f].product, found[f].scores);
  for (int f = 0; f < count; f++)
    asNameAttentionProduct(found[f].product, found[f].scores);
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

void asPrepareAttention(MlirModule module, bool sumsBf16) {
  Blocks blocks = {0};
  asIrVisitFunctions(module, listFunction, &blocks);
  for (int b = 0; b < blocks.size; b++)
    prepareBlock(blocks.list[b], sumsBf16);
  free(blocks.list);
}
