//===- dependence-components.h - Statements that must share a loop
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The graph of dependences between statements, and in it those that depend on
// each other in a circle: its strongly connected components. A loop can be
// distributed over these, after Allen and Kennedy.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_DEPENDENCE_DEPENDENCE_COMPONENTS_H
#define AS_AFFINE_DEPENDENCE_DEPENDENCE_COMPONENTS_H

#include "affine/dependence/dependences.h"

enum { AS_AFFINE_MAX_STATEMENTS = 64 };

/// Statements that depend on each other in a circle, or one alone. Bit s: the
/// statement s.
typedef struct AsComponent {
  uint64_t statements;
  uint64_t before; ///< What must have been done.
} AsComponent;

/// All statements of a scop, of which there are not too many.
uint64_t asComponentsAll(const AsScop *scop);

/// Finds the components of `set` while the loops outside of `level` stand
/// still, in the order of their first statements. Returns how many there are.
int asComponentsFind(const AsScop *scop, const AsDependences *dependences,
                     uint64_t set, int level, AsComponent *components);

#endif // AS_AFFINE_DEPENDENCE_DEPENDENCE_COMPONENTS_H
