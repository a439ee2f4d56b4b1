//===- python.c - Python programs as children
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/python.h"
#include "support/child-process.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ANSWERS, REQUESTS, NUM_PIPES };

static void closePipes(int pipes[NUM_PIPES][2], int count) {
  for (int i = 0; i < count; i++) {
    close(pipes[i][0]);
    close(pipes[i][1]);
  }
}

static AsStatus openPipes(int pipes[NUM_PIPES][2], AsError *error) {
  for (int i = 0; i < NUM_PIPES; i++)
    if (pipe2(pipes[i], O_CLOEXEC)) {
      closePipes(pipes, i);
      return asFail(error, AS_IO, "cannot open a pipe: %s", strerror(errno));
    }
  return AS_OK;
}

// In the forked child.
static void becomePython(const char *interpreter, char *const arguments[],
                         int pipes[NUM_PIPES][2]) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGPIPE, SIG_DFL);
  dup2(pipes[REQUESTS][0], STDIN_FILENO);
  dup2(pipes[ANSWERS][1], STDOUT_FILENO);
  execv(interpreter, arguments);
  dprintf(STDERR_FILENO, "cannot run '%s': %s\n", interpreter, strerror(errno));
  _exit(127);
}

AsStatus asPythonStart(const char *interpreter, char *const arguments[],
                       AsPython *python, AsError *error) {
  *python = (AsPython){0};
  // -B: no byte code is left in the folder of the scripts.
  char *all[16] = {(char *)interpreter, "-B"};
  for (int i = 0; arguments[i] && i + 3 < (int)(sizeof all / sizeof *all); i++)
    all[i + 2] = arguments[i];
  int pipes[NUM_PIPES][2];
  if (openPipes(pipes, error))
    return error->status;
  python->pid = fork();
  if (python->pid == 0)
    becomePython(interpreter, all, pipes);
  if (python->pid < 0) {
    python->pid = 0;
    closePipes(pipes, NUM_PIPES);
    return asFail(error, AS_IO, "cannot start '%s': %s", interpreter,
                  strerror(errno));
  }
  close(pipes[REQUESTS][0]);
  close(pipes[ANSWERS][1]);
  python->requests = fdopen(pipes[REQUESTS][1], "w");
  python->answers = fdopen(pipes[ANSWERS][0], "r");
  return AS_OK;
}

static int waitFor(AsPython *python) {
  int status = 0;
  while (waitpid(python->pid, &status, 0) < 0 && errno == EINTR)
    ;
  fclose(python->answers);
  fclose(python->requests);
  *python = (AsPython){0};
  return status;
}

AsStatus asPythonAsk(AsPython *python, const char *request, AsText *answer,
                     AsError *error) {
  asTextClear(answer);
  if (!python->pid)
    return asFail(error, AS_CHILD, "its process has ended");
  if (request) {
    fprintf(python->requests, "%s\n", request);
    fflush(python->requests); // Should it fail, there will be no answer.
  }
  for (int c; (c = getc(python->answers)) != EOF;) {
    if (c == '\n')
      return AS_OK;
    asTextAppend(answer, &(char){(char)c}, 1);
  }
  char how[128];
  kill(python->pid, SIGKILL); // One that is dying keeps the end it came to.
  asChildDescribeEnd(waitFor(python), how, sizeof how);
  return asFail(error, AS_CHILD, "its process ended without an answer: it %s",
                how);
}

AsStatus asPythonRead(AsPython *python, AsText *text, AsError *error) {
  char block[4096];
  for (size_t length;
       (length = fread(block, 1, sizeof block, python->answers));)
    asTextAppend(text, block, length);
  int status = waitFor(python);
  if (!status)
    return AS_OK;
  char how[128];
  asChildDescribeEnd(status, how, sizeof how);
  return asFail(error, AS_CHILD, "a Python program %s", how);
}

void asPythonStop(AsPython *python) {
  if (!python->pid)
    return;
  kill(python->pid, SIGKILL);
  waitFor(python);
}
