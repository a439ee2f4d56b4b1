//===- instrument.h - Calls before accesses of memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In LLVM IR, each load and each store gets a call before it that says what is
// accessed: address, bytes, and whether it is written. What a function has on
// its stack is left out, and so are constants. An instruction that accesses
// memory in a way that is not known here fails the test, so that nothing is
// overlooked.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_INSTRUMENT_H
#define AS_TEST_INSTRUMENT_H

#include "llvm-c/Core.h"
#include "llvm-c/Target.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> // After what it leans on.

typedef struct Instrumenting {
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  LLVMValueRef hook; ///< A global that has the address of what is called,
  LLVMTypeRef type;  ///< a function of this type.
  int granule;       ///< Divides all writes and where they begin.
} Instrumenting;

static inline bool isPointer(LLVMValueRef value) {
  return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

/// On the stack of a function, or constant.
static inline bool isUnshared(LLVMValueRef pointer) {
  while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsABitCastInst(pointer) ||
         LLVMIsAConstantExpr(pointer))
    pointer = LLVMGetOperand(pointer, 0);
  return LLVMIsAAllocaInst(pointer) ||
         (LLVMIsAGlobalVariable(pointer) && LLVMIsGlobalConstant(pointer));
}

static inline void callHook(Instrumenting *to, LLVMValueRef before,
                            LLVMValueRef pointer, LLVMValueRef bytes,
                            bool isWrite) {
  LLVMContextRef own = LLVMGetModuleContext(to->module);
  LLVMTypeRef generic = LLVMPointerTypeInContext(own, 0);
  LLVMTypeRef integer = LLVMInt32TypeInContext(own);
  if (isUnshared(pointer))
    return;
  LLVMPositionBuilderBefore(to->builder, before);
  if (LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)))
    pointer = LLVMBuildAddrSpaceCast(to->builder, pointer, generic, "");
  LLVMValueRef arguments[] = {
      pointer, LLVMBuildIntCast2(to->builder, bytes, integer, false, ""),
      LLVMConstInt(integer, isWrite, false)};
  LLVMValueRef callee = LLVMBuildLoad2(to->builder, generic, to->hook, "");
  LLVMBuildCall2(to->builder, to->type, callee, arguments, 3, "");
}

/// Granules are no longer than what is written, nor than it is aligned.
static inline void limitGranule(Instrumenting *to, unsigned long long bytes) {
  while (bytes % (unsigned)to->granule)
    to->granule /= 2;
}

static inline void instrumentAccess(Instrumenting *to, LLVMValueRef access,
                                    LLVMTypeRef type, LLVMValueRef pointer,
                                    bool isWrite) {
  LLVMTypeRef integer =
      LLVMInt32TypeInContext(LLVMGetModuleContext(to->module));
  unsigned long long bytes =
      LLVMStoreSizeOfType(LLVMGetModuleDataLayout(to->module), type);
  if (isWrite && !isUnshared(pointer)) {
    limitGranule(to, bytes);
    limitGranule(to, LLVMGetAlignment(access));
  }
  callHook(to, access, pointer, LLVMConstInt(integer, bytes, false), isWrite);
}

static inline void instrumentCall(Instrumenting *to, LLVMValueRef call) {
  static const char *const harmless[] = {"emu_", "llvm.lifetime.",
                                         "llvm.assume"};
  size_t length;
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(call), &length);
  if (strncmp(name, "emu_copy", 8) == 0) // It says itself when it writes.
    limitGranule(to, strtoull(name + 8, NULL, 10));
  for (size_t h = 0; h < sizeof harmless / sizeof *harmless; h++)
    if (strncmp(name, harmless[h], strlen(harmless[h])) == 0)
      return;
  bool isSet = strncmp(name, "llvm.memset.", 12) == 0;
  bool isCopy = strncmp(name, "llvm.memcpy.", 12) == 0 ||
                strncmp(name, "llvm.memmove.", 13) == 0;
  if (isSet || isCopy) {
    to->granule = 1;
    callHook(to, call, LLVMGetOperand(call, 0), LLVMGetOperand(call, 2), true);
  }
  if (isCopy)
    callHook(to, call, LLVMGetOperand(call, 1), LLVMGetOperand(call, 2), false);
  for (unsigned a = 0; a < LLVMGetNumArgOperands(call) && !isSet && !isCopy;
       a++)
    if (isPointer(LLVMGetOperand(call, a)))
      fail_msg("nobody knows what %s accesses", name);
}

static inline void instrumentInstruction(Instrumenting *to, LLVMValueRef op) {
  switch (LLVMGetInstructionOpcode(op)) {
  case LLVMLoad:
    instrumentAccess(to, op, LLVMTypeOf(op), LLVMGetOperand(op, 0), false);
    break;
  case LLVMStore:
    instrumentAccess(to, op, LLVMTypeOf(LLVMGetOperand(op, 0)),
                     LLVMGetOperand(op, 1), true);
    break;
  case LLVMCall:
    instrumentCall(to, op);
    break;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    fail_msg("kernels have had no atomic operations");
    break;
  default:
    break;
  }
}

static inline void instrumentFunction(Instrumenting *to, LLVMValueRef f) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block;
       block = LLVMGetNextBasicBlock(block)) {
    LLVMValueRef next;
    for (LLVMValueRef op = LLVMGetFirstInstruction(block); op; op = next) {
      next = LLVMGetNextInstruction(op);
      instrumentInstruction(to, op);
    }
  }
}

/// The functions of a module but those named "emu_...", with calls of what the
/// global `hook` will have. How long granules may be is returned: all writes
/// are of whole ones.
static inline int instrument(LLVMModuleRef module, const char *hook) {
  enum { longest = 16 };
  LLVMContextRef own = LLVMGetModuleContext(module);
  LLVMTypeRef generic = LLVMPointerTypeInContext(own, 0);
  LLVMTypeRef integer = LLVMInt32TypeInContext(own);
  Instrumenting to = {
      module, LLVMCreateBuilderInContext(own),
      LLVMAddGlobal(module, generic, hook),
      LLVMFunctionType(LLVMVoidTypeInContext(own),
                       (LLVMTypeRef[]){generic, integer, integer}, 3, false),
      longest};
  LLVMSetInitializer(to.hook, LLVMConstNull(generic));
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
       f = LLVMGetNextFunction(f)) {
    size_t length;
    if (strncmp(LLVMGetValueName2(f, &length), "emu_", 4) != 0)
      instrumentFunction(&to, f);
  }
  LLVMDisposeBuilder(to.builder);
  return to.granule;
}

#endif // AS_TEST_INSTRUMENT_H
