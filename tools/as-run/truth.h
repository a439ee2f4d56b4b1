//===- truth.h - What two runs are held against
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two programs that round differently differ, and neither says which of them is
// better. The same program in f64 does.
//
//===----------------------------------------------------------------------===//

#ifndef AS_RUN_TRUTH_H
#define AS_RUN_TRUTH_H

#include "tools/as-run/check.h"
#include "tools/as-run/rounds.h"

/// How far results are from those of the program computed in f64.
typedef struct AsTruth {
  bool isKnown;
  char why[512]; ///< Where it is not known.
  /// The largest deviation of each side from f64 (asBufferDeviation).
  double errors[AS_MAX_CONTENDERS];
  bool areNear; ///< Both are within their tolerance of it.
} AsTruth;

/// A function computed in f64. It is compiled when it is first needed.
typedef struct AsExact {
  const char *file;
  AsRunnableOptions loading; ///< Which function, and where it runs.
  bool isLoaded;             ///< Or that has failed.
  AsRunnable runnable;
  AsError error;
} AsExact;

/// What is judged.
typedef struct AsCompared {
  const AsSignature *signature;
  const AsInputs *inputs;
  const AsArrays *sides; ///< AS_MAX_CONTENDERS.
  const AsTolerance *tolerance;
  const int64_t *sizes;
} AsCompared;

/// Computes a function, which is to be one that nobody has scheduled, in f64
/// with the inputs, and judges both sides. What *exact refers to lives in
/// `lasting`, what is needed for this alone in `arena`.
void asTruthJudge(AsExact *exact, const AsCompared *compared, AsArena *lasting,
                  AsArena *arena, AsTruth *truth);

/// The side that is nearer to f64; -1 if both are about as near.
int asTruthNearer(const AsTruth *truth);

#endif // AS_RUN_TRUTH_H
