//===- running-extremes.h - Maxima and minima that are exact at the end
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_CODEGEN_RUNNING_EXTREMES_H
#define AS_CODEGEN_RUNNING_EXTREMES_H

#include "target/target.h"
#include "llvm-c/Types.h"
#include <stdbool.h>

/// Whether the function has maxima or minima that could be replaced. If so,
/// splits phis of arrays of vectors.
bool asPrepareExtremes(LLVMValueRef function);

/// Replaces vectors of llvm.maximum and llvm.minimum, where several work on one
/// value, by instructions of the target that are cheaper, and makes up for NaNs
/// and zeros once at the end. After asPrepareExtremes, LLVM's passes dce and
/// lcssa have to run first.
void asRunExtremes(LLVMValueRef function, AsExtremes how,
                   unsigned registerBits);

#endif // AS_CODEGEN_RUNNING_EXTREMES_H
