//===- nchw-to-nhwc.c - Channels last
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Importers from PyTorch write images as NCHW. Lanes of a vector then are
// pixels, of which a row has few, and no whole number of vectors; neighbours
// are apart at strides other than one. With the channels last (NHWC) lanes are
// channels, for depthwise convolutions and pooling too. So a network of
// convolutions is turned as a whole: filters are constant, and turned once;
// images are where they enter and leave. That pays where there are many layers
// to an image that is turned, and is left alone where not: the rules channels
// and pixels schedule what remains. Sums are taken in another order, so it is
// not for --fp=strict.
//
//===----------------------------------------------------------------------===//

#include "graph/layout/nhwc-ops.h"
#include "graph/prepare-module.h"
#include "ir/invariant-values.h"
#include "support/arena.h"
#include <stdlib.h>

/// A network: what is turned of a function.
typedef struct Network {
  MlirOperation *ops; ///< In order; owned.
  int count, capacity;
  AsIrMap images;     ///< Their results; to themselves, while they are found.
  int numWindowed;    ///< Convolutions and pooling.
  int numConversions; ///< Images that enter or leave.
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
      !asImageIsFlat(mlirValueGetType(image)) && !asIrIsFixed(image);
}

/// Whether something outside of the network reads the value.
static bool leaves(const Network *network, MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!isIn(network, mlirOpOperandGetOwner(use)))
      return true;
  return false;
}

static void findNetwork(MlirOperation function, Network *network) {
  MlirOperation op = mlirBlockGetFirstOperation(asIrBody(function));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    bool isWindowed = asImageIsWindowed(op);
    if (!isWindowed && !asImageCanFollow(op, &network->images))
      continue;
    addOperation(network, op);
    network->numWindowed += isWindowed;
    asImageVisitOperands(op, noteEntering, network);
    MlirValue result = mlirOperationGetResult(op, 0);
    asIrMapAdd(&network->images, result, result);
  }
  for (int i = 0; i < network->count; i++) {
    MlirValue result = mlirOperationGetResult(network->ops[i], 0);
    network->numConversions +=
        leaves(network, result) && !asImageIsFlat(mlirValueGetType(result));
  }
}

static void turnNetwork(Network *network) {
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
    // Those within the network are gone by now.
    if (!mlirOpOperandIsNull(mlirValueGetFirstUse(result))) {
      MlirValue turned =
          network->images.to[asIrMapFind(&network->images, result)];
      mlirValueReplaceAllUsesOfWith(
          result, asImageToNchw(op, turned, mlirValueGetType(result)));
    }
    mlirOperationDestroy(op);
  }
}

static void turnFunction(MlirOperation function, void *context) {
  /// What a conversion costs, in layers that gain by it.
  enum { layersPerConversion = 2 };
  if (mlirBlockIsNull(asIrBody(function)))
    return;
  Network network = {0};
  findNetwork(function, &network);
  if (network.numWindowed > layersPerConversion * network.numConversions) {
    turnNetwork(&network);
    *(bool *)context = true;
  }
  free(network.ops);
  asIrMapFree(&network.images);
}

AsStatus asGraphNchwToNhwc(MlirModule module, AsError *error) {
  bool changed = false;
  asIrVisitFunctions(module, turnFunction, &changed);
  return changed
             ? asIrRunPipeline(mlirModuleGetOperation(module),
                               "builtin.module(canonicalize,cse)", true, error)
             : AS_OK;
}
