//===- figures.h - The numbers that displays and reports show
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the search knows of its tasks, as the numbers that people ask for, and
// how those numbers are written. All ways of showing a run take them from here,
// so that they agree. A number that is not known is 0, and is written "N/A":
// what was not measured must never look like a result.
//
//===----------------------------------------------------------------------===//

#ifndef AS_REPORT_FIGURES_H
#define AS_REPORT_FIGURES_H

#include "as/run.h"
#include "search/tuner.h"

/// A run at one moment, which is opaque to programs (as/run.h). Tasks are
/// numbered from 1 wherever they are shown.
struct AsSnapshot {
  const AsTuneTask *tasks;
  int numTasks;
  const AsGoal *goals; ///< Of each model.
  int numGoals;
  int current; ///< The task at hand, or -1.
  AsTunePhase phase;
  int trialsDone, trialsTotal;
  double seconds;           ///< Since the start.
  double timeLimit;         ///< Of the search, in seconds; 0 for none.
  double secondsLeft;       ///< Of the search, estimated; 0 while not known.
  double waiting;           ///< Seconds, for cores of other runs; 0: it is not.
  const AsTuneTimes *times; ///< Where the time went; NULL before the end.
  bool interrupted;         ///< At the end: somebody ended the search early.
  /// At the end of a run that measures nothing: what it has to say, some lines;
  /// else NULL.
  const char *words;
};

const char *asTunePhaseName(AsTunePhase phase);

double asTuneGflops(const AsTuneTask *task, double seconds); ///< Per second.
/// Over the stock lowering; at least that much where task->baselineIsBound.
double asTuneSpeedup(const AsTuneTask *task);
int asTuneErrors(const AsTuneTask *task); ///< Trials that failed.

/// Whether a trial that ended so has failed.
bool asOutcomeIsError(AsOutcome outcome);

/// Of all tasks together; latencies are weighted.
typedef struct AsTotals {
  int numMeasured; ///< Tasks with a best time.
  double seconds;  ///< Of one run of each of these, as often as it occurs.
  int numCompared; ///< Tasks with a best time and one of the stock lowering.
  double stockSeconds; ///< Of these, under the stock lowering.
  double speedup;      ///< Of these, together.
  bool isBound;        ///< Both are more than that, for some of these.
  int numErrors;
  int outcomes[AS_NUM_OUTCOMES];
} AsTotals;

AsTotals asTuneTotals(const AsTuneTask *tasks, int numTasks);

/// A number as text, by value.
typedef struct AsFigure {
  char text[32];
} AsFigure;

AsFigure asFigureNumber(double number);                ///< 158.2
AsFigure asFigureCount(double count);                  ///< 268.4M, or 0.
AsFigure asFigureSeconds(double seconds);              ///< 1.70 ms
AsFigure asFigureRatio(double ratio);                  ///< 118.2x
AsFigure asFigureBound(AsFigure figure, bool isBound); ///< >4.00 s
AsFigure asFigureDate(int64_t date);                   ///< 2026-11-24 15:45
AsFigure asFigureDuration(double seconds); ///< 3 min 20 s; never N/A.

#endif // AS_REPORT_FIGURES_H
