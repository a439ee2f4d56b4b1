//===- case-table.h - A row for each choice of sizes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   sizes        median     compared  speed-up  results
//   batch=1     1.523 us     2.911 us     1.911  equal
//   batch=37   20.115 us    97.332 us     4.839  equal within rounding
//   (2.9e-07) speed-up: 3.041 in geometric mean of 2 sizes (1.911 to 4.839)
//   results: equal within rounding
//
//===----------------------------------------------------------------------===//

#ifndef AS_RUN_CASE_TABLE_H
#define AS_RUN_CASE_TABLE_H

#include "tools/as-run/report.h"

typedef struct AsCaseTable {
  int width;                    ///< Of the column of sizes.
  int numCases;                 ///< So far ...
  int numRounded, numDiffering; ///< ... of which results were not equal.
  double logSpeedups;           ///< Their sum ...
  double least, most;           ///< ... and their extremes.
} AsCaseTable;

/// Appends the names of columns; `widest` is how long sizes are at most.
void asCaseTableBegin(AsCaseTable *table, bool hasTimes, bool isCompared,
                      size_t widest, AsText *text);
void asCaseTableRow(AsCaseTable *table, const AsFindings *findings,
                    AsText *text);
/// Appends what a comparison comes to.
void asCaseTableEnd(const AsCaseTable *table, bool hasTimes, bool isCompared,
                    AsText *text);

#endif // AS_RUN_CASE_TABLE_H
