//===- learned-model.c - The learned cost model, by XGBoost
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See learned-model.h. XGBoost grows the trees. It knows rows, not programs, so
// sums over programs, weights and the derivatives of the loss are computed
// here. The trees are then taken out of it and evaluated by boosted-trees.c.
//
//===----------------------------------------------------------------------===//

#include "costmodel/learned-model.h"
#include "costmodel/boosted-trees.h"
#include "costmodel/xgboost.h"
#include "support/arena.h"
#include "support/text.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int maxStalledRounds = 3;

/// How the trees are grown.
static const char *const parameters[][2] = {
    {"verbosity", "0"},        {"nthread", "1"},
    {"tree_method", "hist"},   {"max_bin", "64"},
    {"max_depth", "5"}, // AS_TREE_DEPTH
    {"base_score", "0"},       {"eta", "0.2"},
    {"gamma", "0.001"},        {"lambda", "0.1"},
    {"min_child_weight", "0"}, {"colsample_bynode", "0.5"},
};

/// A round that lowers the loss by less than this fraction is stalled.
static const double leastGain = 0.002;

/// The weight of the slowest programs, and of those that failed: without any
/// weight the model would not learn what makes programs fail.
static const double leastWeight = 0.05;

/// Features beyond this are clamped. XGBoost takes about twice the largest
/// value as the end of its last bin, which must not overflow a float.
static const float featureLimit = 1e30f;

struct AsModel {
  int width;       ///< Features of a row.
  uint64_t seed;   ///< For sampling the features of a split.
  AsForest forest; ///< No trees until trained.
};

//===--- Rows ------------------------------------------------------------===//

/// The rows of a set, with every value within the limit.
typedef struct Matrix {
  const float *values; ///< The caller's own, or `clamped`.
  float *clamped;      ///< Owned; NULL if the caller's rows are in range.
  size_t numRows, width;
} Matrix;

static size_t numPrograms(const AsModelRows *rows) {
  return rows ? rows->numPrograms : 0;
}

/// Checks that `rows` fit `model`; `perProgram` is the array of their labels or
/// scores. An empty set always fits.
static AsStatus checkRows(const AsModel *model, const AsModelRows *rows,
                          const double *perProgram, AsError *error) {
  size_t count = numPrograms(rows);
  if (!count)
    return AS_OK;
  if (rows->width != model->width)
    return asFail(error, AS_INVALID_INPUT,
                  "cost model: the rows have %d features, the model has %d",
                  rows->width, model->width);
  if (!rows->firstRow || !perProgram)
    return asFail(error, AS_INVALID_INPUT,
                  "cost model: %zu programs without %s", count,
                  rows->firstRow ? "labels or scores" : "their first rows");
  for (size_t p = 0; p < count; p++)
    if (rows->firstRow[p] > rows->firstRow[p + 1])
      return asFail(error, AS_INVALID_INPUT,
                    "cost model: program %zu begins at row %" PRIu32
                    " and ends before it, at row %" PRIu32,
                    p, rows->firstRow[p], rows->firstRow[p + 1]);
  if (!rows->features && rows->firstRow[0] < rows->firstRow[count])
    return asFail(error, AS_INVALID_INPUT,
                  "cost model: %zu programs without features", count);
  return AS_OK;
}

static float clampFeature(float value) {
  if (isnan(value))
    return 0;
  return fminf(fmaxf(value, -featureLimit), featureLimit);
}

static Matrix makeMatrix(const AsModelRows *rows) {
  size_t first = rows->firstRow[0];
  Matrix matrix = {.numRows = rows->firstRow[rows->numPrograms] - first,
                   .width = (size_t)rows->width};
  size_t count = matrix.numRows * matrix.width;
  if (!count)
    return matrix;
  matrix.values = rows->features + first * matrix.width;
  int odd = 0; // No early exit, so that the loop vectorises.
  for (size_t i = 0; i < count; i++)
    odd |= !(fabsf(matrix.values[i]) <= featureLimit);
  if (!odd)
    return matrix;
  matrix.clamped = asAlloc(count * sizeof(float));
  for (size_t i = 0; i < count; i++)
    matrix.clamped[i] = clampFeature(matrix.values[i]);
  matrix.values = matrix.clamped;
  return matrix;
}

/// The score of a program: the sum over its rows, and its offset.
static double sumProgram(const AsModelRows *rows, const float *rowScores,
                         size_t program) {
  const uint32_t *bounds = rows->firstRow + program;
  double sum = rows->offsets ? rows->offsets[program] : 0;
  for (uint32_t r = bounds[0]; r < bounds[1]; r++)
    sum += rowScores[r - rows->firstRow[0]];
  return sum;
}

//===--- The loss --------------------------------------------------------===//

static double clampLabel(double label) {
  return label > 0 ? fmin(label, 1) : 0; // NaN is 0, too.
}

/// Whether labels differ, and there is a row to learn from.
static bool canLearn(const AsModelRows *rows, const double *labels) {
  size_t count = numPrograms(rows);
  if (count < 2 || rows->firstRow[0] == rows->firstRow[count])
    return false;
  for (size_t p = 1; p < count; p++)
    if (clampLabel(labels[p]) != clampLabel(labels[0]))
      return true;
  return false;
}

/// The loss, sum of w (score - label)^2 over the programs, and its derivatives
/// with respect to the score of each row.
///
/// The rows of a program move together, so with the curvature that each sees
/// by itself, 2w, a program of k similar rows would overshoot k-fold and
/// diverge. 2wk is a bound whatever the rows do: (sum d)^2 <= k sum d^2.
static double differentiate(const AsModelRows *rows, const double *labels,
                            const float *rowScores, float *gradient,
                            float *hessian) {
  double loss = 0;
  for (size_t p = 0; p < rows->numPrograms; p++) {
    uint32_t begin = rows->firstRow[p] - rows->firstRow[0];
    uint32_t end = rows->firstRow[p + 1] - rows->firstRow[0];
    if (begin == end)
      continue; // No tree changes its score.
    double label = clampLabel(labels[p]), weight = fmax(label, leastWeight);
    double excess = sumProgram(rows, rowScores, p) - label;
    loss += weight * excess * excess;
    for (uint32_t r = begin; r < end; r++) {
      gradient[r] = (float)(2 * weight * excess);
      hessian[r] = (float)(2 * weight * (end - begin));
    }
  }
  return loss;
}

//===--- XGBoost ---------------------------------------------------------===//

/// A run of XGBoost.
typedef struct Learner {
  const AsXgboost *xgboost;
  BoosterHandle booster;
  DMatrixHandle data; ///< The training rows.
} Learner;

/// Turns the result of a call of XGBoost into a status. Drops the time before
/// its message and the stack trace after it.
static AsStatus check(const AsXgboost *xgboost, int result, const char *action,
                      AsError *error) {
  if (result == 0)
    return AS_OK;
  const char *message = xgboost->getLastError(), *time = strstr(message, "] ");
  if (message[0] == '[' && time)
    message = time + 2;
  return asFail(error, AS_INTERNAL, "cost model: XGBoost failed to %s: %.*s",
                action, (int)strcspn(message, "\n"), message);
}

static AsStatus setParameter(const Learner *learner, const char *name,
                             const char *value, AsError *error) {
  const AsXgboost *xgboost = learner->xgboost;
  return check(xgboost, xgboost->setParameter(learner->booster, name, value),
               "set a parameter", error);
}

static AsStatus configure(const Learner *learner, uint64_t seed,
                          AsError *error) {
  AsStatus status = AS_OK;
  const size_t count = sizeof parameters / sizeof *parameters;
  for (size_t i = 0; i < count && status == AS_OK; i++)
    status = setParameter(learner, parameters[i][0], parameters[i][1], error);
  if (status != AS_OK)
    return status;
  char text[16]; // XGBoost's generator takes 32 bits.
  snprintf(text, sizeof text, "%" PRIu32, (uint32_t)(seed ^ seed >> 32));
  return setParameter(learner, "seed", text, error);
}

/// The current score of each training row, valid until the next call.
static AsStatus scoreTrainingRows(const Learner *learner, const float **scores,
                                  AsError *error) {
  const AsXgboost *xgboost = learner->xgboost;
  const int margins = 1, allTrees = 0, forTraining = 1;
  bst_ulong count;
  return check(xgboost,
               xgboost->predict(learner->booster, learner->data, margins,
                                allTrees, forTraining, &count, scores),
               "score the training rows", error);
}

/// Adds trees until the loss stalls.
static AsStatus boost(const Learner *learner, const AsModelRows *rows,
                      const double *labels, size_t numRows, AsError *error) {
  const AsXgboost *xgboost = learner->xgboost;
  float *gradient = asAlloc(numRows * sizeof(float));
  float *hessian = asAlloc(numRows * sizeof(float));
  double lastLoss = INFINITY;
  AsStatus status = AS_OK;
  for (int t = 0, stalled = 0; t < AS_MAX_TREES && status == AS_OK; t++) {
    const float *scores;
    status = scoreTrainingRows(learner, &scores, error);
    if (status != AS_OK)
      break;
    double loss = differentiate(rows, labels, scores, gradient, hessian);
    stalled = loss > (1 - leastGain) * lastLoss ? stalled + 1 : 0;
    if (stalled == maxStalledRounds)
      break;
    lastLoss = loss;
    status = check(xgboost,
                   xgboost->boostOneRound(learner->booster, learner->data,
                                          gradient, hessian, numRows),
                   "grow a tree", error);
  }
  free(gradient);
  free(hessian);
  return status;
}

/// Takes the trees out of the booster, and checks that they score the training
/// rows as XGBoost does, since its API does not fix the format of dumps.
static AsStatus harvest(const Learner *learner, const Matrix *matrix,
                        AsForest *forest, AsError *error) {
  const AsXgboost *xgboost = learner->xgboost;
  bst_ulong count;
  const char **dumps;
  AsStatus status = check(
      xgboost, xgboost->dump(learner->booster, "", 0, "text", &count, &dumps),
      "show its trees", error);
  if (status != AS_OK)
    return status;
  for (bst_ulong t = 0; t < count; t++)
    if (t == AS_MAX_TREES ||
        !asTreeReadDump(dumps[t], (int)matrix->width, &forest->trees[t]))
      return asFail(error, AS_INTERNAL,
                    "cost model: unexpected tree %" PRIu64 " of XGBoost: %s", t,
                    dumps[t]);
  forest->numTrees = (int)count;
  const float *scores;
  status = scoreTrainingRows(learner, &scores, error);
  for (size_t r = 0; r < matrix->numRows && status == AS_OK; r++) {
    float score = asForestScore(forest, matrix->values + r * matrix->width);
    if (!(fabsf(score - scores[r]) <= 1e-4f * fmaxf(1, fabsf(scores[r]))))
      status = asFail(error, AS_INTERNAL,
                      "cost model: row %zu scores %g, but %g in XGBoost", r,
                      score, scores[r]);
  }
  return status;
}

/// Prepares `learner` to grow trees for these rows. Its handles must be freed
/// after a failure as well.
static AsStatus start(const Matrix *matrix, uint64_t seed, Learner *learner,
                      AsError *error) {
  AsXgboost *xgboost;
  AsStatus status = asXgboostOpen(&xgboost, error);
  if (status != AS_OK)
    return status;
  learner->xgboost = xgboost;
  // XGBoost would print to stdout, where IR goes; the setting is per thread.
  status = check(xgboost, xgboost->setGlobalConfig("{\"verbosity\": 0}"),
                 "be silent", error);
  if (status == AS_OK)
    status = check(xgboost,
                   xgboost->matrixCreate(matrix->values, matrix->numRows,
                                         matrix->width, NAN, &learner->data),
                   "take the training rows", error);
  if (status == AS_OK)
    status =
        check(xgboost, xgboost->create(&learner->data, 1, &learner->booster),
              "start", error);
  return status == AS_OK ? configure(learner, seed, error) : status;
}

/// Fits `forest`, which is empty before.
static AsStatus fit(const Matrix *matrix, const AsModelRows *rows,
                    const double *labels, uint64_t seed, AsForest *forest,
                    AsError *error) {
  Learner learner = {.booster = NULL};
  AsStatus status = start(matrix, seed, &learner, error);
  if (status == AS_OK)
    status = boost(&learner, rows, labels, matrix->numRows, error);
  if (status == AS_OK)
    status = harvest(&learner, matrix, forest, error);
  if (learner.booster)
    learner.xgboost->destroy(learner.booster);
  if (learner.data)
    learner.xgboost->matrixFree(learner.data);
  return status;
}

//===--- The model -------------------------------------------------------===//

AsStatus asModelCreate(int width, uint64_t seed, AsModel **model,
                       AsError *error) {
  *model = NULL;
  if (width <= 0)
    return asFail(error, AS_INVALID_INPUT,
                  "cost model: a row needs features, not %d of them", width);
  *model = asAlloc(sizeof **model);
  (*model)->width = width;
  (*model)->seed = seed;
  return AS_OK;
}

void asModelDestroy(AsModel *model) { free(model); }

bool asModelIsTrained(const AsModel *model) {
  return model->forest.numTrees > 0;
}

static AsStatus requireTrained(const AsModel *model, AsError *error) {
  if (asModelIsTrained(model))
    return AS_OK;
  return asFail(error, AS_INVALID_INPUT,
                "cost model: it is not trained yet; measure at least two "
                "programs that differ in speed first");
}

AsStatus asModelTrain(AsModel *model, const AsModelRows *rows,
                      const double *labels, AsError *error) {
  AsStatus status = checkRows(model, rows, labels, error);
  if (status != AS_OK)
    return status;
  AsForest forest = {0};
  if (canLearn(rows, labels)) {
    Matrix matrix = makeMatrix(rows);
    status = fit(&matrix, rows, labels, model->seed, &forest, error);
    free(matrix.clamped);
  }
  if (status == AS_OK)
    model->forest = forest;
  return status;
}

AsStatus asModelPredict(AsModel *model, const AsModelRows *rows, double *scores,
                        AsError *error) {
  AsStatus status = requireTrained(model, error);
  if (status == AS_OK)
    status = checkRows(model, rows, scores, error);
  if (status != AS_OK || !numPrograms(rows))
    return status;
  Matrix matrix = makeMatrix(rows);
  float *rowScores = asAlloc(matrix.numRows * sizeof(float));
  for (size_t r = 0; r < matrix.numRows; r++)
    rowScores[r] =
        asForestScore(&model->forest, matrix.values + r * matrix.width);
  for (size_t p = 0; p < rows->numPrograms; p++)
    scores[p] = sumProgram(rows, rowScores, p);
  free(rowScores);
  free(matrix.clamped);
  return AS_OK;
}

//===--- Saving and loading ----------------------------------------------===//

AsStatus asModelSave(AsModel *model, char **data, size_t *length,
                     AsError *error) {
  AsStatus status = requireTrained(model, error);
  if (status != AS_OK)
    return status;
  AsText text = {0};
  asTextFormat(&text,
               "{\"as-opt-model\":1,\"width\":%d,\"trees\":", model->width);
  asForestAppend(&model->forest, &text);
  asTextAppendString(&text, "}\n");
  *data = text.data;
  *length = text.length;
  return AS_OK;
}

/// Whether nothing but the brace that closes the model is left.
static bool isEnd(const char *at, const char *end) {
  static const char blanks[] = " \t\r\n";
  at += strspn(at, blanks);
  return *at == '}' && at + 1 + strspn(at + 1, blanks) == end;
}

AsStatus asModelLoad(AsModel *model, const char *data, size_t length,
                     AsError *error) {
  AsText text = {0};
  asTextAppend(&text, data, data ? length : 0);
  int width = 0, start = 0;
  sscanf(text.data, " { \"as-opt-model\" : 1 , \"width\" : %d , \"trees\" : %n",
         &width, &start);
  AsStatus status = AS_OK;
  AsForest forest = {0};
  const char *at = text.data + start;
  if (start && width != model->width)
    status = asFail(error, AS_INVALID_INPUT,
                    "cost model: the saved model has %d features, this one "
                    "has %d; train it anew",
                    width, model->width);
  else if (!start || !asForestRead(&at, width, &forest) ||
           !isEnd(at, text.data + text.length))
    status = asFail(error, AS_INVALID_INPUT,
                    "cost model: not a saved model, or damaged (at byte %td of "
                    "%zu); train it anew",
                    at - text.data, length);
  else
    model->forest = forest;
  asTextFree(&text);
  return status;
}
