//===- tensor-encoding.h - Tensors that are not dense
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The encoding of a tensor type is an attribute of any dialect that says how
// its elements are stored, for one that most of them are zero and left out:
//
//   tensor<64x64xf32, #sparse_tensor.encoding<...>>
//
// Sketches, rewrites and lowering are for dense tensors, which have none.
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_TENSOR_ENCODING_H
#define AS_IR_TENSOR_ENCODING_H

#include "ir/ir.h"

/// Whether it is the type of a tensor with an encoding.
bool asIrHasEncoding(MlirType type);

/// Fails if `op`, or an operation in its regions, has an operand, a result, or
/// an argument of a block or function with an encoding; the error names the
/// first such operation. Functions that are only declared do no harm.
AsStatus asIrCheckEncodings(MlirOperation op, AsError *error);

#endif // AS_IR_TENSOR_ENCODING_H
