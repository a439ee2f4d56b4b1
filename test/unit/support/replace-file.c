//===- replace-file.c - Files that are replaced, and what is left of them
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/replace-file.h"
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h> // After what it leans on.

static char folder[] = "/tmp/as-test-replace.XXXXXX";

static int setUp(void **state) {
  strcpy(folder + sizeof folder - 7, "XXXXXX");
  return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

/// Whatever a test leaves behind is too much.
static int tearDown(void **state) { return chdir("/") || rmdir(folder); }

static void begin(const char *path, AsReplacement *replacement) {
  AsError error = {0};
  if (asReplacementBegin(path, replacement, &error))
    fail_msg("%s", error.message);
}

static void publish(AsReplacement *replacement, const char *content) {
  AsError error = {0};
  ssize_t length = (ssize_t)strlen(content);
  assert_int_equal(write(replacement->file, content, strlen(content)), length);
  if (asReplacementPublish(replacement, &error))
    fail_msg("%s", error.message);
}

static bool isThere(const char *path) {
  struct stat status;
  return lstat(path, &status) == 0;
}

static void assertContent(const char *path, const char *content) {
  AsText text = {0};
  AsError error;
  assert_int_equal(asReadFile(path, &text, &error), AS_OK);
  assert_string_equal(asTextString(&text), content);
  asTextFree(&text);
}

static void touch(const char *path) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fclose(file);
}

static void replacesAtOnce(void **state) {
  AsReplacement replacement;
  begin("out", &replacement);
  publish(&replacement, "old");
  begin("out", &replacement);
  assertContent("out", "old");
  publish(&replacement, "new");
  assertContent("out", "new");
  begin("out", &replacement);
  asReplacementDrop(&replacement);
  asReplacementDrop(&replacement);
  assertContent("out", "new");
  unlink("out");
}

/// Begins in another process; gives the name of the temporary file.
static pid_t beginElsewhere(char *name, size_t size) {
  int names[2];
  assert_int_equal(pipe(names), 0);
  pid_t process = fork();
  if (process == 0) {
    AsReplacement replacement;
    begin("out", &replacement);
    if (write(names[1], replacement.temporary.data,
              replacement.temporary.length + 1) > 0)
      pause();
    _exit(1);
  }
  assert_true(process > 0);
  assert_true(read(names[0], name, size) > 0);
  close(names[0]);
  close(names[1]);
  return process;
}

static void removesWhatKilledProcessesLeft(void **state) {
  char dead[64], alive[64];
  pid_t killed = beginElsewhere(dead, sizeof dead);
  kill(killed, SIGKILL);
  waitpid(killed, NULL, 0);
  assert_true(isThere(dead));
  pid_t living = beginElsewhere(alive, sizeof alive);
  assert_false(isThere(dead));
  // A leftover of a number that a process has again is one all the same.
  char again[64];
  snprintf(again, sizeof again, "out.%ld-7.tmp", (long)getpid());
  touch(again);

  AsReplacement first, second;
  begin("out", &first);
  begin("out", &second);
  assert_false(isThere(again));
  assert_true(isThere(alive) && isThere(first.temporary.data) &&
              isThere(second.temporary.data));
  publish(&first, "first");
  publish(&second, "second");
  assertContent("out", "second");
  kill(living, SIGKILL);
  waitpid(living, NULL, 0);
  begin("out", &first);
  assert_false(isThere(alive));
  asReplacementDrop(&first);
  unlink("out");
}

static void leavesOtherFilesAlone(void **state) {
  static const char *const others[] = {
      "out",           "out.tmp",       "out.1-.tmp",   "out.-1.tmp",
      "out.1-1.tmp.x", "out2.1-1.tmp",  "xout.1-1.tmp", "out.1-1.tmpx",
      "out.a-1.tmp",   "out.1.tmp.txt", "out.1-1",      "out1-1.tmp"};
  enum { numOthers = sizeof others / sizeof *others };
  for (int i = 0; i < numOthers; i++)
    touch(others[i]);
  AsReplacement replacement;
  begin("out", &replacement);
  asReplacementDrop(&replacement);
  for (int i = 0; i < numOthers; i++) {
    if (!isThere(others[i]))
      fail_msg("%s is gone", others[i]);
    unlink(others[i]);
  }
}

static void followsLinks(void **state) {
  assert_int_equal(mkdir("a", 0777) || mkdir("b", 0777), 0);
  assert_int_equal(
      symlink("a/second", "first") || symlink("../b/file", "a/second"), 0);
  AsReplacement replacement;
  begin("first", &replacement); // Nothing is there yet.
  assert_string_equal(replacement.path.data, "a/../b/file");
  publish(&replacement, "one");
  begin("first", &replacement);
  publish(&replacement, "two");
  assertContent("b/file", "two");
  assert_true(isThere("a/second"));
  unlink("a/second");

  AsText whole = {0};
  asTextFormat(&whole, "%s/b/file", folder);
  assert_int_equal(symlink(whole.data, "a/second"), 0);
  begin("first", &replacement);
  publish(&replacement, "three");
  assertContent("b/file", "three");
  asTextFree(&whole);
  unlink("a/second");
  unlink("b/file");
  rmdir("b");

  AsError error;
  assert_int_equal(symlink("../b/file", "a/second"), 0);
  assert_int_equal(asReplacementBegin("first", &replacement, &error), AS_IO);
  assert_string_equal(error.message,
                      "cannot write 'first': No such file or directory");
  unlink("a/second");
  assert_int_equal(symlink("../first", "a/second"), 0);
  assert_int_equal(asReplacementBegin("first", &replacement, &error), AS_IO);
  assert_non_null(strstr(error.message, "cannot write 'first': "));
  unlink("a/second");
  unlink("first");
  rmdir("a");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(replacesAtOnce, setUp, tearDown),
      cmocka_unit_test_setup_teardown(removesWhatKilledProcessesLeft, setUp,
                                      tearDown),
      cmocka_unit_test_setup_teardown(leavesOtherFilesAlone, setUp, tearDown),
      cmocka_unit_test_setup_teardown(followsLinks, setUp, tearDown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
