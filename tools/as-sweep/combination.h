//===- combination.h - A combination, and where it is kept
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The product of the models, the values of each option, and the repetitions.
// A combination is known by a hash of what it is made of, the model's bytes
// among that. So a specification may be changed between two calls: what is in
// both is tuned once.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SWEEP_COMBINATION_H
#define AS_SWEEP_COMBINATION_H

#include "support/hash.h"
#include "support/text.h"
#include "tools/as-sweep/specification.h"

/// What came of tuning, as in outcome.json.
typedef struct AsSweepOutcome {
  bool isKnown;   ///< It was tuned, and as-opt ended by itself.
  bool succeeded; ///< With the exit status 0.
  double seconds; ///< Of the whole of as-opt.
  double search, train, build, measure;
  int trials, errors;
  char message[512]; ///< Of as-opt, where it failed.
} AsSweepOutcome;

typedef struct AsSweepCombination {
  const AsSweepSpecification *specification;
  int model;    ///< The index of its path.
  int *choices; ///< The index of the value on each axis.
  int repetition;
  AsHashText id;
  AsSweepOutcome outcome;
  double *rounds; ///< Seconds by as-run; NULL while not timed.
  int numRounds;
} AsSweepCombination;

/// Makes the product, models first, the last key of the file varying fastest,
/// in the arena of `specification`. Fails where a model cannot be read.
AsStatus asSweepCombine(AsSweepSpecification *specification,
                        AsSweepCombination **combinations, int *count,
                        AsError *error);

/// FOLDER/runs/ID/NAME, in the arena.
const char *asSweepPath(AsArena *arena, const char *folder,
                        const AsSweepCombination *combination,
                        const char *name);

const char *asSweepModel(const AsSweepCombination *combination);

/// The value of `key`, or NULL where all have the default.
const char *asSweepValue(const AsSweepCombination *combination,
                         const char *key);

/// Appends "a.mlir trials=64 repetition=2".
void asSweepDescribe(const AsSweepCombination *combination, AsText *text);

#endif // AS_SWEEP_COMBINATION_H
