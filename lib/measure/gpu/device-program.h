//===- device-program.h - A candidate's kernels, ready to be launched
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver makes machine code of PTX as it loads it. The kernels of a task
// are launched in their order, each time with the same arguments: a pointer for
// an array, a value for a scalar, behind those of the task what the kernels
// need room for between them, and last the tensor maps that a kernel has.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_GPU_DEVICE_PROGRAM_H
#define AS_MEASURE_GPU_DEVICE_PROGRAM_H

#include "launch/kernel-list.h"
#include "measure/gpu/device-buffers.h"
#include "support/arena.h"

typedef struct AsGpuProgram {
  AsKernels kernels; ///< Points into the object that it was loaded from.
  AsCuModule module; ///< NULL until it is loaded.
  AsCuFunction functions[AS_MOST_LAUNCHES];
  AsArena arena;
  AsBuffer *scratch; ///< Buffers behind those of the task.
  AsGpuArrays scratchArrays;
  void **arguments[AS_MOST_LAUNCHES]; ///< Of each argument, where its value
                                      ///< is.
} AsGpuProgram;

/// Loads `object` for a task. Like all here, false is the end of the job.
/// asGpuProgramUnload unloads in any case.
bool asGpuProgramLoad(AsGpuSession *session, const AsServedTask *task,
                      const void *object, size_t length, AsGpuProgram *program);
void asGpuProgramUnload(AsGpuSession *session, AsGpuProgram *program);

/// Makes `arrays` what it works on, and room for the rest.
bool asGpuProgramBind(AsGpuSession *session, const AsServedTask *task,
                      const AsGpuArrays *arrays, AsGpuProgram *program);

/// All its kernels, once.
AsGpuWork asGpuProgramWork(AsGpuProgram *program);

#endif // AS_MEASURE_GPU_DEVICE_PROGRAM_H
