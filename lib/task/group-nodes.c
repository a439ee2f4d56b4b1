//===- group-nodes.c - The nodes of a block, by their operations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What fusion-groups.c asks to divide a block, and what others ask of its
// groups: who computes an operand, who uses a result, who is in a group.
//
//===----------------------------------------------------------------------===//

#include "support/arena.h"
#include "task/fusion-groups.h"
#include <stdlib.h>

struct AsNodeKey {
  uintptr_t op;
  int node;
};

static int byOperation(const void *left, const void *right) {
  const AsNodeKey *a = left, *b = right;
  return (a->op > b->op) - (a->op < b->op);
}

void asGroupIndexNodes(AsBlockGroups *groups) {
  groups->keys = asAlloc(sizeof *groups->keys * (size_t)(groups->numNodes + 1));
  for (int i = 0; i < groups->numNodes; i++)
    groups->keys[i] = (AsNodeKey){(uintptr_t)groups->nodes[i].op.ptr, i};
  qsort(groups->keys, (size_t)groups->numNodes, sizeof *groups->keys,
        byOperation);
}

int asGroupNode(const AsBlockGroups *groups, MlirOperation op) {
  AsNodeKey wanted = {(uintptr_t)op.ptr, 0};
  const AsNodeKey *key =
      bsearch(&wanted, groups->keys, (size_t)groups->numNodes,
              sizeof *groups->keys, byOperation);
  return key ? key->node : -1;
}

int asGroupProducer(const AsBlockGroups *groups, const AsNode *node,
                    intptr_t i) {
  MlirValue value = mlirOperationGetOperand(node->op, i);
  if (!mlirValueIsAOpResult(value))
    return -1;
  return asGroupNode(groups, mlirOpResultGetOwner(value));
}

int asGroupOnlyUser(const AsBlockGroups *groups, const AsNode *node) {
  int only = -1;
  for (intptr_t r = 0; r < mlirOperationGetNumResults(node->op); r++)
    for (MlirOpOperand use =
             mlirValueGetFirstUse(mlirOperationGetResult(node->op, r));
         !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
      int user = asGroupNode(groups, mlirOpOperandGetOwner(use));
      if (user < 0 || (only >= 0 && only != user))
        return -1;
      only = user;
    }
  return only;
}

MlirOperation *asGroupMembers(const AsBlockGroups *groups, int group,
                              int *count) {
  MlirOperation *members =
      asAlloc(sizeof *members * (size_t)(groups->numNodes + 1));
  *count = 0;
  for (int i = 0; i < groups->numNodes; i++)
    if (groups->nodes[i].group == group)
      members[(*count)++] = groups->nodes[i].op;
  return members;
}

void asVisitInnerBlocks(MlirBlock block, AsInnerBlockVisitor visit,
                        void *context) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (asIrHasPrefix(op, "linalg.") || asIrHasPrefix(op, "tensor.") ||
        asIrIsForeign(op))
      continue;
    for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++)
      for (MlirBlock inner =
               mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
           !mlirBlockIsNull(inner); inner = mlirBlockGetNextInRegion(inner))
        visit(inner, context);
  }
}
