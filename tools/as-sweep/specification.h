//===- specification.h - What a sweep combines
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A JSON object whose keys are options of as-opt:
//
//   {"model": ["a.mlir", "b.mlir"], "trials": [64, 256], "repeat": 3}
//
//===----------------------------------------------------------------------===//

#ifndef AS_SWEEP_SPECIFICATION_H
#define AS_SWEEP_SPECIFICATION_H

#include "as/error.h"
#include "support/arena.h"
#include <stdbool.h>

/// An option and the values that it takes in turn, as text.
typedef struct AsSweepAxis {
  const char *key;
  const char **values;
  int count;
} AsSweepAxis;

/// Zero-initialise; free with asSweepSpecificationFree.
typedef struct AsSweepSpecification {
  AsArena arena;
  AsSweepAxis models; ///< Paths.
  AsSweepAxis *axes;  ///< In the order of the file.
  int numAxes;
  int repeat;         ///< Runs of each combination.
  bool isStoreShared; ///< By all combinations.
} AsSweepSpecification;

/// Reads `path`. Fails where a key is no option that a search has, or a value
/// none that the option takes.
AsStatus asSweepSpecificationRead(const char *path,
                                  AsSweepSpecification *specification,
                                  AsError *error);

void asSweepSpecificationFree(AsSweepSpecification *specification);

#endif // AS_SWEEP_SPECIFICATION_H
