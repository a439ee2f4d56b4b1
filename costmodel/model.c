//===- costmodel/model.c - The learned cost model over XGBoost's C API
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// XGBoost grows the trees; the rest is ours. It knows rows, not programs, so
// the sums, the weights and the derivatives of the loss are computed here. And
// the trees are taken out of it and walked here: scoring is the hot path of
// the search, and XGBoost spends longer on taking a row in than on its trees.
//
//===----------------------------------------------------------------------===//

#include "costmodel/model.h"
#include "support/arena.h"
#include "support/text.h"
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xgboost/c_api.h>

enum {
  maxTrees = 60,
  maxDepth = 5,
  numLeaves = 1 << maxDepth,
  maxNodes = 2 * numLeaves - 1,
  maxStalledRounds = 3
};

/// How the trees are grown.
static const char *const parameters[][2] = {
    {"verbosity", "0"},        {"nthread", "1"},
    {"tree_method", "hist"},   {"max_bin", "64"},
    {"max_depth", "5"}, // maxDepth
    {"base_score", "0"},       {"eta", "0.2"},
    {"gamma", "0.001"},        {"lambda", "0.1"},
    {"min_child_weight", "0"}, {"colsample_bynode", "0.5"},
};

/// A round that lowers the loss by less than this fraction is stalled.
static const double leastGain = 0.002;

/// The weight of the slowest programs, and of those that failed: with none at
/// all the model would never learn what makes a program fail.
static const double leastWeight = 0.05;

/// Features beyond this are clamped. XGBoost takes about twice the largest
/// value as the end of its last bin, which must not overflow a float.
static const float featureLimit = 1e30f;

//===--- Trees -----------------------------------------------------------===//

typedef struct Split {
  int32_t feature;
  float threshold; ///< Rows below it go to the first child.
} Split;

/// A complete binary tree: the root has place 1, the children of place i have
/// 2i and 2i + 1. A leaf that is higher up is repeated in every place below,
/// and the splits between are zero. So all walks take maxDepth steps without a
/// branch, and cannot go astray while the features are within the row.
typedef struct Tree {
  Split splits[numLeaves]; ///< By place; the first is not used.
  float leaves[numLeaves]; ///< Places numLeaves to 2 numLeaves - 1.
} Tree;

typedef struct Forest {
  int numTrees;
  Tree trees[maxTrees];
} Forest;

struct AsModel {
  int width;     ///< Features of a row.
  uint64_t seed; ///< Of the choice of features that a split may look at.
  Forest forest; ///< No trees until trained.
};

static float scoreRow(const Forest *forest, const float *row) {
  float score = 0;
  for (int t = 0; t < forest->numTrees; t++) {
    const Tree *tree = &forest->trees[t];
    unsigned place = 1;
    for (int level = 0; level < maxDepth; level++) {
      Split split = tree->splits[place];
      place = 2 * place + !(row[split.feature] < split.threshold);
    }
    score += tree->leaves[place - numLeaves];
  }
  return score;
}

//===--- Rows ------------------------------------------------------------===//

/// The rows of a set with every value within the limit.
typedef struct Matrix {
  const float *values; ///< The caller's own, or `clamped`.
  float *clamped;      ///< Owned; NULL where the caller's rows would do.
  size_t numRows, width;
} Matrix;

static size_t numPrograms(const AsModelRows *rows) {
  return rows ? rows->numPrograms : 0;
}

/// Whether `rows` can be given to `model`; `perProgram` is the array of labels
/// or scores that goes with it. An empty set always can.
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

/// The score of a program: the sum over its rows.
static double sumProgram(const AsModelRows *rows, const float *rowScores,
                         size_t program) {
  const uint32_t *bounds = rows->firstRow + program;
  double sum = 0;
  for (uint32_t r = bounds[0]; r < bounds[1]; r++)
    sum += rowScores[r - rows->firstRow[0]];
  return sum;
}

//===--- The loss --------------------------------------------------------===//

static double clampLabel(double label) {
  return label > 0 ? fmin(label, 1) : 0; // NaN is 0, too.
}

/// Whether there is a difference to learn, and a row to learn it from.
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
      continue; // It scores 0, whatever is learned.
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

/// Turns the result of a call of XGBoost into a status. Of its message, the
/// time in brackets before it and the stack trace after it are left out.
static AsStatus check(int result, const char *action, AsError *error) {
  if (result == 0)
    return AS_OK;
  const char *message = XGBGetLastError(), *time = strstr(message, "] ");
  if (message[0] == '[' && time)
    message = time + 2;
  return asFail(error, AS_INTERNAL, "cost model: XGBoost failed to %s: %.*s",
                action, (int)strcspn(message, "\n"), message);
}

static AsStatus configure(BoosterHandle booster, uint64_t seed,
                          AsError *error) {
  AsStatus status = AS_OK;
  const size_t count = sizeof parameters / sizeof *parameters;
  for (size_t i = 0; i < count && status == AS_OK; i++)
    status =
        check(XGBoosterSetParam(booster, parameters[i][0], parameters[i][1]),
              "set a parameter", error);
  if (status != AS_OK)
    return status;
  char text[16]; // XGBoost's generator takes 32 bits.
  snprintf(text, sizeof text, "%" PRIu32, (uint32_t)(seed ^ seed >> 32));
  return check(XGBoosterSetParam(booster, "seed", text), "set its seed", error);
}

/// The present score of each training row, valid until the next call.
static AsStatus scoreTrainingRows(BoosterHandle booster, DMatrixHandle data,
                                  const float **scores, AsError *error) {
  const int margins = 1, allTrees = 0, forTraining = 1;
  bst_ulong count;
  return check(XGBoosterPredict(booster, data, margins, allTrees, forTraining,
                                &count, scores),
               "score the training rows", error);
}

/// Adds trees until the loss stalls.
static AsStatus boost(BoosterHandle booster, DMatrixHandle data,
                      const AsModelRows *rows, const double *labels,
                      size_t numRows, AsError *error) {
  float *gradient = asAlloc(numRows * sizeof(float));
  float *hessian = asAlloc(numRows * sizeof(float));
  double lastLoss = INFINITY;
  AsStatus status = AS_OK;
  for (int t = 0, stalled = 0; t < maxTrees && status == AS_OK; t++) {
    const float *scores;
    status = scoreTrainingRows(booster, data, &scores, error);
    if (status != AS_OK)
      break;
    double loss = differentiate(rows, labels, scores, gradient, hessian);
    stalled = loss > (1 - leastGain) * lastLoss ? stalled + 1 : 0;
    if (stalled == maxStalledRounds)
      break;
    lastLoss = loss;
    status =
        check(XGBoosterBoostOneIter(booster, data, gradient, hessian, numRows),
              "grow a tree", error);
  }
  free(gradient);
  free(hessian);
  return status;
}

static void placeLeaf(Tree *tree, int place, float value) {
  int count = 1;
  for (; place < numLeaves; place *= 2)
    count *= 2;
  for (int i = 0; i < count; i++)
    tree->leaves[place - numLeaves + i] = value;
}

/// Reads a tree as XGBoost dumps it, one line a node, parents first:
///   0:[f3<0.5] yes=1,no=2,missing=2
///       1:leaf=0.25
/// False where it is anything else. `tree` is zero before.
static bool readDump(const char *dump, int width, Tree *tree) {
  int places[maxNodes] = {1}; // By XGBoost's number; 0 is not known yet.
  while (*dump) {
    int node, feature, yes, no;
    float value;
    bool isSplit = sscanf(dump, " %d:[f%d<%f] yes=%d,no=%d", &node, &feature,
                          &value, &yes, &no) == 5;
    if (!isSplit && sscanf(dump, " %d:leaf=%f", &node, &value) != 2)
      return false;
    if (node < 0 || node >= maxNodes || !places[node] || !isfinite(value))
      return false;
    int place = places[node];
    if (isSplit) {
      if (place >= numLeaves || feature < 0 || feature >= width || yes <= 0 ||
          yes >= maxNodes || no <= 0 || no >= maxNodes)
        return false;
      tree->splits[place] = (Split){feature, value};
      places[yes] = 2 * place;
      places[no] = 2 * place + 1;
    } else {
      placeLeaf(tree, place, value);
    }
    dump += strcspn(dump, "\n");
    dump += *dump == '\n';
  }
  return true;
}

/// Takes the trees out of `booster`. That they score the training rows as
/// XGBoost does is checked: how it dumps a tree is not settled in its API.
static AsStatus harvest(BoosterHandle booster, DMatrixHandle data,
                        const Matrix *matrix, Forest *forest, AsError *error) {
  bst_ulong count;
  const char **dumps;
  AsStatus status =
      check(XGBoosterDumpModelEx(booster, "", 0, "text", &count, &dumps),
            "show its trees", error);
  if (status != AS_OK)
    return status;
  for (bst_ulong t = 0; t < count; t++)
    if (t == maxTrees ||
        !readDump(dumps[t], (int)matrix->width, &forest->trees[t]))
      return asFail(error, AS_INTERNAL,
                    "cost model: unexpected tree %" PRIu64 " of XGBoost: %s", t,
                    dumps[t]);
  forest->numTrees = (int)count;
  const float *scores;
  status = scoreTrainingRows(booster, data, &scores, error);
  for (size_t r = 0; r < matrix->numRows && status == AS_OK; r++) {
    float score = scoreRow(forest, matrix->values + r * matrix->width);
    if (!(fabsf(score - scores[r]) <= 1e-4f * fmaxf(1, fabsf(scores[r]))))
      status = asFail(error, AS_INTERNAL,
                      "cost model: row %zu scores %g, but %g in XGBoost", r,
                      score, scores[r]);
  }
  return status;
}

/// Fits `forest`, which is empty before.
static AsStatus fit(const Matrix *matrix, const AsModelRows *rows,
                    const double *labels, uint64_t seed, Forest *forest,
                    AsError *error) {
  DMatrixHandle data = NULL;
  BoosterHandle booster = NULL;
  // XGBoost would print to stdout, which is for IR; the setting is per thread.
  AsStatus status =
      check(XGBSetGlobalConfig("{\"verbosity\": 0}"), "be silent", error);
  if (status == AS_OK)
    status = check(XGDMatrixCreateFromMat(matrix->values, matrix->numRows,
                                          matrix->width, NAN, &data),
                   "take the training rows", error);
  if (status == AS_OK)
    status = check(XGBoosterCreate(&data, 1, &booster), "start", error);
  if (status == AS_OK)
    status = configure(booster, seed, error);
  if (status == AS_OK)
    status = boost(booster, data, rows, labels, matrix->numRows, error);
  if (status == AS_OK)
    status = harvest(booster, data, matrix, forest, error);
  if (booster)
    XGBoosterFree(booster);
  if (data)
    XGDMatrixFree(data);
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
  Forest forest = {0};
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
    rowScores[r] = scoreRow(&model->forest, matrix.values + r * matrix.width);
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
  asTextFormat(&text, "{\"as-opt-model\":1,\"width\":%d,\"trees\":[",
               model->width);
  for (int t = 0; t < model->forest.numTrees; t++) {
    const Tree *tree = &model->forest.trees[t];
    asTextAppendString(&text, t ? ",\n[" : "\n[");
    for (int i = 1; i < numLeaves; i++)
      asTextFormat(&text, "%d,%.9g,", tree->splits[i].feature,
                   tree->splits[i].threshold);
    for (int i = 0; i < numLeaves; i++)
      asTextFormat(&text, i ? ",%.9g" : "%.9g", tree->leaves[i]);
    asTextAppendString(&text, "]");
  }
  asTextAppendString(&text, "]}\n");
  *data = text.data;
  *length = text.length;
  return AS_OK;
}

/// Moves past white space and then `symbol`, if it comes next.
static bool take(const char **at, char symbol) {
  const char *next = *at + strspn(*at, " \t\r\n");
  if (*next != symbol)
    return false;
  *at = next + 1;
  return true;
}

/// Moves past a number from `least` to `most`; anything else reads as 0.
static bool takeNumber(const char **at, double least, double most,
                       double *value) {
  char *end;
  double number = strtod(*at, &end);
  bool ok = end != *at && number >= least && number <= most;
  *value = ok ? number : 0;
  *at = end;
  return ok;
}

static bool readTree(const char **at, int width, Tree *tree) {
  double feature = 0, number = 0;
  bool ok = take(at, '[');
  for (int i = 1; i < numLeaves && ok; i++) {
    ok = takeNumber(at, 0, width - 1, &feature) && take(at, ',') &&
         takeNumber(at, -FLT_MAX, FLT_MAX, &number) && take(at, ',');
    tree->splits[i] = (Split){(int32_t)feature, (float)number};
  }
  for (int i = 0; i < numLeaves && ok; i++) {
    ok =
        (i == 0 || take(at, ',')) && takeNumber(at, -FLT_MAX, FLT_MAX, &number);
    tree->leaves[i] = (float)number;
  }
  return ok && take(at, ']');
}

static bool readForest(const char **at, int width, Forest *forest) {
  do {
    if (forest->numTrees == maxTrees ||
        !readTree(at, width, &forest->trees[forest->numTrees++]))
      return false;
  } while (take(at, ','));
  return take(at, ']') && take(at, '}');
}

AsStatus asModelLoad(AsModel *model, const char *data, size_t length,
                     AsError *error) {
  AsText text = {0};
  asTextAppend(&text, data, data ? length : 0);
  int width = 0, start = 0;
  sscanf(text.data,
         " { \"as-opt-model\" : 1 , \"width\" : %d , \"trees\" : [%n", &width,
         &start);
  AsStatus status = AS_OK;
  Forest forest = {0};
  const char *at = text.data + start;
  if (start && width != model->width)
    status = asFail(error, AS_INVALID_INPUT,
                    "cost model: the saved model has %d features, this one "
                    "has %d; train it anew",
                    width, model->width);
  else if (!start || !readForest(&at, width, &forest) ||
           at + strspn(at, " \t\r\n") != text.data + text.length)
    status = asFail(error, AS_INVALID_INPUT,
                    "cost model: not a saved model, or damaged (at byte %td of "
                    "%zu); train it anew",
                    at - text.data, length);
  else
    model->forest = forest;
  asTextFree(&text);
  return status;
}
