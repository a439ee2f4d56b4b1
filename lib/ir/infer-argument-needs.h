//===- infer-argument-needs.h - Infer which argument values a function accepts
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_INFER_ARGUMENT_NEEDS_H
#define AS_IR_INFER_ARGUMENT_NEEDS_H

#include "ir/ir.h"
#include "support/argument-needs.h"

/// Infers for each argument of a func.func with a body which values its
/// elements may have: indices within an extent, or positive numbers. Traces
/// through casts, views and sums, but not through other arithmetic or calls, so
/// it works on modules as front ends write them; lowered or vectorised code
/// shows less.
void asIrNeeds(MlirOperation function, AsNeed *needs);

#endif // AS_IR_INFER_ARGUMENT_NEEDS_H
