//===- gpu-steps.h - Steps of lowering for GPUs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What upstream has no pass for, a file each. A scheduled function becomes a
// kernel: its outermost parallel loop the grid, those in it the threads of a
// block. docs/gpu.md shows what each step does.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_GPU_STEPS_H
#define AS_LOWERING_GPU_GPU_STEPS_H

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
/// On the same: whether copies ahead are left to what copies whole tiles (TMA),
/// where that can. On a copy: it is.
#define AS_TMA_ATTRIBUTE "as.tma"
/// On a function: what its last arguments say of others (launch/tensor-map.h).
#define AS_MAPS_ATTRIBUTE "as.maps"
/// On a copy to shared memory: it goes on while threads do something else.
#define AS_ASYNC_ATTRIBUTE "as.async"
/// On a function: bytes of shared memory that its launch asks for.
#define AS_SHARED_ATTRIBUTE "as.shared"
/// On a function: the types of its last arguments, which are no operands of the
/// task but room for what lies between stages, "64x64xf32,64xf32".
#define AS_SCRATCH_ATTRIBUTE "as.scratch"
/// On a function that computes a part of another one: its name.
#define AS_PART_ATTRIBUTE "as.part"
/// On a declaration that stands for the launch of a kernel: what that is.
#define AS_KERNEL_ATTRIBUTE "as.kernel"
/// On a constant of the host's: the name of where its copy's address is.
#define AS_PLACE_ATTRIBUTE "as.place"
/// On the same: what the module of kernels calls it.
#define AS_TWIN_ATTRIBUTE "as.twin"
/// On a function that becomes a kernel while the host's functions are beside
/// it: whom the host shows it to, "public" or "private".
#define AS_VISIBILITY_ATTRIBUTE "as.visibility"

/// Tensors that the threads of a block make together, in loops over blocks but
/// not over threads, get their buffers in shared memory. Wants tensors.
void asGpuPlaceTiles(MlirModule module);

/// Takes what does not become a kernel out of the module, into another one that
/// the caller owns. Of what does, that has a function of the same type, which
/// does nothing yet. There memory is allocated and freed, that of the device
/// but for globals. Wants buffers, results as arguments. AS_UNSUPPORTED where
/// only what is in memory says which arrays are to be freed.
AsStatus asGpuTakeHost(MlirModule module, MlirModule *host, AsError *error);

/// Makes functions of `kernels` of what the host computes in memory and belongs
/// to no task: fills, pads, copies of parts. It calls one of its own instead,
/// as it does for a task.
AsStatus asGpuTakeRest(MlirModule host, MlirModule kernels, AsError *error);

/// Whether it copies a dense array to another one, which takes no kernel.
bool asGpuCanCopy(MlirOperation op);

/// Does what a host's functions do on the device in streams, in order:
/// allocate, copy, and launch, which until then are calls of declarations with
/// AS_KERNEL_ATTRIBUTE. AS_UNSUPPORTED where something else would read or write
/// memory, all of which is the device's.
AsStatus asGpuMakeStreams(MlirModule host, AsError *error);

/// Has constants of the module copied to the device once, before what reads
/// them there. Wants what asGpuMakeStreams leaves. AS_INVALID_INPUT where
/// somebody has the names of what does so.
AsStatus asGpuKeepConstants(MlirModule host, AsError *error);

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
/// after the other, NAME_1, NAME_2, ..., they do what it did. Where the module
/// has such a name, a part gets another one.
void asGpuSplitKernels(MlirModule module);

/// Has the copies of later iterations under way in loops of blocks that have
/// several stages. Wants what asGpuPlaceBuffers leaves.
void asGpuPipelineCopies(MlirModule module);

/// Replaces the parallel loops by indices of blocks and threads, with a barrier
/// behind all that the threads of a block do together. Copies outside of loops
/// over threads are shared out among these, anything else is done by one.
AsStatus asGpuMapLoops(MlirModule module, AsError *error);

/// Lets divisions be right to two units in the last place, as functions are,
/// rather than exact.
void asGpuRelaxDivisions(MlirModule module);

/// Replaces functions of math by the instructions that GPUs have for them,
/// where upstream would call a library, and divisions of f32 that need not be
/// exact.
void asGpuCallIntrinsics(MlirModule module);

/// Removes the barriers between which and whose neighbours no thread reads or
/// writes what another one has written or read in shared memory.
void asGpuRemoveBarriers(MlirModule module);

/// Makes one allocation of all in shared memory, whose size the launch says.
AsStatus asGpuPackShared(MlirModule module, AsError *error);

/// What modules of kernels are called.
#define AS_KERNELS "kernels"

/// Makes kernels of the functions, in one gpu.module.
AsStatus asGpuMakeKernels(MlirModule module, AsError *error);

#endif // AS_LOWERING_GPU_GPU_STEPS_H
