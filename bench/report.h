//===- report.h - What was measured, for people and for programs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_REPORT_H
#define AS_BENCH_REPORT_H

#include "as/error.h"
#include "bench/classes.h"
#include "bench/lineup.h"
#include "bench/measure.h"
#include <stdio.h>

/// A row that was measured; contender 0 is as-opt, and the last is the roof.
typedef struct AsRow {
  const AsWorkload *workload;
  const AsLineup *lineup;
  const AsRounds *rounds;
  double tuneSeconds; ///< That as-opt took.
  double deviation;   ///< Of as-opt's result, see asBufferDeviation.
} AsRow;

/// Where rows go, and what is kept of them for the summary.
typedef struct AsReport {
  bool constantWeights; ///< To pack them before the timing is fair.
  FILE *table;
  FILE *csv; ///< NULL where none is wanted.
  int failed;
  AsScore *scores; ///< Of the rows that a yardstick was measured on. Owned.
  size_t compared;
} AsReport;

void asReportBegin(AsReport *report);
void asReportRow(AsReport *report, const AsRow *row);
void asReportFailure(AsReport *report, const AsWorkload *workload,
                     const AsError *error);
/// The summary; frees the report.
void asReportEnd(AsReport *report);

#endif // AS_BENCH_REPORT_H
