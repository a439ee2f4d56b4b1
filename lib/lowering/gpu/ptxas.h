//===- ptxas.h - Assemble PTX with ptxas
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX has unlimited registers. How many a kernel uses, and whether it spills,
// only CUDA's assembler knows. ptxas is used if the machine has it; nothing
// depends on it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_PTXAS_H
#define AS_LOWERING_GPU_PTXAS_H

#include "as/error.h"
#include "support/text.h"
#include <stdbool.h>

/// The figures of a module: the maximum over its kernels.
typedef struct AsPtxasFigures {
  bool isKnown; ///< Whether there is a ptxas.
  int registers;
  int spilledBytes; ///< Bytes of registers that are spilled to memory.
} AsPtxasFigures;

/// Assembles the PTX for `chip` and returns only the figures. AS_INVALID_INPUT
/// with ptxas's message if it refuses the code.
AsStatus asPtxasAssemble(const AsText *ptx, const char *chip,
                         AsPtxasFigures *figures, AsError *error);

/// Parses the figures from the output of ptxas -v.
void asPtxasRead(const char *printed, AsPtxasFigures *figures);

#endif // AS_LOWERING_GPU_PTXAS_H
