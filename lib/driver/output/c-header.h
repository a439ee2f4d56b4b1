//===- c-header.h - What was compiled, for C
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_DRIVER_OUTPUT_C_HEADER_H
#define AS_DRIVER_OUTPUT_C_HEADER_H

#include "driver/run.h"
#include "measure/entry-signature.h"

/// Writes the C header that the run's options name: for each function of the
/// lowered module that has an entry point, the entry point, and an inline
/// function with a typed pointer for each argument and each result, with shapes
/// in comments. A function that has no entry point, or types that C does not
/// have, is left out with a remark. For a GPU: for each
/// kernel an inline function that launches it, and for each function of `host`,
/// where that is not NULL, one that does all of it.
AsStatus asHeaderWrite(AsRun *run, const MlirModule *host, AsError *error);

//===----------------------------------------------------------------------===//
// Parts of a header
//===----------------------------------------------------------------------===//

/// What a name of MLIR, which may be anything, is in C.
void asHeaderAppendIdentifier(const char *name, bool isUpper, AsText *text);

/// As a string literal of C has it.
void asHeaderAppendQuoted(const char *name, AsText *text);

/// The type in C, "float".
const char *asHeaderType(AsElement element);

/// "argument0", "result1".
void asHeaderAppendBuffer(const AsSignature *signature, int buffer,
                          AsText *text);

/// The shape of each buffer as a comment, its number of elements as a constant.
void asHeaderAppendBuffers(const AsSignature *signature, const char *identifier,
                           AsText *text);

/// ", CUdeviceptr argument0, float argument1": arrays by their address on the
/// device.
void asHeaderAppendParameters(const AsSignature *signature, AsText *text);

/// Each kernel of the module, and a function that launches it.
AsStatus asHeaderAppendKernels(MlirModule module, AsText *text, AsError *error);

#endif // AS_DRIVER_OUTPUT_C_HEADER_H
