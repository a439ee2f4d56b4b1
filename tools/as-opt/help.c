//===- help.c - What as-opt says about itself
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --version, --help, and the option reference in docs/options.md, the latter
// two from the option table.
//
//===----------------------------------------------------------------------===//

#include "as/version.h"
#include "support/option-table.h"
#include "tools/as-opt/driver.h"
#include <llvm-c/Core.h>
#include <string.h>

enum { WIDTH = 80, INDENT = 25 };

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
// --help
//===----------------------------------------------------------------------===//

/// Appends the words of `words` from column *column on, breaking lines at WIDTH
/// and starting them at INDENT.
static void wrap(AsText *text, const char *words, int *column) {
  for (words += strspn(words, " "); *words; words += strspn(words, " ")) {
    int length = (int)strcspn(words, " ");
    bool isFirst = *column <= INDENT;
    if (!isFirst && *column + 1 + length > WIDTH) {
      asTextFormat(text, "\n%*s", INDENT, "");
      *column = INDENT;
      isFirst = true;
    }
    asTextFormat(text, "%s%.*s", isFirst ? "" : " ", length, words);
    *column += length + !isFirst;
    words += length;
  }
}

/// `label` on the left, the text that wrap() appends next on the right.
static void startEntry(AsText *text, const char *label, int *column) {
  int length = (int)strlen(label);
  if (length < INDENT)
    asTextFormat(text, "%-*s", INDENT, label);
  else
    asTextFormat(text, "%s\n%*s", label, INDENT, "");
  *column = INDENT;
}

/// "=FILE"; "[=GLOB]" where the option may do without; "" for a flag.
static void printValue(AsText *text, const AsOption *option) {
  if (option->kind != AS_OPTION_FLAG)
    asTextFormat(text, option->bare ? "[=%s]" : "=%s", option->value);
}

static void printOption(AsText *text, const AsOption *option,
                        const AsOptions *defaults) {
  AsText label = {0}, note = {0};
  int column;
  asTextFormat(&label, "  --%s", option->name);
  printValue(&label, option);
  startEntry(text, label.data, &column);
  wrap(text, option->help, &column);
  if (option->kind != AS_OPTION_FLAG) {
    asOptionFormat(option, defaults, &note);
    if (note.length) {
      asTextClear(&label);
      asTextFormat(&label, "[%s]", note.data);
      wrap(text, label.data, &column);
    }
  }
  asTextAppendString(text, "\n");
  for (size_t i = 0; i < option->numChoices; i++) {
    asTextClear(&label);
    asTextFormat(&label, "      %s", option->choices[i].name);
    startEntry(text, label.data, &column);
    wrap(text, option->choices[i].meaning, &column);
    asTextAppendString(text, "\n");
  }
  asTextFree(&label);
  asTextFree(&note);
}

void asDriverPrintHelp(AsText *text) {
  asTextAppendString(
      text,
      "as-opt: finds fast code for MLIR tensor programs by measuring it\n"
      "\n"
      "  as-opt --autoschedule model.mlir -o fast.mlir\n"
      "  as-opt --autoschedule --emit=schedule --trials=200 model.mlir\n"
      "  as-opt [options of mlir-opt] input.mlir\n"
      "\n"
      "Without --autoschedule as-opt is mlir-opt with these passes:\n"
      "as-autoschedule, as-extract-tasks, as-generate-sketches,\n"
      "as-apply-schedule, as-gpu-lower and its steps. All options of mlir-opt\n"
      "work with --autoschedule, too; --help-mlir lists them, and the options\n"
      "of the passes. IR goes to stdout or to -o FILE, everything else to\n"
      "stderr. Defaults are in [brackets].\n");
  AsOptions defaults = asOptionsDefault();
  size_t count;
  const AsOption *table = asOptionTable(&count);
  const char *group = "";
  for (size_t i = 0; i < count; i++) {
    if (!(table[i].users & AS_BY_DRIVER))
      continue;
    if (strcmp(group, table[i].group) != 0)
      asTextFormat(text, "\n%s:\n", table[i].group);
    group = table[i].group;
    printOption(text, &table[i], &defaults);
  }
  asTextAppendString(
      text,
      "\nOther:\n"
      "  -o FILE                Where the result goes; '-' is stdout. [-]\n"
      "  --help                 This.\n"
      "  --help-markdown        All options, those of passes too, in "
      "Markdown.\n"
      "  --help-mlir            The options of mlir-opt and of all passes.\n"
      "  --version              The versions of as-opt and of LLVM.\n");
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
    printValue(text, option);
    asTextFormat(text, "`\n\n%s\n", option->help);
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
