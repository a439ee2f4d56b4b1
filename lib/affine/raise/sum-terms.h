//===- sum-terms.h - What is added to an array, product by product
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A term adds a product of two elements to an element of the array in each
// instance of a statement. It is what that statement computes, or an addend of
// it, or is summed up in a scalar that is an addend of another one:
//
//   sum = 0; for k: sum += A[i][k] * B[k][j]; C[i][j] = ... + sum
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_RAISE_SUM_TERMS_H
#define AS_AFFINE_RAISE_SUM_TERMS_H

#include "affine/raise/product-factors.h"

enum { AS_AFFINE_MAX_TERMS = 8 };

typedef struct AsAffineTerm {
  int statement;    ///< Whose instances have a product each.
  int carrier;      ///< What adds them to the array: mostly the same statement.
  MlirValue addend; ///< Of the carrier; null where it does nothing else.
  int fill;         ///< The statement that sets the scalar to zero, or -1.
  bool sums;        ///< An element has several products of the statement.
  AsAffineProduct product;
} AsAffineTerm;

typedef struct AsAffineTerms {
  int count;
  AsAffineTerm list[AS_AFFINE_MAX_TERMS];
} AsAffineTerms;

/// The terms, of floating-point numbers, that are added to the array and have
/// an element of `shared` as a factor, just one. False where they are too many.
bool asAffineTermsOf(const AsScop *scop, const AsDependences *dependences,
                     int array, int shared, AsAffineTerms *terms);

/// The access of the carrier that writes the array; the loops around that are
/// the outermost ones of the statement.
const AsAffineAccess *asAffineTermResult(const AsScop *scop,
                                         const AsAffineTerm *term);

/// Has these terms no longer be added. The scop, which knows statements that
/// are gone, must not be used for more than its loops then.
void asAffineTermsRemove(const AsScop *scop, const AsAffineTerms *terms);

#endif // AS_AFFINE_RAISE_SUM_TERMS_H
