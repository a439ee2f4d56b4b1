//===- element.h - Element types
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The element types that buffers, records and .npy files share, as one table.
//
//===----------------------------------------------------------------------===//

#ifndef AS_ELEMENT_H
#define AS_ELEMENT_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// X(enumerator suffix, MLIR name, bytes, numpy descr, is floating point,
///   rounding unit)
#define AS_ELEMENTS(X)                                                         \
  X(F32, "f32", 4, "<f4", 1, 0x1p-24)                                          \
  X(F64, "f64", 8, "<f8", 1, 0x1p-53)                                          \
  X(F16, "f16", 2, "<f2", 1, 0x1p-11)                                          \
  X(BF16, "bf16", 2, "<V2", 1, 0x1p-8)                                         \
  X(I1, "i1", 1, "|b1", 0, 0)                                                  \
  X(I8, "i8", 1, "|i1", 0, 0)                                                  \
  X(I16, "i16", 2, "<i2", 0, 0)                                                \
  X(I32, "i32", 4, "<i4", 0, 0)                                                \
  X(I64, "i64", 8, "<i8", 0, 0)                                                \
  X(INDEX, "index", 8, "<i8", 0, 0)

/// The type of the elements of a buffer.
typedef enum AsElement {
#define AS_ELEMENT_ENUMERATOR(suffix, ...) AS_ELEMENT_##suffix,
  AS_ELEMENTS(AS_ELEMENT_ENUMERATOR)
#undef AS_ELEMENT_ENUMERATOR
      AS_NUM_ELEMENTS
} AsElement;

const char *asElementName(AsElement element);  ///< "f32"
int asElementBytes(AsElement element);         ///< Bytes of one element.
const char *asElementNumpy(AsElement element); ///< "<f4"
bool asElementIsFloat(AsElement element);      ///< Not an integer, i1 or index.
double asElementRoundoff(
    AsElement element); ///< Of one rounding, relative; 0 for integers.
AsElement asElementFromName(const char *name); ///< AS_NUM_ELEMENTS if none.

#ifdef __cplusplus
}
#endif

#endif // AS_ELEMENT_H
