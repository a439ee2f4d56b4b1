//===- outcome.h - How the trial of a candidate ended
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every end that a candidate can come to, as one table: the enum, the names in
// records and reports, and the help text all come from it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_OUTCOME_H
#define AS_OUTCOME_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// X(enumerator suffix, name in records, what it means)
#define AS_OUTCOMES(X)                                                         \
  X(OK, "ok", "built, checked against the reference, and timed")               \
  X(BUILT, "built", "built, but not yet measured")                             \
  X(ESTIMATED, "estimated", "built; its time is an estimate, as nothing ran")  \
  X(BUILD_FAILED, "build-failed",                                              \
    "the script or the lowering reported an error")                            \
  X(BUILD_TIMEOUT, "build-timeout", "building took longer than its limit")     \
  X(BUILD_CRASHED, "build-crashed",                                            \
    "the build worker died or ran out of memory")                              \
  X(ILLEGAL, "illegal",                                                        \
    "the schedule would break a dependence: a mistake of its rule")            \
  X(NOT_VECTORISED, "not-vectorised",                                          \
    "the schedule left scalar what it should make vectors of")                 \
  X(TOO_LARGE, "too-large",                                                    \
    "the kernel needs more threads or shared memory than the target has")      \
  X(SPILLED, "spilled", "the registers of the kernel do not hold its values")  \
  X(WRONG_ANSWER, "wrong-answer", "the output differs from the reference")     \
  X(EARLY_STOPPED, "early-stopped",                                            \
    "stopped, as the best takes much less time")                               \
  X(RUN_TIMEOUT, "run-timeout", "running took longer than its limit")          \
  X(RUN_CRASHED, "run-crashed",                                                \
    "the kernel died, exited or ran out of memory")                            \
  X(KILLED, "killed",                                                          \
    "its process was killed from outside, as where the machine has no memory")

/// How the trial of a candidate ended.
typedef enum AsOutcome {
#define AS_OUTCOME_ENUMERATOR(suffix, name, meaning) AS_OUTCOME_##suffix,
  AS_OUTCOMES(AS_OUTCOME_ENUMERATOR)
#undef AS_OUTCOME_ENUMERATOR
      AS_NUM_OUTCOMES
} AsOutcome;

/// The name of `outcome` as records spell it ("ok", "build-failed", ...).
const char *asOutcomeName(AsOutcome outcome);

/// Whether a candidate that ended so has a time to be chosen by.
bool asOutcomeIsTimed(AsOutcome outcome);

/// What `outcome` means, one phrase for people.
const char *asOutcomeMeaning(AsOutcome outcome);

/// The outcome called `name`, or AS_NUM_OUTCOMES where there is none.
AsOutcome asOutcomeFromName(const char *name);

#ifdef __cplusplus
}
#endif

#endif // AS_OUTCOME_H
