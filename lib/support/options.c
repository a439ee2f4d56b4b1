//===- options.c - Options that programs make and set by name
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See as/options.h. Inside the libraries an AsOptions is a plain value whose
// texts are borrowed. One that a program created owns its texts: every text
// member points to memory of its own, which setting it replaces.
//
//===----------------------------------------------------------------------===//

#include "support/arena.h"
#include "support/option-table.h"
#include <stdlib.h>

/// Gives `options`, whose texts are borrowed, texts of its own.
static void ownTexts(AsOptions *options) {
#define AS_TEXT_OPTION(member, ...)                                            \
  options->member = asCopyString(options->member);
#include "support/options.def"
}

int64_t asOptionsTrials(const AsOptions *options, int64_t numTasks) {
  static const int64_t ofEach[] = {
      [AS_EFFORT_NONE] = 0, [AS_EFFORT_QUICK] = 16, [AS_EFFORT_FULL] = 64};
  return options->trials < 0 ? ofEach[options->effort] * numTasks
                             : options->trials;
}

AsOptions *asOptionsCopy(const AsOptions *options) {
  AsOptions *copy = asAlloc(sizeof *copy);
  *copy = *options;
  ownTexts(copy);
  return copy;
}

AsOptions *asOptionsCreate(void) {
  AsOptions defaults = asOptionsDefault();
  return asOptionsCopy(&defaults);
}

void asOptionsDestroy(AsOptions *options) {
  if (!options)
    return;
#define AS_TEXT_OPTION(member, ...) free((char *)options->member);
#include "support/options.def"
  free(options);
}

AsStatus asOptionsSet(AsOptions *options, const char *name, const char *value,
                      AsError *error) {
  const AsOption *option;
  AsStatus status = asOptionFind(name, &option, error);
  if (status || option->kind != AS_OPTION_TEXT)
    return status ? status : asOptionParse(option, value, options, error);
  char **text = (char **)((char *)options + option->offset);
  char *copy = asCopyString(value); // First: `value` may be what it replaces.
  free(*text);
  *text = copy;
  return AS_OK;
}

AsStatus asOptionsGet(const AsOptions *options, const char *name, char **value,
                      AsError *error) {
  *value = NULL;
  const AsOption *option;
  AsStatus status = asOptionFind(name, &option, error);
  if (status)
    return status;
  AsText text = {0};
  asOptionFormat(option, options, &text);
  *value = text.data ? text.data : asCopyString("");
  return AS_OK;
}
