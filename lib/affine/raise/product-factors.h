//===- product-factors.h - Reductions as sums of products
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_RAISE_PRODUCT_FACTORS_H
#define AS_AFFINE_RAISE_PRODUCT_FACTORS_H

#include "affine/raise/operator-form.h"

enum { AS_AFFINE_MAX_SCALES = 8, AS_AFFINE_MAX_PRODUCTS = 4 };

/// acc = acc + or - factor * factor * scales.
typedef struct AsAffineProduct {
  int numFactors;
  int factors[2]; ///< Accesses of the statement.
  int numScales;
  MlirValue scales[AS_AFFINE_MAX_SCALES]; ///< The same value in all instances.
  bool isDifference;
} AsAffineProduct;

/// acc = acc + or - product + or - product ...
typedef struct AsAffineProducts {
  int count;
  AsAffineProduct list[AS_AFFINE_MAX_PRODUCTS];
} AsAffineProducts;

/// Reads `value` as a product of at most two loaded elements and invariant
/// scalars. False if it is anything else.
bool asAffineProductOf(const AsScop *scop, const AsAffineStatement *statement,
                       MlirValue value, AsAffineProduct *product);

/// Reads what a reduction adds to its accumulator as a sum of products of two
/// elements each. False if it is anything else.
bool asAffineProductsOf(const AsScop *scop, const AsAffineForm *form,
                        AsAffineProducts *products);

#endif // AS_AFFINE_RAISE_PRODUCT_FACTORS_H
