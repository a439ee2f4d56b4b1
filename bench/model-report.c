//===- bench/model-report.c - What was measured of models
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/model-report.h"
#include <math.h>

// The yardstick with the least median; 0, which is as-opt, where there is none.
static int bestYardstick(const AsModelRow *row) {
  int best = 0;
  for (int i = 1; i < row->lineup->count; i++)
    if (!row->lineup->contenders[i].isStock &&
        (!best || asRoundsSeconds(row->rounds, i).median <
                      asRoundsSeconds(row->rounds, best).median))
      best = i;
  return best;
}

void asModelReportBegin(const AsModelReport *report) {
  fprintf(report->table, "%-26s %-20s %10s %10s %5s %8s %9s  %s\n", "model",
          "contender", "median ms", "least ms", "IQR", "error", "MiB",
          "time / as-opt's [quartiles]");
  if (report->csv)
    fprintf(report->csv,
            "model,status,contender,threads,rounds,median_seconds,"
            "least_seconds,iqr,ratio,ratio_quarter,ratio_three_quarters,best,"
            "error,memory_bytes,tune_seconds,tasks,trials,failed_trials,"
            "unscheduled,load_seconds\n");
}

static void printLine(FILE *out, const AsModelRow *row, int i, bool isBest) {
  AsSpread seconds = asRoundsSeconds(row->rounds, i);
  fprintf(out, "%-26s %-20s %10.3f %10.3f %4.1f%% ", i ? "" : row->name,
          row->lineup->contenders[i].name, seconds.median * 1e3,
          seconds.least * 1e3,
          (seconds.threeQuarters - seconds.quarter) / seconds.median * 100);
  if (row->lineup->contenders[i].isStock)
    fprintf(out, "%8s ", "");
  else
    fprintf(out, "%8.1e ", row->errors[i]);
  if (row->memory[i] >= 0)
    fprintf(out, "%9.1f  ", row->memory[i] / (1 << 20));
  else
    fprintf(out, "%9s  ", "N/A");
  if (i == 0) {
    double load = row->lineup->contenders[i].loadSeconds;
    fprintf(out, "tuned in %.1f s: %d tasks, %d trials", row->tuneSeconds,
            row->effort.tasks, row->effort.trials);
    if (row->effort.failedTrials)
      fprintf(out, " (%d failed)", row->effort.failedTrials);
    if (row->effort.unscheduled)
      fprintf(out, ", %d ops not scheduled", row->effort.unscheduled);
    if (load > 0)
      fprintf(out, ", weights packed in %.1f ms", load * 1e3);
  } else {
    AsSpread ratio = asRoundsRatio(row->rounds, i, 0);
    fprintf(out, "%6.3f [%.3f %.3f]%s", ratio.median, ratio.quarter,
            ratio.threeQuarters, isBest ? " best" : "");
  }
  fprintf(out, "\n");
}

static void writeCsv(FILE *out, const AsModelRow *row, int i, bool isBest) {
  const AsRounds *rounds = row->rounds;
  AsSpread seconds = asRoundsSeconds(rounds, i);
  AsSpread ratio = asRoundsRatio(rounds, i, 0);
  fprintf(out, "%s,ok,%s,%d,%d,%.4e,%.4e,%.4f,%.4f,%.4f,%.4f,%d,%.3e,",
          row->name, row->lineup->contenders[i].name, rounds->threads,
          rounds->timed[i], seconds.median, seconds.least,
          (seconds.threeQuarters - seconds.quarter) / seconds.median,
          ratio.median, ratio.quarter, ratio.threeQuarters, isBest,
          row->errors[i]);
  if (row->memory[i] >= 0)
    fprintf(out, "%.0f", row->memory[i]);
  if (i == 0)
    fprintf(out, ",%.3f,%d,%d,%d,%d,%.4e\n", row->tuneSeconds,
            row->effort.tasks, row->effort.trials, row->effort.failedTrials,
            row->effort.unscheduled, row->lineup->contenders[i].loadSeconds);
  else
    fprintf(out, ",,,,,,\n");
}

static void flush(const AsModelReport *report) {
  // A later row may bring the process down.
  fflush(report->table);
  if (report->csv)
    fflush(report->csv);
}

void asModelReportRow(AsModelReport *report, const AsModelRow *row) {
  const int best = bestYardstick(row);
  for (int i = 0; i < row->lineup->count; i++) {
    const bool isBest = i && i == best;
    printLine(report->table, row, i, isBest);
    if (report->csv)
      writeCsv(report->csv, row, i, isBest);
  }
  if (best) {
    const double ratio = asRoundsRatio(row->rounds, best, 0).median;
    report->compared++;
    report->ahead += ratio >= 1;
    report->logSum += log(ratio);
  }
  flush(report);
}

void asModelReportFailure(AsModelReport *report, const char *name,
                          const AsError *error) {
  report->failed++;
  fprintf(report->table, "%-26s FAILED: %s\n", name, error->message);
  if (report->csv)
    fprintf(report->csv, "%s,failed,,,,,,,,,,,,,,,,,,\n", name);
  flush(report);
}

void asModelReportEnd(const AsModelReport *report) {
  if (report->compared)
    fprintf(report->table,
            "as-opt against the best yardstick of each model: %.3f (geometric "
            "mean), ahead on %d of %d models\n",
            exp(report->logSum / report->compared), report->ahead,
            report->compared);
  if (report->failed)
    fprintf(report->table, "%d model%s failed\n", report->failed,
            report->failed == 1 ? "" : "s");
}
