//===- model.h - Whole models
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A model is a module with one function to call, and how that function's
// arguments are to be filled, so that what goes through the layers stays in
// range. Models are written by the generator in bench/models, or are the files
// of a folder, of which nothing is known but what their code shows.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_MODEL_H
#define AS_BENCH_MODEL_H

#include "bench/session.h"
#include "measure/fill-arguments.h"

/// Where models come from.
typedef struct AsModels {
  const char *python; ///< The interpreter.
  const char *folder; ///< Of .mlir files, or NULL for the generator's.
  char **names;       ///< In order; owned.
  int count;
} AsModels;

typedef struct AsModel {
  AsInput input;
  AsFill *fills; ///< Owned, one for each argument; NULL where not known.
  AsNeed *needs; ///< Likewise, where that is so.
  int numArguments;
} AsModel;

/// AsBenchmark.list, of models: finds out which there are. `program` may be
/// NULL where there is no --mlir.
AsStatus asModelsList(AsSession *session, AsModels *models,
                      AsNamedProgram program, AsError *error);
/// Whether --rows asks for one of them.
bool asModelsAreAsked(const AsSession *session, const AsModels *models);
void asModelsFree(AsModels *models);

/// Reads or writes the model called `name`.
AsStatus asModelCreate(const AsModels *models, const char *name, AsModel *model,
                       AsError *error);
void asModelFree(AsModel *model);

/// The stock lowering of a model, which tells how many tasks there are.
AsStatus asModelStock(const AsTuner *tuner, const AsInput *input,
                      AsTuned *stock, int *tasks, AsError *error);

/// The arguments of the model, whose signature as-opt has found.
AsStatus asModelOperands(const AsModel *model, const char *signature,
                         AsOperands *operands, AsError *error);

#endif // AS_BENCH_MODEL_H
