//===- kernel-list.h - Kernels as object code
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
// A GPU's counterpart of an object file: the builder writes it, the runner
// reads it. It holds a list of kernels, in the order in which they are
// launched, and the image with their code that the driver loads, PTX or a
// cubin.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LAUNCH_KERNEL_LIST_H
#define AS_LAUNCH_KERNEL_LIST_H

#include "support/text.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct AsLaunch {
  const char *kernel;    ///< The kernel's name in the image.
  const char *function;  ///< The function that it computes, maybe as one of
                         ///< several kernels; NULL if that is not stored.
  const char *signature; ///< The task's arguments: "4x4xf32,f32->4xf32".
  const char *scratch;   ///< The scratch buffers after these.
  const char *maps;      ///< The tensor maps after these (tensor-map.h).
  int64_t grid[3], block[3];
  int64_t sharedBytes;
} AsLaunch;

enum { AS_MOST_LAUNCHES = 64 };

/// The kernels of one task, which all have the same arguments.
typedef struct AsKernels {
  AsLaunch launches[AS_MOST_LAUNCHES];
  int count;
  const char *image; ///< Followed by a NUL, which the driver requires of PTX.
  size_t imageLength;
} AsKernels;

/// Appends `kernels` to `code`.
void asKernelsPut(AsText *code, const AsKernels *kernels);

/// Reads what asKernelsPut wrote, with pointers into `code`. False if it is
/// something else.
bool asKernelsGet(const void *code, size_t length, AsKernels *kernels);

#endif // AS_LAUNCH_KERNEL_LIST_H
