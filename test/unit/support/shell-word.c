//===- shell-word.c - Tests of texts as words of a command line
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/shell-word.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/// A shell reads each back as it was.
static void shellsReadThemBack(void **state) {
  static const char *const words[] = {
      "store.db", "a b", "it's", "$(id) `id`", "", "-x", "a\"b\\c*?~;", "\xc3"};
  for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
    AsText command = {0};
    asTextAppendString(&command, "printf %s. ");
    asTextAppendShellWord(&command, words[w]);
    FILE *pipe = popen(command.data, "r");
    assert_non_null(pipe);
    char read[64] = "";
    size_t length = fread(read, 1, sizeof read - 1, pipe);
    pclose(pipe);
    assert_int_equal(length, strlen(words[w]) + 1);
    read[length - 1] = 0;
    assert_string_equal(read, words[w]);
    asTextFree(&command);
  }
}

static void plainOnesStayAsTheyAre(void **state) {
  AsText text = {0};
  asTextAppendShellWord(&text, "dir/store-1.db");
  assert_string_equal(text.data, "dir/store-1.db");
  asTextFree(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shellsReadThemBack),
      cmocka_unit_test(plainOnesStayAsTheyAre),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
