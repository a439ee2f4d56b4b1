//===- entry-buffers.h - What a compiled entry point takes
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
// Inputs are a function of (seed, index of the buffer, element type) only:
// floating point uniform in [-1, 1), integers uniform in [-8, 8), i1 in {0, 1}
// and index zero, so that gathers stay in bounds; measure/fill-arguments.h
// makes others of them where these do not suit. The same everywhere, so that a
// reference and a candidate, or two processes, see the same data.
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
  int64_t count; ///< Elements.
  bool isResult; ///< Written by the entry point; starts poisoned.
} AsBuffer;

/// Bytes of the buffer.
size_t asBufferBytes(const AsBuffer *buffer);

/// Fills `memory` with the input number `index` of `seed`.
void asBufferFill(const AsBuffer *buffer, void *memory, uint64_t seed,
                  int index);

/// Makes each element offset + scale * what it is, cut to what the type holds.
void asBufferScale(const AsBuffer *buffer, void *memory, double scale,
                   double offset);

/// Fills a result with a pattern that no right answer holds (NaN for floats).
void asBufferPoison(const AsBuffer *buffer, void *memory);

/// How far two arrays are apart. For floats each deviation |a - b| is divided
/// by max(|b|, root mean square of b); equal infinities and NaN against NaN
/// deviate by 0, otherwise NaN deviates by infinity. For integers it is the
/// number of elements that differ. *where is the element that deviates most.
double asBufferDeviation(const AsBuffer *buffer, const void *actual,
                         const void *expected, int64_t *where);

/// One element as a number, for a message.
double asBufferElement(const AsBuffer *buffer, const void *memory,
                       int64_t index);

/// The deviation accepted where each result depends on sums of
/// `reductionLength` products: roundoff * (32 + 16 * sqrt(reductionLength)).
/// 0 for integers.
double asBufferTolerance(const AsBuffer *buffer, int64_t reductionLength);

/// What is accepted beyond that where operands of products were rounded before,
/// by up to `roundoff` of themselves: 8 * roundoff. A product is off by twice
/// that at most, and a sum of them, whose errors do not go together, by no more
/// of what it is however long it is; some of millions of sums by four times as
/// much.
double asOperandTolerance(double roundoff);

#endif // AS_MEASURE_ENTRY_BUFFERS_H
