//===- model-match.h - Who competes on a model
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What as-opt makes of a model is entered first, and last PyTorch and ONNX
// Runtime, each in its own process. All get the same arguments.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_MODEL_MATCH_H
#define AS_BENCH_MODEL_MATCH_H

#include "bench/engine.h"
#include "bench/model-report.h"
#include "bench/model.h"

enum { AS_NUM_ENGINES = 2 }; // PyTorch and ONNX Runtime.

/// What is known of the machine's engines after the first model.
typedef struct AsEngines {
  bool isMissing[AS_NUM_ENGINES];
  char descriptions[AS_NUM_ENGINES][96]; ///< Of those that are there.
} AsEngines;

/// Everything about the model at hand.
typedef struct AsModelMatch {
  AsModel model;
  AsOperands operands;
  AsLineup lineup;
  AsEngine engines[2 * AS_NUM_ENGINES]; ///< With all threads, and with one.
  int numEngines;
} AsModelMatch;

/// Enters the engines that the machine has, for the model called `name`.
AsStatus asMatchEnterEngines(const AsSession *session, const char *name,
                             AsEngines *engines, AsModelMatch *match,
                             AsError *error);

/// Compares and times all; contender 1 is what the others are compared with,
/// and `errors` are of asLineupCompare. An engine whose result is wrong is left
/// out, and the report says so.
AsStatus asMatchMeasure(AsSession *session, const AsModelReport *report,
                        const char *name, AsModelMatch *match,
                        double errors[AS_MAX_CONTENDERS], AsError *error);

void asMatchDestroy(AsModelMatch *match);

/// One line for each engine that was there.
void asEnginesPrint(const AsEngines *engines);

#endif // AS_BENCH_MODEL_MATCH_H
