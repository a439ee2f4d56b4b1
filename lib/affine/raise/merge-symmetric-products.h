//===- merge-symmetric-products.h - Merge products with a symmetric matrix
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_RAISE_MERGE_SYMMETRIC_PRODUCTS_H
#define AS_AFFINE_RAISE_MERGE_SYMMETRIC_PRODUCTS_H

#include "affine/scop/scop.h"

/// Finds sums of products that share a factor array, that are added to one
/// array, and that are an operator only together. Replaces them by one product
/// on a gathered copy of the other factors. Sums are added in another order. No
/// two arrays may overlap. Returns true if the IR was changed; then the SCoP is
/// invalid.
bool asMergeSymmetricProducts(const AsScop *scop);

#endif // AS_AFFINE_RAISE_MERGE_SYMMETRIC_PRODUCTS_H
