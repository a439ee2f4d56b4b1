//===- run-program.c - Programs that are run to their end
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See run-program.h. The output goes to a file in memory, since stderr belongs
// to the program that as-opt is part of.
//
//===----------------------------------------------------------------------===//

#include "support/run-program.h"
#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static void readAll(int file, AsText *text) {
  char piece[4096];
  ssize_t count;
  lseek(file, 0, SEEK_SET);
  while ((count = read(file, piece, sizeof piece)) > 0)
    asTextAppend(text, piece, (size_t)count);
}

static AsStatus awaitEnd(pid_t pid, const char *name, bool *succeeded,
                         AsError *error) {
  int status;
  pid_t reaped;
  do
    reaped = waitpid(pid, &status, 0);
  while (reaped < 0 && errno == EINTR);
  if (reaped < 0) // As where the program ignores SIGCHLD.
    return asFail(error, AS_IO, "cannot tell how %s ended: %s", name,
                  strerror(errno));
  *succeeded = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return AS_OK;
}

AsStatus asProgramRun(char *const arguments[], AsText *printed, bool *succeeded,
                      AsError *error) {
  *succeeded = false;
  int log = memfd_create("as-program", MFD_CLOEXEC);
  if (log < 0)
    return asFail(error, AS_IO, "cannot make a file in memory: %s",
                  strerror(errno));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, log, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, log, STDERR_FILENO);
  pid_t pid;
  int problem =
      posix_spawnp(&pid, arguments[0], &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  AsStatus status =
      problem ? asFail(error, problem == ENOENT ? AS_NOT_FOUND : AS_IO,
                       "cannot run %s: %s", arguments[0], strerror(problem))
              : awaitEnd(pid, arguments[0], succeeded, error);
  readAll(log, printed);
  close(log);
  return status;
}

const char *asProgramBeside(AsArena *arena, const char *name) {
  char own[4096];
  ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
  if (length > 0) {
    own[length] = 0;
    const char *beside = asArenaFormat(
        arena, "%.*s/%s", (int)(strrchr(own, '/') - own), own, name);
    if (access(beside, X_OK) == 0)
      return beside;
  }
  return name;
}
