//===- sequence-file.h - What a function does on a device, for whoever does it
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_DRIVER_OUTPUT_SEQUENCE_FILE_H
#define AS_DRIVER_OUTPUT_SEQUENCE_FILE_H

#include "ir/ir.h"
#include <cJSON.h>

/// Appends to a header an inline function for each of the host's that
/// lowering/gpu/host/device-sequence.h can tell of. It launches the kernels by
/// what the header has for each of these.
AsStatus asSequencesAppendC(MlirModule host, AsText *text, AsError *error);

/// The same as a list of objects, as docs/gpu.md has it; the caller owns it.
cJSON *asSequencesJson(MlirModule host);

#endif // AS_DRIVER_OUTPUT_SEQUENCE_FILE_H
