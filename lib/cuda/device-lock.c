//===- device-lock.c - Lock a device
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
// Keeps a second run of as-opt off the device: the times of two programs that
// share it mean nothing. The lock is on a file that all users can open; the
// system releases it however the process ends. The file is not removed:
// otherwise two processes could hold locks on two files of that name.
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
  char path[128]; // The same for all users, which $TMPDIR may not be.
  snprintf(path, sizeof path, P_tmpdir "/as-opt-%s.lock", uuid);
  // Opens without O_CREAT first: in folders like /tmp, the system may refuse
  // O_CREAT on a file of another user.
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
