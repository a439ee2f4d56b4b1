//===- memory-reserve.c - Tests of running out of memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each test is a process whose memory is limited, and which fails by its exit
// status: a cmocka assertion in it would be lost.
//
//===----------------------------------------------------------------------===//

#include "support/memory-reserve.h"
#include "as/memory.h"
#include "support/arena.h"
#include "support/memory-limit.h"
#include "support/text.h"
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/// Ends the child as a failure where `condition` does not hold.
#define EXPECT(condition)                                                      \
  do {                                                                         \
    if (!(condition)) {                                                        \
      dprintf(STDERR_FILENO, "line %d: %s\n", __LINE__, #condition);           \
      _exit(1);                                                                \
    }                                                                          \
  } while (0)

/// The status of a child that does `work` with 64 MiB to spare.
static int statusOf(void (*work)(void)) {
#ifdef __SANITIZE_ADDRESS__
  print_message("skipped: the sanitizer's own memory knows no limit\n");
  skip();
#endif
  fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) {
    AsError error;
    EXPECT(!asLimitMemory((size_t)64 << 20, &error));
    work();
    _exit(0);
  }
  int status;
  assert_int_equal(waitpid(pid, &status, 0), pid);
  return status;
}

static void assertSucceeds(void (*work)(void)) {
  int status = statusOf(work);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 0);
}

/// Leaves no memory for anybody.
static void takeAll(void) {
  for (size_t size = (size_t)1 << 26; size >= 16; size /= 2)
    while (malloc(size))
      ;
}

//===----------------------------------------------------------------------===//
// Between asMemoryBegin and asMemoryEnd
//===----------------------------------------------------------------------===//

static void growText(void) {
  static const char path[] = "/tmp/as-unit-memory.txt";
  AsError error = {0};
  EXPECT(!asWriteFile(path, "old", 3, &error));
  EXPECT(!asMemoryBegin(&error));
  AsText text = {0};
  char piece[4096];
  memset(piece, 'x', sizeof piece);
  for (int i = 0; i < 40000 && !asMemoryIsShort(); i++)
    asTextAppend(&text, piece, sizeof piece);
  EXPECT(asMemoryIsShort());
  EXPECT(text.length > 16 << 20 && text.length % sizeof piece == 0);
  EXPECT(text.data[text.length] == 0);
  // What is cut short replaces nothing.
  EXPECT(asWriteFile(path, text.data, text.length, &error) == AS_OUT_OF_MEMORY);
  AsText old = {0};
  EXPECT(!asReadFile(path, &old, &error) && strcmp(old.data, "old") == 0);
  unlink(path);
  asTextFree(&old);
  asTextFree(&text);
  EXPECT(asMemoryEnd(AS_OK, &error) == AS_OUT_OF_MEMORY);
  EXPECT(strstr(error.message, "memory"));
  EXPECT(!asMemoryIsShort());
  EXPECT(asMemoryEnd(AS_IO, &error) == AS_IO);
}

static void allocateFromReserve(void) {
  AsError error = {0};
  EXPECT(!asMemoryBegin(&error));
  takeAll();
  AsArena arena = {0};
  char *bytes = asArenaAlloc(&arena, 100), *copy = asCopyString("some text");
  EXPECT(bytes[99] == 0 && strcmp(copy, "some text") == 0);
  EXPECT(asMemoryIsShort());
  EXPECT(asMemoryCheck(&error) == AS_OUT_OF_MEMORY);
  EXPECT(asMemoryEnd(AS_INVALID_INPUT, &error) == AS_OUT_OF_MEMORY);
}

static void useStack(void) {
  volatile char bytes[512 << 10];
  for (size_t i = 0; i < sizeof bytes; i += 1024)
    bytes[i] = 1;
}

static void callDeeply(void) {
  AsError error = {0};
  EXPECT(!asMemoryFind((size_t)32 << 20, &error));
  EXPECT(asMemoryFind((size_t)65 << 20, &error) == AS_OUT_OF_MEMORY);
  EXPECT(strstr(error.message, "memory"));
  EXPECT(!asMemoryIsShort());
  takeAll();
  useStack();
  EXPECT(asMemoryBegin(&error) == AS_OUT_OF_MEMORY);
}

static void textsThatGrowEndTheRun(void **state) { assertSucceeds(growText); }

static void theReserveServesTheRest(void **state) {
  assertSucceeds(allocateFromReserve);
}

static void theStackHasGrownBefore(void **state) { assertSucceeds(callDeeply); }

//===----------------------------------------------------------------------===//
// Elsewhere
//===----------------------------------------------------------------------===//

static void readLargeFile(void) {
  char path[] = "/tmp/as-unit-memory-XXXXXX";
  int file = mkstemp(path);
  EXPECT(file >= 0 && ftruncate(file, (off_t)1 << 30) == 0);
  AsText text = {0};
  AsError error = {0};
  EXPECT(asReadFile(path, &text, &error) == AS_OUT_OF_MEMORY);
  EXPECT(strstr(error.message, path));
  asTextFree(&text);
  close(file);
  unlink(path);
}

static void exitWith(size_t bytes, void *status) {
  _exit(bytes == (size_t)1 << 40 ? *(int *)status : 1);
}

static void allocateTooMuch(void) { free(asAlloc((size_t)1 << 40)); }

static void allocateWithHandler(void) {
  static int status = 7;
  asSetOutOfMemoryHandler(exitWith, &status);
  allocateTooMuch();
}

static void largeFilesAreAnError(void **state) {
  assertSucceeds(readLargeFile);
}

static void theHandlerIsCalledLast(void **state) {
  int status = statusOf(allocateWithHandler);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 7);
  status = statusOf(allocateTooMuch);
  assert_true(WIFSIGNALED(status));
  assert_int_equal(WTERMSIG(status), SIGABRT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(textsThatGrowEndTheRun),
      cmocka_unit_test(theReserveServesTheRest),
      cmocka_unit_test(theStackHasGrownBefore),
      cmocka_unit_test(largeFilesAreAnError),
      cmocka_unit_test(theHandlerIsCalledLast),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
