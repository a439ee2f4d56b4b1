//===- runnable.c - A function that can be called
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-run/runnable.h"
#include "support/entry-symbols.h"
#include "tools/as-run/isolate.h"
#include <string.h>

void asFunctionsAdd(AsFunctions *functions, const char *name,
                    const char *signature, const AsNeed *needs,
                    double roundoff) {
  if (asEntryName(name, AS_LOAD_PREFIX))
    return; // A part of another one.
  AsFunction *function = asArenaAlloc(functions->arena, sizeof *function);
  AsFunction **place = &functions->first;
  while (*place && strcmp((*place)->name, name) < 0)
    place = &(*place)->next;
  *function =
      (AsFunction){asArenaCopy(functions->arena, name, strlen(name)),
                   asArenaCopy(functions->arena, signature, strlen(signature)),
                   needs, roundoff, *place};
  *place = function;
}

void asFunctionsLeaveOut(AsFunctions *functions, const char *name,
                         const char *what, const char *why) {
  functions->leftOut =
      asArenaFormat(functions->arena, "%s\n  '%s' cannot be %s: %.*s",
                    functions->leftOut ? functions->leftOut : "", name, what,
                    (int)strcspn(why, "\r\n"), why);
}

/// The lines of a list, for messages.
static void listFunctions(const AsFunctions *functions, AsText *text) {
  for (const AsFunction *f = functions->first; f; f = f->next)
    asTextFormat(text, "\n  %s: %s", f->name, f->signature);
  if (functions->leftOut)
    asTextAppendString(text, functions->leftOut);
}

static const AsFunction *findFunction(const AsFunctions *functions,
                                      const AsRunnableOptions *options) {
  const AsFunction *only = functions->first;
  if (only && !only->next && (!*options->name || options->isCompared))
    return only;
  for (const AsFunction *f = functions->first; f; f = f->next)
    if (strcmp(f->name, options->name) == 0)
      return f;
  return NULL;
}

AsStatus asFunctionsChoose(const AsFunctions *functions,
                           const AsRunnableOptions *options,
                           AsRunnable *runnable, AsError *error) {
  if (!functions->first)
    return asFail(error, AS_INVALID_INPUT, "has no public function to run:%s",
                  functions->leftOut
                      ? functions->leftOut
                      : " neither a func.func with a body, nor one that as-opt "
                        "has lowered");
  const AsFunction *function = findFunction(functions, options);
  if (!function) {
    AsText list = {0};
    listFunctions(functions, &list);
    AsStatus status =
        *options->name ? asFail(error, AS_NOT_FOUND, "no function '%s' among%s",
                                options->name, list.data)
                       : asFail(error, AS_INVALID_INPUT,
                                "choose one with --entry:%s", list.data);
    asTextFree(&list);
    return status;
  }
  runnable->name = function->name;
  runnable->needs = function->needs;
  runnable->roundoff = function->roundoff;
  AsSignature *signature = &runnable->signature;
  AsStatus status = asSignatureParseSized(function->signature, functions->arena,
                                          signature, error);
  return status ? asFailContext(error, "function '%s'", function->name) : AS_OK;
}

AsStatus asRunnableLoad(const char *file, const AsRunnableOptions *options,
                        AsArena *arena, AsRunnable *runnable, AsError *error) {
  static const char elf[] = "\177ELF";
  AsText content = {0};
  AsStatus status = asReadFile(file, &content, error);
  if (status) // The message has the name.
    return status;
  asIsolatedStage("loading '%s'", file);
  AsFunctions functions = {.arena = arena};
  *runnable = (AsRunnable){.file = file};
  if (content.length > strlen(elf) &&
      memcmp(content.data, elf, strlen(elf)) == 0)
    status = options->isInF64
                 ? asFail(error, AS_UNSUPPORTED, "is a shared object")
                 : asRunnableOpen(file, &content, options, &functions, runnable,
                                  error);
  else
    status = asRunnableCompile(&content, options, &functions, runnable, error);
  if (status)
    asFailContext(error, "%s", file);
  asTextFree(&content);
  return status;
}
