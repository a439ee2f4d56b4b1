//===- operand-widening.h - Weights that a product widens
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product of floats by narrow numbers computes a factor from them, with
// scales and zero points, and then the product itself:
//
//   for m: for n: for g: for k: c[m, n] += a[m, g, k] * (w[n, g, k] * s[n, g])
//
// Only the last addition and multiplication are done for each result. The rest
// is done for each vector of weights that is read; and where a loop over rows
// would widen the same integers in each iteration, once before that loop
// (lowering/vector/widen-once.c).
//
//===----------------------------------------------------------------------===//

#ifndef AS_COSTMODEL_OPERAND_WIDENING_H
#define AS_COSTMODEL_OPERAND_WIDENING_H

#include "costmodel/footprint.h"

typedef struct AsWidening {
  int operand;     ///< The access of the narrow numbers; -1: there is none.
  uint16_t inputs; ///< Bit a: access a is it, or is read for it only.
  int arithmetic[AS_NUM_ARITHMETIC]; ///< Of each number that is widened.
  double vectors;                    ///< That are widened in a run.
  int loop;     ///< The loop that it is done before; -1: for each use.
  double ratio; ///< How many times larger a wide number is.
} AsWidening;

/// What stage `s` widens, and how often.
AsWidening asViewWidening(const AsNestView *view, int s);

/// Puts the array that is filled before the loop in the place of the operand
/// inside of it.
void asReadWidened(AsStageView *stage, const AsWidening *widening,
                   double lineBytes);

/// Whether the access is read from an array of widened numbers.
bool asIsReadWide(const AsWidening *widening, int a);

#endif // AS_COSTMODEL_OPERAND_WIDENING_H
