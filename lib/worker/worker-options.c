//===- worker-options.c - What a worker is told when it starts
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values are written and read by support/option-table.h, as those of as-opt.
//
//===----------------------------------------------------------------------===//

#include "worker/worker-options.h"
#include "support/option-table.h"
#include <string.h>

/// One row: the bits 1 << AsWorkerKind of `users` say who takes the option.
typedef struct Row {
  AsOption option;
  bool isRequired;
} Row;

enum {
  BUILD = 1 << AS_WORKER_BUILD,
  RUN = 1 << AS_WORKER_RUN,
  ONCE = 1 << AS_WORKER_ONCE,
};

#define CHOICE(enumerator, name, meaning) {name, meaning},
static const AsChoice fpChoices[] = {AS_FPS(CHOICE)};
#undef CHOICE

#define OPTION(optionKind, member, optionName, kinds, valueName, ...)          \
  .option = {.kind = AS_OPTION_##optionKind,                                   \
             .offset = offsetof(AsWorkerOptions, member),                      \
             .name = optionName,                                               \
             .users = (kinds),                                                 \
             .value = valueName,                                               \
             __VA_ARGS__}
static const Row table[] = {
    {OPTION(TEXT, triple, "triple", BUILD, "TRIPLE"), .isRequired = true},
    {OPTION(TEXT, cpu, "cpu", BUILD, "NAME"), .isRequired = true},
    {OPTION(TEXT, features, "features", BUILD, "LIST"), .isRequired = true},
    {OPTION(CHOICE, fp, "fp", BUILD, "MODE", .choices = fpChoices,
            .numChoices = sizeof fpChoices / sizeof *fpChoices)},
    {OPTION(INT, threads, "threads", BUILD | RUN, "N", .minimum = 1,
            .maximum = 4096)},
    {OPTION(INT, memoryLimit, "memory-limit", BUILD | RUN | ONCE, "BYTES",
            .maximum = INT64_MAX)},
    {OPTION(TEXT, device, "device", RUN, "UUID")},
};
#undef OPTION
enum { numRows = sizeof table / sizeof *table };
_Static_assert((int)numRows <= AS_MAX_WORKER_OPTIONS, "room for all of them");

static const AsWorkerOptions defaults = {.fp = AS_FP_CONTRACT, .threads = 1};

static const char *const names[] = {
#define AS_WORKER_NAME(suffix, name) name,
    AS_WORKERS(AS_WORKER_NAME)
#undef AS_WORKER_NAME
};

const char *asWorkerName(AsWorkerKind kind) { return names[kind]; }

static bool takes(AsWorkerKind kind, const AsOption *option) {
  return option->users >> kind & 1;
}

/// Whether the option is a string that was not given.
static bool isMissing(const AsOption *option, const AsWorkerOptions *options) {
  return option->kind == AS_OPTION_TEXT &&
         !*(const char *const *)((const char *)options + option->offset);
}

int asWorkerOptionsFormat(AsWorkerKind kind, const AsWorkerOptions *options,
                          AsText arguments[AS_MAX_WORKER_OPTIONS]) {
  int count = 0;
  for (int r = 0; r < numRows; r++) {
    const AsOption *option = &table[r].option;
    if (!takes(kind, option) || isMissing(option, options))
      continue;
    asTextFormat(&arguments[count], "--%s=", option->name);
    asOptionFormat(option, options, &arguments[count++]);
  }
  return count;
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

static AsStatus parseKind(const char *name, AsWorkerKind *kind,
                          AsError *error) {
  for (int k = 0; name && k < AS_NUM_WORKERS; k++)
    if (strcmp(name, names[k]) == 0) {
      *kind = (AsWorkerKind)k;
      return AS_OK;
    }
  return asFail(error, AS_INVALID_INPUT,
                "as-opt starts as-worker, with build, run or once as the first "
                "argument; it got %s%s%s",
                name ? "'" : "", name ? name : "none", name ? "'" : "");
}

static AsStatus failUnknown(AsWorkerKind kind, const char *argument,
                            AsError *error) {
  AsText list = {0};
  for (int r = 0; r < numRows; r++)
    if (takes(kind, &table[r].option))
      asTextFormat(&list, " --%s=%s", table[r].option.name,
                   table[r].option.value);
  AsStatus status =
      asFail(error, AS_INVALID_INPUT, "there is no option '%s'; expected%s",
             argument, list.data);
  asTextFree(&list);
  return status;
}

static AsStatus parseOption(AsWorkerKind kind, const char *argument,
                            AsWorkerOptions *options, AsError *error) {
  size_t length = strcspn(argument, "=");
  for (int r = 0; r < numRows; r++) {
    const AsOption *option = &table[r].option;
    if (takes(kind, option) && argument[length] == '=' &&
        length == strlen(option->name) + 2 && strncmp(argument, "--", 2) == 0 &&
        memcmp(argument + 2, option->name, length - 2) == 0)
      return asOptionParse(option, argument + length + 1, options, error);
  }
  return failUnknown(kind, argument, error);
}

static AsStatus checkRequired(AsWorkerKind kind, const AsWorkerOptions *options,
                              AsError *error) {
  for (int r = 0; r < numRows; r++) {
    const AsOption *option = &table[r].option;
    if (table[r].isRequired && takes(kind, option) &&
        isMissing(option, options))
      return asFail(error, AS_INVALID_INPUT, "expected --%s=%s", option->name,
                    option->value);
  }
  return AS_OK;
}

AsStatus asWorkerOptionsParse(int argc, char **argv, AsWorkerKind *kind,
                              AsWorkerOptions *options, AsError *error) {
  *options = defaults;
  AsStatus status = parseKind(argc > 1 ? argv[1] : NULL, kind, error);
  if (status)
    return status;
  for (int a = 2; a < argc && !status; a++)
    status = parseOption(*kind, argv[a], options, error);
  if (!status)
    status = checkRequired(*kind, options, error);
  return status ? asFailContext(error, "as-worker %s", asWorkerName(*kind))
                : AS_OK;
}
