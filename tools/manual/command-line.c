//===- command-line.c - Command lines by an option table
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/manual/command-line.h"
#include <string.h>

static const AsOption *findOption(const AsManualTable *table, const char *name,
                                  size_t length) {
  for (size_t i = 0; i < table->numRows; i++)
    if (strlen(table->rows[i].name) == length &&
        memcmp(table->rows[i].name, name, length) == 0)
      return &table->rows[i];
  return NULL;
}

static AsStatus failUnknown(const AsManual *manual, const char *name,
                            size_t length, AsError *error) {
  const AsManualTable *table = &manual->tables[0];
  AsText own = {0};
  asTextAppend(&own, name, length);
  const char *given = asTextString(&own);
  const char *nearest = asOptionNearest(table->rows, table->numRows, given);
  AsStatus status =
      nearest ? asFail(error, AS_INVALID_INPUT,
                       "there is no option '--%s'; did you mean '--%s'?", given,
                       nearest)
              : asFail(error, AS_INVALID_INPUT,
                       "there is no option '--%s'; %s --help lists them all",
                       given, manual->program);
  asTextFree(&own);
  return status;
}

/// Sets the option that (*next)[0] spells, and moves *next past it and its
/// value.
static AsStatus parseOption(const AsManual *manual, char ***next, void *options,
                            AsError *error) {
  const char *argument = *(*next)++;
  const char *name = argument + (argument[1] == '-' ? 2 : 1);
  size_t length = strcspn(name, "=");
  const AsOption *option = findOption(&manual->tables[0], name, length);
  if (!option)
    return failUnknown(manual, name, length, error);
  const char *value = name[length] ? name + length + 1 : option->bare;
  if (!value && option->kind == AS_OPTION_FLAG)
    value = "true";
  if (!value && **next)
    value = *(*next)++;
  if (!value) {
    AsText form = {0};
    asManualAppendName(&form, option);
    asFail(error, AS_INVALID_INPUT, "%s needs a value: %s", argument,
           asTextString(&form));
    asTextFree(&form);
    return AS_INVALID_INPUT;
  }
  return asOptionParse(option, value, options, error);
}

AsStatus asCommandLineParse(const AsManual *manual, char **argv, void *options,
                            const char *adviceOnTwo, const char **file,
                            AsError *error) {
  *file = NULL;
  bool areFiles = false; // After a "--".
  for (char **next = argv + 1; *next;) {
    if (!areFiles && strcmp(*next, "--") == 0) {
      areFiles = true;
      next++;
    } else if (!areFiles && (*next)[0] == '-' && (*next)[1]) {
      AsStatus status = parseOption(manual, &next, options, error);
      if (status)
        return status;
    } else if (*file) {
      return asFail(error, AS_INVALID_INPUT,
                    "there are two files, '%s' and '%s'; %s", *file, *next,
                    adviceOnTwo);
    } else {
      *file = *next++;
    }
  }
  return AS_OK;
}
