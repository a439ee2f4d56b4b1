//===- iteration-box.h - The box of a statement's iterations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A part of operator-form.h: reads the bounds of the loops of an operation from
// the domain of its statement, which isl has. A bound may be open: a value that
// is known before the nest, or a sum of such values.
//
//   affine.for %i = 0 to %n { affine.for %j = 2 to 8 step 2 { ... } }
// has
//   lower (0, 2), step (1, 2), extent (open: p0, 3)
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_RAISE_ITERATION_BOX_H
#define AS_AFFINE_RAISE_ITERATION_BOX_H

#include "affine/raise/operator-form.h"

/// Reads lower bounds, steps and extents of the smallest box around the domain.
/// False, with the loop as the obstacle, if an extent is not known.
bool asAffineReadHull(const AsScop *scop, bool allowsOpen, AsAffineForm *form,
                      AsAffineObstacle *obstacle);

/// Whether the domain is the same box in each iteration of the loops outside.
/// The operation replaces conditions too, so a condition that excludes outer
/// iterations is not allowed. For loops with steps, only the points that the
/// step visits count.
bool asAffineIsBox(const AsScop *scop, const AsAffineForm *form);

#endif // AS_AFFINE_RAISE_ITERATION_BOX_H
