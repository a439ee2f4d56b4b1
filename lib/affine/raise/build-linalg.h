//===- build-linalg.h - Build linalg operations for statements
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_RAISE_BUILD_LINALG_H
#define AS_AFFINE_RAISE_BUILD_LINALG_H

#include "affine/raise/memref-to-tensor.h"

/// Inserts the statement before `next` as operations on the tensors of
/// `tensors`. `outer` maps values defined inside of the SCoP but outside of the
/// form's loops, such as variables of loops that stay. If `mayReorder` (or for
/// integers), sums of products start from zero and are scaled and added
/// afterwards; that rounds in another order.
void asAffineOperatorInsert(AsAffineTensors *tensors, const AsAffineForm *form,
                            bool mayReorder, const AsIrMap *outer,
                            MlirOperation next);

#endif // AS_AFFINE_RAISE_BUILD_LINALG_H
