//===- cuda-driver.c - Open the CUDA driver
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
// Opens the driver's library and looks up the functions of cuda-driver.h.
//
//===----------------------------------------------------------------------===//

#include "cuda/cuda-driver.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static const char standardLibrary[] = "libcuda.so.1";

static AsStatus find(const AsCuda *cuda, const char *name, void *function,
                     AsError *error) {
  void *address = dlsym(cuda->library, name);
  if (!address)
    return asFail(error, AS_UNSUPPORTED,
                  "the CUDA driver has no '%s': as-opt needs one of CUDA 11.4 "
                  "or later",
                  name);
  memcpy(function, &address, sizeof address);
  return AS_OK;
}

/// Looks up a function that may be missing; NULL if it is.
static void findNewer(const AsCuda *cuda, const char *name, void *function) {
  void *address = dlsym(cuda->library, name);
  memcpy(function, &address, sizeof address);
}

AsStatus asCudaCheck(const AsCuda *cuda, AsCuResult result, const char *what,
                     AsError *error) {
  const char *name = NULL, *text = NULL;
  if (result == 0)
    return AS_OK;
  if (cuda->getErrorName(result, &name) != 0 || !name)
    name = "an unknown error";
  if (cuda->getErrorString(result, &text) != 0 || !text)
    text = "no description";
  return asFail(error, AS_UNSUPPORTED, "%s: %s (%d), %s", what, name, result,
                text);
}

AsStatus asCudaOpen(AsCuda *cuda, AsError *error) {
  const char *given = getenv("AS_CUDA_DRIVER");
  const char *path = given && *given ? given : standardLibrary;
  *cuda = (AsCuda){.library = NULL};
  if (strcmp(path, "none") == 0)
    return asFail(error, AS_NOT_FOUND, "$AS_CUDA_DRIVER says to do without");
  cuda->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!cuda->library)
    return asFail(error, AS_NOT_FOUND, "there is no CUDA driver: %s",
                  dlerror());
  AsStatus status = AS_OK;
#define AS_CUDA_FIND(member, name, parameters)                                 \
  if (!status)                                                                 \
    status = find(cuda, name, &cuda->member, error);
  AS_CUDA_FUNCTIONS(AS_CUDA_FIND)
#undef AS_CUDA_FIND
#define AS_CUDA_FIND_NEWER(member, name, parameters)                           \
  findNewer(cuda, name, &cuda->member);
  AS_CUDA_NEWER_FUNCTIONS(AS_CUDA_FIND_NEWER)
#undef AS_CUDA_FIND_NEWER
  if (status)
    return status;
  // Fails if there is no device that this process may use.
  return asCudaCheck(cuda, cuda->init(0), "cuInit", error) ? AS_NOT_FOUND
                                                           : AS_OK;
}
