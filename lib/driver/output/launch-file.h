//===- launch-file.h - How kernels are launched, for whoever does
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_DRIVER_OUTPUT_LAUNCH_FILE_H
#define AS_DRIVER_OUTPUT_LAUNCH_FILE_H

#include "ir/ir.h"
#include "target/gpu-table.h"

/// Writes a JSON object to the file `path` that says of each kernel of the
/// lowered module, and of each function of `host`, where that is not NULL, what
/// docs/gpu.md lists.
AsStatus asLaunchWrite(MlirModule lowered, const MlirModule *host,
                       const AsGpu *gpu, const char *path, AsError *error);

#endif // AS_DRIVER_OUTPUT_LAUNCH_FILE_H
