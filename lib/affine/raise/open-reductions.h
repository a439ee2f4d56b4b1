//===- open-reductions.h - When sums may be empty
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An operation that sums nothing still reads and writes its results, and a nest
// does not: if %k is 0 in
//
//   for %i = 0 to %n { for %l = 0 to %k { C[%i] += A[%i, %l] } }
//
// then nobody has said that C has %n elements. So such a nest is raised for a
// %k of 1 or more, and otherwise runs as it is, unless %n is the size of C or
// the nest fills the same elements.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_RAISE_OPEN_REDUCTIONS_H
#define AS_AFFINE_RAISE_OPEN_REDUCTIONS_H

#include "affine/raise/memref-to-tensor.h"
#include "affine/raise/raising-plan.h"

/// Inserts the test that no sum of the plan is empty, as far as that makes a
/// difference, and `condition` with it, which may be null. Null without either.
MlirValue asOpenReductionTest(const AsAffineTensors *tensors,
                              const AsRaisingPlan *plan, MlirValue condition,
                              MlirOperation next);

#endif // AS_AFFINE_RAISE_OPEN_REDUCTIONS_H
