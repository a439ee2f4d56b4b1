//===- infer-argument-needs.h - What a function needs its arguments to be
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_INFER_ARGUMENT_NEEDS_H
#define AS_IR_INFER_ARGUMENT_NEEDS_H

#include "ir/ir.h"
#include "support/argument-needs.h"

/// Fills in what is needed of each argument of a func.func with a body, by what
/// its elements come to: through casts, moves and sums, but neither through
/// other arithmetic nor through calls. So it is about the module as front ends
/// write it: lowered or vectorised, less of it can be seen.
void asIrNeeds(MlirOperation function, AsNeed *needs);

#endif // AS_IR_INFER_ARGUMENT_NEEDS_H
