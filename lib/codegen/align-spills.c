//===- align-spills.c - Spill vector registers within cache lines
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions with vectors of more than 16 bytes get the attribute
// "stackrealign".
//
// Callers keep the stack at a multiple of 16 bytes. Where a function has no
// variable of greater alignment, LLVM decides before it allocates registers
// that 16 will do, so vectors that do not fit into the registers are spilled to
// where they may cross a cache line. Loading them back then waits for the
// store: the same object took 630 or 790 us, depending on the environment of
// the process, whose length moves the stack. So what was measured of a
// candidate was luck, and what the program of a user saw was too.
//
// Requires:    optimised LLVM IR, with a data layout.
// Provides:    spilled vectors are aligned.
// Invalidates: nothing.
//
//   define void @f(ptr %x) #0 { ... <16 x float> ... }
//   attributes #0 = { "target-cpu"="znver4" }
//
// becomes
//
//   define void @f(ptr %x) #0 { ... <16 x float> ... }
//   attributes #0 = { "stackrealign" "target-cpu"="znver4" }
//
//===----------------------------------------------------------------------===//

#include "codegen/align-spills.h"
#include "llvm-c/Target.h"
#include <stdbool.h>
#include <string.h>

/// What every calling convention that we know of keeps.
static const unsigned long long stackAlignment = 16;

static bool isWide(LLVMTargetDataRef layout, LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
         LLVMStoreSizeOfType(layout, type) > stackAlignment;
}

static bool hasWideVectors(LLVMTargetDataRef layout, LLVMValueRef function) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef inst = LLVMGetFirstInstruction(block); inst;
         inst = LLVMGetNextInstruction(inst))
      if (isWide(layout, LLVMTypeOf(inst)))
        return true;
  return false;
}

void asAlignSpills(LLVMValueRef function) {
  static const char name[] = "stackrealign";
  LLVMModuleRef module = LLVMGetGlobalParent(function);
  if (hasWideVectors(LLVMGetModuleDataLayout(module), function))
    LLVMAddAttributeAtIndex(
        function, LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(LLVMGetModuleContext(module), name,
                                  (unsigned)strlen(name), "", 0));
}
