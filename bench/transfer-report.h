//===- transfer-report.h - What models learn from each other
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_TRANSFER_REPORT_H
#define AS_BENCH_TRANSFER_REPORT_H

#include "bench/effort.h"
#include "bench/measure.h"
#include <stdio.h>

/// The ways to tune the target of a pair, which are the contenders.
typedef enum AsTuning {
  AS_TUNING_ZERO,    ///< By the estimate, without a trial.
  AS_TUNING_FULL,    ///< By a search that knows of no other model.
  AS_TUNING_ONLY,    ///< By trials of what the source donates, and no others.
  AS_TUNING_REFINED, ///< By as many trials as FULL: those, then droplet.
  AS_TUNING_CONTROL, ///< By as many as ONLY, without the source.
  AS_NUM_TUNINGS
} AsTuning;

const char *asTuningName(AsTuning tuning); ///< "zero"

/// A pair that was measured.
typedef struct AsTransferRow {
  const char *source, *target;
  const char *report; ///< Path of as-opt's on ONLY, which names the donors.
  const AsRounds *rounds;
  AsEffort efforts[AS_NUM_TUNINGS];
} AsTransferRow;

/// Sums over the pairs.
typedef struct AsTransferSums {
  int pairs, gaining; ///< Those that have a share.
  double shares[AS_NUM_TUNINGS];
  double trials, seconds; ///< Of ONLY, in parts of those of FULL.
  double logRefined, leastRefined, mostRefined; ///< Speeds to that of FULL.
} AsTransferSums;

typedef struct AsTransferReport {
  FILE *table;
  FILE *csv; ///< NULL where none is wanted.
  int threads, failed;
  AsTransferSums sums;
} AsTransferReport;

void asTransferReportBegin(const AsTransferReport *report);
AsStatus asTransferReportRow(AsTransferReport *report, const AsTransferRow *row,
                             AsError *error);
void asTransferReportFailure(AsTransferReport *report, const char *source,
                             const char *target, const AsError *error);
void asTransferReportEnd(const AsTransferReport *report);

#endif // AS_BENCH_TRANSFER_REPORT_H
