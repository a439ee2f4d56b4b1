//===- affine/cut.h - Loops over triangles, cut into blocks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_CUT_H
#define AS_AFFINE_CUT_H

#include "affine/alias.h"

/// Cuts what has blocks (affine/blocks.h) in the place of the operations of the
/// view, which may be destroyed, so that what is in the full ones can be
/// raised. True where something was.
bool asAffineCut(const AsAffineView *view, const AsAffineTensors *tensors,
                 AsAliasing aliasing);

/// How many statements can be cut where no arrays overlap.
int asAffineCountCuts(const AsAffineView *view);

#endif // AS_AFFINE_CUT_H
