//===- encode-tensor-maps.h - Encode tensor maps on the host
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before each launch of a kernel that uses TMA, its tensor maps are encoded:
// 128 bytes that the launch passes by value. MLIR's run-time library for CUDA
// has a function for that, mgpuTensorMapEncodeTiled, which takes arrays of
// numbers. Each kind of map gets a function of its own that holds these arrays.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_HOST_ENCODE_TENSOR_MAPS_H
#define AS_LOWERING_GPU_HOST_ENCODE_TENSOR_MAPS_H

#include "ir/ir.h"
#include "launch/tensor-map.h"

/// Inserts a call that encodes the map of the array at `address`, an !llvm.ptr,
/// before `next`. Returns an !llvm.array<16 x i64>. `symbols` are those of the
/// module.
MlirValue asGpuEncodeMap(MlirOperation next, MlirSymbolTable symbols,
                         const AsTensorMap *map, MlirValue address);

/// Whether the operation calls such a function.
bool asGpuIsEncoding(MlirOperation op);

#endif // AS_LOWERING_GPU_HOST_ENCODE_TENSOR_MAPS_H
