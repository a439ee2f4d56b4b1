//===- runnable.h - A function that can be called
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A runnable is a function of a file: of a shared object that is opened, or of
// a module that is compiled in memory.
//
//===----------------------------------------------------------------------===//

#ifndef AS_RUN_RUNNABLE_H
#define AS_RUN_RUNNABLE_H

#include "measure/entry-signature.h"
#include "measure/object-linker.h"
#include "origin/dataflow.h"
#include "support/argument-needs.h"
#include "support/options.h"
#include "support/size-combinations.h"
#include "target/target.h"
#include "tools/as-run/memory.h"
#include "tools/as-run/parts.h"

typedef struct AsRunnable {
  const char *file; ///< As the user calls it.
  const char *name; ///< Of the function.
  AsSignature signature;
  const AsNeed *needs; ///< Of each argument; NULL where no code shows them.
  double roundoff; ///< Of the coarsest rounding in its code; 0 where no code
                   ///< shows it.
  AsKernel kernel; ///< Can be called until the process ends.
  bool hasThreads; ///< It may use any of the target's cores.
  AsParts parts;   ///< Of a module that is profiled.
  AsMemory memory; ///< The same.
  bool hasOrigin;  ///< The same; it says what it was made from:
  AsDataflow origin;
} AsRunnable;

/// Which function of a file, and how to compile one that is not compiled yet.
typedef struct AsRunnableOptions {
  const char *name; ///< "" for the only one there is.
  bool isCompared;  ///< The file that another is compared with. If it has only
                    ///< one function, that one, whatever its name. Lowered as
                    ///< without as-opt, unless it is marked as scheduled.
  const AsTarget *target;
  AsFp fp;
  bool isStock; ///< See AsLowerOptions.
  bool isProfiled;
  bool isInF64; ///< Compute in f64, with f64 in the signature; fails unless it
                ///< is a module that nobody has scheduled.
} AsRunnableOptions;

/// Makes a function of `file` callable, but for its sizes. What *runnable
/// refers to lives in `arena`.
AsStatus asRunnableLoad(const char *file, const AsRunnableOptions *options,
                        AsArena *arena, AsRunnable *runnable, AsError *error);

/// Reads sizes such as "n=37,m=1..8" (support/size-ranges.h).
AsStatus asRunnableReadSizes(const AsRunnable *runnable, const char *text,
                             AsArena *arena, AsSizeCombinations *sizes,
                             AsError *error);

/// Gives a function its sizes, in this order, and its arrays their shapes; may
/// be done again. `sizes` and `arena` have to live as long as the runnable.
AsStatus asRunnableSetSizes(const int64_t *sizes, AsArena *arena,
                            AsRunnable *runnable, AsError *error);

/// Fails with what a function meant that returned `refusal` for these sizes, as
/// of support/entry-symbols.h.
AsStatus asRunnableRefuse(const AsRunnable *runnable, const int64_t *sizes,
                          int refusal, AsError *error);

/// Appends "n=37,m=5".
void asRunnablePrintSizes(const AsRunnable *runnable, const int64_t *sizes,
                          AsText *text);

//===----------------------------------------------------------------------===//
// The parts of asRunnableLoad
//===----------------------------------------------------------------------===//

/// A function that a file offers.
typedef struct AsFunction {
  const char *name, *signature;
  const AsNeed *needs; ///< As of AsRunnable.
  double roundoff;     ///< The same.
  struct AsFunction *next;
} AsFunction;

/// All that a file offers, by name.
typedef struct AsFunctions {
  AsArena *arena; ///< Holds them.
  AsFunction *first;
  const char *leftOut; ///< Lines about functions that cannot be run; NULL
                       ///< where there are none.
} AsFunctions;

void asFunctionsAdd(AsFunctions *functions, const char *name,
                    const char *signature, const AsNeed *needs,
                    double roundoff);

/// Adds a line to what is left out: what cannot be done to the function, and
/// why.
void asFunctionsLeaveOut(AsFunctions *functions, const char *name,
                         const char *what, const char *why);

/// Sets all of *runnable but the file and the entry.
AsStatus asFunctionsChoose(const AsFunctions *functions,
                           const AsRunnableOptions *options,
                           AsRunnable *runnable, AsError *error);

/// From the shared object `file`, whose content is `content`.
AsStatus asRunnableOpen(const char *file, const AsText *content,
                        const AsRunnableOptions *options,
                        AsFunctions *functions, AsRunnable *runnable,
                        AsError *error);

/// From the module whose text or bytecode is `content`.
AsStatus asRunnableCompile(const AsText *content,
                           const AsRunnableOptions *options,
                           AsFunctions *functions, AsRunnable *runnable,
                           AsError *error);

#endif // AS_RUN_RUNNABLE_H
