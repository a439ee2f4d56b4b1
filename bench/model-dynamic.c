//===- model-dynamic.c - Models whose sizes are known at run time only
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As in bench/dynamic.c, as-opt is told the range of a row and none of the
// sizes, and gets the trials of one static size.
//
//===----------------------------------------------------------------------===//

#include "bench/model-dynamic.h"
#include <stdlib.h>

enum { MOST_SIZES = 8 };

typedef struct Row {
  const char *name;
  const char *model, *size; ///< As bench/models/generate.py calls them.
  int least, most;
  int sizes[MOST_SIZES]; ///< To run at; 0 after the last.
} Row;

static const Row rows[] = {
    {"dyn-mlp-small", "mlp-small", "batch", 1, 16, {1, 2, 7, 16}},
    {"dyn-mobilenet-v2",
     "mobilenet-v2",
     "batch",
     1,
     8,
     {1, 2, 3, 4, 5, 6, 7, 8}},
    {"dyn-bert-tiny",
     "bert-tiny",
     "length",
     1,
     512,
     {8, 16, 50, 128, 300, 512}},
    {"dyn-bert-base",
     "bert-base",
     "length",
     1,
     512,
     {8, 16, 50, 128, 300, 512}},
};
enum { numRows = sizeof rows / sizeof *rows };

static bool isAsked(const AsSession *session, const Row *row) {
  return !session->options.modelsFolder &&
         asSessionAsksApart(session, row->name);
}

bool asModelDynamicIsAsked(const AsSession *session) {
  bool is = false;
  for (int r = 0; r < numRows; r++)
    is |= isAsked(session, &rows[r]);
  return is;
}

/// The row's model at a size, or for 0 of any size.
static AsStatus createModel(const AsModels *models, const Row *row, int size,
                            AsModel *model, AsError *error) {
  AsText name = {0};
  asTextFormat(&name, "%s@%s=", row->model, row->size);
  if (size)
    asTextFormat(&name, "%d", size);
  else
    asTextAppendString(&name, "?");
  AsStatus status = asModelCreate(models, asTextString(&name), model, error);
  asTextFree(&name);
  return status;
}

/// Likewise, called after the row.
static AsStatus createDynamic(const AsModels *models, const Row *row,
                              AsModel *model, AsError *error) {
  AsStatus status = createModel(models, row, 0, model, error);
  free(model->input.name);
  model->input.name = asCopyString(row->name);
  return status;
}

AsStatus asModelDynamicList(const AsSession *session, const AsModels *models,
                            AsError *error) {
  AsStatus status = AS_OK;
  bool isFirst = !session->options.mlir || !asModelsAreAsked(session, models);
  for (int r = 0; r < numRows && !status; r++) {
    if (!isAsked(session, &rows[r]))
      continue;
    if (session->options.list) {
      printf("%-28s %s from %d to %d\n", rows[r].name, rows[r].size,
             rows[r].least, rows[r].most);
    } else if (session->options.mlir) {
      AsModel model;
      status = createDynamic(models, &rows[r], &model, error);
      if (!status)
        printf("%s// %s\n%s", isFirst ? "" : "// -----\n", rows[r].name,
               model.input.mlir);
      isFirst = false;
      asModelFree(&model);
    }
  }
  return status;
}

//===----------------------------------------------------------------------===//
// One size
//===----------------------------------------------------------------------===//

/// That of `tuner` for one size.
static AsTuner aloneTuner(const AsTuner *tuner) {
  AsTuner alone = *tuner;
  alone.name = "alone";
  return alone;
}

/// Enters the dynamic program, the one for the size alone, and the engines.
static AsStatus enterAll(const AsModelDynamic *bench, const AsTuner *tuner,
                         const AsTuned *dynamic, AsSizePoint *point,
                         AsModelMatch *match, AsError *error) {
  const AsTuner own = aloneTuner(tuner);
  const AsInput *input = &match->model.input;
  AsTuned alone;
  fprintf(stderr, "%s: tuning with %d trials\n", input->name, own.trials);
  if (asTunedBuild(&own, input, &alone, &point->tuneSeconds, error) ||
      asModelOperands(&match->model, alone.signature, &match->operands, error))
    return error->status;
  asTunedAdd(dynamic, "as-opt", &match->operands, &match->lineup);
  asTunedAdd(&alone, own.name, &match->operands, &match->lineup);
  return asMatchEnterEngines(bench->session, input->name, bench->engines, match,
                             error);
}

static AsStatus runPoint(const AsModelDynamic *bench, const Row *row,
                         const AsTuner *tuner, const AsTuned *dynamic,
                         AsSizePoint *point, AsError *error) {
  const AsModelReport wrong = {.subject = "model", .table = stdout};
  AsSession *session = bench->session;
  AsModelMatch match = {0};
  double errors[AS_MAX_CONTENDERS];
  asCoresRelease(&session->cores);
  AsStatus status =
      createModel(bench->models, row, point->size, &match.model, error);
  if (!status)
    status = enterAll(bench, tuner, dynamic, point, &match, error);
  if (!status)
    status = asMatchMeasure(session, &wrong, match.model.input.name, &match,
                            errors, error);
  if (!status)
    asSizePointFill(&bench->report, &session->rounds, &match.lineup, point);
  asMatchDestroy(&match);
  return status;
}

//===----------------------------------------------------------------------===//
// One row
//===----------------------------------------------------------------------===//

/// The trials that one size may have, by the tasks of the first one.
static AsStatus countTrials(const AsModelDynamic *bench, const Row *row,
                            AsTuner *tuner, AsError *error) {
  AsModel model;
  AsTuned stock;
  int tasks = 0;
  AsStatus status =
      createModel(bench->models, row, row->sizes[0], &model, error);
  if (!status)
    status = asModelStock(tuner, &model.input, &stock, &tasks, error);
  tuner->trials = asSessionTrials(bench->session, tasks);
  asModelFree(&model);
  return status;
}

/// Tunes the program for the row's range.
static AsStatus tune(const AsModelDynamic *bench, const Row *row, AsTuner tuner,
                     AsTuned *tuned, double *seconds, AsError *error) {
  AsModel model;
  AsText sizes = {0};
  asTextFormat(&sizes, "d0=%d..%d", row->least, row->most);
  tuner.sizes = asTextString(&sizes);
  AsStatus status = createDynamic(bench->models, row, &model, error);
  fprintf(stderr, "%s: tuning with %d trials\n", row->name, tuner.trials);
  if (!status)
    status = asTunedBuild(&tuner, &model.input, tuned, seconds, error);
  asModelFree(&model);
  asTextFree(&sizes);
  return status;
}

static int64_t bytesAlone(const AsTuner *tuner, const Row *row, int size) {
  AsText name = {0};
  const AsTuner alone = aloneTuner(tuner);
  asTextFormat(&name, "%s@%s=%d", row->model, row->size, size);
  int64_t bytes = asCodeBytes(&alone, asTextString(&name));
  asTextFree(&name);
  return bytes;
}

static AsStatus runRow(const AsModelDynamic *bench, const Row *row,
                       AsError *error) {
  AsTuner tuner = bench->session->tuner;
  AsTuned tuned;
  AsSizePoint points[MOST_SIZES] = {0};
  AsSizeRow all = {.name = row->name, .points = points};
  asCoresRelease(&bench->session->cores);
  if (countTrials(bench, row, &tuner, error) ||
      tune(bench, row, tuner, &tuned, &all.tuneSeconds, error))
    return error->status;
  for (int i = 0; i < MOST_SIZES && row->sizes[i]; i++) {
    const int64_t passed = row->sizes[i];
    AsSizePoint *point = &points[all.numPoints++];
    point->size = row->sizes[i];
    tuned.sizes = &passed;
    if (runPoint(bench, row, &tuner, &tuned, point, error))
      return asFailContext(error, "at %d", row->sizes[i]);
    asSizeReportPoint(&bench->report, row->name, point);
  }
  all.bytes = asCodeBytes(&tuner, row->name);
  all.ownBytes = bytesAlone(&tuner, row, points[all.numPoints - 1].size);
  asSizeReportEnd(&bench->report, &all);
  return AS_OK;
}

int asModelDynamicRun(const AsModelDynamic *bench) {
  int failed = 0;
  if (!asModelDynamicIsAsked(bench->session))
    return 0;
  asSizeReportBegin(&bench->report);
  for (int r = 0; r < numRows; r++) {
    AsError error = {0};
    if (!isAsked(bench->session, &rows[r]) || !runRow(bench, &rows[r], &error))
      continue;
    asSizeReportFailure(&bench->report, rows[r].name, &error);
    failed++;
  }
  return failed;
}
