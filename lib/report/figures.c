//===- figures.c - The numbers that displays and reports show
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See figures.h.
//
//===----------------------------------------------------------------------===//

#include "report/figures.h"
#include <math.h>
#include <stdio.h>
#include <time.h>

const char *asTunePhaseName(AsTunePhase phase) {
  static const char *const names[] = {
      [AS_TUNE_BASELINE] = "baseline",
      [AS_TUNE_SEARCH] = "search",
      [AS_TUNE_FINAL] = "final",
      [AS_TUNE_DONE] = "done",
  };
  return names[phase];
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

double asTuneGflops(const AsTuneTask *task, double seconds) {
  return seconds > 0 ? task->flops / seconds * 1e-9 : 0;
}

double asTuneSpeedup(const AsTuneTask *task) {
  return task->bestSeconds > 0 ? task->baselineSeconds / task->bestSeconds : 0;
}

/// One that was stopped early did nothing wrong.
bool asOutcomeIsError(AsOutcome outcome) {
  return !asOutcomeIsTimed(outcome) && outcome != AS_OUTCOME_BUILT &&
         outcome != AS_OUTCOME_EARLY_STOPPED;
}

int asTuneErrors(const AsTuneTask *task) {
  int errors = 0;
  for (int o = 0; o < AS_NUM_OUTCOMES; o++)
    errors += asOutcomeIsError((AsOutcome)o) ? task->outcomes[o] : 0;
  return errors;
}

AsTotals asTuneTotals(const AsTuneTask *tasks, int numTasks) {
  AsTotals totals = {0};
  double compared = 0;
  for (int t = 0; t < numTasks; t++) {
    const AsTuneTask *task = &tasks[t];
    for (int o = 0; o < AS_NUM_OUTCOMES; o++)
      totals.outcomes[o] += task->outcomes[o];
    totals.numErrors += asTuneErrors(task);
    if (task->bestSeconds <= 0)
      continue;
    totals.numMeasured++;
    totals.seconds += task->weight * task->bestSeconds;
    if (task->baselineSeconds <= 0 || task->outcomes[AS_OUTCOME_ESTIMATED])
      continue; // An estimate compares with nothing that was measured.
    totals.numCompared++;
    totals.isBound |= task->baselineIsBound;
    compared += task->weight * task->bestSeconds;
    totals.stockSeconds += task->weight * task->baselineSeconds;
  }
  totals.speedup = compared > 0 ? totals.stockSeconds / compared : 0;
  return totals;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// About four digits, as many as measurements are worth.
static AsFigure digits(double number, const char *unit) {
  AsFigure figure;
  if (!isfinite(number) || number <= 0)
    snprintf(figure.text, sizeof figure.text, "N/A");
  else if (number < 0.1)
    snprintf(figure.text, sizeof figure.text, "%.2g%s", number, unit);
  else
    snprintf(figure.text, sizeof figure.text, "%.*f%s",
             number < 9.995   ? 2
             : number < 999.5 ? 1
                              : 0,
             number, unit);
  return figure;
}

AsFigure asFigureNumber(double number) { return digits(number, ""); }

AsFigure asFigureRatio(double ratio) { return digits(ratio, "x"); }

AsFigure asFigureCount(double count) {
  static const char *const units[] = {"", "k", "M", "G", "T", "P"};
  int unit = 0;
  for (; unit < 5 && count >= 999.5; unit++)
    count /= 1000;
  AsFigure figure = digits(count, units[unit]);
  if (unit == 0 && count >= 0)
    snprintf(figure.text, sizeof figure.text, "%.0f", count);
  return figure;
}

AsFigure asFigureSeconds(double seconds) {
  static const char *const units[] = {" ns", " us", " ms", " s"};
  int unit = 0;
  for (seconds *= 1e9; unit < 3 && seconds >= 999.5; unit++)
    seconds /= 1000;
  return digits(seconds, units[unit]);
}

AsFigure asFigureBound(AsFigure figure, bool isBound) {
  AsFigure bound = {">"};
  snprintf(bound.text + 1, sizeof bound.text - 1, "%.30s", figure.text);
  return isBound ? bound : figure;
}

AsFigure asFigureDate(int64_t date) {
  AsFigure figure = {"N/A"};
  time_t seconds = (time_t)date;
  struct tm parts;
  if (localtime_r(&seconds, &parts))
    strftime(figure.text, sizeof figure.text, "%Y-%m-%d %H:%M", &parts);
  return figure;
}

AsFigure asFigureDuration(double seconds) {
  AsFigure figure;
  long whole = lround(seconds);
  if (whole < 10)
    snprintf(figure.text, sizeof figure.text, "%.1f s", seconds);
  else if (whole < 100)
    snprintf(figure.text, sizeof figure.text, "%ld s", whole);
  else if (whole < 3600)
    snprintf(figure.text, sizeof figure.text, "%ld min %02ld s", whole / 60,
             whole % 60);
  else
    snprintf(figure.text, sizeof figure.text, "%ld h %02ld min", whole / 3600,
             whole / 60 % 60);
  return figure;
}
