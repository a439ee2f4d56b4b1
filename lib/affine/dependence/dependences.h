//===- dependences.h - Dependences between statement instances
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two instances depend on each other if both access the same element and at
// least one writes it. All such pairs are kept (memory-based dependences), also
// those with another write in between. Different arrays are taken to be
// disjoint; affine/scop/alias-checks.h ensures that.
//
//   affine.for %i = 1 to 9 { A[%i] = A[%i - 1] }
// has a flow dependence with levels = 1 (carried by the loop at depth 0)
//   { S0[i0] -> S0[i0 + 1] : 1 <= i0 <= 7 }
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
  int source, target;             ///< Statements; the source comes first.
  int sourceAccess, targetAccess; ///< Accesses of these statements.
  /// Bit l: the common loop at depth l carries it: the instances are in
  /// different iterations of that loop, and in the same iteration of all loops
  /// outside of it. The bit numbered by the number of common loops: both
  /// instances are in the same iteration of all common loops.
  unsigned levels;
  /// Both accesses are updates of one element (affine/scop/reduction-update.h):
  /// either instance may come first, but they must not run concurrently.
  bool commutes;
  isl_map *relation; ///< From source instances to later target instances.
} AsDependence;

typedef struct AsDependences {
  int size;
  AsDependence *list;
} AsDependences;

/// Finds all dependences. They own their relations and must be freed before the
/// SCoP, also on failure. False if isl gave up.
bool asDependencesFind(const AsScop *scop, AsDependences *dependences);

void asDependencesFree(AsDependences *dependences);

/// A read whose element another write may change before its statement stores;
/// NULL if there is none. Statements can be taken as atomic only if there is
/// none. *failed if isl gave up.
const AsAffineAccess *asDependenceEarlyRead(const AsScop *scop, bool *failed);

#endif // AS_AFFINE_DEPENDENCE_DEPENDENCES_H
