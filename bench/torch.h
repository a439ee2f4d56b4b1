//===- bench/torch.h - PyTorch as contenders
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch runs in a process of its own (bench/models/yardstick.py): it has
// another OpenMP runtime, and Python. It times itself, so that nothing of the
// way to it and back is in the figures.
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
  char names[AS_MAX_CONTENDERS][32]; ///< Of its contenders.
  int count;
  AsError failure; ///< The first that it had while it was timed.
} AsTorch;

/// Starts PyTorch with the model and the arguments that asOperandsWrite wrote,
/// and enters its contenders, their results filled in. AS_NOT_FOUND where there
/// is no PyTorch. asTorchStop is due in any case. It runs on the cores that the
/// caller may use now.
AsStatus asTorchEnter(const char *interpreter, const char *model,
                      const char *arguments, int threads,
                      const AsOperands *operands, AsLineup *lineup,
                      AsTorch *torch, AsError *error);

void asTorchStop(AsTorch *torch);

#endif // AS_BENCH_TORCH_H
