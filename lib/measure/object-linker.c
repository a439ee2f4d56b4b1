//===- object-linker.c - Linking object code in memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/object-linker.h"
#include "measure/kernel-runtime.h"
#include "support/arena.h"
#include "support/entry-symbols.h"
#include "support/text.h"
#include <llvm-c/Core.h>
#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct AsLinker {
  LLVMOrcLLJITRef jit;
  LLVMOrcJITDylibRef library;
  AsText complaints; ///< Errors that ORC reported and did not return.
};

/// Turns an LLVM error into a status and frees it.
static AsStatus failLlvm(AsError *error, const char *what, LLVMErrorRef cause) {
  char *message = LLVMGetErrorMessage(cause);
  AsStatus status = asFail(error, AS_INTERNAL, "%s: %s", what, message);
  LLVMDisposeErrorMessage(message);
  return status;
}

/// ORC only returns that a look-up failed; it reports the reason here.
static void noteComplaint(void *context, LLVMErrorRef cause) {
  char *message = LLVMGetErrorMessage(cause);
  asTextFormat(context, "%s; ", message);
  LLVMDisposeErrorMessage(message);
}

/// Defines the functions of measure/kernel-runtime.h.
static LLVMErrorRef defineRuntime(AsLinker *linker) {
  size_t count;
  const AsRuntimeFunction *functions = asRuntimeFunctions(&count);
  LLVMOrcCSymbolMapPair *symbols = asAlloc(count * sizeof *symbols);
  for (size_t i = 0; i < count; i++)
    symbols[i] = (LLVMOrcCSymbolMapPair){
        LLVMOrcLLJITMangleAndIntern(linker->jit, functions[i].name),
        {functions[i].address,
         {LLVMJITSymbolGenericFlagsExported | LLVMJITSymbolGenericFlagsCallable,
          0}}};
  LLVMErrorRef cause = LLVMOrcJITDylibDefine(
      linker->library, LLVMOrcAbsoluteSymbols(symbols, count));
  free(symbols);
  return cause;
}

AsStatus asLinkerCreate(AsLinker **result, AsError *error) {
  LLVMInitializeNativeTarget();
  AsLinker *linker = asAlloc(sizeof *linker);
  LLVMErrorRef cause = LLVMOrcCreateLLJIT(&linker->jit, NULL);
  if (cause) {
    free(linker);
    return failLlvm(error, "cannot make a linker", cause);
  }
  LLVMOrcExecutionSessionSetErrorReporter(
      LLVMOrcLLJITGetExecutionSession(linker->jit), noteComplaint,
      &linker->complaints);
  linker->library = LLVMOrcLLJITGetMainJITDylib(linker->jit);
  LLVMOrcDefinitionGeneratorRef process;
  cause = LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(
      &process, LLVMOrcLLJITGetGlobalPrefix(linker->jit), NULL, NULL);
  if (!cause) {
    LLVMOrcJITDylibAddGenerator(linker->library, process);
    cause = defineRuntime(linker);
  }
  if (cause) {
    LLVMConsumeError(LLVMOrcDisposeLLJIT(linker->jit));
    asTextFree(&linker->complaints);
    free(linker);
    return failLlvm(error, "cannot set up the linker", cause);
  }
  *result = linker;
  return AS_OK;
}

/// The first name in "Symbols not found: [ foo, bar ]"; false without such a
/// message.
static bool findMissing(const char *complaints, const char **name,
                        int *length) {
  const char *list = strstr(complaints, "Symbols not found: [ ");
  if (!list)
    return false;
  *name = list + strlen("Symbols not found: [ ");
  *length = (int)strcspn(*name, " ,]");
  return true;
}

static AsStatus failLookup(AsLinker *linker, const char *symbol,
                           LLVMErrorRef cause, AsError *error) {
  noteComplaint(&linker->complaints, cause);
  const char *said = asTextString(&linker->complaints), *name;
  int length;
  if (!findMissing(said, &name, &length))
    return asFail(error, AS_INVALID_INPUT, "cannot be linked: %s", said);
  if (strlen(symbol) == (size_t)length && !memcmp(symbol, name, (size_t)length))
    return asFail(error, AS_INVALID_INPUT, "does not define '%s'", symbol);
  return asFail(error, AS_INVALID_INPUT,
                "needs symbol '%.*s' which is not available", length, name);
}

/// Sets *entry, which is the address of a pointer to a function.
static AsStatus find(AsLinker *linker, const char *symbol, void *entry,
                     AsError *error) {
  LLVMOrcExecutorAddress address;
  LLVMErrorRef cause = LLVMOrcLLJITLookup(linker->jit, &address, symbol);
  if (cause)
    return failLookup(linker, symbol, cause, error);
  uintptr_t pointer = (uintptr_t)address;
  memcpy(entry, &pointer, sizeof pointer);
  return AS_OK;
}

/// The same for a function that the object need not have: its string table has
/// names verbatim.
static AsStatus findIfThere(AsLinker *linker, const void *object, size_t length,
                            const char *prefix, const char *name, void *entry,
                            AsError *error) {
  AsText symbol = {0};
  asTextFormat(&symbol, "%s%s", prefix, name);
  AsStatus status = AS_OK;
  if (memmem(object, length, symbol.data, symbol.length + 1))
    status = find(linker, symbol.data, entry, error);
  asTextFree(&symbol);
  return status;
}

AsStatus asLinkerLink(AsLinker *linker, const void *object, size_t length,
                      const char *symbol, AsKernel *kernel, AsError *error) {
  asTextClear(&linker->complaints);
  LLVMErrorRef cause = LLVMOrcLLJITAddObjectFile(
      linker->jit, linker->library,
      LLVMCreateMemoryBufferWithMemoryRangeCopy(object, length, symbol));
  if (cause)
    return failLlvm(error, "cannot be linked", cause);
  *kernel = (AsKernel){0};
  AsStatus status = find(linker, symbol, &kernel->run, error);
  const char *name = asEntryName(symbol, AS_ENTRY_PREFIX);
  if (!status && name)
    status = findIfThere(linker, object, length, AS_LOAD_ENTRY_PREFIX, name,
                         &kernel->load, error);
  if (!status && name)
    status = findIfThere(linker, object, length, AS_SIZES_PREFIX, name,
                         &kernel->computeSizes, error);
  return status;
}
