//===- merge-symmetric-products.h - Products over parts of a box, as one over
// all of it
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_RAISE_MERGE_SYMMETRIC_PRODUCTS_H
#define AS_AFFINE_RAISE_MERGE_SYMMETRIC_PRODUCTS_H

#include "affine/scop/scop.h"

/// Where sums of products with elements of one array are added to another array
/// and are no operators, but are one together, gives that its loops, and memory
/// for the other factors. Sums come in another order. No two arrays may
/// overlap. True where the IR was changed.
bool asMergeSymmetricProducts(const AsScop *scop);

#endif // AS_AFFINE_RAISE_MERGE_SYMMETRIC_PRODUCTS_H
