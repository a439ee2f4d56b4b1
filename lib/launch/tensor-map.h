//===- tensor-map.h - Tensor maps for TMA
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
// A kernel whose tiles are copied by the tensor memory accelerator has further
// arguments of 128 bytes: maps that describe an array and the boxes that are
// copied. The driver encodes them (cuTensorMapEncodeTiled) on behalf of the
// launcher. AsLaunch has their parameters as text.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LAUNCH_TENSOR_MAP_H
#define AS_LAUNCH_TENSOR_MAP_H

#include "support/text.h"
#include <stdbool.h>
#include <stdint.h>

/// Limits of the driver: dimensions, elements of a box along each dimension,
/// and the unit of bytes for rows and addresses.
enum {
  AS_TENSOR_MAP_RANK = 5,
  AS_TENSOR_MAP_BOX = 256,
  AS_TENSOR_MAP_UNIT = 16,
  AS_TENSOR_MAP_BYTES = 128,    ///< Size of a map.
  AS_TENSOR_MAP_ALIGNMENT = 64, ///< Alignment of a map.
  AS_MOST_TENSOR_MAPS = 16,     ///< Maps of a kernel.
};

typedef struct AsTensorMap {
  int argument; ///< The kernel's argument that is the array, dense.
  int rank;
  int64_t size[AS_TENSOR_MAP_RANK]; ///< Of the array, outermost first.
  int64_t box[AS_TENSOR_MAP_RANK];  ///< Of a box.
  int elementBytes;                 ///< 1, 2, 4 or 8.
  int swizzleBytes; ///< Bytes of a swizzled row (32, 64 or 128), whose chunks
                    ///< of 16 bytes are permuted by the row's number; else 0.
} AsTensorMap;

/// Whether a map can have elements of so many bytes.
bool asTensorMapSupports(int64_t elementBytes);

/// Appends "0:512x1024:64x32:2:64": argument, size, box, elementBytes,
/// swizzleBytes.
void asTensorMapFormat(const AsTensorMap *map, AsText *text);

/// Parses a list of maps, separated by commas; `maps` has room for
/// AS_MOST_TENSOR_MAPS. False if it is not valid.
bool asTensorMapsParse(const char *text, AsTensorMap *maps, int *count);

/// The driver's parameters: dimensions innermost first, strides in bytes of all
/// dimensions but the innermost, and the enumerators of an element type
/// (unsigned integers of that size) and of a swizzle.
typedef struct AsTensorMapCode {
  uint64_t size[AS_TENSOR_MAP_RANK], stride[AS_TENSOR_MAP_RANK];
  uint32_t box[AS_TENSOR_MAP_RANK], step[AS_TENSOR_MAP_RANK];
  int type, swizzle;
} AsTensorMapCode;
AsTensorMapCode asTensorMapEncode(const AsTensorMap *map);

#endif // AS_LAUNCH_TENSOR_MAP_H
