//===- linear-index.h - Indices as sums of loop counters
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An index as a constant plus multiples of values, mostly counters of loops,
// and the range of what it can be. Of
//
//   scf.for %i = %c0 to %c7 step %c1 {
//     scf.for %j = %c0 to %c3 step %c1 {
//       %k = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%i)[%j]
//
// %k is 2 %i + %j, which is 0 to 14.
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_LINEAR_INDEX_H
#define AS_IR_LINEAR_INDEX_H

#include "ir/ir.h"
#include "ir/op-builder.h"
#include <stdint.h>

#define AS_IR_MAX_TERMS 8

typedef struct AsIrLinear {
  int64_t constant;
  int numTerms;
  struct {
    MlirValue value;
    int64_t factor; ///< Not 0.
  } term[AS_IR_MAX_TERMS];
} AsIrLinear;

/// Follows additions, multiplications by constants and affine.apply back to
/// values that are none of these. False if these are too many.
bool asIrLinearOf(MlirValue index, AsIrLinear *linear);

/// The scf.for whose counter the value is; null for other values.
MlirOperation asIrLoopOfCounter(MlirValue value);

/// The bounds and the step of an scf.for. False unless they are constants and
/// there is an iteration.
bool asIrConstantRange(MlirOperation loop, AsIrRange *range);

/// How many iterations a loop with these bounds has.
int64_t asIrRangeTrip(const AsIrRange *range);

/// The least and the greatest value. False if a term is no counter of a loop
/// with constant bounds.
bool asIrLinearRange(const AsIrLinear *linear, int64_t *least, int64_t *most);

/// Whether the two are the same sum.
bool asIrLinearEqual(const AsIrLinear *a, const AsIrLinear *b);

#endif // AS_IR_LINEAR_INDEX_H
