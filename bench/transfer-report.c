//===- transfer-report.c - What models learn from each other
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/transfer-report.h"
#include "support/text.h"
#include <cjson/cJSON.h>
#include <math.h>

/// A full tuning that gains less has nothing to be a share of: times repeat no
/// better.
static const double leastGain = 0.01;

const char *asTuningName(AsTuning tuning) {
  static const char *const names[] = {"zero", "full", "only", "refined",
                                      "control"};
  return names[tuning];
}

//===----------------------------------------------------------------------===//
// Figures
//===----------------------------------------------------------------------===//

/// Its time in parts of that without trials.
static double timeOf(const AsTransferRow *row, AsTuning tuning) {
  return asRoundsRatio(row->rounds, tuning, AS_TUNING_ZERO).median;
}

/// How much of what full tuning gains over no trials it gains; NAN where that
/// is nothing.
static double shareOf(const AsTransferRow *row, AsTuning tuning) {
  double gain = 1 - timeOf(row, AS_TUNING_FULL);
  return gain >= leastGain ? (1 - timeOf(row, tuning)) / gain : NAN;
}

/// Its speed in parts of that of full tuning.
static double speedOf(const AsTransferRow *row, AsTuning tuning) {
  return asRoundsRatio(row->rounds, AS_TUNING_FULL, tuning).median;
}

static void addPair(AsTransferSums *sums, const AsTransferRow *row) {
  double refined = speedOf(row, AS_TUNING_REFINED);
  const AsEffort *full = &row->efforts[AS_TUNING_FULL],
                 *only = &row->efforts[AS_TUNING_ONLY];
  bool isFirst = sums->pairs++ == 0;
  if (!isnan(shareOf(row, AS_TUNING_ONLY))) {
    sums->gaining++;
    for (int t = 0; t < AS_NUM_TUNINGS; t++)
      sums->shares[t] += shareOf(row, t);
  }
  sums->trials += only->trials / fmax(full->trials, 1);
  sums->seconds += only->seconds / fmax(full->seconds, 1e-9);
  sums->logRefined += log(refined);
  sums->leastRefined = isFirst ? refined : fmin(sums->leastRefined, refined);
  sums->mostRefined = isFirst ? refined : fmax(sums->mostRefined, refined);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

static AsStatus printDonors(FILE *out, const char *path, AsError *error) {
  AsText text = {0};
  AsStatus status = asReadFile(path, &text, error);
  cJSON *report = status ? NULL : cJSON_Parse(asTextString(&text));
  const cJSON *task;
  cJSON_ArrayForEach(task, cJSON_GetObjectItem(report, "tasks")) {
    const char *label =
        cJSON_GetStringValue(cJSON_GetObjectItem(task, "label"));
    const char *donor =
        cJSON_GetStringValue(cJSON_GetObjectItem(task, "donor"));
    if (donor)
      fprintf(out, "  %s from %s\n", label, donor);
  }
  cJSON_Delete(report);
  asTextFree(&text);
  return status;
}

static void printTuning(const AsTransferReport *report,
                        const AsTransferRow *row, AsTuning tuning) {
  const AsEffort *effort = &row->efforts[tuning];
  AsQuantiles seconds = asRoundsSeconds(row->rounds, tuning);
  double share = shareOf(row, tuning), speed = speedOf(row, tuning);
  AsText gain = {0};
  if (isnan(share))
    asTextAppendString(&gain, "N/A");
  else
    asTextFormat(&gain, "%.1f%%", 100 * share);
  fprintf(report->table,
          "  %-8s %10.3f ms  %8.3f to %8.3f  %6d %8.1f s %8.3f %8s\n",
          asTuningName(tuning), 1e3 * seconds.median, 1e3 * seconds.quarter,
          1e3 * seconds.threeQuarters, effort->trials, effort->seconds, speed,
          gain.data);
  asTextFree(&gain);
  if (report->csv)
    fprintf(report->csv,
            "%s,%s,ok,%s,%d,%d,%d,%d,%d,%.9g,%.9g,%.9g,%.9g,%.4f,%.4f\n",
            row->source, row->target, asTuningName(tuning), report->threads,
            row->rounds->timed[tuning], effort->trials, effort->failedTrials,
            effort->donated, effort->seconds, seconds.median, seconds.quarter,
            seconds.threeQuarters, speed, share);
}

void asTransferReportBegin(const AsTransferReport *report) {
  fprintf(report->table, "  %-8s %13s  %20s  %6s %10s %8s %8s\n", "tuning",
          "median", "quartiles", "trials", "search", "of full", "gain");
  if (report->csv)
    fprintf(report->csv,
            "source,target,status,tuning,threads,rounds,trials,failed,donated,"
            "search_seconds,median_seconds,quarter_seconds,"
            "three_quarters_seconds,of_full,gain\n");
}

AsStatus asTransferReportRow(AsTransferReport *report, const AsTransferRow *row,
                             AsError *error) {
  const AsEffort *only = &row->efforts[AS_TUNING_ONLY];
  fprintf(report->table, "%s from %s: donors for %d of %d tasks\n", row->target,
          row->source, only->donated, only->tasks);
  if (printDonors(report->table, row->report, error))
    return error->status;
  for (int t = 0; t < AS_NUM_TUNINGS; t++)
    printTuning(report, row, t);
  addPair(&report->sums, row);
  fflush(report->table);
  return AS_OK;
}

void asTransferReportFailure(AsTransferReport *report, const char *source,
                             const char *target, const AsError *error) {
  report->failed++;
  fprintf(report->table, "%s from %s: FAILED: %s\n", target, source,
          error->message);
  if (report->csv)
    fprintf(report->csv, "%s,%s,failed,,,,,,,,,,,,\n", source, target);
  fflush(report->table);
}

void asTransferReportEnd(const AsTransferReport *report) {
  const AsTransferSums *sums = &report->sums;
  int pairs = sums->pairs, gaining = sums->gaining;
  if (pairs)
    fprintf(report->table,
            "only: %.1f%% of the trials and %.1f%% of the search time of full "
            "tuning, mean over %d pairs\n",
            100 * sums->trials / pairs, 100 * sums->seconds / pairs, pairs);
  if (gaining)
    fprintf(report->table,
            "only: %.1f%% of its gain over no trials, and %.1f%% with as many "
            "trials without the source, mean over %d pairs\n",
            100 * sums->shares[AS_TUNING_ONLY] / gaining,
            100 * sums->shares[AS_TUNING_CONTROL] / gaining, gaining);
  if (pairs)
    fprintf(report->table,
            "refined: %.3f of the speed of full tuning (geometric mean), %.3f "
            "to %.3f\n",
            exp(sums->logRefined / pairs), sums->leastRefined,
            sums->mostRefined);
  if (report->failed)
    fprintf(report->table, "%d pair%s failed\n", report->failed,
            report->failed == 1 ? "" : "s");
}
