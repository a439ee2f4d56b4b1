//===- torch.h - PyTorch as contenders
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch runs in a process of its own (bench/models/yardstick.py): it has
// another OpenMP runtime, and Python. It times itself, so that nothing of the
// way to it and back is in the figures. How many threads its libraries have is
// settled when they are loaded, so each number of threads has its own process.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_TORCH_H
#define AS_BENCH_TORCH_H

#include "bench/lineup.h"
#include "bench/python.h"

/// PyTorch with one model; must outlive the line-up.
typedef struct AsTorch {
  AsPython python;
  char description[96];
  char names[AS_MAX_CONTENDERS][40]; ///< Of its contenders.
  int count;
  AsError failure; ///< The first that it had while it was timed.
} AsTorch;

/// What PyTorch is to run.
typedef struct AsTorchTask {
  const char *interpreter; ///< Python.
  const char *model;
  const char *arguments; ///< The file that asOperandsWrite wrote.
  int threads;
  const char *suffix; ///< Of the names of its contenders.
} AsTorchTask;

/// Starts PyTorch and enters its contenders, their results filled in.
/// AS_NOT_FOUND where there is no PyTorch. asTorchStop is due in any case. It
/// runs on the cores that the caller may use now.
AsStatus asTorchEnter(const AsTorchTask *task, const AsOperands *operands,
                      AsLineup *lineup, AsTorch *torch, AsError *error);

void asTorchStop(AsTorch *torch);

#endif // AS_BENCH_TORCH_H
