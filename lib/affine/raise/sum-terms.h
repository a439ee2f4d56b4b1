//===- sum-terms.h - Products added to one array
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the terms of an array: statements, or addends of statements, that add a
// product of two elements to it. A product may also be summed in a private
// scalar first, which is then an addend:
//
//   sum = 0; for k: sum += A[i][k] * B[k][j]; C[i][j] = ... + sum
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_RAISE_SUM_TERMS_H
#define AS_AFFINE_RAISE_SUM_TERMS_H

#include "affine/raise/product-factors.h"

enum { AS_AFFINE_MAX_TERMS = 8 };

typedef struct AsAffineTerm {
  int statement;    ///< Each of its instances computes one product.
  int carrier;      ///< The statement that adds to the array: often the same.
  MlirValue addend; ///< Of the carrier; null if the carrier only adds it.
  int fill;         ///< The statement that sets the scalar to zero, or -1.
  bool sums;        ///< An element receives several products of the statement.
  AsAffineProduct product;
} AsAffineTerm;

typedef struct AsAffineTerms {
  int count;
  AsAffineTerm list[AS_AFFINE_MAX_TERMS];
} AsAffineTerms;

/// Finds the floating-point terms that are added to `array` and have exactly
/// one factor from `shared`. False if there are more than AS_AFFINE_MAX_TERMS.
bool asAffineTermsOf(const AsScop *scop, const AsDependences *dependences,
                     int array, int shared, AsAffineTerms *terms);

/// The access by which the carrier writes the array. The carrier's loops are
/// the outermost ones of the statement.
const AsAffineAccess *asAffineTermResult(const AsScop *scop,
                                         const AsAffineTerm *term);

/// Removes these terms from the IR. Afterwards only the loops of the SCoP may
/// be used, since statements are gone.
void asAffineTermsRemove(const AsScop *scop, const AsAffineTerms *terms);

#endif // AS_AFFINE_RAISE_SUM_TERMS_H
