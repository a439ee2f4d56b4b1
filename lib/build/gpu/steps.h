//===- build/gpu/steps.h - Steps of lowering for GPUs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What upstream has no pass for, a file each. A scheduled function becomes a
// kernel: its outermost parallel loop the grid, those in it the threads of a
// block. docs/gpu.md shows what each step does.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BUILD_GPU_STEPS_H
#define AS_BUILD_GPU_STEPS_H

#include "as/error.h"
#include "ir/ir.h"

/// On a function, from asGpuMapLoops on: "array<i64: x, y, z>".
#define AS_GRID_ATTRIBUTE "as.grid"
#define AS_BLOCK_ATTRIBUTE "as.block"
/// On a forall over the threads of the grid: how many a block has.
#define AS_THREADS_ATTRIBUTE "as.threads"
/// On a forall over blocks: how many are to be on a multiprocessor at least.
#define AS_RESIDENT_ATTRIBUTE "as.resident"
/// On the same: for how many iterations of a loop there are tiles in shared
/// memory, where it begins with copies to these.
#define AS_STAGES_ATTRIBUTE "as.stages"
/// On the same: there are two stages, and the tiles of the later one are in
/// registers. On a tile on the stack: each thread has its share of it, which is
/// what it copies there and from there.
#define AS_REGISTERS_ATTRIBUTE "as.registers"
/// On a copy to shared memory: it goes on while threads do something else.
#define AS_ASYNC_ATTRIBUTE "as.async"
/// On a function: bytes of shared memory that its launch asks for.
#define AS_SHARED_ATTRIBUTE "as.shared"
/// On a function: the types of its last arguments, which are no operands of the
/// task but room for what lies between stages, "64x64xf32,64xf32".
#define AS_SCRATCH_ATTRIBUTE "as.scratch"

/// Tensors that the threads of a block make together, in loops over blocks but
/// not over threads, get their buffers in shared memory. Wants tensors.
void asGpuPlaceTiles(MlirModule module);

/// Buffers that a thread makes for itself go to its stack; those outside of all
/// parallel loops become arguments. AS_UNSUPPORTED for any other one that is
/// not in shared memory. Wants what follows tensors, with functions whose
/// results are arguments.
AsStatus asGpuPlaceBuffers(MlirModule module, AsError *error);

/// Whether an operation in the body of a function does something, and does not
/// only say where something is.
bool asGpuIsRoot(MlirOperation op);

/// Makes functions of the parts of one that has a parallel loop and does
/// something beside it: a grid's blocks cannot wait for each other. Called one
/// after the other, NAME_1, NAME_2, ..., they do what it did.
void asGpuSplitKernels(MlirModule module);

/// Has the copies of later iterations under way in loops of blocks that have
/// several stages. Wants what asGpuPlaceBuffers leaves.
void asGpuPipelineCopies(MlirModule module);

/// Replaces the parallel loops by indices of blocks and threads, with a barrier
/// behind all that the threads of a block do together. Copies outside of loops
/// over threads are shared out among these, anything else is done by one.
AsStatus asGpuMapLoops(MlirModule module, AsError *error);

/// Replaces functions of math by the instructions that GPUs have for them,
/// where upstream would call a library.
void asGpuCallIntrinsics(MlirModule module);

/// Removes the barriers between which and whose neighbours no thread reads or
/// writes what another one has written or read in shared memory.
void asGpuRemoveBarriers(MlirModule module);

/// Makes one allocation of all in shared memory, whose size the launch says.
AsStatus asGpuPackShared(MlirModule module, AsError *error);

/// Makes kernels of the functions, in one gpu.module called "kernels".
AsStatus asGpuMakeKernels(MlirModule module, AsError *error);

#endif // AS_BUILD_GPU_STEPS_H
