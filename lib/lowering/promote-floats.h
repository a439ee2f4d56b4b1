//===- promote-floats.h - Compute in a wider float type
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_PROMOTE_FLOATS_H
#define AS_LOWERING_PROMOTE_FLOATS_H

#include "ir/ir.h"

/// Makes a module compute in f64, with f64 in its signatures as well. Fails,
/// and leaves the module as it is, if an operation sees the bits of a float.
AsStatus asPromoteFloatsToF64(MlirModule module, AsError *error);

/// Makes a module of one function on tensors compute what it computes in f16
/// and bf16 in f32. The function keeps its signature. Other modules stay as
/// they are.
void asPromoteFloatsInside(MlirModule module);

#endif // AS_LOWERING_PROMOTE_FLOATS_H
