//===- completion.c - Options and values for shells to complete
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What may follow an option is told by its choices, or by what help calls its
// value: of auto|none|FILE, the words in small letters are values, and FILE
// stands for the name of a file, FOLDER for that of a folder.
//
//===----------------------------------------------------------------------===//

#include "tools/manual/manual.h"
#include <ctype.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// What there is to complete
//===----------------------------------------------------------------------===//

typedef struct Values {
  AsText words; ///< A space between two.
  bool areFiles, areFolders;
} Values;

static bool isLiteral(const char *word, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (!islower((unsigned char)word[i]))
      return false;
  return length > 0;
}

static void addWord(AsText *words, const char *word, size_t length) {
  if (words->length)
    asTextAppendString(words, " ");
  asTextAppend(words, word, length);
}

static Values valuesOf(const AsOption *option) {
  Values values = {.areFiles = false};
  for (size_t i = 0; i < option->numChoices; i++)
    addWord(&values.words, option->choices[i].name,
            strlen(option->choices[i].name));
  for (const char *word = option->value; *word;) {
    size_t length = strcspn(word, "|");
    if (isLiteral(word, length))
      addWord(&values.words, word, length);
    values.areFiles |= strncmp(word, "FILE", strlen("FILE")) == 0;
    values.areFolders |= strncmp(word, "FOLDER", strlen("FOLDER")) == 0;
    word += length + (word[length] == '|');
  }
  return values;
}

/// Appends what an option is for: the first sentence of its help, or the
/// beginning of a list.
static void appendPurpose(AsText *text, const AsOption *option) {
  const char *end = strstr(option->help, ". ");
  size_t length = end ? (size_t)(end - option->help) : strlen(option->help);
  if (length && option->help[length - 1] == '.')
    length--;
  asTextAppend(text, option->help, length);
}

/// Appends words with a backslash before each of the `special` characters.
static void appendEscaped(AsText *text, const char *words,
                          const char *special) {
  for (; *words; words++)
    asTextFormat(text, strchr(special, *words) ? "\\%c" : "%c", *words);
}

/// Appends words within single quotes, where POSIX shells know no escape.
static void appendQuoted(AsText *text, const char *words) {
  asTextAppendString(text, "'");
  for (; *words; words++)
    asTextFormat(text, *words == '\'' ? "'\\%c'" : "%c", *words);
  asTextAppendString(text, "'");
}

/// Appends the name of a function of a shell: "_as_opt".
static void appendFunction(AsText *text, const char *program) {
  asTextAppendString(text, "_");
  for (; *program; program++)
    asTextFormat(text, "%c", *program == '-' ? '_' : *program);
}

static const char *dashesOf(const AsOption *option) {
  return option->name[1] ? "--" : "-";
}

//===----------------------------------------------------------------------===//
// bash
//===----------------------------------------------------------------------===//

/// Where the cursor is: bash ends words at equals signs, where its user has not
/// changed COMP_WORDBREAKS.
static const char bashBegin[] =
    "() {\n"
    "  local word=${COMP_WORDS[COMP_CWORD]} option prefix=\n"
    "  local before=${COMP_WORDS[COMP_CWORD-1]} source=()\n"
    "  if [[ $word == -*=* ]]; then\n"
    "    prefix=${word%%=*}= option=$prefix word=${word#*=}\n"
    "  elif [[ $word == = ]]; then\n"
    "    option=$before= word=\n"
    "  elif [[ $before == = ]]; then\n"
    "    option=${COMP_WORDS[COMP_CWORD-2]}=\n"
    "  else\n"
    "    option=$before\n"
    "  fi\n"
    "  case $option in\n";

static const char bashEnd[] =
    "  esac\n"
    "  COMPREPLY=()\n"
    "  (( ${#source[@]} )) || return 0\n"
    "  mapfile -t COMPREPLY < <(compgen \"${source[@]}\" -- \"$word\")\n"
    "  COMPREPLY=(\"${COMPREPLY[@]/#/$prefix}\")\n"
    "  if [[ ${COMPREPLY[0]} == --*= ]]; then\n"
    "    compopt -o nospace 2>/dev/null\n"
    "  elif [[ \" ${source[*]} \" == *' -f '* || \" ${source[*]} \" == "
    "*' -d '* ]]; then\n"
    "    compopt -o filenames 2>/dev/null\n"
    "  fi\n"
    "  return 0\n"
    "}\n";

/// The case of an option with a value. What may do without one has one only
/// after an equals sign.
static void appendBashCase(AsText *text, const AsOption *option) {
  Values values = valuesOf(option);
  asTextAppendString(text, "  ");
  if (!option->bare)
    asTextFormat(text, "%s%s|", dashesOf(option), option->name);
  asTextFormat(text, "%s%s=) source=(", dashesOf(option), option->name);
  asTextAppendString(text, values.areFiles ? " -f" : "");
  asTextAppendString(text, values.areFolders ? " -d" : "");
  if (values.words.length) {
    asTextAppendString(text, " -W ");
    appendQuoted(text, values.words.data);
  }
  asTextAppendString(text, " ) ;;\n");
  asTextFree(&values.words);
}

static void appendBash(const AsManual *manual, AsText *text) {
  appendFunction(text, manual->program);
  asTextAppendString(text, bashBegin);
  for (AsManualRow row = {0}; asManualNext(manual, &row);)
    if (row.option->kind != AS_OPTION_FLAG)
      appendBashCase(text, row.option);
  asTextAppendString(text, "  *)\n"
                           "    if [[ $word == -* ]]; then\n"
                           "      source=( -W '");
  const char *separator = "";
  for (AsManualRow row = {0}; asManualNext(manual, &row);) {
    const AsOption *option = row.option;
    bool takesValue = option->kind != AS_OPTION_FLAG && option->name[1];
    asTextFormat(text, "%s%s%s%s", separator, dashesOf(option), option->name,
                 takesValue ? "=" : "");
    if (option->bare)
      asTextFormat(text, " --%s", option->name);
    separator = " ";
  }
  asTextAppendString(text, "' )\n"
                           "    else\n"
                           "      source=( -f )\n"
                           "    fi ;;\n");
  asTextAppendString(text, bashEnd);
  asTextAppendString(text, "complete -F ");
  appendFunction(text, manual->program);
  asTextFormat(text, " %s\n", manual->program);
}

//===----------------------------------------------------------------------===//
// zsh
//===----------------------------------------------------------------------===//

/// What _arguments is to offer as a value: "(words)", or one of the functions
/// that offer files, or both.
static void appendZshValues(AsText *text, const AsOption *option) {
  Values values = valuesOf(option);
  const char *paths = values.areFiles     ? "_files"
                      : values.areFolders ? "_files -/"
                                          : "";
  if (values.words.length && *paths)
    asTextFormat(text, "{_values value %s; %s}", values.words.data, paths);
  else if (values.words.length)
    asTextFormat(text, "(%s)", values.words.data);
  else
    asTextAppendString(text, paths);
  asTextFree(&values.words);
}

/// An argument of _arguments: "--emit=[purpose]:FORM:(values)".
static void appendZshOption(AsText *text, const AsOption *option) {
  AsText purpose = {0}, specification = {0};
  bool hasValue = option->kind != AS_OPTION_FLAG;
  appendPurpose(&purpose, option);
  asTextFormat(&specification, "%s%s%s[", dashesOf(option), option->name,
               !hasValue || !option->name[1] ? ""
               : option->bare                ? "=-"
                                             : "=");
  appendEscaped(&specification, purpose.data, "[]\\");
  asTextAppendString(&specification, "]");
  if (hasValue) {
    asTextAppendString(&specification, option->bare ? "::" : ":");
    appendEscaped(&specification, option->value, ":\\");
    asTextAppendString(&specification, ":");
    appendZshValues(&specification, option);
  }
  asTextAppendString(text, " \\\n  ");
  appendQuoted(text, specification.data);
  asTextFree(&purpose);
  asTextFree(&specification);
}

static void appendZsh(const AsManual *manual, AsText *text) {
  asTextFormat(text, "#compdef %s\n_arguments", manual->program);
  for (AsManualRow row = {0}; asManualNext(manual, &row);)
    appendZshOption(text, row.option);
  asTextAppendString(text, " \\\n  '*:file:_files'\n");
}

//===----------------------------------------------------------------------===//
// fish
//===----------------------------------------------------------------------===//

/// Appends words within single quotes as fish has them.
static void appendFishQuoted(AsText *text, const char *words) {
  asTextAppendString(text, "'");
  appendEscaped(text, words, "'\\");
  asTextAppendString(text, "'");
}

static void appendFishOption(AsText *text, const char *program,
                             const AsOption *option) {
  Values values = valuesOf(option);
  AsText purpose = {0};
  bool hasValue = option->kind != AS_OPTION_FLAG && !option->bare;
  appendPurpose(&purpose, option);
  asTextFormat(text, "complete -c %s %s %s", program,
               option->name[1] ? "-l" : "-s", option->name);
  if (hasValue)
    asTextAppendString(text,
                       values.areFiles || values.areFolders ? " -r" : " -x");
  asTextAppendString(text, " -d ");
  appendFishQuoted(text, purpose.data);
  if (values.areFolders)
    asTextAppendString(text, " -a '(__fish_complete_directories)'");
  if (values.words.length) {
    asTextAppendString(text, " -a ");
    appendFishQuoted(text, values.words.data);
  }
  asTextAppendString(text, "\n");
  asTextFree(&values.words);
  asTextFree(&purpose);
}

static void appendFish(const AsManual *manual, AsText *text) {
  for (AsManualRow row = {0}; asManualNext(manual, &row);)
    appendFishOption(text, manual->program, row.option);
}

//===----------------------------------------------------------------------===//
// Any of them
//===----------------------------------------------------------------------===//

AsStatus asManualCompletion(const AsManual *manual, const char *shell,
                            AsText *text, AsError *error) {
  static const struct {
    const char *name;
    void (*append)(const AsManual *manual, AsText *text);
  } shells[] = {{"bash", appendBash}, {"zsh", appendZsh}, {"fish", appendFish}};
  for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++)
    if (strcmp(shell, shells[i].name) == 0) {
      shells[i].append(manual, text);
      return AS_OK;
    }
  return asFail(error, AS_INVALID_INPUT,
                "there is no completion for the shell '%s'; expected one "
                "of " AS_MANUAL_SHELLS,
                shell);
}
