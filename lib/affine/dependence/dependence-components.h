//===- dependence-components.h - Strongly connected statements
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strongly connected components of the dependence graph between statements. A
// loop can be distributed over its components, but statements of one component
// must share it (Allen and Kennedy).
//
//   for %i { S0: A[i] = B[i-1]; S1: B[i] = A[i]; S2: C[i] = B[i] }
// has the components {S0, S1} and {S2}; the second comes after the first
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_DEPENDENCE_DEPENDENCE_COMPONENTS_H
#define AS_AFFINE_DEPENDENCE_DEPENDENCE_COMPONENTS_H

#include "affine/dependence/dependences.h"

/// One component: a single statement, or statements that depend on each other
/// in a cycle. Bit s stands for statement s.
typedef struct AsComponent {
  uint64_t statements;
  uint64_t before; ///< Statements that must come before it.
} AsComponent;

/// The set of all statements of a SCoP with 1 to AS_AFFINE_MAX_STATEMENTS.
uint64_t asComponentsAll(const AsScop *scop);

/// Finds the components of `set` under dependences that no loop outside of
/// `level` carries, ordered by their first statements. Returns how many there
/// are. `components` has room for AS_AFFINE_MAX_STATEMENTS.
int asComponentsFind(const AsScop *scop, const AsDependences *dependences,
                     uint64_t set, int level, AsComponent *components);

/// Adds the statements of `other` to a component.
void asComponentsJoin(AsComponent *component, const AsComponent *other);

#endif // AS_AFFINE_DEPENDENCE_DEPENDENCE_COMPONENTS_H
