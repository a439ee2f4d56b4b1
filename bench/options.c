//===- options.c - What a benchmark is asked to do
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/options.h"
#include "support/nearest-name.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

// If `argument` is "--name=value", the value.
static const char *valueOf(const char *argument, const char *name) {
  const char *equals = strchr(argument, '=');
  if (!equals || strncmp(argument, "--", 2))
    return NULL;
  argument += 2;
  size_t length = (size_t)(equals - argument);
  if (length != strlen(name) || memcmp(argument, name, length))
    return NULL;
  return equals + 1;
}

static AsStatus parseNumber(const char *name, const char *value, int least,
                            int most, int *number, AsError *error) {
  char *end;
  errno = 0;
  long parsed = strtol(value, &end, 10);
  if (errno || end == value || *end || parsed < least || parsed > most)
    return asFail(error, AS_INVALID_INPUT,
                  "--%s=%s: expected a number from %d to %d", name, value,
                  least, most);
  *number = (int)parsed;
  return AS_OK;
}

static AsStatus failUnknown(const char *argument, int user, AsError *error) {
  char name[64];
  const char *start = argument + strspn(argument, "-");
  snprintf(name, sizeof name, "%.*s", (int)strcspn(start, "="), start);
  AsNearest nearest = asNearestTo(name);
#define OFFER(users, field, name, ...)                                         \
  if ((users)&user)                                                            \
    asNearestOffer(&nearest, name);
  AS_OPTIONS(OFFER, OFFER, OFFER)
#undef OFFER
  return nearest.name ? asFail(error, AS_INVALID_INPUT,
                               "unknown option '%s'; did you mean '--%s'?",
                               argument, nearest.name)
                      : asFail(error, AS_INVALID_INPUT,
                               "unknown option '%s'; see --help", argument);
}

static AsStatus parseOne(const char *argument, int user, AsOptions *options,
                         AsError *error) {
  const char *value;
#define TEXT(users, field, name, ...)                                          \
  if ((users)&user && (value = valueOf(argument, name))) {                     \
    options->field = value;                                                    \
    return AS_OK;                                                              \
  }
#define NUMBER(users, field, name, placeholder, standard, least, most, ...)    \
  if ((users)&user && (value = valueOf(argument, name)))                       \
    return parseNumber(name, value, least, most, &options->field, error);
#define FLAG(users, field, name, ...)                                          \
  if ((users)&user && !strcmp(argument, "--" name)) {                          \
    options->field = true;                                                     \
    return AS_OK;                                                              \
  }
  AS_OPTIONS(TEXT, NUMBER, FLAG)
#undef TEXT
#undef NUMBER
#undef FLAG
  return failUnknown(argument, user, error);
}

AsStatus asOptionsParse(int argc, char **argv, int user, AsOptions *options,
                        AsError *error) {
  *options = (AsOptions){
#define TEXT(users, field, name, placeholder, standard, ...) .field = standard,
#define NUMBER(users, field, name, placeholder, standard, ...)                 \
  .field = standard,
#define FLAG(...)
      AS_OPTIONS(TEXT, NUMBER, FLAG)
#undef TEXT
#undef NUMBER
#undef FLAG
  };
  for (int i = 1; i < argc; i++)
    if (parseOne(argv[i], user, options, error))
      return error->status;
  return AS_OK;
}

void asOptionsHelp(int user, FILE *out) {
#define TEXT(users, field, name, placeholder, standard, help)                  \
  if ((users)&user)                                                            \
    fprintf(out, "  %-16s %s\n", "--" name "=" placeholder, help);
#define NUMBER(users, field, name, placeholder, standard, least, most, help)   \
  if ((users)&user)                                                            \
    fprintf(out, "  %-16s %s (default: %d)\n", "--" name "=" placeholder,      \
            help, standard);
#define FLAG(users, field, name, help)                                         \
  if ((users)&user)                                                            \
    fprintf(out, "  %-16s %s\n", "--" name, help);
  AS_OPTIONS(TEXT, NUMBER, FLAG)
#undef TEXT
#undef NUMBER
#undef FLAG
}
