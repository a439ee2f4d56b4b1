//===- shell-word.c - A text as one word of a command line
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/shell-word.h"
#include <string.h>

void asTextAppendShellWord(AsText *text, const char *word) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "0123456789_./+,:@%-";
  if (*word && !word[strspn(word, plain)]) {
    asTextAppendString(text, word);
    return;
  }
  asTextAppendString(text, "'");
  for (; *word; word++)
    if (*word == '\'')
      asTextAppendString(text, "'\\''");
    else
      asTextAppend(text, word, 1);
  asTextAppendString(text, "'");
}
