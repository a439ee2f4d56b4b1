//===- tools/as-run/shared.c - Functions of shared objects ----------------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As as-opt --emit=shared writes them: next to each function there are its
// uniform entry point and its signature.
//
//===----------------------------------------------------------------------===//

#include "build/codegen.h"
#include "measure/openmp.h"
#include "tools/as-run/runnable.h"
#include "llvm-c/Core.h"
#include "llvm-c/Object.h"
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static void addFunction(void *library, const char *symbol,
                        AsFunctions *functions) {
  size_t length = strlen(AS_SIGNATURE_PREFIX);
  if (strncmp(symbol, AS_SIGNATURE_PREFIX, length) != 0)
    return;
  const char *signature = dlsym(library, symbol);
  if (signature)
    asFunctionsAdd(functions, symbol + length, signature);
}

/// Adds every function of the open library, whose file is `content`: the
/// loader finds symbols by name, but does not tell the names.
static AsStatus listFunctions(void *library, const AsText *content,
                              AsFunctions *functions, AsError *error) {
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
      content->data, content->length, "", false);
  char *problem = NULL;
  LLVMBinaryRef binary = LLVMCreateBinary(buffer, NULL, &problem);
  AsStatus status = AS_OK;
  if (!binary) {
    status = asFail(error, AS_INVALID_INPUT, "%s", problem);
    LLVMDisposeMessage(problem);
  } else {
    LLVMSymbolIteratorRef symbol = LLVMObjectFileCopySymbolIterator(binary);
    for (; !LLVMObjectFileIsSymbolIteratorAtEnd(binary, symbol);
         LLVMMoveToNextSymbol(symbol))
      addFunction(library, LLVMGetSymbolName(symbol), functions);
    LLVMDisposeSymbolIterator(symbol);
    LLVMDisposeBinary(binary);
  }
  LLVMDisposeMemoryBuffer(buffer);
  return status;
}

static AsStatus findEntry(void *library, AsRunnable *runnable, AsError *error) {
  AsText symbol = {0};
  asTextFormat(&symbol, AS_ENTRY_PREFIX "%s", runnable->name);
  *(void **)&runnable->entry = dlsym(library, symbol.data);
  AsStatus status = AS_OK;
  if (!runnable->entry)
    status = asFail(error, AS_INVALID_INPUT, "has no symbol '%s'", symbol.data);
  asTextFree(&symbol);
  return status;
}

AsStatus asRunnableOpen(const char *file, const AsText *content,
                        const AsRunnableOptions *options,
                        AsFunctions *functions, AsRunnable *runnable,
                        AsError *error) {
  // The number of threads was fixed when it was compiled; it has all cores.
  if (asOpenMpNeeded(content->data, content->length)) {
    AsStatus status = asOpenMpLoad(options->target->numCores, error);
    if (status)
      return status;
  }
  char path[PATH_MAX]; // With a slash, or the loader would search for it.
  if (!realpath(file, path))
    return asFail(error, AS_IO, "cannot be found: %s", strerror(errno));
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return asFail(error, AS_INVALID_INPUT, "cannot be loaded: %s", dlerror());
  AsStatus status = listFunctions(library, content, functions, error);
  if (!status)
    status = asFunctionsChoose(functions, options, runnable, error);
  return status ? status : findEntry(library, runnable, error);
}
