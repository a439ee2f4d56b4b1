//===- model-report.h - What was measured of models and kernels
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_MODEL_REPORT_H
#define AS_BENCH_MODEL_REPORT_H

#include "as/error.h"
#include "bench/effort.h"
#include "bench/measure.h"
#include <stdio.h>

/// A model or kernel that was measured; contender 0 is as-opt, 1 the stock
/// lowering.
typedef struct AsModelRow {
  const char *name;
  const AsLineup *lineup;
  const AsRounds *rounds;
  double errors[AS_MAX_CONTENDERS]; ///< From the stock result; see the caller.
  /// Bytes, see bench/memory.h; negative where not known, NAN where not asked.
  double memory[AS_MAX_CONTENDERS];
  double tuneSeconds; ///< That as-opt took.
  AsEffort effort;
} AsModelRow;

/// What is kept of the rows for one line of the summary.
typedef struct AsStanding {
  char name[16]; ///< Of the yardsticks; those of one kind share what precedes
                 ///< the first '-'.
  int compared;  ///< Rows that such a yardstick was measured on.
  int ahead;     ///< Those on which as-opt is as fast as the best of them.
  double logSum; ///< Of the ratios to these.
} AsStanding;

/// Where rows go, and what is kept of them.
typedef struct AsModelReport {
  const char *subject; ///< What a row is about, in one word.
  FILE *table;
  FILE *csv; ///< NULL where none is wanted.
  int failed;
  AsStanding overall; ///< Against all yardsticks; the stock lowering is none.
  AsStanding standings[AS_MAX_CONTENDERS]; ///< Against each kind, and stock.
  int numStandings;
} AsModelReport;

void asModelReportBegin(const AsModelReport *report);
void asModelReportRow(AsModelReport *report, const AsModelRow *row);
/// A yardstick that is left out, because its result differs by `error` from
/// that of the contender `expected`.
void asModelReportWrong(const AsModelReport *report, const char *name,
                        const char *contender, const char *expected,
                        double error);
void asModelReportFailure(AsModelReport *report, const char *name,
                          const AsError *error);
void asModelReportEnd(const AsModelReport *report);

#endif // AS_BENCH_MODEL_REPORT_H
