//===- check-vectorised.h - Check that a script vectorised everything
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_CHECK_VECTORISED_H
#define AS_LOWERING_CHECK_VECTORISED_H

#include "as/error.h"
#include "ir/ir.h"

/// AS_INVALID_INPUT if `payload` still has a linalg operation that computes
/// something and would become scalar loops. A transform that matches nothing
/// does not report that itself.
AsStatus asCheckVectorised(MlirOperation payload, AsError *error);

#endif // AS_LOWERING_CHECK_VECTORISED_H
