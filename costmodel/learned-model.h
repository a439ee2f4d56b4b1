//===- learned-model.h - The learned cost model
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradient-boosted trees (XGBoost through its C API) that predict how good a
// program is from the features of its statements. As in Ansor (Zheng et al.,
// OSDI 2020, section 5.2) a program's score is the sum of its statements'
// scores, and the loss is the squared error of that sum against the program's
// normalised throughput, weighted by the throughput, so that the model is
// exact where it matters: among the fast ones.
//
// A row is the features of one statement; the rows of a program are
// consecutive. Odd inputs never reach XGBoost: NaNs become 0, large features
// are clamped, labels are clamped to [0, 1], and a width other than the model's
// is an error.
//
//===----------------------------------------------------------------------===//

#ifndef AS_COSTMODEL_LEARNED_MODEL_H
#define AS_COSTMODEL_LEARNED_MODEL_H

#include "as/error.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct AsModel AsModel;

/// The rows of some programs. Program p owns rows firstRow[p] to
/// firstRow[p + 1] - 1; firstRow has numPrograms + 1 entries.
typedef struct AsModelRows {
  const float *features; ///< Row-major, `width` floats a row.
  int width;
  const uint32_t *firstRow;
  size_t numPrograms;
  /// Added to the scores of the programs, in training as in predictions: what
  /// another model says of them, so that this one learns what is left. NULL: 0.
  const double *offsets;
} AsModelRows;

/// Creates an untrained model for rows of `width` features. It uses one thread.
AsStatus asModelCreate(int width, uint64_t seed, AsModel **model,
                       AsError *error);
void asModelDestroy(AsModel *model);

/// Whether it was trained; if not, asModelPredict fails.
bool asModelIsTrained(const AsModel *model);

/// Trains the model from scratch on `labels`, one a program: the best time of
/// its task over its own time; 0 if the program failed. With fewer than 2
/// programs, or equal labels, it stays untrained, which is not an error.
AsStatus asModelTrain(AsModel *model, const AsModelRows *rows,
                      const double *labels, AsError *error);

/// Writes one score a program (higher is better).
AsStatus asModelPredict(AsModel *model, const AsModelRows *rows, double *scores,
                        AsError *error);

/// Saves to and loads from JSON bytes. The loaded model must have the same
/// width. *data is the caller's to free().
AsStatus asModelSave(AsModel *model, char **data, size_t *length,
                     AsError *error);
AsStatus asModelLoad(AsModel *model, const char *data, size_t length,
                     AsError *error);

#endif // AS_COSTMODEL_LEARNED_MODEL_H
