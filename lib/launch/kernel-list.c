//===- kernel-list.c - Kernels as object code
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
// Writers and readers are next to each other, with the fields in the same
// order.
//
//===----------------------------------------------------------------------===//

#include "launch/kernel-list.h"
#include "support/packet.h"
#include <string.h>

/// Distinguishes kernels from an object file.
static const char mark[] = "as-kernels";

static void putLaunch(AsText *code, const AsLaunch *launch) {
  asPacketPutString(code, launch->kernel);
  asPacketPutString(code, launch->signature);
  asPacketPutString(code, launch->scratch);
  asPacketPutString(code, launch->maps);
  for (int i = 0; i < 3; i++) {
    asPacketPutInt(code, launch->grid[i]);
    asPacketPutInt(code, launch->block[i]);
  }
  asPacketPutInt(code, launch->sharedBytes);
}

static void getLaunch(AsPacketReader *reader, AsLaunch *launch) {
  launch->kernel = asPacketString(reader);
  launch->signature = asPacketString(reader);
  launch->scratch = asPacketString(reader);
  launch->maps = asPacketString(reader);
  for (int i = 0; i < 3; i++) {
    launch->grid[i] = asPacketInt(reader);
    launch->block[i] = asPacketInt(reader);
  }
  launch->sharedBytes = asPacketInt(reader);
}

void asKernelsPut(AsText *code, const AsKernels *kernels) {
  asPacketPutString(code, mark);
  asPacketPutInt(code, kernels->count);
  for (int i = 0; i < kernels->count; i++)
    putLaunch(code, &kernels->launches[i]);
  AsText image = {0};
  asTextAppend(&image, kernels->image, kernels->imageLength);
  asTextAppend(&image, "", 1);
  asPacketPutBytes(code, image.data, image.length);
  asTextFree(&image);
}

bool asKernelsGet(const void *code, size_t length, AsKernels *kernels) {
  AsPacketReader reader = {code, length, false};
  if (strcmp(asPacketString(&reader), mark) != 0)
    return false;
  int64_t count = asPacketInt(&reader);
  if (count < 1 || count > AS_MOST_LAUNCHES)
    return false;
  kernels->count = (int)count;
  for (int i = 0; i < kernels->count; i++)
    getLaunch(&reader, &kernels->launches[i]);
  kernels->image = asPacketBytes(&reader, &kernels->imageLength);
  if (reader.failed || reader.left || kernels->imageLength == 0 ||
      kernels->image[--kernels->imageLength] != 0)
    return false;
  return true;
}
