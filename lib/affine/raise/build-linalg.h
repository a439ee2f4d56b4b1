//===- build-linalg.h - Statements become linalg operations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_RAISE_BUILD_LINALG_H
#define AS_AFFINE_RAISE_BUILD_LINALG_H

#include "affine/raise/memref-to-tensor.h"

/// Puts the statement before `next`, as operations on the tensors. `outer` maps
/// what is defined outside of the loops of the form but inside the scop. Sums
/// of products start from zero, and are scaled and added to what was there
/// afterwards, only where `mayReorder`: they are rounded in another order.
void asAffineOperatorInsert(AsAffineTensors *tensors, const AsAffineForm *form,
                            bool mayReorder, const AsIrMap *outer,
                            MlirOperation next);

#endif // AS_AFFINE_RAISE_BUILD_LINALG_H
