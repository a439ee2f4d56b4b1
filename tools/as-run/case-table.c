//===- case-table.c - A row for each choice of sizes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-run/case-table.h"
#include "tools/as-run/format.h"
#include <math.h>
#include <string.h>

void asCaseTableBegin(AsCaseTable *table, bool hasTimes, bool isCompared,
                      size_t widest, AsText *text) {
  *table = (AsCaseTable){.width = (int)fmax((double)widest, strlen("sizes")),
                         .least = INFINITY};
  // The last column of each row is not filled up with blanks.
  bool isOnly = !hasTimes && !isCompared;
  asTextFormat(text, "%-*s", isOnly ? 0 : table->width, "sizes");
  if (hasTimes)
    asTextFormat(text, "  %11s", "median");
  if (hasTimes && isCompared)
    asTextFormat(text, "  %11s  %8s", "compared", "speed-up");
  asTextAppendString(text, isCompared ? "  results\n" : "\n");
}

static void appendTimes(AsCaseTable *table, const AsFindings *findings,
                        AsText *text) {
  const AsRounds *rounds = findings->rounds;
  for (int i = 0; i < findings->numRunnables; i++)
    asFormatTime(asSpreadOf(rounds->seconds[i], rounds->count).median, text);
  if (findings->numRunnables == 1)
    return;
  double speedup = asReportSpeedup(rounds).median;
  asTextFormat(text, "  %8.3f", speedup);
  table->logSpeedups += log(speedup);
  table->least = fmin(table->least, speedup);
  table->most = fmax(table->most, speedup);
}

/// In few words where results are accepted.
static void appendResults(AsCaseTable *table, const AsFindings *findings,
                          AsText *text) {
  const AsDeviation *deviation = findings->deviation;
  bool isRounded = deviation->buffer >= 0 && deviation->value != 0;
  asTextAppendString(text, "  ");
  if (!deviation->isAccepted) {
    table->numDiffering++;
    asReportResults(findings, text);
    asTextAppendString(text, "\n");
    asReportTruth(findings, text);
  } else if (isRounded) {
    table->numRounded++;
    asTextFormat(text, "equal within rounding (%.2g)\n", deviation->value);
  } else {
    asReportResults(findings, text);
    asTextAppendString(text, "\n");
  }
}

void asCaseTableRow(AsCaseTable *table, const AsFindings *findings,
                    AsText *text) {
  AsText sizes = {0};
  asRunnablePrintSizes(&findings->runnables[0], findings->sizes, &sizes);
  bool isOnly = !findings->rounds->count && !findings->deviation;
  asTextFormat(text, "%-*s", isOnly ? 0 : table->width, asTextString(&sizes));
  asTextFree(&sizes);
  table->numCases++;
  if (findings->rounds->count)
    appendTimes(table, findings, text);
  if (findings->deviation)
    appendResults(table, findings, text);
  else
    asTextAppendString(text, "\n");
}

void asCaseTableEnd(const AsCaseTable *table, bool hasTimes, bool isCompared,
                    AsText *text) {
  if (hasTimes && isCompared)
    asTextFormat(text,
                 "speed-up: %.3f in geometric mean of %d sizes (%.3f to "
                 "%.3f)\n",
                 exp(table->logSpeedups / table->numCases), table->numCases,
                 table->least, table->most);
  if (!isCompared)
    return;
  if (table->numDiffering)
    asTextFormat(text, "results: DIFFER at %d of %d sizes\n",
                 table->numDiffering, table->numCases);
  else
    asTextFormat(text, "results: equal%s\n",
                 table->numRounded ? " within rounding" : "");
}
