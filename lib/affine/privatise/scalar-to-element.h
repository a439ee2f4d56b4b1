//===- scalar-to-element.h - Accumulate in array elements, not scalars
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A scalar that each iteration accumulates in serialises all iterations,
// because they share its memory. If its value ends in an array element that
// nobody accesses meanwhile, the element can hold it from the beginning.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_PRIVATISE_SCALAR_TO_ELEMENT_H
#define AS_AFFINE_PRIVATISE_SCALAR_TO_ELEMENT_H

#include "ir/ir.h"

/// Replaces such scalars in the function by the elements in which their values
/// end. With `assumeNoalias`, function arguments never overlap.
void asScalarsUseElements(MlirOperation function, bool assumeNoalias);

#endif // AS_AFFINE_PRIVATISE_SCALAR_TO_ELEMENT_H
