//===- dependences.h - What must happen before what
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two instances of statements depend on each other where both access the same
// element and one of them writes it. All such pairs are kept, also those with
// another write in between. Different arrays of a scop are taken to be
// disjoint: affine/scop/alias-checks.h sees to that.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_DEPENDENCE_DEPENDENCES_H
#define AS_AFFINE_DEPENDENCE_DEPENDENCES_H

#include "affine/scop/scop.h"

typedef enum AsDependenceKind {
  AS_DEPENDENCE_FLOW,   ///< A write, then a read.
  AS_DEPENDENCE_ANTI,   ///< A read, then a write.
  AS_DEPENDENCE_OUTPUT, ///< Two writes.
} AsDependenceKind;

typedef struct AsDependence {
  AsDependenceKind kind;
  int source, target;             ///< Statements.
  int sourceAccess, targetAccess; ///< Of these.
  /// Bit l: the loop at depth l carries it: it is between different iterations
  /// of that loop in the same one of those around. The bit of the number of
  /// common loops: it is within one iteration of all.
  unsigned levels;
  /// The two are updates of one element: either may come first, but they cannot
  /// happen at once (affine/scop/reduction-update.h).
  bool commutes;
  isl_map *relation; ///< From instances of the source to later ones.
} AsDependence;

typedef struct AsDependences {
  int size;
  AsDependence *list;
} AsDependences;

/// Owns its relations, which must be freed before the scop. False where the
/// nest is too complex for isl.
bool asDependencesFind(const AsScop *scop, AsDependences *dependences);

void asDependencesFree(AsDependences *dependences);

/// A read whose element another write may change before the statement that it
/// belongs to stores its value; null where there is none, so that statements
/// can be taken to happen all at once. *failed where isl could not tell.
const AsAffineAccess *asDependenceEarlyRead(const AsScop *scop, bool *failed);

#endif // AS_AFFINE_DEPENDENCE_DEPENDENCES_H
