//===- device-program.h - Load and launch a candidate's kernels
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver compiles PTX when it loads it. The kernels of a task are launched
// in order with the same arguments: pointers to arrays and values of scalars of
// the task, then scratch buffers. Each kernel's tensor maps follow.
//
// Experimental: GPU support has never run on a device.
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
  AsBuffer *scratch; ///< Scratch buffers, after those of the task.
  AsGpuBuffers scratchArrays;
  void **arguments[AS_MOST_LAUNCHES]; ///< Pointers to the arguments' values,
                                      ///< for each kernel.
} AsGpuProgram;

/// Loads the kernels of `object` for a task. False, here as below, ends the
/// job. asGpuProgramUnload unloads in any case.
bool asGpuProgramLoad(AsGpuSession *session, const AsServedTask *task,
                      const void *object, size_t length, AsGpuProgram *program);
void asGpuProgramUnload(AsGpuSession *session, AsGpuProgram *program);

/// Binds `arrays` as the task's arguments, and allocates scratch buffers.
bool asGpuProgramBind(AsGpuSession *session, const AsServedTask *task,
                      const AsGpuBuffers *arrays, AsGpuProgram *program);

/// The work of running all kernels once.
AsGpuWork asGpuProgramWork(AsGpuProgram *program);

#endif // AS_MEASURE_GPU_DEVICE_PROGRAM_H
