//===- man-page.c - A manual page
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In the macros of man(7), which man-db and mandoc read.
//
//===----------------------------------------------------------------------===//

#include "as/version.h"
#include "tools/manual/manual.h"
#include <string.h>

/// Appends characters such that roff shows just these.
static void appendRoff(AsText *text, const char *words, size_t length) {
  static const struct {
    char character;
    const char *escape;
  } special[] = {{'\\', "\\e"},  {'-', "\\-"},   {'\'', "\\(aq"},
                 {'"', "\\(dq"}, {'`', "\\(ga"}, {'^', "\\(ha"},
                 {'~', "\\(ti"}, {'.', "\\&."}};
  for (size_t i = 0; i < length; i++) {
    const char *escape = NULL;
    for (size_t s = 0; s < sizeof special / sizeof special[0]; s++)
      if (words[i] == special[s].character)
        escape = special[s].escape;
    if (escape && (words[i] != '.' || i == 0))
      asTextAppendString(text, escape);
    else
      asTextAppend(text, &words[i], 1);
  }
}

static void appendWords(AsText *text, const char *words) {
  appendRoff(text, words, strlen(words));
}

/// A line that ends the paragraph before it.
static void appendParagraphs(AsText *text, const char *paragraphs) {
  for (const char *separator = ""; *paragraphs; separator = ".PP\n") {
    size_t length = strcspn(paragraphs, "\n");
    asTextAppendString(text, separator);
    appendRoff(text, paragraphs, length);
    asTextAppendString(text, "\n");
    paragraphs += length + (paragraphs[length] == '\n');
  }
}

/// A term in bold, to be followed by what it means.
static void appendTerm(AsText *text, const char *term) {
  asTextAppendString(text, ".TP\n\\fB");
  appendWords(text, term);
  asTextAppendString(text, "\\fR\n");
}

static void appendChoices(AsText *text, const AsOption *option) {
  if (!option->numChoices)
    return;
  asTextAppendString(text, ".RS\n");
  for (size_t i = 0; i < option->numChoices; i++) {
    appendTerm(text, option->choices[i].name);
    appendWords(text, option->choices[i].meaning);
    asTextAppendString(text, "\n");
  }
  asTextAppendString(text, ".RE\n");
}

static void appendOption(AsText *text, const AsManualRow *row) {
  AsText name = {0}, help = {0}, value = {0};
  asManualAppendName(&name, row->option);
  appendTerm(text, name.data);
  asOptionAppendHelp(row->option, &help);
  appendWords(text, help.data);
  asManualAppendDefault(&value, row);
  if (value.length) {
    asTextAppendString(text, "\nDefault: ");
    appendWords(text, value.data);
    asTextAppendString(text, ".");
  }
  asTextAppendString(text, "\n");
  appendChoices(text, row->option);
  asTextFree(&name);
  asTextFree(&help);
  asTextFree(&value);
}

void asManualPage(const AsManual *manual, AsText *text) {
  asTextFormat(text, ".TH %s 1 \"\" \"as-opt %s\" \"User Commands\"\n",
               manual->program, AS_VERSION);
  asTextAppendString(text, ".SH NAME\n");
  appendWords(text, manual->program);
  asTextAppendString(text, " \\- ");
  appendWords(text, manual->title);
  asTextAppendString(text, "\n.SH SYNOPSIS\n.nf\n");
  for (const char *line = manual->usage; *line; line = strchr(line, '\n') + 1) {
    appendRoff(text, line, strcspn(line, "\n"));
    asTextAppendString(text, "\n");
  }
  asTextAppendString(text, ".fi\n.SH DESCRIPTION\n");
  appendParagraphs(text, manual->about);
  asTextAppendString(text, ".SH OPTIONS\n");
  for (AsManualRow row = {0}; asManualNext(manual, &row);) {
    if (row.startsGroup) {
      asTextAppendString(text, ".SS ");
      appendWords(text, row.option->group);
      asTextAppendString(text, "\n");
    }
    appendOption(text, &row);
  }
}
