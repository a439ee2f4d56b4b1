//===- ptxas.h - What ptxas makes of kernels
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX has registers without end; how many a kernel has, and whether they hold
// its values, only CUDA's assembler knows. It is used where a machine has it,
// and nothing depends on it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_PTXAS_H
#define AS_LOWERING_GPU_PTXAS_H

#include "as/error.h"
#include "support/text.h"
#include <stdbool.h>

/// What ptxas says of a module; of several kernels the most of any.
typedef struct AsPtxasFigures {
  bool isKnown; ///< There is a ptxas.
  int registers;
  int spilledBytes; ///< Stored to memory for want of registers.
} AsPtxasFigures;

/// Assembles the PTX for `chip`, and keeps nothing but the figures.
/// AS_INVALID_INPUT where ptxas refuses it, with its words.
AsStatus asPtxasAssemble(const AsText *ptx, const char *chip,
                         AsPtxasFigures *figures, AsError *error);

/// Reads the figures from what ptxas -v has printed.
void asPtxasRead(const char *printed, AsPtxasFigures *figures);

#endif // AS_LOWERING_GPU_PTXAS_H
