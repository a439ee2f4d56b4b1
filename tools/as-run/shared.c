//===- shared.c - Functions of shared objects
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As as-opt --emit=shared writes them: next to each function there are its
// uniform entry point and its signature.
//
//===----------------------------------------------------------------------===//

#include "measure/openmp.h"
#include "measure/shared-entries.h"
#include "support/entry-symbols.h"
#include "tools/as-run/runnable.h"
#include "tools/as-run/utilities.h"
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

/// Bytes of the file; NULL where it does not have so many.
static const void *bytesAt(const AsText *content, size_t offset, size_t size) {
  if (offset > content->length || content->length - offset < size)
    return NULL;
  return content->data + offset;
}

/// The section header number `index`, NULL where there is none.
static const ElfW(Shdr) * sectionAt(const AsText *content, size_t index) {
  const ElfW(Ehdr) *header = bytesAt(content, 0, sizeof *header);
  if (!header || header->e_shentsize != sizeof(ElfW(Shdr)) ||
      index >= header->e_shnum)
    return NULL;
  return bytesAt(content, header->e_shoff + index * sizeof(ElfW(Shdr)),
                 sizeof(ElfW(Shdr)));
}

static void addFunction(void *library, const char *symbol,
                        AsFunctions *functions) {
  const char *name = asEntryName(symbol, AS_SIGNATURE_PREFIX);
  const char *signature = name ? dlsym(library, symbol) : NULL;
  if (signature)
    asFunctionsAdd(functions, name, signature, NULL, 0);
}

/// Adds every function of the open library, whose file is `content`: the
/// loader finds symbols by name, but does not tell the names, so these are
/// read from the section of dynamic symbols.
static void listFunctions(void *library, const AsText *content,
                          AsFunctions *functions) {
  size_t index = 0;
  const ElfW(Shdr) *symbols = sectionAt(content, index);
  while (symbols && symbols->sh_type != SHT_DYNSYM)
    symbols = sectionAt(content, ++index);
  const ElfW(Shdr) *strings =
      symbols ? sectionAt(content, symbols->sh_link) : NULL;
  if (!strings)
    return;
  const ElfW(Sym) *symbol =
      bytesAt(content, symbols->sh_offset, symbols->sh_size);
  const char *names = bytesAt(content, strings->sh_offset, strings->sh_size);
  if (!symbol || !names || !strings->sh_size || names[strings->sh_size - 1])
    return;
  for (size_t i = 0; i < symbols->sh_size / sizeof *symbol; i++)
    if (symbol[i].st_name < strings->sh_size)
      addFunction(library, names + symbol[i].st_name, functions);
}

AsStatus asRunnableOpen(const char *file, const AsText *content,
                        const AsRunnableOptions *options,
                        AsFunctions *functions, AsRunnable *runnable,
                        AsError *error) {
  if (options->isProfiled)
    return asFail(error, AS_UNSUPPORTED,
                  "a shared object does not tell its tasks apart; profile the "
                  "module of --emit=scheduled or --emit=lowered");
  // The number of threads was fixed when it was compiled; it has all cores.
  runnable->hasThreads = asOpenMpNeeded(content->data, content->length);
  if (runnable->hasThreads) {
    AsStatus status = asOpenMpLoad(options->target->cores.count,
                                   options->target->cores, error);
    if (status)
      return status;
  }
  char path[PATH_MAX]; // With a slash, or the loader would search for it.
  if (!realpath(file, path))
    return asFail(error, AS_IO, "cannot be found: %s", strerror(errno));
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library && asUtilitiesLoad())
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return asFail(error, AS_INVALID_INPUT, "cannot be loaded: %s", dlerror());
  listFunctions(library, content, functions);
  AsStatus status = asFunctionsChoose(functions, options, runnable, error);
  return status ? status
                : asSharedEntries(library, runnable->name, &runnable->kernel,
                                  error);
}
