//===- large-globals.h - Address more than 2 GiB of globals
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_CODEGEN_LARGE_GLOBALS_H
#define AS_CODEGEN_LARGE_GLOBALS_H

#include "llvm-c/Types.h"

/// Has large variables of the module addressed by 64 bits, if all variables
/// together may be more than the code reaches otherwise. Only x86-64 needs it.
void asAddressLargeGlobals(LLVMModuleRef module);

#endif // AS_CODEGEN_LARGE_GLOBALS_H
