//===- entry-buffers.h - Buffers of entry points: filling and comparing
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every entry point that as-opt compiles has the uniform wrapper
// `void as_entry_NAME(void **buffers)`: one pointer per argument of the
// function, in order, then one per result. Arrays are dense and row-major; a
// scalar is an array of one element. An argument may be overwritten (an
// accumulator that is updated in place), so each check starts from fresh ones.
//
// Inputs depend on (seed, index of the buffer, element type, extent) only, so
// that a reference and a candidate, or two processes, get the same data: floats
// uniform in [-1, 1), integers uniform in [-8, 8), or in [0, extent) where they
// are known to be indices, i1 in {0, 1}, and index 0, so that gathers stay in
// bounds. measure/fill-arguments.h changes them where a program needs others.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_ENTRY_BUFFERS_H
#define AS_MEASURE_ENTRY_BUFFERS_H

#include "as/element.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct AsBuffer {
  AsElement element;
  int64_t count;    ///< Elements.
  bool isResult;    ///< Written by the entry point; starts poisoned.
  bool isWeight;    ///< An argument that no other task has computed.
  int64_t extent;   ///< Its integers are indices in [0, extent); 0: any.
  double tolerance; ///< See asBufferTolerance; 0: that of the task.
  double magnitude; ///< Of results on other inputs, where it is known; else 0.
} AsBuffer;

/// Bytes of the buffer.
size_t asBufferBytes(const AsBuffer *buffer);

/// Fills `memory` with input number `index` of `seed`.
void asBufferFill(const AsBuffer *buffer, void *memory, uint64_t seed,
                  int index);

/// Replaces each element x by offset + scale * x, converted to its type.
void asBufferScale(const AsBuffer *buffer, void *memory, double scale,
                   double offset);

/// Fills a result with a pattern that no correct result has (NaN for floats).
void asBufferPoison(const AsBuffer *buffer, void *memory);

/// Writes each element of `from` to `to`, converted to its type. Both have as
/// many.
void asBufferConvert(const AsBuffer *from, const void *source,
                     const AsBuffer *to, void *memory);

/// The root mean square of the finite elements of floats.
double asBufferMagnitude(const AsBuffer *buffer, const void *memory);

/// How far two arrays are apart. For floats each deviation |a - b| is divided
/// by the largest of |b|, asBufferMagnitude of b, and the buffer's own
/// magnitude; equal infinities and NaN against NaN deviate by 0, otherwise NaN
/// deviates by infinity. For integers it is the number of elements that differ.
/// *where is the element that deviates most.
double asBufferDeviation(const AsBuffer *buffer, const void *actual,
                         const void *expected, int64_t *where);

/// One element as a number, for a message.
double asBufferElement(const AsBuffer *buffer, const void *memory,
                       int64_t index);

/// The accepted deviation of results that depend on sums of `reductionLength`
/// products: roundoff * (32 + 16 * sqrt(reductionLength)). 0 for integers.
double asBufferTolerance(const AsBuffer *buffer, int64_t reductionLength);

/// The additional deviation accepted if operands of products were rounded
/// before, with a relative error of up to `roundoff`: 8 * roundoff. A product
/// is off by twice that at most. So is a sum of products, relative to its size,
/// since errors are independent; a few of millions of sums are off by four
/// times as much.
double asOperandTolerance(double roundoff);

#endif // AS_MEASURE_ENTRY_BUFFERS_H
