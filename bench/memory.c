//===- memory.c - What memory a run takes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/memory.h"
#include "measure/resident-memory.h"
#include <sys/wait.h>
#include <unistd.h>

static double grownBy(const AsContender *contender) {
  asResidentReset();
  double before = asResidentHighest();
  contender->run(contender->state);
  double after = asResidentHighest();
  return before < 0 || after < 0 ? -1 : after - before;
}

double asRunMemory(const AsContender *contender) {
  int ends[2];
  if (pipe(ends))
    return -1;
  double bytes = -1;
  pid_t child = fork();
  if (child == 0) {
    bytes = grownBy(contender);
    ssize_t written = write(ends[1], &bytes, sizeof bytes);
    _exit(written != sizeof bytes);
  }
  close(ends[1]);
  if (child > 0) {
    if (read(ends[0], &bytes, sizeof bytes) != sizeof bytes)
      bytes = -1;
    waitpid(child, NULL, 0);
  }
  close(ends[0]);
  return bytes;
}
