//===- shell-word.h - A text as one word of a command line
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_SHELL_WORD_H
#define AS_SUPPORT_SHELL_WORD_H

#include "support/text.h"

/// Appends `word` as a POSIX shell reads it: as it is where nothing in it is
/// special, else in quotes.
void asTextAppendShellWord(AsText *text, const char *word);

#endif // AS_SUPPORT_SHELL_WORD_H
