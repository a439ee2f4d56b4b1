//===- arguments.c - mlir-opt's part of the command line
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM parses mlir-opt's flags, and only once. The few that as-opt has to know
// of before that are found here, by LLVM's rules.
//
//===----------------------------------------------------------------------===//

#include "tools/as-opt/driver.h"
#include <stdio.h>
#include <string.h>

int asDriverFail(const AsError *error) {
  fprintf(stderr, "as-opt: error: %s\n", error->message);
  return 1;
}

/// What follows --NAME in `argument` ("" or "=..."), NULL if it is another.
static const char *afterName(const char *argument, const char *name) {
  if (argument[0] != '-')
    return NULL;
  argument += argument[1] == '-' ? 2 : 1;
  size_t length = strlen(name);
  if (strncmp(argument, name, length) != 0)
    return NULL;
  const char *rest = argument + length;
  return *rest == 0 || *rest == '=' ? rest : NULL;
}

static bool endsFlags(const char *argument) {
  return strcmp(argument, "--") == 0;
}

bool asDriverHasFlag(char *const *argv, const char *name) {
  for (argv++; *argv && !endsFlags(*argv); argv++)
    if (afterName(*argv, name))
      return true;
  return false;
}

AsStatus asDriverTakeValue(int *argc, char **argv, const char *name,
                           const char **value, AsError *error) {
  *value = NULL;
  int kept = 1, next = 1;
  while (next < *argc && !endsFlags(argv[next])) {
    const char *rest = afterName(argv[next], name);
    if (!rest) {
      argv[kept++] = argv[next++];
      continue;
    }
    next++;
    if (*rest)
      *value = rest + 1;
    else if (next < *argc)
      *value = argv[next++];
    else
      return asFail(error, AS_INVALID_INPUT, "%s needs a value",
                    argv[next - 1]);
  }
  while (next < *argc)
    argv[kept++] = argv[next++];
  argv[kept] = NULL;
  *argc = kept;
  return AS_OK;
}
