//===- help.c - What as-opt says about itself
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --version, the manual, and the option reference in docs/options.md, the
// latter two from the option table.
//
//===----------------------------------------------------------------------===//

#include "as/version.h"
#include "support/option-table.h"
#include "tools/as-opt/driver.h"
#include "tools/manual/manual.h"
#include <llvm-c/Core.h>
#include <string.h>

void asDriverPrintVersion(AsText *text) {
  unsigned major, minor, patch;
  LLVMGetVersion(&major, &minor, &patch);
  asTextFormat(text, "as-opt %s\nLLVM %u.%u.%u\n", AS_VERSION, major, minor,
               patch);
#ifdef AS_BACKENDS // LLVM is inside, and not all of it.
  asTextAppendString(text, "back ends: " AS_BACKENDS "\n");
#endif
}

//===----------------------------------------------------------------------===//
// The manual
//===----------------------------------------------------------------------===//

/// What is no option of the search: taken out of the command line, or left to
/// mlir-opt, before the option table is looked at.
typedef struct Others {
  const char *output, *completion;
  bool flag;
} Others;

static const Others otherDefaults = {.output = "-", .completion = ""};

#define FLAG(name, help)                                                       \
  {                                                                            \
    AS_OPTION_FLAG, offsetof(Others, flag), name, "Other", AS_BY_DRIVER, "",   \
        help, 0, 0, NULL, 0, NULL                                              \
  }
#define TEXT(member, name, value, help)                                        \
  {                                                                            \
    AS_OPTION_TEXT, offsetof(Others, member), name, "Other", AS_BY_DRIVER,     \
        value, help, 0, 0, NULL, 0, NULL                                       \
  }
static const AsOption others[] = {
    TEXT(output, "o", "FILE", "Where the result goes; '-' is stdout."),
    FLAG("help", "This."),
    TEXT(completion, "help-completion", AS_MANUAL_SHELLS,
         "What that shell reads to complete these options."),
    FLAG("help-man", "This as a manual page."),
    FLAG("help-markdown", "All options, those of passes too, in Markdown."),
    FLAG("help-mlir", "The options of mlir-opt and of all passes."),
    FLAG("version", "The versions of as-opt and of LLVM."),
};
#undef FLAG
#undef TEXT

static const char usage[] =
    "as-opt --autoschedule model.mlir -o fast.mlir\n"
    "as-opt --autoschedule --emit=schedule --trials=200 model.mlir\n"
    "as-opt [options of mlir-opt] input.mlir\n";

static const char about[] =
    "Without --autoschedule as-opt is mlir-opt with these passes: "
    "as-autoschedule, as-extract-tasks, as-generate-sketches, "
    "as-apply-schedule, as-gpu-lower and its steps. All options of mlir-opt "
    "work with --autoschedule, too; --help-mlir lists them, and the options of "
    "the passes. IR goes to stdout or to -o FILE, everything else to stderr.\n";

/// `defaults` is where the manual finds those of the option table.
static AsManual manualOf(AsOptions *defaults) {
  size_t count;
  const AsOption *table = asOptionTable(&count);
  *defaults = asOptionsDefault();
  return (AsManual){
      .program = "as-opt",
      .title = "finds fast code for MLIR tensor programs by measuring it",
      .usage = usage,
      .about = about,
      .tables = {{table, count, defaults},
                 {others, sizeof others / sizeof others[0], &otherDefaults}}};
}

void asDriverPrintHelp(AsText *text) {
  AsOptions defaults;
  AsManual manual = manualOf(&defaults);
  asManualHelp(&manual, text);
}

void asDriverPrintPage(AsText *text) {
  AsOptions defaults;
  AsManual manual = manualOf(&defaults);
  asManualPage(&manual, text);
}

AsStatus asDriverPrintCompletion(const char *shell, AsText *text,
                                 AsError *error) {
  AsOptions defaults;
  AsManual manual = manualOf(&defaults);
  return asManualCompletion(&manual, shell, text, error);
}

//===----------------------------------------------------------------------===//
// docs/options.md
//===----------------------------------------------------------------------===//

static void printUsers(AsText *text, unsigned users) {
  static const struct {
    AsOptionUser user;
    const char *name;
  } names[] = {{AS_BY_DRIVER, "as-opt"},
               {AS_BY_AUTOSCHEDULE, "as-autoschedule"},
               {AS_BY_EXTRACT_TASKS, "as-extract-tasks"},
               {AS_BY_GENERATE_SKETCHES, "as-generate-sketches"},
               {AS_BY_APPLY_SCHEDULE, "as-apply-schedule"},
               {AS_BY_SPLIT_DYNAMIC, "as-split-dynamic"}};
  const char *separator = "";
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (!(users & names[i].user))
      continue;
    asTextFormat(text, "%s`%s`", separator, names[i].name);
    separator = ", ";
  }
}

void asDriverPrintMarkdown(AsText *text) {
  asTextAppendString(
      text,
      "# Options\n"
      "\n"
      "<!-- By `as-opt --help-markdown` from lib/support/options.def. -->\n"
      "\n"
      "On the command line of `as-opt` an option is `--name=value` or\n"
      "`--name value`; in a pass pipeline, as in\n"
      "`builtin.module(as-autoschedule{trials=64 threads=1})`, it is\n"
      "`name=value`; in C it is\n"
      "`asOptionsSet(options, \"name\", \"value\", ...)`\n"
      "([include/as/options.h](../include/as/options.h)).\n");
  AsOptions defaults = asOptionsDefault();
  AsText value = {0};
  size_t count;
  const AsOption *table = asOptionTable(&count);
  const char *group = "";
  for (size_t i = 0; i < count; i++) {
    const AsOption *option = &table[i];
    if (strcmp(group, option->group) != 0)
      asTextFormat(text, "\n## %s\n", option->group);
    group = option->group;
    asTextFormat(text, "\n### `%s", option->name);
    if (option->kind != AS_OPTION_FLAG)
      asTextFormat(text, option->bare ? "[=%s]" : "=%s", option->value);
    asTextAppendString(text, "`\n\n");
    asOptionAppendHelp(option, text);
    asTextAppendString(text, "\n");
    for (size_t c = 0; c < option->numChoices; c++)
      asTextFormat(text, "%s- `%s`: %s\n", c ? "" : "\n",
                   option->choices[c].name, option->choices[c].meaning);
    asTextClear(&value);
    asOptionFormat(option, &defaults, &value);
    asTextAppendString(text, "\nOf ");
    printUsers(text, option->users);
    asTextFormat(text, value.length ? ". Default: `%s`.\n" : ".\n",
                 asTextString(&value));
  }
  asTextFree(&value);
}
