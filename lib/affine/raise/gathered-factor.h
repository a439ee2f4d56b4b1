//===- gathered-factor.h - One product with a gathered factor
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Terms (affine/raise/sum-terms.h) that together multiply all elements of two
// boxes: a part of the result R, and a part of the shared array S. Their other
// factors are gathered into a new array P, which makes them one product:
//
//   R[x][j] += P[x][y] * S[y][j]
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_RAISE_GATHERED_FACTOR_H
#define AS_AFFINE_RAISE_GATHERED_FACTOR_H

#include "affine/raise/sum-terms.h"

enum { AS_AFFINE_MAX_PLACES = 2 * AS_AFFINE_MAX_RANK };

typedef struct AsGatheredFactor {
  const AsScop *scop;
  int result, shared; ///< Arrays R and S.
  AsAffineTerms terms;
  int resultRank, rank; ///< Of R, and of R and S together.
  /// The boxes: indices of R, then indices of S. Such an index of either array
  /// is called a place.
  int64_t lower[AS_AFFINE_MAX_PLACES], extent[AS_AFFINE_MAX_PLACES];
  /// The place of the other array that always has the same value (j above), or
  /// -1.
  int partner[AS_AFFINE_MAX_PLACES];
} AsGatheredFactor;

/// The factor of a term that is from S, and the other one.
const AsAffineAccess *asGatheredFactorShared(const AsGatheredFactor *gathered,
                                             const AsAffineTerm *term);
const AsAffineAccess *asGatheredFactorOther(const AsGatheredFactor *gathered,
                                            const AsAffineTerm *term);

/// Whether loops over the elements that the term contributes to P can be built.
bool asGatheredFactorCanLoop(const AsGatheredFactor *gathered,
                             const AsAffineTerm *term);

/// Inserts the loops that fill P before the SCoP, and the product after it.
void asGatheredFactorInsert(const AsGatheredFactor *gathered);

#endif // AS_AFFINE_RAISE_GATHERED_FACTOR_H
