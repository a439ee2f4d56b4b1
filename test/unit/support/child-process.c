//===- child-process.c - Child processes and packets
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This program is its own child: `unit_child ROLE` plays one of the roles.
//
//===----------------------------------------------------------------------===//

#include "support/child-process.h"
#include "support/clock.h"
#include "support/packet.h"
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

//===----------------------------------------------------------------------===//
// The roles of the child
//===----------------------------------------------------------------------===//

static int playEcho(void) {
  AsText buffer = {0};
  AsMessage message;
  while (asParentReceive(&buffer, &message, NULL) == AS_OK)
    asParentSend(message.type + 1, message.data, message.length, NULL);
  asTextFree(&buffer);
  return 0;
}

/// Sends far more than a socket holds before it reads anything.
static int playTalker(void) {
  size_t length = 4 << 20;
  char *bytes = malloc(length);
  memset(bytes, 7, length);
  asParentSend(1, bytes, length, NULL);
  free(bytes);
  return playEcho();
}

/// What it was given: group, signals, descriptors, cores.
static int playReporter(void) {
  AsText packet = {0};
  asPacketPutInt(&packet, getpgrp() == getpid());
  asPacketPutInt(&packet, signal(SIGINT, SIG_DFL) == SIG_DFL);
  int open = 0;
  for (int descriptor = 4; descriptor < 256; descriptor++)
    open += fcntl(descriptor, F_GETFD) >= 0;
  asPacketPutInt(&packet, open);
  char byte;
  asPacketPutInt(&packet, read(STDIN_FILENO, &byte, 1));
  cpu_set_t cores;
  sched_getaffinity(0, sizeof cores, &cores);
  asPacketPutInt(&packet, CPU_COUNT(&cores));
  asParentSend(9, packet.data, packet.length, NULL);
  asTextFree(&packet);
  return 0;
}

static int play(const char *role) {
  if (strcmp(role, "echo") == 0)
    return playEcho();
  if (strcmp(role, "talker") == 0)
    return playTalker();
  if (strcmp(role, "reporter") == 0)
    return playReporter();
  if (strcmp(role, "exit") == 0)
    return 3;
  if (strcmp(role, "crash") == 0) {
    signal(SIGSEGV, SIG_DFL); // A sanitizer handles it.
    raise(SIGSEGV);
  }
  if (strcmp(role, "mourned") == 0) {
    fputs("all is well\n", stderr);
    asParentSend(1, NULL, 0, NULL);
    fputs("the cause\nand a page more\n", stderr);
    return 4;
  }
  if (strcmp(role, "sleeper") == 0)
    pause();
  if (strcmp(role, "babbler") == 0)
    return write(AS_CHILD_DESCRIPTOR, "Hello, this is no message.", 26) != 26;
  return 1;
}

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

static const AsCoreSet any = {NULL, 0};

static AsChild start(const char *role, AsCoreSet cores) {
  char self[] = "/proc/self/exe";
  char *arguments[] = {self, (char *)role, NULL};
  AsChild child;
  AsError error = {0};
  assert_int_equal(asChildStart(arguments, cores, &child, &error), AS_OK);
  return child;
}

/// The next message, or AS_CHILD; waits.
static AsStatus receive(AsChild *child, AsMessage *message) {
  double deadline = asClockNow() + 20;
  bool received = false;
  AsStatus status = AS_OK;
  while (status == AS_OK && !received && asClockNow() < deadline) {
    status = asChildReceive(child, message, &received, NULL);
    struct pollfd ready = {.fd = child->socket, .events = POLLIN};
    if (status == AS_OK && !received)
      poll(&ready, 1, 1000);
  }
  assert_true(received || status != AS_OK);
  return status;
}

static void answersMessages(void **state) {
  AsChild child = start("echo", any);
  AsMessage message;
  assert_int_equal(asChildSend(&child, 4, "one", 3, 5, NULL), AS_OK);
  assert_int_equal(asChildSend(&child, 6, NULL, 0, 5, NULL), AS_OK);
  assert_int_equal(receive(&child, &message), AS_OK);
  assert_int_equal(message.type, 5);
  assert_int_equal(message.length, 3);
  assert_memory_equal(message.data, "one", 3);
  assert_int_equal(receive(&child, &message), AS_OK);
  assert_int_equal(message.type, 7);
  assert_int_equal(message.length, 0);
  bool received;
  assert_int_equal(asChildReceive(&child, &message, &received, NULL), AS_OK);
  assert_false(received);
  asChildStop(&child, NULL, 0);
  assert_int_equal(child.pid, 0);
  assert_int_equal(child.socket, -1);
  asChildStop(&child, NULL, 0);
}

static void bothMaySendMuch(void **state) {
  AsChild child = start("talker", any);
  size_t length = 6 << 20;
  char *bytes = malloc(length);
  for (size_t i = 0; i < length; i++)
    bytes[i] = (char)(i * 31);
  assert_int_equal(asChildSend(&child, 1, bytes, length, 20, NULL), AS_OK);
  AsMessage message;
  assert_int_equal(receive(&child, &message), AS_OK);
  assert_int_equal(message.length, 4 << 20);
  assert_int_equal(message.data[(4 << 20) - 1], 7);
  assert_int_equal(receive(&child, &message), AS_OK);
  assert_int_equal(message.length, length);
  assert_memory_equal(message.data, bytes, length);
  free(bytes);
  asChildStop(&child, NULL, 0);
}

static void startsClean(void **state) {
  signal(SIGINT, SIG_IGN);
  int leak = fcntl(STDERR_FILENO, F_DUPFD, 40); // Survives an exec.
  AsArena arena = {0};
  AsCoreSet last = asCoreSetAllowed(&arena);
  last = asCoreSetSlice(last, last.count - 1, 1);
  AsChild child = start("reporter", last);
  asArenaDestroy(&arena);
  AsMessage message;
  assert_int_equal(receive(&child, &message), AS_OK);
  AsPacketReader reader = {message.data, message.length, false};
  assert_int_equal(asPacketInt(&reader), 1); // Leads its own group.
  assert_int_equal(asPacketInt(&reader), 1); // Ignores no signal.
  assert_int_equal(asPacketInt(&reader), 0); // Inherits no descriptor.
  assert_int_equal(asPacketInt(&reader), 0); // Reads nothing from stdin.
  assert_int_equal(asPacketInt(&reader), 1); // Is pinned.
  assert_false(reader.failed);
  asChildStop(&child, NULL, 0);
  close(leak);
  signal(SIGINT, SIG_DFL);
}

static int playInFork(void *role) { return play(role); }

/// A fork that is kept is a child like any other.
static void forksAreChildren(void **state) {
  AsChild child;
  AsMessage message;
  char how[128], echo[] = "echo", exits[] = "exit", reporter[] = "reporter";
  assert_int_equal(asChildFork(playInFork, echo, &child, NULL), AS_OK);
  assert_int_equal(asChildSend(&child, 4, "one", 3, 5, NULL), AS_OK);
  assert_int_equal(receive(&child, &message), AS_OK);
  assert_int_equal(message.type, 5);
  assert_memory_equal(message.data, "one", 3);
  asChildStop(&child, how, sizeof how);
  assert_string_equal(how, "was killed by SIGKILL");

  assert_int_equal(asChildFork(playInFork, exits, &child, NULL), AS_OK);
  assert_int_equal(receive(&child, &message), AS_CHILD);
  assert_false(asChildStop(&child, how, sizeof how));
  assert_string_equal(how, "exited with status 3");

  signal(SIGINT, SIG_IGN);
  assert_int_equal(asChildFork(playInFork, reporter, &child, NULL), AS_OK);
  assert_int_equal(receive(&child, &message), AS_OK);
  AsPacketReader reader = {message.data, message.length, false};
  assert_int_equal(asPacketInt(&reader), 1); // Leads its own group.
  assert_int_equal(asPacketInt(&reader), 1); // Ignores no signal.
  assert_int_equal(asPacketInt(&reader), 0); // Keeps no descriptor.
  assert_int_equal(asPacketInt(&reader), 0); // Reads nothing from stdin.
  asChildStop(&child, NULL, 0);
  signal(SIGINT, SIG_DFL);
}

static void tellsHowItEnded(void **state) {
  static const struct {
    const char *role, *how;
  } cases[] = {
      {"exit", "exited with status 3"},
      {"crash", "was killed by SIGSEGV"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    AsChild child = start(cases[i].role, any);
    AsMessage message;
    char how[128];
    assert_int_equal(receive(&child, &message), AS_CHILD);
    assert_int_equal(asChildSend(&child, 1, "x", 1, 5, NULL), AS_CHILD);
    asChildStop(&child, how, sizeof how);
    assert_string_equal(how, cases[i].how);
  }
}

/// The first line since the last message, which must have been received.
static void quotesLastWords(void **state) {
  AsChild child = start("mourned", any);
  AsMessage message;
  char how[128];
  assert_int_equal(receive(&child, &message), AS_OK);
  assert_int_equal(receive(&child, &message), AS_CHILD);
  asChildStop(&child, how, sizeof how);
  assert_string_equal(how, "exited with status 4: the cause");
}

static void refusesWhatIsNoMessage(void **state) {
  AsChild child = start("babbler", any);
  AsMessage message;
  assert_int_equal(receive(&child, &message), AS_CHILD);
  asChildStop(&child, NULL, 0);
}

static void sendingHasALimit(void **state) {
  AsChild child = start("sleeper", any);
  size_t length = 8 << 20;
  char *bytes = calloc(1, length), how[128];
  double begin = asClockNow();
  assert_int_equal(asChildSend(&child, 1, bytes, length, 0.2, NULL), AS_CHILD);
  assert_true(asClockNow() - begin < 5);
  free(bytes);
  asChildStop(&child, how, sizeof how);
  assert_string_equal(how, "was killed by SIGKILL");
}

static void saysWhatCannotBeStarted(void **state) {
  char path[] = "/no/such/program";
  char *arguments[] = {path, NULL};
  AsChild child;
  AsError error = {0};
  assert_int_equal(asChildStart(arguments, any, &child, &error), AS_IO);
  assert_string_equal(error.message, "cannot start '/no/such/program': cannot "
                                     "execute it: No such file or directory");
  asChildStop(&child, NULL, 0);
}

/// A parent that dies without a word takes its child along.
static void diesWithItsParent(void **state) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  int report[2];
  assert_int_equal(pipe(report), 0);
  pid_t parent = fork();
  if (parent == 0) {
    AsChild child = start("sleeper", any);
    _exit(write(report[1], &child.pid, sizeof child.pid) < 0);
  }
  pid_t orphan = 0;
  assert_int_equal(read(report[0], &orphan, sizeof orphan), sizeof orphan);
  int status;
  waitpid(parent, NULL, 0);
  assert_int_equal(waitpid(orphan, &status, 0), orphan);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  close(report[0]);
  close(report[1]);
}

static void packetsKeepValues(void **state) {
  AsText packet = {0};
  asPacketPutInt(&packet, INT64_MIN);
  asPacketPutDouble(&packet, -0.1);
  asPacketPutString(&packet, "");
  asPacketPutString(&packet, "name");
  asPacketPutBytes(&packet, "a\0b", 3);
  AsPacketReader reader = {packet.data, packet.length, false};
  size_t length;
  assert_true(asPacketInt(&reader) == INT64_MIN);
  assert_true(asPacketDouble(&reader) == -0.1);
  assert_string_equal(asPacketString(&reader), "");
  assert_string_equal(asPacketString(&reader), "name");
  assert_memory_equal(asPacketBytes(&reader, &length), "a\0b", 3);
  assert_int_equal(length, 3);
  assert_false(reader.failed);
  assert_int_equal(reader.left, 0);
  asTextFree(&packet);
}

static void packetsMustFail(void **state) {
  static const int64_t lengths[] = {-1, INT64_MIN, INT64_MAX, 6};
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    AsText packet = {0};
    asPacketPutInt(&packet, lengths[i]);
    asTextAppend(&packet, "short", 5);
    AsPacketReader reader = {packet.data, packet.length, false};
    size_t length = 1;
    assert_string_equal(asPacketBytes(&reader, &length), "");
    assert_int_equal(length, 0);
    assert_true(reader.failed);
    assert_int_equal(asPacketInt(&reader), 0); // And stays so.
    asTextFree(&packet);
  }
  // A string whose NUL is missing, and one that holds another.
  static const char *const strings[] = {"abc", "a\0\0"};
  for (size_t i = 0; i < 2; i++) {
    AsText packet = {0};
    asPacketPutBytes(&packet, strings[i], 3);
    AsPacketReader reader = {packet.data, packet.length, false};
    assert_string_equal(asPacketString(&reader), "");
    assert_true(reader.failed);
    asTextFree(&packet);
  }
}

int main(int argc, char **argv) {
  if (argc > 1)
    return play(argv[1]);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(answersMessages),
      cmocka_unit_test(bothMaySendMuch),
      cmocka_unit_test(startsClean),
      cmocka_unit_test(forksAreChildren),
      cmocka_unit_test(tellsHowItEnded),
      cmocka_unit_test(quotesLastWords),
      cmocka_unit_test(refusesWhatIsNoMessage),
      cmocka_unit_test(sendingHasALimit),
      cmocka_unit_test(saysWhatCannotBeStarted),
      cmocka_unit_test(diesWithItsParent),
      cmocka_unit_test(packetsKeepValues),
      cmocka_unit_test(packetsMustFail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
