//===- model-dynamic.h - Models whose sizes are known at run time only
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of bench-models whose names begin with dyn-, as bench-ops has them of
// operators (bench/dynamic.h). Each is one program of a model with one size
// open, such as the length of a text, which is tuned once and then runs at the
// row's sizes. At each it stands beside what as-opt makes of that size alone,
// and engines, which get the model of that size: they know no less than of a
// model with an open size.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_MODEL_DYNAMIC_H
#define AS_BENCH_MODEL_DYNAMIC_H

#include "bench/model-match.h"
#include "bench/size-report.h"

typedef struct AsModelDynamic {
  AsSession *session;
  const AsModels *models;
  AsEngines *engines;
  AsSizeReport report;
} AsModelDynamic;

/// Whether --rows asks for one of them. They take long: * does not mean them.
bool asModelDynamicIsAsked(const AsSession *session);

/// Does what --list and --mlir say.
AsStatus asModelDynamicList(const AsSession *session, const AsModels *models,
                            AsError *error);

/// Runs those that are asked for; returns how many failed.
int asModelDynamicRun(const AsModelDynamic *bench);

#endif // AS_BENCH_MODEL_DYNAMIC_H
