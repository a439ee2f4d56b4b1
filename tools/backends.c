//===- backends.c - The back ends that are left out
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's passes for other GPUs initialise back ends that as-opt has no use for,
// which would bring them all into a program with LLVM inside. Here these
// functions do nothing, so that such a pass says that there is no such target.
//
//===----------------------------------------------------------------------===//

#define LEAVE_OUT(backend)                                                     \
  void LLVMInitialize##backend##Target(void);                                  \
  void LLVMInitialize##backend##TargetInfo(void);                              \
  void LLVMInitialize##backend##TargetMC(void);                                \
  void LLVMInitialize##backend##AsmParser(void);                               \
  void LLVMInitialize##backend##AsmPrinter(void);                              \
  void LLVMInitialize##backend##Target(void) {}                                \
  void LLVMInitialize##backend##TargetInfo(void) {}                            \
  void LLVMInitialize##backend##TargetMC(void) {}                              \
  void LLVMInitialize##backend##AsmParser(void) {}                             \
  void LLVMInitialize##backend##AsmPrinter(void) {}

// CMake lists them: LEAVE_OUT(AMDGPU) LEAVE_OUT(SPIRV) ...
AS_BACKENDS_LEFT_OUT
