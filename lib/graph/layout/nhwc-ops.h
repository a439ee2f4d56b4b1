//===- nhwc-ops.h - Operations on images, with the channels last
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An image is a tensor of batch, channels, height and width, in this order
// (NCHW). What is computed of images can be computed of the same images with
// the channels last (NHWC), an operation at a time: to turn an operation is to
// make that other one.
//
//===----------------------------------------------------------------------===//

#ifndef AS_GRAPH_LAYOUT_NHWC_OPS_H
#define AS_GRAPH_LAYOUT_NHWC_OPS_H

#include "ir/ir-mapping.h"

/// Whether the operation moves a window over images: a convolution with weights
/// that are the same in every run, or pooling. It can be turned.
bool asImageIsWindowed(MlirOperation op);

/// Whether another operation can be turned: one that reads some of `images`, or
/// pads what a window moves over.
bool asImageCanFollow(MlirOperation op, const AsIrMap *images);

/// Calls `visit` for each operand that is an image to the operation.
typedef void (*AsImageVisitor)(MlirValue image, void *context);
void asImageVisitOperands(MlirOperation op, AsImageVisitor visit,
                          void *context);

/// Makes the operation on turned images before `op`; its result. `images` has
/// what was turned already; what it lacks is turned, and added.
MlirValue asImageToNhwc(MlirOperation op, AsIrMap *images);

/// Whether only the type changes when the image is turned: nothing is moved.
bool asImageIsFlat(MlirType type);

/// The image of `type` of which `turned` has the channels last, made before
/// `next`.
MlirValue asImageToNchw(MlirOperation next, MlirValue turned, MlirType type);

#endif // AS_GRAPH_LAYOUT_NHWC_OPS_H
