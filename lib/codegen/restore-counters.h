//===- restore-counters.h - Restore the counters of loops that run twice
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_CODEGEN_RESTORE_COUNTERS_H
#define AS_CODEGEN_RESTORE_COUNTERS_H

#include "llvm-c/Core.h"

/// Has the innermost loops of `function` that run twice add to their counters.
void asRestoreCounters(LLVMValueRef function);

#endif // AS_CODEGEN_RESTORE_COUNTERS_H
