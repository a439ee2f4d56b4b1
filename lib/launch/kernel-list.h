//===- kernel-list.h - Kernels, and how they are launched
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a GPU's object code is for a CPU: building makes it, whoever launches
// kernels reads it, and the two know nothing else of each other. It is the
// image that the driver loads, PTX or a cubin, behind a list of the kernels in
// it, in the order in which they are launched.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LAUNCH_KERNEL_LIST_H
#define AS_LAUNCH_KERNEL_LIST_H

#include "support/text.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct AsLaunch {
  const char *kernel;    ///< Its name in the image.
  const char *function;  ///< What it computes, alone or as one of several
                         ///< parts; NULL where that is not kept.
  const char *signature; ///< Its arguments: "4x4xf32,f32->4xf32".
  const char *scratch;   ///< And behind these, what it needs room for;
  const char *maps;      ///< last of all, what tensor-map.h tells of.
  int64_t grid[3], block[3];
  int64_t sharedBytes;
} AsLaunch;

enum { AS_MOST_LAUNCHES = 64 };

/// The kernels of one task. They have the same arguments.
typedef struct AsKernels {
  AsLaunch launches[AS_MOST_LAUNCHES];
  int count;
  const char *image; ///< Behind it is a NUL, which the driver wants of PTX.
  size_t imageLength;
} AsKernels;

/// Appends `kernels` to `code`.
void asKernelsPut(AsText *code, const AsKernels *kernels);

/// Reads what asKernelsPut wrote; points into `code`. False where it is
/// something else.
bool asKernelsGet(const void *code, size_t length, AsKernels *kernels);

#endif // AS_LAUNCH_KERNEL_LIST_H
