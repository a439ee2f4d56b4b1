//===- large-globals.c - Address more than 2 GiB of globals
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives large variables the code model "large" where a module has more than
// 1 GiB of variables.
//
// Weights that are packed once lie in variables of the module. Code addresses
// those by 32 bits relative to itself, which reaches 2 GiB; a function for many
// sizes of a large model packs its weights for each tile, and has more. With
// the code model "large" a variable goes to a section behind the others and is
// addressed by 64 bits, which costs an instruction each time. So small ones,
// and those of other modules, stay as they are. The limit leaves room for
// other objects that are linked with this one.
//
// Requires:    LLVM IR with a data layout and a target.
// Provides:    what is addressed by 32 bits is less than 1 GiB in all.
// Invalidates: nothing.
//
//   @packed = internal global [3221225472 x i8] zeroinitializer, align 64
// becomes
//   @packed = internal global [3221225472 x i8] zeroinitializer,
//       code_model "large", align 64
//
//===----------------------------------------------------------------------===//

#include "codegen/large-globals.h"
#include "dialect-bridge/bridge.h"
#include "llvm-c/Core.h"
#include "llvm-c/Target.h"
#include <stdint.h>
#include <string.h>

static uint64_t sizeOf(LLVMTargetDataRef layout, LLVMValueRef global) {
  return LLVMIsDeclaration(global) || LLVMIsThreadLocal(global)
             ? 0
             : LLVMABISizeOfType(layout, LLVMGlobalGetValueType(global));
}

void asAddressLargeGlobals(LLVMModuleRef module) {
  static const uint64_t mostInAll = (uint64_t)1 << 30,
                        large = (uint64_t)1 << 16;
  if (strncmp(LLVMGetTarget(module), "x86_64", 6) != 0)
    return;
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
  uint64_t all = 0;
  for (LLVMValueRef global = LLVMGetFirstGlobal(module); global;
       global = LLVMGetNextGlobal(global)) {
    uint64_t size = sizeOf(layout, global);
    all = size > mostInAll ? mostInAll + 1 : all + size;
    if (all > mostInAll)
      break;
  }
  for (LLVMValueRef global = LLVMGetFirstGlobal(module);
       all > mostInAll && global; global = LLVMGetNextGlobal(global))
    if (sizeOf(layout, global) >= large)
      asBridgeSetLarge(global);
}
