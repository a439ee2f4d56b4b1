//===- lower-linalg.h - Linalg on memrefs to loops
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_LOWER_LINALG_H
#define AS_AFFINE_LOWER_LINALG_H

#include "ir/ir.h"

/// Lowers linalg on memrefs to affine loops, in functions in which some of it
/// has static shapes.
AsStatus asAffineLowerLinalg(MlirModule module, AsError *error);

#endif // AS_AFFINE_LOWER_LINALG_H
