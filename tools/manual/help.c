//===- help.c - The text of --help
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options on the left, what they mean on the right, no line wider than a
// terminal.
//
//===----------------------------------------------------------------------===//

#include "tools/manual/manual.h"
#include <string.h>

enum { WIDTH = 80, INDENT = 25 };

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

bool asManualNext(const AsManual *manual, AsManualRow *row) {
  const char *group = row->option ? row->option->group : "";
  for (; row->table < AS_MANUAL_TABLES; row->table++, row->next = 0) {
    const AsManualTable *table = &manual->tables[row->table];
    while (row->next < table->numRows) {
      row->option = &table->rows[row->next++];
      row->defaults = table->defaults;
      row->startsGroup = strcmp(group, row->option->group) != 0;
      if (row->option->users & AS_BY_DRIVER)
        return true;
    }
  }
  return false;
}

void asManualAppendName(AsText *text, const AsOption *option) {
  bool isShort = !option->name[1];
  asTextFormat(text, isShort ? "-%s" : "--%s", option->name);
  if (option->kind != AS_OPTION_FLAG)
    asTextFormat(text,
                 isShort        ? " %s"
                 : option->bare ? "[=%s]"
                                : "=%s",
                 option->value);
}

void asManualAppendDefault(AsText *text, const AsManualRow *row) {
  if (row->option->kind != AS_OPTION_FLAG)
    asOptionFormat(row->option, row->defaults, text);
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

/// Appends the words of `words` from column *column on, breaking lines at WIDTH
/// and starting them at `indent`.
static void wrap(AsText *text, const char *words, int indent, int *column) {
  for (words += strspn(words, " "); *words; words += strspn(words, " ")) {
    int length = (int)strcspn(words, " ");
    bool isFirst = *column <= indent;
    if (!isFirst && *column + 1 + length > WIDTH) {
      asTextFormat(text, "\n%*s", indent, "");
      *column = indent;
      isFirst = true;
    }
    asTextFormat(text, "%s%.*s", isFirst ? "" : " ", length, words);
    *column += length + !isFirst;
    words += length;
  }
}

/// `label` on the left, `words` on the right.
static void appendEntry(AsText *text, const char *label, const char *words) {
  int column = INDENT;
  if ((int)strlen(label) < INDENT)
    asTextFormat(text, "%-*s", INDENT, label);
  else
    asTextFormat(text, "%s\n%*s", label, INDENT, "");
  wrap(text, words, INDENT, &column);
  asTextAppendString(text, "\n");
}

static void appendOption(AsText *text, const AsManualRow *row) {
  const AsOption *option = row->option;
  AsText label = {0}, words = {0}, value = {0};
  asTextAppendString(&label, "  ");
  asManualAppendName(&label, option);
  asOptionAppendHelp(option, &words);
  asManualAppendDefault(&value, row);
  if (value.length)
    asTextFormat(&words, " [%s]", value.data);
  appendEntry(text, label.data, words.data);
  for (size_t i = 0; i < option->numChoices; i++) {
    asTextClear(&label);
    asTextFormat(&label, "      %s", option->choices[i].name);
    appendEntry(text, label.data, option->choices[i].meaning);
  }
  asTextFree(&label);
  asTextFree(&words);
  asTextFree(&value);
}

static void appendParagraphs(AsText *text, const char *paragraphs) {
  AsText words = {0};
  while (*paragraphs) {
    size_t length = strcspn(paragraphs, "\n");
    int column = 0;
    asTextClear(&words);
    asTextAppend(&words, paragraphs, length);
    asTextAppendString(text, "\n");
    wrap(text, words.data, 0, &column);
    asTextAppendString(text, "\n");
    paragraphs += length + (paragraphs[length] == '\n');
  }
  asTextFree(&words);
}

void asManualHelp(const AsManual *manual, AsText *text) {
  asTextFormat(text, "%s: %s\n\n", manual->program, manual->title);
  for (const char *line = manual->usage; *line; line = strchr(line, '\n') + 1)
    asTextFormat(text, "  %.*s\n", (int)strcspn(line, "\n"), line);
  appendParagraphs(text, manual->about);
  asTextAppendString(text, "Defaults are in [brackets].\n");
  for (AsManualRow row = {0}; asManualNext(manual, &row);) {
    if (row.startsGroup)
      asTextFormat(text, "\n%s:\n", row.option->group);
    appendOption(text, &row);
  }
}
