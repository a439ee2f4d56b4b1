//===- nhwc-ops.h - Build NHWC versions of NCHW operations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An image is a tensor of batch, channels, height and width (NCHW). These
// functions find operations on images that can be computed in NHWC, and build
// the NHWC operation.
//
//===----------------------------------------------------------------------===//

#ifndef AS_GRAPH_LAYOUT_NHWC_OPS_H
#define AS_GRAPH_LAYOUT_NHWC_OPS_H

#include "ir/ir-mapping.h"

/// Whether the operation is a convolution with fixed weights, or pooling, that
/// can be converted.
bool asImageIsWindowed(MlirOperation op);

/// Whether another operation can be converted and should be: it reads some of
/// `images`, or pads an image for a convolution or pooling.
bool asImageCanFollow(MlirOperation op, const AsIrMap *images);

/// Calls `visit` for each operand that the operation needs in NHWC.
typedef void (*AsImageVisitor)(MlirValue image, void *context);
void asImageVisitOperands(MlirOperation op, AsImageVisitor visit,
                          void *context);

/// Inserts the NHWC operation before `op`, and returns its result. `images`
/// maps NCHW images to NHWC ones; images that it lacks are transposed and
/// added.
MlirValue asImageToNhwc(MlirOperation op, AsIrMap *images);

/// Whether NCHW and NHWC have the same elements in the same order, so that a
/// reshape converts the image.
bool asImageNeedsNoTranspose(MlirType type);

/// Whether the image is the transpose of an NHWC one.
bool asImageIsTransposed(MlirValue image);

/// Whether an operation reads an NCHW image so that its loops are those of the
/// NHWC one, as the transpose to NHWC does.
bool asImageIsReadAsNhwc(MlirOpOperand use);

/// Has that operation read the NHWC image in its place. The operation is
/// replaced by a linalg.generic.
void asImageReadNhwc(MlirOpOperand use, MlirValue nhwc);

/// Inserts the conversion of the NHWC image back to the NCHW image of `type`,
/// before `next`.
MlirValue asImageToNchw(MlirOperation next, MlirValue nhwc, MlirType type);

#endif // AS_GRAPH_LAYOUT_NHWC_OPS_H
