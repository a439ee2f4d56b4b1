//===- scaled-terms.h - Products that contain a scale of quantised weights
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quantised weights are small numbers that are widened and multiplied by a
// scale. Where all terms of a sum have the same one, the sum can be scaled in
// their place:
//
//   %w = arith.sitofp %b : vector<16xi32> to vector<16xf32>
//   %d = arith.mulf %w, %scale : vector<16xf32>             // the scaling
//   %term = arith.mulf %a, %d : vector<16xf32>
//
// Without its scale a term is not much larger than its other factors, as the
// number that was widened is an integer, f16 or f8. bf16 has numbers as large
// as f32 and is not taken for a weight.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_VECTOR_SCALED_TERMS_H
#define AS_LOWERING_VECTOR_SCALED_TERMS_H

#include "lowering/arith-builder.h"

/// Whether the value is computed from a small number that is widened.
bool asIsWidened(MlirValue value);

/// Decides whether `factor`, which is multiplied by `other`, is the scale.
typedef bool AsIsScale(MlirValue factor, MlirValue other, void *context);

/// A multiplication by a scale.
typedef struct AsScaling {
  MlirOperation op; ///< Null if there is none.
  MlirValue scale, other;
} AsScaling;

/// The first multiplication in `term`, a product of several factors, of which
/// `isScale` says that it is by the scale.
AsScaling asFindScaling(MlirValue term, AsIsScale *isScale, void *context);

/// The term without its scale.
MlirValue asUnscaled(const AsArith *arith, MlirValue term,
                     const AsScaling *scaling);

#endif // AS_LOWERING_VECTOR_SCALED_TERMS_H
