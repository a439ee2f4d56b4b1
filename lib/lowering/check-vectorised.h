//===- check-vectorised.h - Find what a script left scalar
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A script that vectorises may match nothing and still succeed. After it, every
// structured operation that computes must be gone.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_CHECK_VECTORISED_H
#define AS_LOWERING_CHECK_VECTORISED_H

#include "as/error.h"
#include "ir/ir.h"

/// AS_INVALID_INPUT where a structured operation that computes is left in
/// `payload`, to become scalar loops: steps of a script that match nothing do
/// nothing, and say nothing.
AsStatus asCheckVectorised(MlirOperation payload, AsError *error);

#endif // AS_LOWERING_CHECK_VECTORISED_H
