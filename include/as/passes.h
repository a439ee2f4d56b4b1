//===- passes.h - The passes of as-opt
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// as-autoschedule, as-extract-tasks, as-generate-sketches, as-apply-schedule:
// the engine for pass pipelines; as-gpu-lower and its steps. A program that
// links as-opt registers them here; mlir-opt gets them from the plugin
// as-opt-plugin.so.
//
//===----------------------------------------------------------------------===//

#ifndef AS_PASSES_H
#define AS_PASSES_H

#include "as/options.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Registers the passes in MLIR's registry. Options that a pipeline leaves out
/// are as in `defaults`, which is copied, or as in asOptionsCreate() where that
/// is NULL. A pass whose name is taken already is skipped. Like MLIR's registry
/// for one thread at a time.
void asRegisterPasses(const AsOptions *defaults);

#ifdef __cplusplus
}
#endif

#endif // AS_PASSES_H
