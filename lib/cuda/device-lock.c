//===- device-lock.c - Lock a device
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
// Keeps a second run of as-opt off the device: the times of two programs that
// share it mean nothing. Who comes second fails rather than waits, as the first
// keeps the device for its whole search.
//
//===----------------------------------------------------------------------===//

#include "cuda/cuda-device.h"
#include "support/lease.h"

AsStatus asCudaLockDevice(const char *uuid, AsLeases **lock, AsError *error) {
  static const int device = 0; // The only one of its kind.
  *lock = NULL;
  if (asLeasesOpen(uuid, lock, error))
    return asFailContext(error, "the lock of the device");
  if (asLeasesTake(*lock, &device, 1))
    return AS_OK;
  AsStatus status = asFail(
      error, AS_IO, "another as-opt is measuring on the device (it holds '%s')",
      asLeasesPath(*lock));
  asLeasesClose(*lock);
  *lock = NULL;
  return status;
}
