//===- check.h - The arguments and results of one run
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_RUN_CHECK_H
#define AS_RUN_CHECK_H

#include "measure/guarded-buffers.h"
#include "tools/as-run/runnable.h"

/// Where arguments come from.
typedef struct AsInputsOptions {
  const char *list; ///< Of .npy files, separated by commas.
  uint64_t seed;    ///< Of those that are not given, or empty.
  bool isModel;     ///< See asFillOf.
} AsInputsOptions;

typedef struct AsInputs {
  void **data;
  const char *caution; ///< For who runs on them; or "".
} AsInputs;

/// The arguments, which live in `arena`. Random ones suit what all runnables
/// need of them.
AsStatus asCheckInputs(const AsRunnable *runnables, int count,
                       const AsInputsOptions *options, AsArena *arena,
                       AsInputs *inputs, AsError *error);

/// Runs once, on fresh memory with these inputs. The results are then in
/// *arrays, as are arguments that were updated in place. *added is by how many
/// bytes the memory of the process grew for it, at its highest; -1 where the
/// system does not tell.
AsStatus asCheckRun(const AsRunnable *runnable, const AsInputs *inputs,
                    AsArrays *arrays, double *added, AsError *error);

/// Writes the outputs to `folder`, which is created if need be.
AsStatus asCheckWrite(const AsSignature *signature, const AsArrays *arrays,
                      const char *folder, AsError *error);

/// How far the outputs of two runs are apart. It is of the output that exceeds
/// its tolerance by most, or comes nearest to it.
typedef struct AsDeviation {
  int buffer; ///< -1 where there are no outputs.
  int64_t where;
  double value, tolerance; ///< See asBufferDeviation.
  double actual, expected; ///< The element there.
  bool isAccepted;
} AsDeviation;

/// What deviations are accepted.
typedef struct AsTolerance {
  double chosen;   ///< By the user; < 0 if not.
  double roundoff; ///< Of the coarsest rounding on the way, if known; or 0.
} AsTolerance;

/// The deviation that is accepted of an output: 0 for integers. Unless the user
/// has chosen, what two orders of a sum of a million products may differ by, in
/// the type of the output or in a coarser one that there is rounding to; but at
/// most a twentieth, beyond which nothing would be checked.
double asCheckTolerance(const AsBuffer *buffer, const AsTolerance *tolerance);

AsDeviation asCheckCompare(const AsSignature *signature, const AsArrays *actual,
                           const AsArrays *expected,
                           const AsTolerance *tolerance);

#endif // AS_RUN_CHECK_H
