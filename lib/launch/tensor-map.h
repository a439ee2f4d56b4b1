//===- tensor-map.h - Boxes of arrays, as hardware copies them
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel whose tiles are copied by hardware has further arguments, of 128
// bytes each, that say what an array is and which boxes of it are copied. The
// driver makes them (cuTensorMapEncodeTiled), and whoever launches the kernel
// has it do so: what for is in AsLaunch, as text.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LAUNCH_TENSOR_MAP_H
#define AS_LAUNCH_TENSOR_MAP_H

#include "support/text.h"
#include <stdbool.h>
#include <stdint.h>

/// What the driver can describe: so many dimensions, boxes of so many elements
/// along each, rows and places of so many bytes or a multiple of these.
enum {
  AS_TENSOR_MAP_RANK = 5,
  AS_TENSOR_MAP_BOX = 256,
  AS_TENSOR_MAP_UNIT = 16,
  AS_TENSOR_MAP_BYTES = 128,    ///< Of a map,
  AS_TENSOR_MAP_ALIGNMENT = 64, ///< and where it may be.
  AS_MOST_TENSOR_MAPS = 16,     ///< Of a kernel.
};

typedef struct AsTensorMap {
  int argument; ///< Number of the array, dense, among the kernel's arguments.
  int rank;
  int64_t size[AS_TENSOR_MAP_RANK]; ///< Elements, outermost first,
  int64_t box[AS_TENSOR_MAP_RANK];  ///< and of a box.
  int elementBytes;                 ///< 1, 2, 4 or 8.
  int swizzleBytes; ///< 32, 64 or 128 if the 16 bytes of so long rows change
                    ///< places by the number of the row; else 0.
} AsTensorMap;

/// Whether elements of so many bytes are any that a map can have.
bool asTensorMapHas(int64_t elementBytes);

/// Appends "0:512x1024:64x32:2:64": the fields in their order.
void asTensorMapFormat(const AsTensorMap *map, AsText *text);

/// Reads a list of these with commas between; there is room for
/// AS_MOST_TENSOR_MAPS. False where it is none.
bool asTensorMapsParse(const char *text, AsTensorMap *maps, int *count);

/// As the driver wants it: innermost first, bytes from one element to the next
/// along all dimensions but the innermost, and the number that stands for a
/// type (unsigned integers will do) and for how places change.
typedef struct AsTensorMapCode {
  uint64_t size[AS_TENSOR_MAP_RANK], stride[AS_TENSOR_MAP_RANK];
  uint32_t box[AS_TENSOR_MAP_RANK], step[AS_TENSOR_MAP_RANK];
  int type, swizzle;
} AsTensorMapCode;
AsTensorMapCode asTensorMapEncode(const AsTensorMap *map);

#endif // AS_LAUNCH_TENSOR_MAP_H
