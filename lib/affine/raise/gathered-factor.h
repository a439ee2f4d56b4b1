//===- gathered-factor.h - A product with a factor from several places
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Terms (affine/raise/sum-terms.h) that have all the products between the
// elements of two boxes, which are parts of the array that they are added to,
// R, and of the one that they share, S. What they have for the other factor is
// gathered into a new array, P:
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
  int result, shared; ///< Arrays.
  AsAffineTerms terms;
  int resultRank, rank; ///< The latter: of both together.
  /// Of the indices of the result and those of the shared array after them.
  int64_t lower[AS_AFFINE_MAX_PLACES], extent[AS_AFFINE_MAX_PLACES];
  /// The index of the other array that is always the same, or -1.
  int partner[AS_AFFINE_MAX_PLACES];
} AsGatheredFactor;

/// The factors of a term that are, and are not, of the shared array.
const AsAffineAccess *asGatheredFactorShared(const AsGatheredFactor *gathered,
                                             const AsAffineTerm *term);
const AsAffineAccess *asGatheredFactorOther(const AsGatheredFactor *gathered,
                                            const AsAffineTerm *term);

/// Whether there can be loops over the elements that a term packs.
bool asGatheredFactorCanLoop(const AsGatheredFactor *gathered,
                             const AsAffineTerm *term);

/// Puts the packing before the operations of the scop and the product after
/// them.
void asGatheredFactorInsert(const AsGatheredFactor *gathered);

#endif // AS_AFFINE_RAISE_GATHERED_FACTOR_H
