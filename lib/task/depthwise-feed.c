//===- depthwise-feed.c - Producers of the image of a depthwise convolution
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recognises the product that computes the image of a depthwise convolution,
// and the epilogue between them. See fusion-groups.h.
//
//===----------------------------------------------------------------------===//

#include "mlir-c/Dialect/Linalg.h"
#include "task/fusion-groups.h"

bool asIsPixelProduct(const AsNode *node) {
  enum { imageLoops = 4 };
  return node->kind == AS_NODE_HEAVY &&
         asIrIsNamed(node->op, "linalg.generic") &&
         mlirLinalgIsAContractionOp(node->op) &&
         node->numParallel == imageLoops && node->numDims == imageLoops + 1;
}

bool asFeedsDepthwise(const AsBlockGroups *groups, const AsNode *node) {
  int u = asGroupOnlyUser(groups, node);
  if (u < 0)
    return false;
  const AsNode *user = &groups->nodes[u];
  if (user->kind == AS_NODE_ELEMENTWISE)
    return asNodeFits(node, user) && asFeedsDepthwise(groups, user);
  int reader = user->kind == AS_NODE_PAD ? asGroupOnlyUser(groups, user) : -1;
  return reader >= 0 && asIrIsNamed(groups->nodes[reader].op,
                                    "linalg.depthwise_conv_2d_nhwc_hwc");
}

bool asFollowsPixels(const AsBlockGroups *groups, const AsNode *node) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(node->op); i++) {
    int p = asGroupProducer(groups, node, i);
    if (p < 0 || asGroupOnlyUser(groups, &groups->nodes[p]) !=
                     (int)(node - groups->nodes))
      continue;
    const AsNode *producer = &groups->nodes[p];
    if (asIsPixelProduct(producer) || (producer->kind == AS_NODE_ELEMENTWISE &&
                                       asFollowsPixels(groups, producer)))
      return asNodeFits(producer, node);
  }
  return false;
}
