//===- xgboost.h - XGBoost, where there is one
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// XGBoost's library is looked for when there is something to learn, and not
// before: it brings along an OpenMP of its own, which those that measure
// kernels must not have, and a search can do without it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_COSTMODEL_XGBOOST_H
#define AS_COSTMODEL_XGBOOST_H

#include "as/error.h"
#include <xgboost/c_api.h>

/// X(member, the function of XGBoost's C API that it is)
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

/// Finds XGBoost, the first time: $AS_XGBOOST, else libxgboost.so.0; "none"
/// does without. AS_NOT_FOUND where there is none, *xgboost is then NULL. It
/// belongs to the process.
AsStatus asXgboostOpen(AsXgboost **xgboost, AsError *error);

#endif // AS_COSTMODEL_XGBOOST_H
