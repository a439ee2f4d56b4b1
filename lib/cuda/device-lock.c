//===- device-lock.c - One run of as-opt on a device
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two programs on a device take turns as its scheduler likes, and neither's
// times say anything. The lock is on a file that all users can open; the system
// gives it back however the process ends. The file itself stays: were it
// removed, two could hold locks on two files of that name.
//
//===----------------------------------------------------------------------===//

#include "cuda/cuda-device.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

AsStatus asCudaLockDevice(const char *uuid, AsError *error) {
  char path[128]; // The same for all users: $TMPDIR may be somebody's own.
  snprintf(path, sizeof path, P_tmpdir "/as-opt-%s.lock", uuid);
  // Without O_CREAT first: in folders like /tmp the system lets nobody create
  // what somebody else has created.
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0 && errno == ENOENT)
    file = open(path, O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (file < 0)
    return asFail(error, AS_IO, "cannot open the lock '%s' of the device: %s",
                  path, strerror(errno));
  if (flock(file, LOCK_EX | LOCK_NB) == 0)
    return AS_OK; // Held until the process ends.
  int problem = errno;
  close(file);
  if (problem == EWOULDBLOCK)
    return asFail(error, AS_IO,
                  "another as-opt is measuring on the device (it holds '%s')",
                  path);
  return asFail(error, AS_IO, "cannot lock '%s': %s", path, strerror(problem));
}
