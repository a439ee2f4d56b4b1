//===- option-table.c - The option table as data
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// support/options.def unfolded into the defaults and the table, and the parsing
// of values and command lines by that table.
//
//===----------------------------------------------------------------------===//

#include "support/option-table.h"
#include "support/c-locale.h"
#include "support/nearest-name.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CHOICE(enumerator, name, meaning) {name, meaning},
static const AsChoice AsEmitChoices[] = {AS_EMITS(CHOICE)};
static const AsChoice AsPhaseChoices[] = {AS_PHASES(CHOICE)};
static const AsChoice AsEffortChoices[] = {AS_EFFORTS(CHOICE)};
static const AsChoice AsStrategyChoices[] = {AS_STRATEGIES(CHOICE)};
static const AsChoice AsTransferChoices[] = {AS_TRANSFERS(CHOICE)};
static const AsChoice AsUntriedChoices[] = {AS_UNTRIEDS(CHOICE)};
static const AsChoice AsMeasureChoices[] = {AS_MEASURES(CHOICE)};
static const AsChoice AsSharingChoices[] = {AS_SHARES(CHOICE)};
static const AsChoice AsCachesChoices[] = {AS_CACHE_STATES(CHOICE)};
static const AsChoice AsProgressChoices[] = {AS_PROGRESSES(CHOICE)};
static const AsChoice AsFpChoices[] = {AS_FPS(CHOICE)};
#undef CHOICE

// clang-format off
#define ROW(kind, member, ...) {kind, offsetof(AsOptions, member), __VA_ARGS__},
static const AsOption table[] = {
#define AS_FLAG_OPTION(member, name, group, users, help)                       \
  ROW(AS_OPTION_FLAG, member, name, group, users, "", help, 0, 0, NULL, 0, NULL)
#define AS_INT_OPTION(member, name, group, users, fallback, minimum, maximum,  \
                      value, help)                                             \
  ROW(AS_OPTION_INT, member, name, group, users, value, help, minimum,         \
      maximum, NULL, 0, NULL)
#define AS_REAL_OPTION(member, name, group, users, fallback, minimum, maximum, \
                       value, help)                                            \
  ROW(AS_OPTION_REAL, member, name, group, users, value, help, minimum,        \
      maximum, NULL, 0, NULL)
#define AS_TEXT_OPTION(member, name, group, users, fallback, value, help)      \
  ROW(AS_OPTION_TEXT, member, name, group, users, value, help, 0, 0, NULL, 0, NULL)
#define AS_BARE_OPTION(member, name, group, users, fallback, bare, value,      \
                       help)                                                   \
  ROW(AS_OPTION_TEXT, member, name, group, users, value, help, 0, 0, NULL, 0,  \
      bare)
#define AS_CHOICE_OPTION(member, name, group, users, fallback, type, value,    \
                         help)                                                 \
  ROW(AS_OPTION_CHOICE, member, name, group, users, value, help, 0, 0,         \
      type##Choices, sizeof type##Choices / sizeof(AsChoice), NULL)
#include "support/options.def"
};
#undef ROW
// clang-format on
enum { NUM_OPTIONS = sizeof table / sizeof table[0] };

const AsOption *asOptionTable(size_t *count) {
  *count = NUM_OPTIONS;
  return table;
}

AsOptions asOptionsDefault(void) {
  return (AsOptions){
#define AS_FLAG_OPTION(member, ...) .member = false,
#define AS_INT_OPTION(member, name, group, users, fallback, ...)               \
  .member = fallback,
#define AS_REAL_OPTION(member, name, group, users, fallback, ...)              \
  .member = fallback,
#define AS_TEXT_OPTION(member, name, group, users, fallback, ...)              \
  .member = fallback,
#define AS_CHOICE_OPTION(member, name, group, users, fallback, ...)            \
  .member = fallback,
#include "support/options.def"
  };
}

bool asEmitIsModule(AsEmit emit) { return emit < AS_EMIT_LLVM; }

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// What the number of a value may be followed by: `size` times what the value
/// is in without it. What help calls the value says which units it has.
static const struct Unit {
  const char *value, *suffix;
  double size;
} units[] = {{"SECONDS", "ms", 1e-3}, {"SECONDS", "s", 1},
             {"SECONDS", "m", 60},    {"SECONDS", "h", 3600},
             {"SECONDS", "d", 86400}, {"MIB", "M", 1},
             {"MIB", "G", 1024},      {"MIB", "T", 1024 * 1024}};
enum { NUM_UNITS = sizeof units / sizeof units[0] };

/// Reads what follows a number: nothing, or a unit.
static bool parseUnit(const AsOption *option, const char *suffix,
                      double *size) {
  *size = 1;
  bool found = !*suffix;
  for (size_t u = 0; u < NUM_UNITS && !found; u++) {
    found = strcmp(units[u].value, option->value) == 0 &&
            strcmp(units[u].suffix, suffix) == 0;
    *size = found ? units[u].size : 1;
  }
  return found;
}

/// Appends the units of an option after `before`; nothing if it has none.
static void appendUnits(const AsOption *option, const char *before,
                        AsText *text) {
  for (size_t u = 0; u < NUM_UNITS; u++)
    if (strcmp(units[u].value, option->value) == 0) {
      asTextFormat(text, "%s%s", before, units[u].suffix);
      before = ", ";
    }
}

void asOptionAppendHelp(const AsOption *option, AsText *text) {
  size_t length = text->length;
  asTextAppendString(text, option->help);
  appendUnits(option, " A unit may follow: ", text);
  if (text->length > length + strlen(option->help))
    asTextAppendString(text, ".");
}

// Numbers start right away: strtoll and strtod would skip white space.
static bool parseInt(const AsOption *option, const char *text,
                     int64_t *number) {
  char *end;
  double size;
  errno = 0;
  *number = strtoll(text, &end, 10);
  return !isspace((unsigned char)text[0]) && end != text && !errno &&
         parseUnit(option, end, &size) &&
         !__builtin_mul_overflow(*number, (int64_t)size, number);
}

static bool parseReal(const AsOption *option, const char *text,
                      double *number) {
  char *end;
  double size;
  *number = strtod(text, &end);
  if (isspace((unsigned char)text[0]) || end == text ||
      !parseUnit(option, end, &size))
    return false;
  *number *= size;
  return isfinite(*number);
}

static AsStatus failValue(const AsOption *option, const char *value,
                          const char *expected, AsError *error) {
  return asFail(error, AS_INVALID_INPUT, "bad value '%s' for %s: expected %s",
                value, option->name, expected);
}

static AsStatus parseChoice(const AsOption *option, const char *value,
                            int *choice, AsError *error) {
  AsText names = {0};
  AsNearest nearest = asNearestTo(value);
  for (size_t i = 0; i < option->numChoices; i++) {
    if (strcmp(value, option->choices[i].name) == 0) {
      *choice = (int)i;
      asTextFree(&names);
      return AS_OK;
    }
    asTextFormat(&names, "%s%s", i ? ", " : "one of ", option->choices[i].name);
    asNearestOffer(&nearest, option->choices[i].name);
  }
  if (nearest.name)
    asTextFormat(&names, "; did you mean '%s'?", nearest.name);
  AsStatus status = failValue(option, value, asTextString(&names), error);
  asTextFree(&names);
  return status;
}

static AsStatus failRange(const AsOption *option, const char *value,
                          const char *what, AsError *error) {
  AsText range = {0};
  asTextFormat(&range, "%s from %" PRId64 " to %" PRId64, what, option->minimum,
               option->maximum);
  appendUnits(option, ", or one with a unit: ", &range);
  AsStatus status = failValue(option, value, range.data, error);
  asTextFree(&range);
  return status;
}

static AsStatus parse(const AsOption *option, const char *value, void *options,
                      AsError *error) {
  void *member = (char *)options + option->offset;
  switch (option->kind) {
  case AS_OPTION_FLAG:
    if (strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
      return failValue(option, value, "true or false", error);
    *(bool *)member = value[0] == 't';
    return AS_OK;
  case AS_OPTION_INT: {
    int64_t number;
    if (!parseInt(option, value, &number) || number < option->minimum ||
        number > option->maximum)
      return failRange(option, value, "a whole number", error);
    *(int64_t *)member = number;
    return AS_OK;
  }
  case AS_OPTION_REAL: {
    double number;
    if (!parseReal(option, value, &number) ||
        number < (double)option->minimum || number > (double)option->maximum)
      return failRange(option, value, "a number", error);
    *(double *)member = number;
    return AS_OK;
  }
  case AS_OPTION_TEXT:
    *(const char **)member = value;
    return AS_OK;
  case AS_OPTION_CHOICE:
    return parseChoice(option, value, (int *)member, error);
  }
  return asFail(error, AS_INTERNAL, "option %s has no kind", option->name);
}

AsStatus asOptionParse(const AsOption *option, const char *value, void *options,
                       AsError *error) {
  locale_t before = asLocaleEnter();
  AsStatus status = parse(option, value, options, error);
  asLocaleLeave(before);
  return status;
}

void asOptionFormat(const AsOption *option, const void *options, AsText *text) {
  locale_t before = asLocaleEnter();
  const void *member = (const char *)options + option->offset;
  switch (option->kind) {
  case AS_OPTION_FLAG:
    asTextAppendString(text, *(const bool *)member ? "true" : "false");
    break;
  case AS_OPTION_INT:
    asTextFormat(text, "%" PRId64, *(const int64_t *)member);
    break;
  case AS_OPTION_REAL:
    asTextFormat(text, "%.15g", *(const double *)member);
    break;
  case AS_OPTION_TEXT:
    asTextAppendString(text, *(const char *const *)member);
    break;
  case AS_OPTION_CHOICE:
    asTextAppendString(text, option->choices[*(const int *)member].name);
    break;
  }
  asLocaleLeave(before);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static const AsOption *findOption(const char *name, size_t length) {
  for (size_t i = 0; i < NUM_OPTIONS; i++)
    if (strlen(table[i].name) == length &&
        memcmp(table[i].name, name, length) == 0)
      return &table[i];
  return NULL;
}

const char *asOptionNearest(const AsOption *rows, size_t count,
                            const char *name) {
  AsNearest nearest = asNearestTo(name);
  for (size_t i = 0; i < count; i++)
    asNearestOffer(&nearest, rows[i].name);
  return nearest.name;
}

AsStatus asOptionFind(const char *name, const AsOption **option,
                      AsError *error) {
  *option = findOption(name, strlen(name));
  if (*option)
    return AS_OK;
  const char *nearest = asOptionNearest(table, NUM_OPTIONS, name);
  return asFail(error, AS_INVALID_INPUT,
                nearest ? "there is no option '%s'; did you mean '%s'? "
                          "as-opt --help lists them all"
                        : "there is no option '%s'; as-opt --help lists them "
                          "all",
                name, nearest);
}

//===----------------------------------------------------------------------===//
// Command lines
//===----------------------------------------------------------------------===//

/// The driver's option that `argument` spells, with what follows its name.
static const AsOption *driverOption(const char *argument, const char **rest) {
  if (argument[0] != '-')
    return NULL;
  const char *name = argument + (argument[1] == '-' ? 2 : 1);
  size_t length = strcspn(name, "=");
  *rest = name + length;
  const AsOption *option = findOption(name, length);
  return option && option->users & AS_BY_DRIVER ? option : NULL;
}

AsStatus asOptionsTake(int *argc, char **argv, AsOptions *options,
                       const char **first, AsError *error) {
  *first = NULL;
  int kept = 1, next = 1;
  while (next < *argc && strcmp(argv[next], "--") != 0) {
    const char *value;
    const AsOption *option = driverOption(argv[next], &value);
    if (!option) {
      argv[kept++] = argv[next++];
      continue;
    }
    const char *following = argv[++next];
    if (*value == '=') {
      value++;
    } else if (option->kind == AS_OPTION_FLAG) {
      value = "true";
    } else if (option->bare) {
      value = option->bare;
    } else if (!following) {
      return asFail(error, AS_INVALID_INPUT, "--%s needs a value: --%s=%s",
                    option->name, option->name, option->value);
    } else if (strncmp(following, "--", 2) == 0) {
      return asFail(error, AS_INVALID_INPUT,
                    "--%s needs a value, but '%s' follows; if that is the "
                    "value, write --%s=%s",
                    option->name, following, option->name, following);
    } else {
      value = following;
      next++;
    }
    AsStatus status = asOptionParse(option, value, options, error);
    if (status)
      return status;
    if (!*first)
      *first = option->name;
  }
  while (next < *argc)
    argv[kept++] = argv[next++];
  argv[kept] = NULL;
  *argc = kept;
  return AS_OK;
}
