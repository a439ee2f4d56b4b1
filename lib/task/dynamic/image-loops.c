//===- image-loops.c - Networks for several images, one image at a time
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layer by layer, what a network hands on for eight images is written to memory
// and read from there, where that for one image would stay in the caches. So
// layers whose number of images is static share a loop as well, as those with
// any number do (shared-loops.h):
//
//   %a = linalg.conv_2d_nhwc_hwcf ... -> tensor<8x112x112x96xf32>
//   %b = linalg.depthwise_conv_2d_nhwc_hwc ins(%a, %v : ...) ...
// becomes
//   %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %empty) {
//     %s = tensor.extract_slice %x[%i, 0, 0, 0] [1, 112, 112, 16] [1, 1, 1, 1]
//     %a = linalg.conv_2d_nhwc_hwcf ... -> tensor<1x112x112x96xf32>
//     %b = linalg.depthwise_conv_2d_nhwc_hwc ins(%a, %v : ...) ...
//     tensor.insert_slice %b into %t[%i, 0, 0, 0] ...
//   }
//
// A loop reads the weights once for each image. A layer is in one if
//
//   - its weights have fewer elements than what it reads and writes of an
//     image, as in the first layers of a network, which have large images;
//   - one image is work enough for a task.
//
// A loop has a convolution, and hands on more than the second cache keeps for
// all images. These limits do not depend on the target, since a schedule is for
// tasks that have to be found again.
//
// Requires:    linalg on tensors, with the channels last; biases are added
//              behind convolutions.
// Provides:    nothing.
// Invalidates: images in the loops have a unit dimension to drop.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/image-loops.h"
#include "ir/memref.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include "support/arena.h"
#include "task/dynamic/class-slice.h"
#include "task/dynamic/shared-loops.h"
#include "task/task.h"
#include <stdlib.h>

static const double leastWork = 32768; // Iterations that are worth a call.
static const int64_t cacheBytes = (int64_t)1 << 20;

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

/// Whether the layer is worth a loop over single images; an AsHasOnes.
static bool takesImages(const AsGroupLoops *loops, void *context) {
  (void)context;
  AsClassSlice image = asClassSlice(loops, 0);
  return image.iterations >= leastWork && asReadsMostlyOwn(&image);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Whether the groups whose loop is that of `group` have a convolution.
static bool hasConvolution(const AsBlockGroups *groups, const int *to,
                           int group) {
  bool has = false;
  for (int i = 0; i < groups->numNodes && !has; i++) {
    const AsNode *node = &groups->nodes[i];
    has = node->group >= 0 && to[node->group] == group &&
          asIrHasPrefix(node->op, "linalg.") &&
          mlirLinalgIsAConvolutionOp(node->op);
  }
  return has;
}

/// The most bytes that one of them hands on to another, of all images.
static int64_t bytesBetween(const AsBlockGroups *groups, const int *to,
                            int group) {
  int64_t most = 0;
  for (int i = 0; i < groups->numNodes; i++) {
    const AsNode *node = &groups->nodes[i];
    if (node->group < 0 || node->group == group || to[node->group] != group)
      continue;
    MlirType type = mlirValueGetType(mlirOperationGetResult(node->op, 0));
    int64_t bytes = asIrShapedBytes(type);
    most = bytes > most ? bytes : most;
  }
  return most;
}

static void splitBlock(MlirBlock block, bool *changed) {
  AsBlockGroups groups = asBlockGroups(block, AS_GROUP_STATIC);
  int *to = asAlloc(sizeof *to * (size_t)(groups.numGroups + 1));
  asShareLoops(&groups, takesImages, NULL, to);
  for (int g = 0; g < groups.numGroups; g++)
    if (to[g] == g && hasConvolution(&groups, to, g) &&
        bytesBetween(&groups, to, g) > cacheBytes)
      *changed |= asSplitShared(&groups, to, g);
  free(to);
  asBlockGroupsFree(&groups);
}

typedef struct Splitter {
  bool changed;
  AsStatus status;
  AsError *error;
} Splitter;

static void splitFunction(MlirOperation function, void *context) {
  Splitter *splitter = context;
  if (splitter->status || asTaskIsScheduled(function))
    return;
  MlirRegion region = mlirOperationGetRegion(function, 0);
  bool changed = false;
  for (MlirBlock block = mlirRegionGetFirstBlock(region);
       !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
    splitBlock(block, &changed);
  if (changed) // Fills that nothing uses any more.
    splitter->status =
        asIrRunPipeline(function, "func.func(cse)", true, splitter->error);
  splitter->changed |= changed;
}

AsStatus asSplitImages(MlirModule module, bool *changed, AsError *error) {
  Splitter splitter = {.error = error};
  asIrVisitFunctions(module, splitFunction, &splitter);
  *changed = splitter.changed;
  return splitter.status;
}
