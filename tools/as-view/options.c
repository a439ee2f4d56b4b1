//===- options.c - What as-view is asked to do
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-view/options.h"
#include "tools/manual/command-line.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// clang-format off
#define ROW(kind, member, group, name, value, help, bare)                      \
  {AS_OPTION_##kind, offsetof(AsViewOptions, member), name, group,             \
   AS_BY_DRIVER, value, help, 0, 0, NULL, 0, bare},
#define FLAG(member, group, name, help)                                        \
  ROW(FLAG, member, group, name, "", help, NULL)
#define TEXT(member, group, name, fallback, bare, value, help)                 \
  ROW(TEXT, member, group, name, value, help, bare)
static const AsOption table[] = {AS_VIEW_OPTIONS(FLAG, TEXT)};
#undef ROW
#undef FLAG
#undef TEXT
// clang-format on

static const AsViewOptions defaults = {
#define NOTHING(...)
#define DEFAULT(member, group, name, fallback, ...) .member = fallback,
    AS_VIEW_OPTIONS(NOTHING, DEFAULT)
#undef NOTHING
#undef DEFAULT
};

static const AsManual manual = {
    .program = "as-view",
    .title = "shows what a store has of searches, as one page",
    .usage = "as-view\n"
             "as-view records.db -o report.html\n"
             "as-view records.db --task='matmul*' --json\n"
             "as-view records.db --trial=5f3c0a --emit=asm\n"
             "as-view records.db --serve\n"
             "as-view records.db --principles -o principles.json\n",
    .about = "The store is that of as-opt --records, or without one the "
             "default store. It is only read, also while a search writes to "
             "it. The page is one file: it needs no network, and opens in any "
             "browser.\n",
    .tables = {{table, sizeof table / sizeof *table, &defaults}}};

const AsManual *asViewManual(void) { return &manual; }

static AsStatus checkPrinciples(const AsViewOptions *options, AsError *error) {
  const char *seed = options->shuffle;
  if (*seed && !options->principles)
    return asFail(error, AS_INVALID_INPUT,
                  "--shuffle draws other principles; add --principles");
  if (seed[strspn(seed, "0123456789")] || strlen(seed) > 18)
    return asFail(error, AS_INVALID_INPUT,
                  "bad value '%s' for shuffle: expected a seed, a number of at "
                  "most 18 digits",
                  seed);
  if (options->principles && (*options->trace || *options->serve))
    return asFail(error, AS_INVALID_INPUT,
                  "--principles shows no trials; leave out %s",
                  *options->trace ? "--trace" : "--serve");
  return AS_OK;
}

static const struct {
  const char *name;
  AsBuildForm form;
} codes[] = {{"asm", AS_BUILD_ASSEMBLY},
             {"llvm", AS_BUILD_LLVM},
             {"object", AS_BUILD_OBJECT}};

AsBuildForm asViewCodeForm(const AsViewOptions *options) {
  size_t c = 0;
  while (strcmp(options->emit, codes[c].name) != 0)
    c++;
  return codes[c].form;
}

static AsStatus checkEmit(const AsViewOptions *options, AsError *error) {
  bool isKnown = !*options->emit;
  for (size_t c = 0; c < sizeof codes / sizeof *codes; c++)
    isKnown |= strcmp(options->emit, codes[c].name) == 0;
  if (!isKnown)
    return asFail(error, AS_INVALID_INPUT,
                  "bad value '%s' for emit: expected asm, llvm or object",
                  options->emit);
  if (*options->emit && !*options->trial)
    return asFail(error, AS_INVALID_INPUT,
                  "--emit=%s is of one trial; add --trial=ID", options->emit);
  if (strcmp(options->emit, "object") == 0 && isatty(STDOUT_FILENO) &&
      (!*options->output || strcmp(options->output, "-") == 0))
    return asFail(error, AS_INVALID_INPUT,
                  "--emit=object gives bytes, which are not for a terminal; "
                  "use -o FILE");
  return AS_OK;
}

/// One thing is written, or served, in one form.
static AsStatus checkForms(const AsViewOptions *options, AsError *error) {
  struct {
    const char *name;
    bool isGiven;
  } forms[] = {{"--trace", *options->trace}, {"--serve", *options->serve},
               {"--json", options->json},    {"--csv", options->csv},
               {"--dot", options->dot},      {"--trial", *options->trial}};
  const char *first = NULL;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    if (!forms[i].isGiven)
      continue;
    if (first)
      return asFail(error, AS_INVALID_INPUT,
                    "%s and %s are two things to write; leave out one of them",
                    first, forms[i].name);
    first = forms[i].name;
  }
  if (*options->output && (*options->trace || *options->serve))
    return asFail(error, AS_INVALID_INPUT, "%s; leave out -o",
                  *options->trace ? "--trace names the file that it writes"
                                  : "--serve writes no file");
  return AS_OK;
}

AsStatus asViewOptionsParse(char **argv, AsViewOptions *options,
                            AsError *error) {
  *options = defaults;
  AsStatus status = asCommandLineParse(
      &manual, argv, options, "as-opt --import-json puts stores together",
      &options->store, error);
  if (status)
    return status;
  size_t digits = strspn(options->serve, "0123456789");
  if (options->serve[digits] || digits > 5 || atoi(options->serve) > 65535)
    return asFail(error, AS_INVALID_INPUT,
                  "bad value '%s' for serve: expected a port, 0 to 65535",
                  options->serve);
  status = checkPrinciples(options, error);
  if (!status)
    status = checkEmit(options, error);
  if (status)
    return status;
  return checkForms(options, error);
}
