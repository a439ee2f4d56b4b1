//===- base-model.h - The model that a run begins with
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Boosted trees trained on what a store knows of other tasks. A run learns only
// what is left of it. The store keeps the model, until it knows many more
// trials.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_BASE_MODEL_H
#define AS_SEARCH_BASE_MODEL_H

#include "costmodel/learned-model.h"
#include "record/record.h"
#include "support/hash.h"
#include <stdio.h>

/// Zero-initialise; free with asBaseModelFree.
typedef struct AsBaseModel {
  AsModel *model; ///< NULL: the store knows too little.
  /// Its weights against the prior, from tasks that it had not seen: 0 if it
  /// ranked candidates no better. One is for tasks of families that it does not
  /// know, the other for those that it knows.
  double share, kinShare;
  AsHashText *kins; ///< The families that it knows (AsEarlierTask.kin).
  int numKins;
} AsBaseModel;

/// Its weight for a task of such a family.
double asBaseModelShare(const AsBaseModel *base, AsHashText kin);

/// Loads the model of the target from the store, or trains it and, if
/// `isWritable`, keeps it there. It is a function of the store alone. Without
/// XGBoost there is none, which is no error.
AsStatus asBaseModelOpen(AsStore *store, bool isWritable, const char *target,
                         AsBaseModel *base, AsError *error);
/// Writes a model of each target of which the store knows enough, as a line of
/// JSON each (docs/records.md). AS_NOT_FOUND: there is none, or no XGBoost.
AsStatus asBaseModelsExport(AsStore *store, FILE *out, AsError *error);

/// Reads the model of the target from a file of such lines. If it has none, the
/// one of the same kind of targets that learned from most trials will do.
/// Anything else in the file is passed over. An error says that there is none
/// that this version of as-opt can use.
AsStatus asBaseModelRead(const char *path, const char *target,
                         AsBaseModel *base, AsError *error);

void asBaseModelFree(AsBaseModel *base);

#endif // AS_SEARCH_BASE_MODEL_H
