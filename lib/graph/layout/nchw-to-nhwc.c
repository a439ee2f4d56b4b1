//===- nchw-to-nhwc.c - Convert NCHW networks to NHWC
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites convolutions and pooling in NCHW with constant filters, and the
// operations on images between them, to NHWC.
//
// Importers from PyTorch write NCHW. There the lanes of a vector are the pixels
// of a row, which has few, and strided convolutions read them with gaps. In
// NHWC lanes are channels, for depthwise convolutions and pooling too. All such
// operations of a function, or of a loop over images, are converted together;
// constant filters are transposed once, images where they enter and leave. An
// image that is the transpose of an NHWC one enters without, and one of which
// only the transpose to NHWC is read leaves without, as those around a layer
// norm do. A function is converted if it has more than two windowed layers, of
// more than one channel, for each image that is transposed; the rules channels
// and pixels schedule the others. All sizes but the number of channels may be
// dynamic. Sums are reordered, so the pass is not run with --fp=strict.
//
// Requires:    linalg on tensors.
// Provides:    functions and loops with many NCHW convolutions compute in NHWC.
// Invalidates: nothing.
//
//   %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x3x18x18xf32>,
//       tensor<16x3x3x3xf32>) outs(%z : tensor<1x16x16x16xf32>) ...
// becomes
//   %a = linalg.transpose ins(%x : ...) ... permutation = [0, 2, 3, 1]
//   %b = linalg.transpose ins(%w : ...) ... permutation = [2, 3, 1, 0]
//   %1 = linalg.conv_2d_nhwc_hwcf ins(%a, %b : tensor<1x18x18x3xf32>,
//       tensor<3x3x3x16xf32>) outs(%y : tensor<1x16x16x16xf32>) ...
//   %0 = linalg.transpose ins(%1 : ...) ... permutation = [0, 3, 1, 2]
//
//===----------------------------------------------------------------------===//

#include "graph/graph-passes.h"
#include "graph/layout/nhwc-ops.h"
#include "ir/invariant-values.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>

/// The operations of a function that are converted.
typedef struct Network {
  MlirOperation *ops; ///< In order; owned.
  int count, capacity;
  AsIrMap images;     ///< NCHW to NHWC; to themselves until they are converted.
  int numWindowed;    ///< Convolutions and pooling, to more than one channel.
  int numConversions; ///< Images that are transposed as they enter or leave.
} Network;

static void addOperation(Network *network, MlirOperation op) {
  if (network->count == network->capacity) {
    network->capacity = network->capacity ? 2 * network->capacity : 64;
    network->ops = asRealloc(network->ops,
                             sizeof *network->ops * (size_t)network->capacity);
  }
  network->ops[network->count++] = op;
}

static bool isIn(const Network *network, MlirOperation op) {
  for (int i = network->count - 1; i >= 0; i--)
    if (mlirOperationEqual(network->ops[i], op))
      return true;
  return false;
}

static void noteEntering(MlirValue image, void *context) {
  Network *network = context;
  if (asIrMapFind(&network->images, image) >= 0)
    return;
  asIrMapAdd(&network->images, image, image);
  network->numConversions +=
      !asImageNeedsNoTranspose(mlirValueGetType(image)) &&
      !asIrIsFixed(image) && !asImageIsTransposed(image);
}

/// Whether something outside of the network reads the value, in NCHW. Its sizes
/// are known without a transpose.
static bool leaves(const Network *network, MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!isIn(network, user) && !asImageIsReadAsNhwc(use) &&
        !asIrIsNamed(user, "tensor.dim"))
      return true;
  }
  return false;
}

/// Whether NHWC has lanes for the result: an image of one channel has its
/// pixels beside each other in NCHW as well, and only there they are lanes.
static bool hasChannels(MlirOperation op) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  return mlirShapedTypeGetDimSize(type, 1) != 1;
}

static void findNetwork(MlirBlock block, Network *network) {
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    bool isWindowed = asImageIsWindowed(op);
    if (!isWindowed && !asImageCanFollow(op, &network->images))
      continue;
    addOperation(network, op);
    network->numWindowed += isWindowed && hasChannels(op);
    asImageVisitOperands(op, noteEntering, network);
    MlirValue result = mlirOperationGetResult(op, 0);
    asIrMapAdd(&network->images, result, result);
  }
  for (int i = 0; i < network->count; i++) {
    MlirValue result = mlirOperationGetResult(network->ops[i], 0);
    network->numConversions +=
        leaves(network, result) &&
        !asImageNeedsNoTranspose(mlirValueGetType(result));
  }
}

/// Has what reads the NCHW image so that it becomes NHWC read that.
static void readNhwc(MlirValue image, MlirValue nhwc) {
  MlirOpOperand use = mlirValueGetFirstUse(image);
  while (!mlirOpOperandIsNull(use)) {
    bool is = asImageIsReadAsNhwc(use);
    if (is)
      asImageReadNhwc(use, nhwc);
    use = is ? mlirValueGetFirstUse(image) : mlirOpOperandGetNextUse(use);
  }
}

static void convertNetwork(Network *network) {
  asIrMapFree(&network->images);
  network->images = (AsIrMap){0};
  for (int i = 0; i < network->count; i++) {
    MlirOperation op = network->ops[i];
    asIrMapAdd(&network->images, mlirOperationGetResult(op, 0),
               asImageToNhwc(op, &network->images));
  }
  for (int i = network->count - 1; i >= 0; i--) {
    MlirOperation op = network->ops[i];
    MlirValue result = mlirOperationGetResult(op, 0);
    MlirValue nhwc = network->images.to[asIrMapFind(&network->images, result)];
    // Users within the network are destroyed by now.
    readNhwc(result, nhwc);
    if (!mlirOpOperandIsNull(mlirValueGetFirstUse(result))) {
      mlirValueReplaceAllUsesOfWith(
          result, asImageToNchw(op, nhwc, mlirValueGetType(result)));
    }
    mlirOperationDestroy(op);
  }
}

static MlirWalkResult convertBody(MlirOperation op, void *context) {
  /// A transposed image costs as much as this many layers gain.
  enum { layersPerConversion = 2 };
  if ((!asIrIsNamed(op, "func.func") && !asIrIsNamed(op, "scf.for")) ||
      mlirBlockIsNull(asIrBody(op)))
    return MlirWalkResultAdvance;
  Network network = {0};
  findNetwork(asIrBody(op), &network);
  if (network.numWindowed > layersPerConversion * network.numConversions) {
    convertNetwork(&network);
    *(bool *)context = true;
  }
  free(network.ops);
  asIrMapFree(&network.images);
  return MlirWalkResultAdvance;
}

static void convertFunction(MlirOperation function, void *context) {
  mlirOperationWalk(function, convertBody, context, MlirWalkPreOrder);
}

AsStatus asGraphNchwToNhwc(MlirModule module, AsError *error) {
  bool changed = false;
  asIrVisitFunctions(module, convertFunction, &changed);
  return changed
             ? asIrRunPipeline(mlirModuleGetOperation(module),
                               "builtin.module(canonicalize,cse)", true, error)
             : AS_OK;
}
