//===- options.c - What as-run is asked to do
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-run/options.h"
#include "tools/manual/command-line.h"

#define CHOICE(enumerator, name, meaning) {name, meaning},
static const AsChoice AsFpChoices[] = {AS_FPS(CHOICE)};
static const AsChoice AsSharingChoices[] = {AS_RUN_SHARES(CHOICE)};
#undef CHOICE

// clang-format off
#define ROW(kind, member, group, name, ...)                                    \
  {AS_OPTION_##kind, offsetof(AsRunOptions, member), name, group, AS_BY_DRIVER, \
   __VA_ARGS__},
#define FLAG(member, group, name, help)                                        \
  ROW(FLAG, member, group, name, "", help, 0, 0, NULL, 0, NULL)
#define INT(member, group, name, fallback, minimum, maximum, value, help)      \
  ROW(INT, member, group, name, value, help, minimum, maximum, NULL, 0, NULL)
#define REAL(member, group, name, fallback, minimum, maximum, value, help)     \
  ROW(REAL, member, group, name, value, help, minimum, maximum, NULL, 0, NULL)
#define TEXT(member, group, name, fallback, value, help)                                 \
  ROW(TEXT, member, group, name, value, help, 0, 0, NULL, 0, NULL)
#define CHOICE(member, group, name, fallback, type, value, help)               \
  ROW(CHOICE, member, group, name, value, help, 0, 0, type##Choices,           \
      sizeof type##Choices / sizeof *type##Choices, NULL)
static const AsOption table[] = {
  AS_RUN_OPTIONS(FLAG, INT, REAL, TEXT, CHOICE)
};
#undef ROW
#undef FLAG
#undef INT
#undef REAL
#undef TEXT
#undef CHOICE
// clang-format on
enum { numOptions = sizeof table / sizeof *table };

static const AsRunOptions defaults = {
#define NOTHING(...)
#define DEFAULT(member, group, name, fallback, ...) .member = fallback,
    AS_RUN_OPTIONS(NOTHING, DEFAULT, DEFAULT, DEFAULT, DEFAULT)
#undef NOTHING
#undef DEFAULT
};

static const AsManual manual = {
    .program = "as-run",
    .title = "runs a function of an MLIR module and says how long it takes",
    .usage = "as-run model.mlir\n"
             "as-run fast.so --inputs=x.npy --outputs=results\n"
             "as-run fast.mlir --compare=model.mlir\n"
             "as-run --run=ID\n",
    .about =
        "The file is MLIR, text or bytecode ('-' is stdin): functions on "
        "tensors, scheduled or not, or what as-opt "
        "--emit=lowered made of them; or the shared object of as-opt "
        "--emit=shared; for the CPU, not for a GPU. The exit status is 0 if "
        "all went well, 1 if results differ, 2 if something failed.\n"
        "Results are those of a first run. The runs that are timed use the "
        "same memory again, so an argument that is updated in place changes "
        "from run to run.\n",
    .tables = {{table, numOptions, &defaults}}};

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

bool asRunOptionsAskForHelp(const AsRunOptions *options) {
  return options->help || options->helpMan || *options->helpCompletion ||
         options->version;
}

AsStatus asRunOptionsParse(char **argv, AsRunOptions *options, AsError *error) {
  *options = defaults;
  AsStatus status = asCommandLineParse(
      &manual, argv, options, "to run one against the other, use --compare",
      &options->file, error);
  if (status)
    return status;
  const char *run = options->run;
  if (*run && (options->file || *options->batch))
    return asFail(error, AS_INVALID_INPUT,
                  "there are '%s' and the run %s to run; leave out one of them",
                  options->file ? options->file : options->batch, run);
  if (options->file && *options->batch)
    return asFail(error, AS_INVALID_INPUT,
                  "there are '%s' to run and the batch '%s' to measure; leave "
                  "out one of them",
                  options->file, options->batch);
  if (!options->file && !asRunOptionsAskForHelp(options) && !*options->batch &&
      !*run)
    return asFail(error, AS_INVALID_INPUT, "no file to run; see --help");
  if (options->profile && *options->compare)
    return asFail(error, AS_INVALID_INPUT,
                  "--profile looks at one file; leave out --compare");
  if (*options->onto && !options->profile)
    return asFail(error, AS_INVALID_INPUT,
                  "--onto=%s says where the time of --profile goes; add that",
                  options->onto);
  if (*options->records && !options->profile)
    return asFail(error, AS_INVALID_INPUT,
                  "--records=%s gets what --profile measures of the machine; "
                  "add that",
                  options->records);
  if (*options->overlay && !*options->onto)
    return asFail(error, AS_INVALID_INPUT,
                  "--overlay=%s is about the operations of a module; name it "
                  "with --onto",
                  options->overlay);
  return AS_OK;
}

//===----------------------------------------------------------------------===//
// The manual
//===----------------------------------------------------------------------===//

void asRunOptionsHelp(AsText *text) { asManualHelp(&manual, text); }

void asRunOptionsPage(AsText *text) { asManualPage(&manual, text); }

AsStatus asRunOptionsCompletion(const char *shell, AsText *text,
                                AsError *error) {
  return asManualCompletion(&manual, shell, text, error);
}
