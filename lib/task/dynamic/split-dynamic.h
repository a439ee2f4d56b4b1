//===- split-dynamic.h - Split operations on dynamic shapes into static tiles
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_SPLIT_DYNAMIC_H
#define AS_TASK_DYNAMIC_SPLIT_DYNAMIC_H

#include "task/dynamic/kernel-sizes.h"
#include "task/dynamic/kernel-table.h"

typedef struct AsDynamicOptions {
  AsKernelChoice choice;
  /// The tiles of groups that it has are as it says; others are added.
  AsKernelTable *table;
  const AsKernelTable *among; ///< What others are chosen of; NULL: of any.
  bool isForCpu;              ///< On GPUs nothing is split.
  /// Gets each operation that is not split, with the reason and what to do.
  void (*remark)(MlirOperation op, const char *why, void *context);
  /// Gets each operation that given tiles are for and do not fit.
  void (*warn)(MlirOperation op, const char *what, void *context);
  void *context;
} AsDynamicOptions;

/// Splits what can be split; sets `*changed` if there was something. A module
/// without dynamic shapes stays as it is.
AsStatus asSplitDynamic(MlirModule module, const AsDynamicOptions *options,
                        bool *changed, AsError *error);

#endif // AS_TASK_DYNAMIC_SPLIT_DYNAMIC_H
