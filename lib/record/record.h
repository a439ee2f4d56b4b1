//===- record.h - A record as a struct
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What programs see as the opaque AsRecord of as/record.h. The table of its
// members is in record-fields.h.
//
//===----------------------------------------------------------------------===//

#ifndef AS_RECORD_RECORD_H
#define AS_RECORD_RECORD_H

#include "as/record.h"

/// One trial. All strings are borrowed: the reader of a record copies what it
/// keeps. NULL strings are stored as "" (extra: as "{}").
struct AsRecord {
  // The address.
  const char *task;          ///< Content hash of the task, 32 hex digits.
  const char *target;        ///< Target key, e.g. "cpu:skylake-avx512:t1".
  const char *compiler;      ///< "LLVM 22.1.8 lowering=1 fp=contract".
  const char *sketch;        ///< Sketch name, e.g. "contraction-pack".
  const char *sketchVersion; ///< Content hash of the sketch's script.
  const char *point;         ///< Knob values, canonical JSON object.

  // What came of it.
  AsOutcome outcome;
  const char *message; ///< Why, where the outcome is not "ok".
  const double *times; ///< Seconds of each timed run.
  size_t numTimes;
  double seconds;      ///< Of one run, at the machine's best pace (docs/).
  bool checked;        ///< The output was compared with the reference.
  double maxError;     ///< Largest deviation, in units of the tolerance's base.
  double tolerance;    ///< The deviation that would have been accepted.
  double buildSeconds; ///< Wall time of building.
  double measureSeconds;  ///< Wall time of checking and timing.
  const char *objectHash; ///< Content hash of the object code.

  // Where it comes from.
  const char *asVersion; ///< Version of as-opt.
  const char *host;      ///< Host CPU, as the system names it.
  int64_t date;          ///< Seconds since the epoch.
  uint64_t seed;         ///< Seed of the search.
  const char *run;       ///< Id of the run, 32 hex digits.

  const char *extra; ///< JSON object of keys that this version does not know.
};

#endif // AS_RECORD_RECORD_H
