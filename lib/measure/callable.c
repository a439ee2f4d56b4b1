//===- callable.c - Calling what as-opt has compiled
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See as/callable.h. Nothing of a callable changes once it is open, so that
// threads can share it.
//
//===----------------------------------------------------------------------===//

#include "as/callable.h"
#include "measure/shared-entries.h"
#include "support/entry-symbols.h"
#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct AsCallable {
  AsArena arena; ///< Holds what the rest refers to.
  void *library;
  const char *name;
  AsSignature signature; ///< Its dynamic dimensions stay open.
  AsKernel kernel;       ///< Without sizes.
};

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

static AsStatus load(AsCallable *callable, const char *path, AsError *error) {
  char resolved[PATH_MAX]; // With a slash, or the loader would search for it.
  if (!realpath(path, resolved))
    return asFail(error, AS_IO, "cannot be found: %s", strerror(errno));
  callable->library = dlopen(resolved, RTLD_NOW | RTLD_LOCAL);
  return callable->library ? AS_OK
                           : asFail(error, AS_INVALID_INPUT,
                                    "cannot be loaded: %s", dlerror());
}

static AsStatus readSignature(AsCallable *callable, AsError *error) {
  AsText symbol = {0};
  asTextFormat(&symbol, AS_SIGNATURE_PREFIX "%s", callable->name);
  const char *text = dlsym(callable->library, symbol.data);
  asTextFree(&symbol);
  if (!text)
    return asFail(error, AS_NOT_FOUND,
                  "has no function '%s' that as-opt has made; as-run lists "
                  "those that there are",
                  callable->name);
  return asSignatureParseSized(text, &callable->arena, &callable->signature,
                               error);
}

AsStatus asCallableOpen(const char *path, const char *name,
                        AsCallable **callable, AsError *error) {
  AsError own = {0};
  AsCallable *opened = asAlloc(sizeof *opened);
  *opened = (AsCallable){0};
  opened->name = asArenaCopy(&opened->arena, name, strlen(name));
  AsStatus status = load(opened, path, &own);
  if (!status)
    status = readSignature(opened, &own);
  if (!status)
    status = asSharedEntries(opened->library, name, &opened->kernel, &own);
  if (!status && opened->signature.isSized && !opened->kernel.computeSizes)
    status = asFail(&own, AS_INVALID_INPUT, "has no symbol '%s%s'",
                    AS_SIZES_PREFIX, name);
  if (status) {
    asCallableClose(opened);
    *callable = NULL;
    return asFail(error, status, "%s: %s", path, own.message);
  }
  *callable = opened;
  return AS_OK;
}

void asCallableClose(AsCallable *callable) {
  if (!callable)
    return;
  if (callable->library)
    dlclose(callable->library);
  asArenaDestroy(&callable->arena);
  free(callable);
}

//===----------------------------------------------------------------------===//
// What it takes
//===----------------------------------------------------------------------===//

const char *asCallableSignature(const AsCallable *callable) {
  return callable->signature.text;
}

int asCallableNumArguments(const AsCallable *callable) {
  return callable->signature.numArguments;
}

int asCallableNumBuffers(const AsCallable *callable) {
  return callable->signature.numBuffers;
}

AsElement asCallableElement(const AsCallable *callable, int buffer) {
  return callable->signature.buffers[buffer].element;
}

int asCallableRank(const AsCallable *callable, int buffer) {
  return callable->signature.shapes[buffer].rank;
}

int asCallableNumSizes(const AsCallable *callable) {
  return callable->signature.numSymbols;
}

const char *asCallableSizeName(const AsCallable *callable, int size) {
  return callable->signature.symbols[size];
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Where a size was first found.
typedef struct Found {
  int argument, dim;
} Found;

/// Compares or notes dimension `dim` of an argument.
static AsStatus takeDim(const AsCallable *callable, Found at, int64_t given,
                        int64_t *sizes, Found *found, AsError *error) {
  const AsSignature *signature = &callable->signature;
  const AsShape *shape = &signature->shapes[at.argument];
  int64_t wanted = shape->sizes[at.dim];
  if (!shape->dynamic[at.dim])
    return given == wanted
               ? AS_OK
               : asFail(error, AS_INVALID_INPUT,
                        "dimension %d of argument %d is %" PRId64 ", but '%s' "
                        "(%s) takes %" PRId64,
                        at.dim, at.argument, given, callable->name,
                        signature->text, wanted);
  int symbol = asSignatureSymbol(signature, shape->dynamic[at.dim]);
  if (found[symbol].argument < 0) {
    found[symbol] = at;
    sizes[symbol] = given;
    return AS_OK;
  }
  return given == sizes[symbol]
             ? AS_OK
             : asFail(error, AS_INVALID_INPUT,
                      "dimension %d of argument %d is %" PRId64 ", but "
                      "dimension %d of argument %d is %" PRId64 ", and in '%s' "
                      "(%s) both are '%s'",
                      at.dim, at.argument, given, found[symbol].dim,
                      found[symbol].argument, sizes[symbol], callable->name,
                      signature->text, signature->symbols[symbol]);
}

AsStatus asCallableSizes(const AsCallable *callable, const int64_t *const *dims,
                         int64_t *sizes, AsError *error) {
  const AsSignature *signature = &callable->signature;
  AsStatus status = AS_OK;
  Found *found = asAlloc(sizeof *found * ((size_t)signature->numSymbols + 1));
  for (int s = 0; s < signature->numSymbols; s++)
    found[s].argument = -1;
  for (int a = 0; a < signature->numArguments; a++)
    for (int d = 0; d < signature->shapes[a].rank && !status; d++)
      status =
          takeDim(callable, (Found){a, d}, dims[a][d], sizes, found, error);
  free(found);
  return status;
}

/// Computes the dynamic dimensions of results, which the caller frees.
static AsStatus computeSizes(const AsCallable *callable, const int64_t *sizes,
                             int64_t **results, AsError *error) {
  const AsSignature *signature = &callable->signature;
  *results =
      asAlloc(sizeof **results * ((size_t)signature->numResultSizes + 1));
  int refusal =
      signature->isSized ? callable->kernel.computeSizes(sizes, *results) : 0;
  return refusal
             ? asRefuseSizes(signature, callable->name, sizes, refusal, error)
             : AS_OK;
}

AsStatus asCallableDims(const AsCallable *callable, const int64_t *sizes,
                        int buffer, int64_t *dims, AsError *error) {
  const AsSignature *signature = &callable->signature;
  int64_t *results;
  AsStatus status = computeSizes(callable, sizes, &results, error);
  const int64_t *next = results;
  for (int b = signature->numArguments; b < buffer; b++)
    for (int d = 0; d < signature->shapes[b].rank; d++)
      next += signature->shapes[b].dynamic[d] != NULL;
  const AsShape *shape = &signature->shapes[buffer];
  for (int d = 0; d < shape->rank && !status; d++)
    dims[d] = !shape->dynamic[d] ? shape->sizes[d]
              : buffer >= signature->numArguments
                  ? *next++
                  : sizes[asSignatureSymbol(signature, shape->dynamic[d])];
  free(results);
  return status;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static AsStatus call(const AsCallable *callable, AsKernelEntry entry,
                     const int64_t *sizes, void *const *buffers,
                     AsError *error) {
  static const int64_t none = 0; // Of a function whose only size is known.
  AsKernel kernel = callable->kernel;
  kernel.sizes = !callable->signature.isSized ? NULL : sizes ? sizes : &none;
  int refusal = asKernelCall(&kernel, entry, (void **)(uintptr_t)buffers);
  return refusal ? asRefuseSizes(&callable->signature, callable->name, sizes,
                                 refusal, error)
                 : AS_OK;
}

AsStatus asCallablePrepare(const AsCallable *callable, const int64_t *sizes,
                           void *const *buffers, AsError *error) {
  return callable->kernel.load
             ? call(callable, callable->kernel.load, sizes, buffers, error)
             : AS_OK;
}

AsStatus asCallableRun(const AsCallable *callable, const int64_t *sizes,
                       void *const *buffers, AsError *error) {
  return call(callable, callable->kernel.run, sizes, buffers, error);
}
