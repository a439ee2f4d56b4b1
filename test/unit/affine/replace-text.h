//===- replace-text.h - Variants of a program
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_AFFINE_REPLACE_TEXT_H
#define AS_TEST_AFFINE_REPLACE_TEXT_H

#include "module.h"

enum { MAX_PROGRAM = 4096 };

/// Replaces the first occurrence of `piece` in a program, which must have one.
static inline void replaceText(char program[MAX_PROGRAM], const char *piece,
                               const char *other) {
  char before[MAX_PROGRAM];
  memcpy(before, program, MAX_PROGRAM);
  const char *at = strstr(before, piece);
  if (!at)
    fail_msg("no \"%s\" in: %s", piece, program);
  int length = snprintf(program, MAX_PROGRAM, "%.*s%s%s", (int)(at - before),
                        before, other, at + strlen(piece));
  assert_in_range(length, 0, MAX_PROGRAM - 1);
}

#endif // AS_TEST_AFFINE_REPLACE_TEXT_H
