//===- xgboost.h - Loading XGBoost at run time
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads the library of XGBoost when there is something to learn, and not
// before. It brings its own OpenMP, which processes that measure kernels must
// not have, and the search works without it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_COSTMODEL_XGBOOST_H
#define AS_COSTMODEL_XGBOOST_H

#include "as/error.h"
#include <xgboost/c_api.h>

/// X(member, function of XGBoost's C API)
#define AS_XGBOOST_FUNCTIONS(X)                                                \
  X(getLastError, XGBGetLastError)                                             \
  X(setGlobalConfig, XGBSetGlobalConfig)                                       \
  X(matrixCreate, XGDMatrixCreateFromMat)                                      \
  X(matrixFree, XGDMatrixFree)                                                 \
  X(create, XGBoosterCreate)                                                   \
  X(destroy, XGBoosterFree)                                                    \
  X(setParameter, XGBoosterSetParam)                                           \
  X(boostOneRound, XGBoosterBoostOneIter)                                      \
  X(predict, XGBoosterPredict)                                                 \
  X(dump, XGBoosterDumpModelEx)

typedef struct AsXgboost {
#define AS_XGBOOST_MEMBER(member, function) __typeof__(function) *member;
  AS_XGBOOST_FUNCTIONS(AS_XGBOOST_MEMBER)
#undef AS_XGBOOST_MEMBER
} AsXgboost;

/// Loads XGBoost on the first call: $AS_XGBOOST, else libxgboost.so.0; with
/// "none" it is not used. AS_NOT_FOUND if there is none, and *xgboost is NULL.
/// It belongs to the process.
AsStatus asXgboostOpen(AsXgboost **xgboost, AsError *error);

#endif // AS_COSTMODEL_XGBOOST_H
