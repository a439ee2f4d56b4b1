//===- zero-products.h - Add products by zero once for several sums
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_CODEGEN_ZERO_PRODUCTS_H
#define AS_CODEGEN_ZERO_PRODUCTS_H

#include "llvm-c/Core.h"
#include <stdbool.h>

/// Whether loops of the function add products by zero. If so, splits phis of
/// arrays of floats.
bool asPrepareZeroProducts(LLVMValueRef function);

/// Computes products by zero that a loop adds to several sums once. After
/// asPrepareZeroProducts, LLVM's passes instcombine, loop-simplify and lcssa
/// have to run first.
void asShareZeroProducts(LLVMValueRef function);

#endif // AS_CODEGEN_ZERO_PRODUCTS_H
