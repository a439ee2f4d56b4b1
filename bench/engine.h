//===- engine.h - Inference engines as contenders
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PyTorch and ONNX Runtime run in processes of their own (bench/models): they
// have other pools of threads, and Python or Node. An engine times itself, so
// that nothing of the way to it and back is in the figures. How many threads
// its libraries have is settled when they are loaded, so each number of threads
// has its own process. It is spoken to in lines, the first three of which it
// says by itself:
//
//   ready PyTorch 2.1.0, 1 thread     or  absent WHY
//   contender torch
//   end
//   > run torch 10                    0.0123 (seconds of all ten)
//   > result torch FILE               written
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_ENGINE_H
#define AS_BENCH_ENGINE_H

#include "bench/lineup.h"
#include "bench/python.h"

/// An engine with one model; must outlive the line-up.
typedef struct AsEngine {
  AsPython python;
  const char *title;                 ///< What people call it, static.
  char description[96];              ///< With its version.
  char names[AS_MAX_CONTENDERS][40]; ///< Of its contenders.
  int count;
  AsError failure; ///< The first that it had while it was timed.
} AsEngine;

/// What an engine is to run.
typedef struct AsEngineTask {
  const char *title;       ///< "PyTorch".
  const char *script;      ///< Python: it becomes the engine.
  const char *interpreter; ///< Python.
  const char *helper;      ///< Another program that the script needs, or NULL.
  const char *model;
  const char *arguments; ///< The file that asOperandsWrite wrote.
  int threads;
  const char *suffix; ///< Of the names of its contenders.
} AsEngineTask;

/// Starts an engine and enters its contenders, their results filled in.
/// AS_NOT_FOUND where the machine has none. asEngineStop is due in any case. It
/// runs on the cores that the caller may use now.
AsStatus asEngineEnter(const AsEngineTask *task, const AsOperands *operands,
                       AsLineup *lineup, AsEngine *engine, AsError *error);

void asEngineStop(AsEngine *engine);

#endif // AS_BENCH_ENGINE_H
