//===- peel-iterations.h - Iterations of a loop taken out of it
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first and the last iterations of a loop become code before and behind it,
// in which the counter is a constant. With one of each,
//
//   %r = scf.for %i = %c0 to %c7 step %c1 iter_args(%a = %x) -> T {
//     %b = f(%i, %a)
//     scf.yield %b
//   }
//
// becomes
//
//   %b0 = f(0, %x)
//   %r = scf.for %i = %c1 to %c6 step %c1 iter_args(%a = %b0) -> T { ... }
//   %b6 = f(6, %r)
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_PEEL_ITERATIONS_H
#define AS_IR_PEEL_ITERATIONS_H

#include "ir/ir.h"

/// Takes out the first `first` and the last `last` iterations of an scf.for
/// with constant bounds. The loop is gone afterwards; another one takes its
/// place unless no iteration is left.
void asIrPeelIterations(MlirOperation loop, int64_t first, int64_t last);

#endif // AS_IR_PEEL_ITERATIONS_H
