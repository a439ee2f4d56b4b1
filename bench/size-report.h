//===- size-report.h - What was measured of one program at several sizes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A row whose name begins with dyn- is a program with a dynamic size that is
// tuned once, and timed at several sizes. At each it is compared with what
// as-opt makes of that size alone, and with the fastest yardstick:
//
//   dyn-matmul-768x768    37'    118.20   1.013 [0.998 1.020]   1.204
//   [1.190 1.221]  onednn
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_SIZE_REPORT_H
#define AS_BENCH_SIZE_REPORT_H

#include "bench/measure.h"
#include "bench/tuned.h"
#include <stdio.h>

typedef struct AsSizePoint {
  int size;
  AsQuantiles seconds; ///< Of the dynamic program.
  AsQuantiles alone;   ///< Times of the program for this size alone over that.
  AsQuantiles yardstick; ///< Likewise of the fastest one; all 0: there is none.
  char fastest[40];      ///< Its name.
  double tuneSeconds;    ///< Of the program for this size alone.
} AsSizePoint;

typedef struct AsSizeRow {
  const char *name;
  const AsSizePoint *points;
  int numPoints;
  double tuneSeconds; ///< Of the dynamic program.
  int64_t bytes;      ///< Of its code.
  int64_t ownBytes;   ///< Of that of the last size alone.
} AsSizeRow;

typedef struct AsSizeReport {
  const char *program;   ///< That warns.
  const char *yardstick; ///< What each is, in one word.
  FILE *csv;             ///< NULL where none is wanted.
} AsSizeReport;

/// The line-up has the dynamic program, then that for this size alone, then
/// yardsticks, of which those that have failed, and those whose weights were
/// packed before where others pack theirs, are no yardstick.
void asSizePointFill(const AsSizeReport *report, const AsRounds *rounds,
                     const AsLineup *lineup, AsSizePoint *point);

void asSizeReportBegin(const AsSizeReport *report);
/// One line.
void asSizeReportPoint(const AsSizeReport *report, const char *name,
                       const AsSizePoint *point);
/// What the row took and made beside one size alone.
void asSizeReportEnd(const AsSizeReport *report, const AsSizeRow *row);

/// Likewise in place of points, or after some.
void asSizeReportFailure(const AsSizeReport *report, const char *name,
                         const AsError *error);

/// Bytes of code that as-opt made of a row; 0 if they cannot be read.
int64_t asCodeBytes(const AsTuner *tuner, const char *row);

bool asIsPrime(int number);

#endif // AS_BENCH_SIZE_REPORT_H
