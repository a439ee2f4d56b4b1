//===- model-report.c - What was measured of models and kernels
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/model-report.h"
#include <math.h>
#include <stdbool.h>
#include <string.h>

// Whether the contender is of a kind, such as "torch"; NULL is any but stock.
static bool isOfKind(const AsContender *contender, const char *kind) {
  if (!kind)
    return !contender->isStock;
  const size_t length = strcspn(contender->name, "-");
  return strlen(kind) == length && !strncmp(contender->name, kind, length);
}

// The one of a kind with the least median; 0, which is as-opt, where none is.
static int bestOf(const AsModelRow *row, const char *kind) {
  int best = 0;
  for (int i = 1; i < row->lineup->count; i++)
    if (isOfKind(&row->lineup->contenders[i], kind) &&
        (!best || asRoundsSeconds(row->rounds, i).median <
                      asRoundsSeconds(row->rounds, best).median))
      best = i;
  return best;
}

void asModelReportBegin(const AsModelReport *report) {
  fprintf(report->table, "%-26s %-23s %10s %10s %5s %8s %9s  %s\n",
          report->subject, "contender", "median ms", "least ms", "IQR", "error",
          "MiB", "time / as-opt's [quartiles]");
  if (report->csv)
    fprintf(report->csv,
            "%s,status,contender,threads,rounds,median_seconds,"
            "least_seconds,iqr,ratio,ratio_quarter,ratio_three_quarters,best,"
            "error,memory_bytes,tune_seconds,tasks,trials,failed_trials,"
            "unscheduled,load_seconds\n",
            report->subject);
}

static void printLine(FILE *out, const AsModelRow *row, int i, bool isBest) {
  AsQuantiles seconds = asRoundsSeconds(row->rounds, i);
  fprintf(out, "%-26s %-23s %10.3f %10.3f %4.1f%% ", i ? "" : row->name,
          row->lineup->contenders[i].name, seconds.median * 1e3,
          seconds.least * 1e3,
          (seconds.threeQuarters - seconds.quarter) / seconds.median * 100);
  if (i == 1) // It is what the others are compared with.
    fprintf(out, "%8s ", "");
  else
    fprintf(out, "%8.1e ", row->errors[i]);
  if (row->memory[i] >= 0)
    fprintf(out, "%9.1f  ", row->memory[i] / (1 << 20));
  else
    fprintf(out, "%9s  ", isnan(row->memory[i]) ? "" : "N/A");
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
    AsQuantiles ratio = asRoundsRatio(row->rounds, i, 0);
    fprintf(out, "%6.3f [%.3f %.3f]%s", ratio.median, ratio.quarter,
            ratio.threeQuarters, isBest ? " best" : "");
  }
  fprintf(out, "\n");
}

static void writeCsv(FILE *out, const AsModelRow *row, int i, bool isBest) {
  const AsRounds *rounds = row->rounds;
  const AsContender *contender = &row->lineup->contenders[i];
  AsQuantiles seconds = asRoundsSeconds(rounds, i);
  AsQuantiles ratio = asRoundsRatio(rounds, i, 0);
  fprintf(out, "%s,ok,%s,%d,%d,%.4e,%.4e,%.4f,%.4f,%.4f,%.4f,%d,%.3e,",
          row->name, contender->name,
          contender->threads ? contender->threads : rounds->threads,
          rounds->timed[i], seconds.median, seconds.least,
          (seconds.threeQuarters - seconds.quarter) / seconds.median,
          ratio.median, ratio.quarter, ratio.threeQuarters, isBest,
          row->errors[i]);
  if (row->memory[i] >= 0)
    fprintf(out, "%.0f", row->memory[i]);
  if (i == 0)
    fprintf(out, ",%.3f,%d,%d,%d,%d,%.4e\n", row->tuneSeconds,
            row->effort.tasks, row->effort.trials, row->effort.failedTrials,
            row->effort.unscheduled, contender->loadSeconds);
  else
    fprintf(out, ",,,,,,\n");
}

static void flush(const AsModelReport *report) {
  // A later row may bring the process down.
  fflush(report->table);
  if (report->csv)
    fflush(report->csv);
}

static void count(AsStanding *standing, const AsModelRow *row, int best) {
  const double ratio = asRoundsRatio(row->rounds, best, 0).median;
  standing->compared++;
  standing->ahead += ratio >= 1;
  standing->logSum += log(ratio);
}

// The standing against the kind that the contender is of.
static AsStanding *standingOf(AsModelReport *report, const char *contender) {
  char kind[sizeof report->overall.name];
  snprintf(kind, sizeof kind, "%.*s", (int)strcspn(contender, "-"), contender);
  for (int i = 0; i < report->numStandings; i++)
    if (!strcmp(report->standings[i].name, kind))
      return &report->standings[i];
  AsStanding *standing = &report->standings[report->numStandings++];
  memcpy(standing->name, kind, sizeof kind);
  return standing;
}

void asModelReportRow(AsModelReport *report, const AsModelRow *row) {
  const int best = bestOf(row, NULL);
  for (int i = 0; i < row->lineup->count; i++) {
    const bool isBest = i && i == best;
    printLine(report->table, row, i, isBest);
    if (report->csv)
      writeCsv(report->csv, row, i, isBest);
  }
  if (best)
    count(&report->overall, row, best);
  for (int i = 1; i < row->lineup->count; i++) {
    AsStanding *standing = standingOf(report, row->lineup->contenders[i].name);
    if (bestOf(row, standing->name) == i)
      count(standing, row, i);
  }
  flush(report);
}

void asModelReportWrong(const AsModelReport *report, const char *name,
                        const char *contender, const char *expected,
                        double error) {
  fprintf(report->table,
          "%-26s %-23s LEFT OUT: its result differs by %.1e of its range from "
          "that of %s and of other yardsticks\n",
          name, contender, error, expected);
}

void asModelReportFailure(AsModelReport *report, const char *name,
                          const AsError *error) {
  report->failed++;
  fprintf(report->table, "%-26s FAILED: %s\n", name, error->message);
  if (report->csv)
    fprintf(report->csv, "%s,failed,,,,,,,,,,,,,,,,,,\n", name);
  flush(report);
}

static void printStanding(const AsModelReport *report,
                          const AsStanding *standing) {
  if (standing->compared)
    fprintf(report->table,
            "as-opt against the best %s of each %s: %.3f (geometric mean), "
            "ahead on "
            "%d of %d %ss\n",
            *standing->name ? standing->name : "yardstick", report->subject,
            exp(standing->logSum / standing->compared), standing->ahead,
            standing->compared, report->subject);
}

void asModelReportEnd(const AsModelReport *report) {
  printStanding(report, &report->overall);
  for (int i = 0; i < report->numStandings; i++)
    printStanding(report, &report->standings[i]);
  if (report->failed)
    fprintf(report->table, "%d %s%s failed\n", report->failed, report->subject,
            report->failed == 1 ? "" : "s");
}
