//===- program.c - The programs that a sweep runs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-sweep/program.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;
static volatile pid_t running; ///< 0 between programs.

/// A terminal interrupts the program as well, kill(1) does not. as-opt takes
/// two signals at once for one.
static void onInterrupt(int signal) {
  interrupted = 1;
  if (running)
    kill(running, signal);
}

void asSweepCatchInterrupts(void) {
  struct sigaction action = {.sa_handler = onInterrupt};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
}

bool asSweepWasInterrupted(void) { return interrupted; }

/// The child's side. Where as-sweep is killed, the program is interrupted:
/// as-opt ends with the trials that it has in its store.
static _Noreturn void become(const char *const arguments[], const char *log,
                             const sigset_t *signals) {
  prctl(PR_SET_PDEATHSIG, SIGINT);
  int input = open("/dev/null", O_RDONLY);
  int output = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (input >= 0 && output >= 0 && dup2(input, STDIN_FILENO) >= 0 &&
      dup2(output, STDOUT_FILENO) >= 0 && dup2(output, STDERR_FILENO) >= 0) {
    sigprocmask(SIG_SETMASK, signals, NULL);
    execvp(arguments[0], (char *const *)arguments);
  }
  fprintf(stderr, "error: cannot run %s, or write '%s': %s\n", arguments[0],
          log, strerror(errno));
  _exit(127);
}

AsStatus asSweepRunProgram(const char *const arguments[], const char *log,
                           bool *succeeded, AsError *error) {
  // Both are held back until `running` says whom to interrupt.
  sigset_t both, before;
  sigemptyset(&both);
  sigaddset(&both, SIGINT);
  sigaddset(&both, SIGTERM);
  sigprocmask(SIG_BLOCK, &both, &before);
  pid_t pid = interrupted ? 0 : fork(), ended;
  if (pid == 0 && !interrupted)
    become(arguments, log, &before);
  int problem = errno, how = 0;
  running = pid > 0 ? pid : 0;
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (pid < 0)
    return asFail(error, AS_IO, "cannot start a process: %s",
                  strerror(problem));
  if (pid == 0)
    return asFail(error, AS_INTERRUPTED, "interrupted");
  do
    ended = waitpid(pid, &how, 0);
  while (ended < 0 && errno == EINTR);
  running = 0;
  *succeeded = ended == pid && WIFEXITED(how) && WEXITSTATUS(how) == 0;
  return interrupted ? asFail(error, AS_INTERRUPTED, "interrupted") : AS_OK;
}
