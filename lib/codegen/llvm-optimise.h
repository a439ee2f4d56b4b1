//===- llvm-optimise.h - Run LLVM's optimiser
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_CODEGEN_LLVM_OPTIMISE_H
#define AS_CODEGEN_LLVM_OPTIMISE_H

#include "as/error.h"
#include "target/target.h"
#include "llvm-c/TargetMachine.h"
#include <stdbool.h>

/// What the vector registers of a processor are like.
typedef struct AsVectorRegisters {
  unsigned bits; ///< Of the widest.
  bool hasMasks; ///< See asTargetHasMasks.
  AsExtremes extremes;
} AsVectorRegisters;

/// Optimises each function as its kind needs: scheduled ones without unrolling,
/// others by O3, those that run once by a few cheap passes.
AsStatus asOptimise(LLVMTargetMachineRef machine, LLVMModuleRef module,
                    const AsVectorRegisters *registers, AsError *error);

/// Runs O3 on the whole module.
AsStatus asOptimiseStock(LLVMTargetMachineRef machine, LLVMModuleRef module,
                         AsError *error);

/// Runs O3 without unrolling and SLP vectors on the whole module, which is
/// compiled sooner.
AsStatus asOptimiseReference(LLVMTargetMachineRef machine, LLVMModuleRef module,
                             AsError *error);

/// Runs a few cheap passes on a module that runs once.
AsStatus asOptimiseBriefly(LLVMTargetMachineRef machine, LLVMModuleRef module,
                           AsError *error);

/// As asOptimise, for GPU kernels, which nothing in the module calls.
AsStatus asOptimiseKernels(LLVMTargetMachineRef machine, LLVMModuleRef module,
                           AsError *error);

#endif // AS_CODEGEN_LLVM_OPTIMISE_H
