//===- results.h - What a sweep found, as tables
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A row for each combination, in the order of the product:
//
//   id, model, each key, repetition, status ("ok", "failed", "not run"),
//   tuning seconds, those of search, train, build and measure, trials, errors,
//   latency (the median of its rounds), their quartiles, speed-up over the
//   first combination of the model that was timed (the median of the ratios of
//   the rounds), message
//
// What is not known is an empty field in CSV, null in JSON, N/A on the
// terminal.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SWEEP_RESULTS_H
#define AS_SWEEP_RESULTS_H

#include "tools/as-sweep/combination.h"

/// Writes results.csv and results.json into `folder`.
AsStatus asSweepWriteResults(const char *folder,
                             const AsSweepCombination *combinations, int count,
                             AsError *error);

/// Appends a table for people.
void asSweepPrintResults(const AsSweepCombination *combinations, int count,
                         AsText *text);

/// Appends the combinations, which of them are finished, and how long the
/// others may take, going by the seconds a trial of those that are.
void asSweepPrintPlan(const AsSweepCombination *combinations, int count,
                      AsText *text);

#endif // AS_SWEEP_RESULTS_H
