//===- size-report.c - What was measured of one program at several sizes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/size-report.h"
#include "support/text.h"
#include <elf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool asIsPrime(int number) {
  for (int d = 2; d * d <= number; d++)
    if (number % d == 0)
      return false;
  return number > 1;
}

int64_t asCodeBytes(const AsTuner *tuner, const char *row) {
  char *path = asTunedLibrary(tuner, row);
  AsText file = {0};
  int64_t bytes = 0;
  if (!asReadFile(path, &file, NULL) && file.length > sizeof(Elf64_Ehdr)) {
    Elf64_Ehdr header;
    memcpy(&header, file.data, sizeof header);
    for (int s = 0; s < header.e_shnum; s++) {
      Elf64_Shdr section;
      size_t at = header.e_shoff + (size_t)s * sizeof section;
      if (at + sizeof section > file.length)
        break;
      memcpy(&section, file.data + at, sizeof section);
      bytes += section.sh_flags & SHF_EXECINSTR ? (int64_t)section.sh_size : 0;
    }
  }
  asTextFree(&file);
  free(path);
  return bytes;
}

//===----------------------------------------------------------------------===//
// One size
//===----------------------------------------------------------------------===//

void asSizePointFill(const AsSizeReport *report, const AsRounds *rounds,
                     const AsLineup *lineup, AsSizePoint *point) {
  enum { dynamic, alone, first };
  point->seconds = asRoundsSeconds(rounds, dynamic);
  point->alone = asRoundsRatio(rounds, alone, dynamic);
  double least = INFINITY;
  for (int i = first; i < lineup->count; i++) {
    const AsContender *contender = &lineup->contenders[i];
    double median = asRoundsSeconds(rounds, i).median;
    if (asContenderHasFailed(contender))
      fprintf(stderr, "%s: warning: at %d, %s is left out: %s\n",
              report->program, point->size, contender->name,
              contender->failure->message);
    if (asContenderHasFailed(contender) || contender->isPrepacked ||
        median >= least)
      continue;
    least = median;
    point->yardstick = asRoundsRatio(rounds, i, dynamic);
    snprintf(point->fastest, sizeof point->fastest, "%s", contender->name);
  }
}

void asSizeReportBegin(const AsSizeReport *report) {
  printf("%-28s %6s %12s %7s %-13s %7s\n", "workload", "size", "median us",
         "alone", "[quartiles]", report->yardstick);
  if (report->csv)
    fprintf(report->csv,
            "workload,size,median_seconds,alone,%s,fastest,alone_quarter,"
            "alone_three_quarters,%s_quarter,%s_three_quarters\n",
            report->yardstick, report->yardstick, report->yardstick);
}

static void printRatio(const AsQuantiles *ratio) {
  printf(" %7.3f [%.3f %.3f]", ratio->median, ratio->quarter,
         ratio->threeQuarters);
}

void asSizeReportPoint(const AsSizeReport *report, const char *name,
                       const AsSizePoint *point) {
  const AsQuantiles *alone = &point->alone, *yardstick = &point->yardstick;
  printf("%-28s %5d%s %12.2f", name, point->size,
         asIsPrime(point->size) ? "'" : " ", point->seconds.median * 1e6);
  printRatio(alone);
  if (yardstick->median > 0) {
    printRatio(yardstick);
    printf("  %s", point->fastest);
  }
  printf("\n");
  fflush(stdout);
  if (report->csv) {
    fprintf(report->csv, "%s,%d,%.4e,%.4f,%.4f,%s,%.4f,%.4f,%.4f,%.4f\n", name,
            point->size, point->seconds.median, alone->median,
            yardstick->median, point->fastest, alone->quarter,
            alone->threeQuarters, yardstick->quarter, yardstick->threeQuarters);
    fflush(report->csv);
  }
}

//===----------------------------------------------------------------------===//
// The end of a row
//===----------------------------------------------------------------------===//

typedef struct Mean {
  double logs, least;
  int count;
} Mean;

static void addTo(Mean *mean, double ratio) {
  if (ratio <= 0)
    return;
  mean->least = mean->count++ ? fmin(mean->least, ratio) : ratio;
  mean->logs += log(ratio);
}

static void printMean(const char *against, const char *what, const Mean *mean) {
  if (mean->count)
    printf("against the %s%s %.3f (geometric mean), %.3f at least; ", against,
           what, exp(mean->logs / mean->count), mean->least);
}

void asSizeReportEnd(const AsSizeReport *report, const AsSizeRow *row) {
  Mean alone = {0}, yardstick = {0};
  double seconds = 0;
  for (int i = 0; i < row->numPoints; i++) {
    addTo(&alone, row->points[i].alone.median);
    addTo(&yardstick, row->points[i].yardstick.median);
    seconds += row->points[i].tuneSeconds / row->numPoints;
  }
  printf("%s: ", row->name);
  printMean("size alone", "", &alone);
  printMean("best ", report->yardstick, &yardstick);
  printf("%.1f kB of code, %.1f times that of %d alone; tuned in %.1f s, %.2f "
         "times one size\n",
         (double)row->bytes / 1e3,
         row->ownBytes ? (double)row->bytes / (double)row->ownBytes : 0,
         row->points[row->numPoints - 1].size, row->tuneSeconds,
         seconds > 0 ? row->tuneSeconds / seconds : 0);
  fflush(stdout);
}

void asSizeReportFailure(const AsSizeReport *report, const char *name,
                         const AsError *error) {
  printf("%-28s FAILED: %s\n", name, error->message);
  fflush(stdout);
  if (report->csv)
    fprintf(report->csv, "%s,failed,,,,,,,,\n", name);
}
