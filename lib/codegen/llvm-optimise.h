//===- llvm-optimise.h - LLVM's optimiser
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_CODEGEN_LLVM_OPTIMISE_H
#define AS_CODEGEN_LLVM_OPTIMISE_H

#include "as/error.h"
#include "llvm-c/TargetMachine.h"
#include <stdbool.h>

/// Says that a function runs once, so that O3 takes longer than it saves.
void asMarkCold(LLVMValueRef function);

/// Runs O3 on the module, as suits each function: those that a schedule
/// vectorised, with registers of so many bits, the others, and those that run
/// once.
AsStatus asOptimise(LLVMTargetMachineRef machine, LLVMModuleRef module,
                    unsigned registerBits, AsError *error);

/// Runs O3 as it is.
AsStatus asOptimiseStock(LLVMTargetMachineRef machine, LLVMModuleRef module,
                         AsError *error);

/// For modules of which all runs once.
AsStatus asOptimiseBriefly(LLVMTargetMachineRef machine, LLVMModuleRef module,
                           AsError *error);

/// The same for kernels of a GPU, which nothing in the module calls.
AsStatus asOptimiseKernels(LLVMTargetMachineRef machine, LLVMModuleRef module,
                           AsError *error);

#endif // AS_CODEGEN_LLVM_OPTIMISE_H
