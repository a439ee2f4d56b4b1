//===- tensor-builder.h - Tensors made anew
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_TENSOR_BUILDER_H
#define AS_IR_TENSOR_BUILDER_H

#include "ir/op-builder.h"

/// A tensor of which nothing is read.
MlirValue asGraphInsertEmpty(MlirOperation next, MlirType type);

/// A tensor that has `scalar` everywhere.
MlirValue asGraphInsertFill(MlirOperation next, MlirValue scalar,
                            MlirType type);

/// A tensor of zeros.
MlirValue asGraphInsertZeros(MlirOperation next, MlirType type);

/// A tensor type of at most eight dimensions with these in another order.
MlirType asGraphPermuted(MlirType type, const int64_t *order);

/// The tensor with its dimensions in that order.
MlirValue asGraphInsertTranspose(MlirOperation next, MlirValue value,
                                 const int64_t *order);

#endif // AS_IR_TENSOR_BUILDER_H
