//===- encode-tensor-maps.h - Tensor maps, made by a host's functions
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launch has what a kernel copies boxes of made just before: 128 bytes that
// are an operand of it, by value. MLIR's run-time library for CUDA has a
// function for that, which takes arrays of numbers; so each kind of map gets a
// function of its own that has these.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_HOST_ENCODE_TENSOR_MAPS_H
#define AS_LOWERING_GPU_HOST_ENCODE_TENSOR_MAPS_H

#include "ir/ir.h"
#include "launch/tensor-map.h"

/// The map of the array at `address`, "!llvm.ptr", as "!llvm.array<16 x i64>".
/// `symbols` are those of the module.
MlirValue asGpuEncodeMap(MlirOperation next, MlirSymbolTable symbols,
                         const AsTensorMap *map, MlirValue address);

/// Whether the operation calls such a function.
bool asGpuIsEncoding(MlirOperation op);

#endif // AS_LOWERING_GPU_HOST_ENCODE_TENSOR_MAPS_H
