//===- dependence-components.c - Strongly connected statements
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "affine/dependence/dependence-components.h"

static uint64_t bit(int statement) { return (uint64_t)1 << statement; }

/// after[s]: the statements of `set` that depend on s, directly or
/// transitively, under dependences that no loop outside of `level` carries.
static void closeDependences(const AsScop *scop,
                             const AsDependences *dependences, uint64_t set,
                             int level, uint64_t *after) {
  int count = scop->numStatements;
  for (int s = 0; s < count; s++)
    after[s] = 0;
  for (int d = 0; d < dependences->size; d++) {
    const AsDependence *dependence = &dependences->list[d];
    if (dependence->levels >> level && set & bit(dependence->source) &&
        set & bit(dependence->target))
      after[dependence->source] |= bit(dependence->target);
  }
  for (int via = 0; via < count; via++)
    for (int s = 0; s < count; s++)
      if (after[s] & bit(via))
        after[s] |= after[via];
}

uint64_t asComponentsAll(const AsScop *scop) {
  return ~(uint64_t)0 >> (AS_AFFINE_MAX_STATEMENTS - scop->numStatements);
}

int asComponentsFind(const AsScop *scop, const AsDependences *dependences,
                     uint64_t set, int level, AsComponent *components) {
  uint64_t after[AS_AFFINE_MAX_STATEMENTS], rest = set;
  closeDependences(scop, dependences, set, level, after);
  int count = 0;
  while (rest) {
    int first = __builtin_ctzll(rest);
    AsComponent component = {.statements = bit(first)};
    for (int s = first + 1; s < scop->numStatements; s++)
      if (after[first] & bit(s) && after[s] & bit(first))
        component.statements |= bit(s);
    for (int s = 0; s < scop->numStatements; s++)
      if (set & bit(s) && after[s] & component.statements &&
          !(component.statements & bit(s)))
        component.before |= bit(s);
    rest &= ~component.statements;
    components[count++] = component;
  }
  return count;
}

void asComponentsJoin(AsComponent *component, const AsComponent *other) {
  component->statements |= other->statements;
  component->before |= other->before;
  component->before &= ~component->statements;
}
