//===- product-factors.h - Sums of products
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_RAISE_PRODUCT_FACTORS_H
#define AS_AFFINE_RAISE_PRODUCT_FACTORS_H

#include "affine/raise/operator-form.h"

enum { AS_AFFINE_MAX_SCALES = 8, AS_AFFINE_MAX_PRODUCTS = 4 };

/// acc + or - factor * factor * scales: what a statement that reduces computes.
typedef struct AsAffineProduct {
  int numFactors;
  int factors[2]; ///< Accesses.
  int numScales;
  MlirValue scales[AS_AFFINE_MAX_SCALES]; ///< The same in all instances.
  bool isDifference;
} AsAffineProduct;

/// acc = acc + or - product + or - product ...
typedef struct AsAffineProducts {
  int count;
  AsAffineProduct list[AS_AFFINE_MAX_PRODUCTS];
} AsAffineProducts;

/// Reads a product of at most two elements that the statement reads, and
/// scalars.
bool asAffineProductOf(const AsScop *scop, const AsAffineStatement *statement,
                       MlirValue value, AsAffineProduct *product);

bool asAffineProductsOf(const AsScop *scop, const AsAffineForm *form,
                        AsAffineProducts *products);

#endif // AS_AFFINE_RAISE_PRODUCT_FACTORS_H
