//===- bench/model-report.h - What was measured of models
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

/// A model that was measured; contender 0 is as-opt, 1 the stock lowering.
typedef struct AsModelRow {
  const char *name;
  const AsLineup *lineup;
  const AsRounds *rounds;
  double errors[AS_MAX_CONTENDERS]; ///< From the stock result, in parts of its
                                    ///< range.
  double memory[AS_MAX_CONTENDERS]; ///< Bytes, see bench/memory.h.
  double tuneSeconds;               ///< That as-opt took.
  AsEffort effort;
} AsModelRow;

/// Where rows go, and what is kept of them for the summary.
typedef struct AsModelReport {
  FILE *table;
  FILE *csv; ///< NULL where none is wanted.
  int failed;
  int compared;  ///< Rows that PyTorch was measured on.
  int ahead;     ///< Those on which as-opt is as fast as the best yardstick.
  double logSum; ///< Of the ratios to the best yardsticks.
} AsModelReport;

void asModelReportBegin(const AsModelReport *report);
void asModelReportRow(AsModelReport *report, const AsModelRow *row);
void asModelReportFailure(AsModelReport *report, const char *name,
                          const AsError *error);
void asModelReportEnd(const AsModelReport *report);

#endif // AS_BENCH_MODEL_REPORT_H
