//===- gpu-steps.h - Steps of lowering for GPUs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declares the steps of lowering that upstream has no pass for. Each has a file
// of its own. A scheduled function becomes a kernel: its outermost mapped loop
// is the grid, mapped loops inside it are the threads of a block. docs/gpu.md
// shows how the steps work together.
//
// Experimental: GPU support has never run on a device.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_GPU_STEPS_H
#define AS_LOWERING_GPU_GPU_STEPS_H

#include "as/error.h"
#include "ir/ir.h"

/// On a function, after asGpuMapLoops: the sizes of the grid and of a block,
/// "array<i64: x, y, z>".
#define AS_GRID_ATTRIBUTE "as.grid"
#define AS_BLOCK_ATTRIBUTE "as.block"
/// On a forall over the threads of the whole grid: the threads of a block.
#define AS_THREADS_ATTRIBUTE "as.threads"
/// On a forall over blocks, and on the function after asGpuMapLoops: the least
/// number of blocks that a multiprocessor should hold.
#define AS_RESIDENT_ATTRIBUTE "as.resident"
/// On a forall over blocks: the number of stages of multi-buffering, for loops
/// that begin with copies to shared memory (multi-buffering.c).
#define AS_STAGES_ATTRIBUTE "as.stages"
/// On a forall over blocks: there are two stages, of which the later one is in
/// registers. On a memref.alloca: the tile is distributed, each thread holds
/// the elements that it copies.
#define AS_REGISTERS_ATTRIBUTE "as.registers"
/// On a forall over blocks: use TMA for copies ahead, where it can copy the
/// tile. On a copy: it is done by TMA.
#define AS_TMA_ATTRIBUTE "as.tma"
/// On a function: the tensor maps that its last arguments are
/// (launch/tensor-map.h).
#define AS_MAPS_ATTRIBUTE "as.maps"
/// On a copy to shared memory: it is asynchronous.
#define AS_ASYNC_ATTRIBUTE "as.async"
/// On a function: the bytes of dynamic shared memory of a launch.
#define AS_SHARED_ATTRIBUTE "as.shared"
/// On a function: the types of the scratch buffers that are its last arguments,
/// for data between kernels, "64x64xf32,64xf32".
#define AS_SCRATCH_ATTRIBUTE "as.scratch"
/// On a function that is a part of another one: the name of that one.
#define AS_PART_ATTRIBUTE "as.part"
/// On a declaration whose calls are launches: the kernel.
#define AS_KERNEL_ATTRIBUTE "as.kernel"
/// On a constant of the host: the global that holds the address of its copy on
/// the device.
#define AS_PLACE_ATTRIBUTE "as.place"
/// On a constant of the host: the name of its copy in the module of kernels.
#define AS_TWIN_ATTRIBUTE "as.twin"
/// On a function that becomes a kernel, if the caller wants the host's
/// functions: its visibility on the host, "public" or "private".
#define AS_VISIBILITY_ATTRIBUTE "as.visibility"

/// Allocates tensors that the threads of a block share in shared memory.
/// Requires tensors.
void asGpuPlaceTiles(MlirModule module);

/// Moves what does not become a kernel to another module, which the caller
/// owns. That module has an empty function for each kernel's function, to be
/// filled by asGpuEmbed. Inserts the host's allocations and deallocations, of
/// device memory except for globals. Requires buffers, with results as
/// arguments. AS_UNSUPPORTED where a function finds out at run time which
/// arrays to free.
AsStatus asGpuExtractHost(MlirModule module, MlirModule *host, AsError *error);

/// Outlines linalg operations of the host that belong to no task (fills, pads,
/// copies of parts) into functions of `kernels`. The host calls an empty
/// function instead, as for a task.
AsStatus asGpuOutlineUnscheduled(MlirModule host, MlirModule kernels,
                                 AsError *error);

/// Whether the operation copies a dense array to another one, which takes no
/// kernel.
bool asGpuCanCopy(MlirOperation op);

/// Lowers the host's allocations, copies and launches to asynchronous
/// operations of the gpu dialect, in order. Launches are calls of declarations
/// with AS_KERNEL_ATTRIBUTE before. AS_UNSUPPORTED where another operation
/// would access memory, all of which is the device's.
AsStatus asGpuLowerToStreams(MlirModule host, AsError *error);

/// Copies the module's constants to the device once, before they are read
/// there. Requires the result of asGpuLowerToStreams. AS_INVALID_INPUT if the
/// module already has the names of the functions that do so.
AsStatus asGpuUploadConstants(MlirModule host, AsError *error);

/// Moves buffers inside loops over threads to the thread's stack, and makes
/// arguments of buffers outside of all mapped loops. AS_UNSUPPORTED for any
/// other buffer that is not in shared memory. Requires buffers, with results as
/// arguments.
AsStatus asGpuPlaceBuffers(MlirModule module, AsError *error);

/// Whether an operation has an effect, rather than only computing an address.
bool asGpuHasEffect(MlirOperation op);

/// Splits a function that has other operations beside its mapped loop into one
/// function for each, NAME_1, NAME_2, ..., to be launched in this order: the
/// blocks of a grid cannot wait for each other. Where the module has such a
/// name already, another one is found.
void asGpuSplitKernels(MlirModule module);

/// Starts the copies of later iterations ahead, in loops of blocks with several
/// stages. Requires the result of asGpuPlaceBuffers.
void asGpuPipelineCopies(MlirModule module);

/// Replaces mapped loops by indices of blocks and threads, with a barrier after
/// each loop over threads. Copies outside of loops over threads are distributed
/// over the threads; the first thread does anything else.
AsStatus asGpuMapLoops(MlirModule module, AsError *error);

/// Marks divisions to be accurate to two units in the last place, as functions
/// are, rather than exact.
void asGpuRelaxDivisions(MlirModule module);

/// Replaces math operations by instructions of the GPU, where upstream would
/// call libdevice, and f32 divisions that need not be exact.
void asGpuCallIntrinsics(MlirModule module);

/// Removes barriers that separate no conflicting accesses to shared memory.
void asGpuRemoveBarriers(MlirModule module);

/// Packs all shared allocations of a function into one, whose size is
/// AS_SHARED_ATTRIBUTE.
AsStatus asGpuPackShared(MlirModule module, AsError *error);

/// The name of the module of kernels.
#define AS_KERNELS "kernels"

/// Outlines the functions as kernels in one gpu.module.
AsStatus asGpuOutlineKernels(MlirModule module, AsError *error);

#endif // AS_LOWERING_GPU_GPU_STEPS_H
