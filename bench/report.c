//===- report.c - What was measured, for people and for programs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/report.h"
#include "support/arena.h"
#include "support/quantiles.h"
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

// A contender's line.
typedef struct Line {
  AsQuantiles seconds;
  AsQuantiles ratio; // To as-opt's time.
  double spread;     // Interquartile range over median.
  double rate;       // In `unit`, at the median.
  double roof;       // Fraction of what the machine can do.
  const char *unit;
} Line;

static const char *unitOf(const AsWorkload *workload) {
  if (asWorkloadFlop(workload) == 0)
    return "GB/s";
  const AsBuffer result =
      asWorkloadBuffer(workload, asWorkloadNumTensors(workload) - 1);
  return asElementIsFloat(result.element) ? "GFLOP/s" : "GOP/s";
}

// Of the machine in the same rounds.
static double shareOfRoof(const AsRow *row, int contender) {
  int roof = row->lineup->count - 1;
  return asRoundsRatio(row->rounds, roof, contender).median;
}

static Line lineOf(const AsRow *row, int contender) {
  const AsRounds *rounds = row->rounds;
  AsQuantiles seconds = asRoundsSeconds(rounds, contender);
  double flop = asWorkloadFlop(row->workload);
  double bytes = asWorkloadBytes(row->workload);
  return (Line){
      .seconds = seconds,
      .ratio = asRoundsRatio(rounds, contender, 0),
      .spread = (seconds.threeQuarters - seconds.quarter) / seconds.median,
      .rate = (flop > 0 ? flop : bytes) / seconds.median / 1e9,
      .roof = shareOfRoof(row, contender),
      .unit = unitOf(row->workload),
  };
}

// 0, which is as-opt, where there is none.
static int bestYardstick(const AsReport *report, const AsRow *row) {
  int best = 0;
  double least = INFINITY;
  for (int i = 1; i < row->lineup->count; i++) {
    double median = asRoundsSeconds(row->rounds, i).median;
    const AsContender *contender = &row->lineup->contenders[i];
    bool isFair = report->constantWeights || !contender->isPrepacked;
    if (!contender->isStock && !contender->isRoof && isFair &&
        !asContenderHasFailed(contender) && median < least) {
      least = median;
      best = i;
    }
  }
  return best;
}

void asReportBegin(AsReport *report) {
  fprintf(report->table, "%-28s %-16s %10s %10s %5s %8s %-7s %4s  %s\n",
          "workload", "contender", "median us", "least us", "IQR", "rate", "",
          "roof", "time / as-opt's [quartiles]");
  if (report->csv)
    fprintf(report->csv,
            "workload,status,contender,threads,rounds,tune_seconds,deviation,"
            "median_seconds,least_seconds,iqr,rate,unit,roof,ratio,"
            "ratio_quarter,ratio_three_quarters,best\n");
}

static void printLine(FILE *out, const char *workload, const char *contender,
                      const Line *line, bool isTuned, bool isBest) {
  fprintf(out, "%-28s %-16s %10.2f %10.2f %4.1f%% %8.1f %-7s %3.0f%%", workload,
          contender, line->seconds.median * 1e6, line->seconds.least * 1e6,
          line->spread * 100, line->rate, line->unit, line->roof * 100);
  if (!isTuned)
    fprintf(out, "  %6.3f [%.3f %.3f]%s", line->ratio.median,
            line->ratio.quarter, line->ratio.threeQuarters,
            isBest ? " best" : "");
}

static void writeCsv(FILE *out, const AsRow *row, const char *contender,
                     const Line *line, bool isTuned, bool isBest) {
  fprintf(out, "%s,ok,%s,%d,%d,", row->workload->name, contender,
          row->rounds->threads, row->rounds->count);
  if (isTuned)
    fprintf(out, "%.3f,%.3e,", row->tuneSeconds, row->deviation);
  else
    fprintf(out, ",,");
  fprintf(out, "%.4e,%.4e,%.4f,%.3f,%s,%.4f,%.4f,%.4f,%.4f,%d\n",
          line->seconds.median, line->seconds.least, line->spread, line->rate,
          line->unit, line->roof, line->ratio.median, line->ratio.quarter,
          line->ratio.threeQuarters, isBest);
}

// Of one that ended while it was timed.
static void leaveOut(const AsReport *report, const AsRow *row,
                     const AsContender *contender) {
  fprintf(report->table, "%-28s %-16s LEFT OUT: %s\n", "", contender->name,
          contender->failure->message);
  if (report->csv)
    fprintf(report->csv, "%s,left-out,%s,%d,%d,,,,,,,,,,,,\n",
            row->workload->name, contender->name, row->rounds->threads,
            row->rounds->count);
}

void asReportRow(AsReport *report, const AsRow *row) {
  const int best = bestYardstick(report, row);
  for (int i = 0; i < row->lineup->count - 1; i++) { // The roof is last.
    if (asContenderHasFailed(&row->lineup->contenders[i])) {
      leaveOut(report, row, &row->lineup->contenders[i]);
      continue;
    }
    const char *contender = row->lineup->contenders[i].name;
    const bool isTuned = i == 0, isBest = !isTuned && i == best;
    const Line line = lineOf(row, i);
    printLine(report->table, isTuned ? row->workload->name : "", contender,
              &line, isTuned, isBest);
    if (isTuned)
      fprintf(report->table, "  tuned in %.1f s", row->tuneSeconds);
    double load = row->lineup->contenders[i].loadSeconds;
    if (load > 0)
      fprintf(report->table, ", weights packed in %.1f us", load * 1e6);
    fprintf(report->table, "\n");
    if (report->csv)
      writeCsv(report->csv, row, contender, &line, isTuned, isBest);
  }
  if (best > 0) {
    report->scores = asRealloc(report->scores,
                               sizeof *report->scores * (report->compared + 1));
    report->scores[report->compared++] =
        (AsScore){row->workload, asRoundsRatio(row->rounds, best, 0).median};
  }
  // A later row may bring the process down.
  fflush(report->table);
  if (report->csv)
    fflush(report->csv);
}

void asReportFailure(AsReport *report, const AsWorkload *workload,
                     const AsError *error) {
  report->failed++;
  fprintf(report->table, "%-28s FAILED: %s\n", workload->name, error->message);
  fflush(report->table);
  if (report->csv) {
    fprintf(report->csv, "%s,failed,,,,,,,,,,,,,,,\n", workload->name);
    fflush(report->csv);
  }
}

void asReportEnd(AsReport *report) {
  const AsClass all = asClassOf(NULL, report->scores, report->compared);
  if (report->compared)
    fprintf(report->table,
            "as-opt against the best yardstick of each row: %.3f (geometric "
            "mean), ahead on %zu of %zu rows\n",
            all.mean, all.ahead, all.count);
  if (report->compared > 1)
    asClassesPrint(report->scores, report->compared, report->table);
  if (report->failed)
    fprintf(report->table, "%d row%s failed\n", report->failed,
            report->failed == 1 ? "" : "s");
  free(report->scores);
  report->scores = NULL;
}
