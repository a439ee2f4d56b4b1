//===- report.h - What as-run has found
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_RUN_REPORT_H
#define AS_RUN_REPORT_H

#include "support/quantiles.h"
#include "tools/as-run/check.h"
#include "tools/as-run/onto.h"
#include "tools/as-run/profile.h"
#include "tools/as-run/rounds.h"
#include "tools/as-run/truth.h"

typedef struct AsFindings {
  const AsRunnable *runnables; ///< What was asked for, and what it is held to.
  int numRunnables;
  const int64_t *sizes;         ///< That they were called with.
  const AsRounds *rounds;       ///< None where nothing was timed.
  const AsProfile *profile;     ///< NULL where nothing was profiled.
  const AsOnto *onto;           ///< NULL where it was not asked for.
  double waited;                ///< Seconds, for cores that others used.
  const AsDeviation *deviation; ///< NULL where nothing was compared.
  const AsTruth *truth;         ///< Of a deviation; may be unknown.
} AsFindings;

/// Appends a table and, of a comparison, a line on time and two on results.
void asReportTable(const AsFindings *findings, AsText *text);

/// Appends how results compare: "equal", "DIFFER: deviation 0.1 ...".
void asReportResults(const AsFindings *findings, AsText *text);

/// Appends which side is nearer to the program in f64, on a line; nothing if
/// that is not known and nobody asks.
void asReportTruth(const AsFindings *findings, AsText *text);

/// How much faster the first is than the second, round by round.
AsQuantiles asReportSpeedup(const AsRounds *rounds);

/// Appends one JSON object.
void asReportJson(const AsFindings *findings, AsText *text);

#endif // AS_RUN_REPORT_H
