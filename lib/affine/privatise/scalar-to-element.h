//===- scalar-to-element.h - Sums in scalars as sums in elements
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A scalar in which each iteration sums up makes all of them wait for each
// other, only because it is the same memory:
//
//   w = A[i][j]; for k: w -= A[i][k] * A[k][j]; A[i][j] = w
//
// What is in it ends in an element that nobody looks at meanwhile, and so can
// be there from the beginning.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_PRIVATISE_SCALAR_TO_ELEMENT_H
#define AS_AFFINE_PRIVATISE_SCALAR_TO_ELEMENT_H

#include "ir/ir.h"

/// Has the scalars of a function whose values end in elements of arrays be
/// there. Arguments overlap with nothing where `assumeNoalias`.
void asScalarsUseElements(MlirOperation function, bool assumeNoalias);

#endif // AS_AFFINE_PRIVATISE_SCALAR_TO_ELEMENT_H
