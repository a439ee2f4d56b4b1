//===- entry-buffers.c - Buffers of entry points: filling and comparing
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See entry-buffers.h. Arrays are compared as doubles in blocks, so that the
// element type is switched on once per block and the loops over a block are
// simple.
//
//===----------------------------------------------------------------------===//

#include "measure/entry-buffers.h"
#include "support/random.h"
#include <math.h>
#include <string.h>

size_t asBufferBytes(const AsBuffer *buffer) {
  return (size_t)buffer->count * (size_t)asElementBytes(buffer->element);
}

//===----------------------------------------------------------------------===//
// Elements as numbers
//===----------------------------------------------------------------------===//

static uint16_t bfloatFromFloat(float value) {
  // Truncates.
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return (uint16_t)(bits >> 16);
}

static float floatFromBfloat(uint16_t value) {
  uint32_t bits = (uint32_t)value << 16;
  float result;
  memcpy(&result, &bits, sizeof result);
  return result;
}

/// Runs `statement` with `Type` as the C type of `element`. C11 has no type for
/// bf16.
#define WITH_TYPE_OF(element, statement)                                       \
  switch (element) {                                                           \
    TYPE_CASE(F32, float, statement)                                           \
    TYPE_CASE(F64, double, statement)                                          \
    TYPE_CASE(F16, _Float16, statement)                                        \
    TYPE_CASE(I1, uint8_t, statement)                                          \
    TYPE_CASE(I8, int8_t, statement)                                           \
    TYPE_CASE(I16, int16_t, statement)                                         \
    TYPE_CASE(I32, int32_t, statement)                                         \
    TYPE_CASE(I64, int64_t, statement)                                         \
    TYPE_CASE(INDEX, int64_t, statement)                                       \
  case AS_ELEMENT_BF16:                                                        \
  case AS_NUM_ELEMENTS:                                                        \
    break;                                                                     \
  }
#define TYPE_CASE(suffix, type, statement)                                     \
  case AS_ELEMENT_##suffix: {                                                  \
    typedef type Type;                                                         \
    statement;                                                                 \
    break;                                                                     \
  }

/// Reads `count` elements from index `first` on.
static void loadBlock(const AsBuffer *buffer, const void *memory, int64_t first,
                      int64_t count, double *values) {
  if (buffer->element == AS_ELEMENT_BF16)
    for (int64_t i = 0; i < count; i++)
      values[i] = floatFromBfloat(((const uint16_t *)memory)[first + i]);
  WITH_TYPE_OF(buffer->element, {
    for (int64_t i = 0; i < count; i++)
      values[i] = (double)((const Type *)memory)[first + i];
  })
}

/// Writes `count` elements from index `first` on.
static void storeBlock(const AsBuffer *buffer, void *memory, int64_t first,
                       int64_t count, const double *values) {
  if (buffer->element == AS_ELEMENT_BF16)
    for (int64_t i = 0; i < count; i++)
      ((uint16_t *)memory)[first + i] = bfloatFromFloat((float)values[i]);
  WITH_TYPE_OF(buffer->element, {
    for (int64_t i = 0; i < count; i++)
      ((Type *)memory)[first + i] = (Type)values[i];
  })
}

enum { blockLength = 512 };

static int64_t lengthOfBlock(const AsBuffer *buffer, int64_t first) {
  int64_t left = buffer->count - first;
  return left < blockLength ? left : blockLength;
}

double asBufferElement(const AsBuffer *buffer, const void *memory,
                       int64_t index) {
  double value = 0;
  loadBlock(buffer, memory, index, 1, &value);
  return value;
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// Multiples of the spacing just below 1, uniform in [-1, 1). The type holds
/// all of them exactly, so none is rounded, and none rounds up to 1.
static void drawFloats(AsRandom *random, double roundoff, int64_t count,
                       double *values) {
  int precision = -ilogb(roundoff); // The bits that tell two of them apart.
  for (int64_t i = 0; i < count; i++) {
    uint64_t bits = asRandomBits(random) >> (64 - precision);
    values[i] = (double)bits * (2 * roundoff) - 1;
  }
}

/// The least number that the type cannot hold, or that is no index.
static double endOfIndices(const AsBuffer *buffer) {
  double most = exp2(8 * asElementBytes(buffer->element) - 1);
  return fmin((double)buffer->extent, most);
}

/// Indices where there is an extent, else in [-8, 8), or 0 or 1.
static void drawIntegers(AsRandom *random, const AsBuffer *buffer,
                         int64_t count, double *values) {
  bool isLogical = buffer->element == AS_ELEMENT_I1;
  double scale = 16, offset = -8;
  if (isLogical)
    scale = 2, offset = 0;
  else if (buffer->extent > 0)
    scale = endOfIndices(buffer), offset = 0;
  else if (buffer->element == AS_ELEMENT_INDEX)
    scale = 0, offset = 0;
  for (int64_t i = 0; i < count; i++) {
    double uniform = (double)(asRandomBits(random) >> 11) * 0x1p-53;
    values[i] = floor(uniform * scale) + offset;
  }
}

void asBufferFill(const AsBuffer *buffer, void *memory, uint64_t seed,
                  int index) {
  // Streams of splitmix64 are shifts of each other, so nearby seeds are mixed
  // before they are used side by side.
  AsRandom mixer = {seed};
  mixer.state = asRandomBits(&mixer) + (uint64_t)index;
  mixer.state = asRandomBits(&mixer) + (uint64_t)buffer->element;
  AsRandom random = {asRandomBits(&mixer)};
  double roundoff = asElementRoundoff(buffer->element), values[blockLength];
  for (int64_t first = 0; first < buffer->count; first += blockLength) {
    int64_t length = lengthOfBlock(buffer, first);
    if (roundoff > 0)
      drawFloats(&random, roundoff, length, values);
    else
      drawIntegers(&random, buffer, length, values);
    storeBlock(buffer, memory, first, length, values);
  }
}

void asBufferScale(const AsBuffer *buffer, void *memory, double scale,
                   double offset) {
  double values[blockLength];
  for (int64_t first = 0; first < buffer->count; first += blockLength) {
    int64_t length = lengthOfBlock(buffer, first);
    loadBlock(buffer, memory, first, length, values);
    for (int64_t i = 0; i < length; i++)
      values[i] = offset + scale * values[i];
    storeBlock(buffer, memory, first, length, values);
  }
}

void asBufferConvert(const AsBuffer *from, const void *source,
                     const AsBuffer *to, void *memory) {
  if (from->element == to->element) {
    memcpy(memory, source, asBufferBytes(to));
    return;
  }
  double values[blockLength];
  for (int64_t first = 0; first < to->count; first += blockLength) {
    int64_t length = lengthOfBlock(to, first);
    loadBlock(from, source, first, length, values);
    storeBlock(to, memory, first, length, values);
  }
}

void asBufferPoison(const AsBuffer *buffer, void *memory) {
  // All ones are a NaN in every format, one that no operation produces.
  memset(memory, asElementIsFloat(buffer->element) ? 0xff : 0xa5,
         asBufferBytes(buffer));
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

/// Divides by the largest element first, so that no square overflows.
double asBufferMagnitude(const AsBuffer *buffer, const void *memory) {
  double values[blockLength], largest = 0, sum = 0;
  for (int64_t first = 0; first < buffer->count; first += blockLength) {
    int64_t length = lengthOfBlock(buffer, first);
    loadBlock(buffer, memory, first, length, values);
    for (int64_t i = 0; i < length; i++)
      if (isfinite(values[i]) && fabs(values[i]) > largest)
        largest = fabs(values[i]);
  }
  if (largest == 0)
    return 0;
  int64_t finite = 0;
  for (int64_t first = 0; first < buffer->count; first += blockLength) {
    int64_t length = lengthOfBlock(buffer, first);
    loadBlock(buffer, memory, first, length, values);
    for (int64_t i = 0; i < length; i++)
      if (isfinite(values[i])) {
        sum += values[i] / largest * (values[i] / largest);
        finite++;
      }
  }
  return largest * sqrt(sum / (double)finite);
}

static double deviationOf(double actual, double expected, double scale) {
  if (actual == expected || (isnan(actual) && isnan(expected)))
    return 0;
  if (!isfinite(actual) || !isfinite(expected))
    return INFINITY;
  return fabs(actual - expected) / fmax(fabs(expected), scale);
}

static double floatDeviation(const AsBuffer *buffer, const void *actual,
                             const void *expected, int64_t *where) {
  double scale = fmax(asBufferMagnitude(buffer, expected), buffer->magnitude);
  double worst = 0;
  double ours[blockLength], theirs[blockLength];
  for (int64_t first = 0; first < buffer->count; first += blockLength) {
    int64_t length = lengthOfBlock(buffer, first);
    loadBlock(buffer, actual, first, length, ours);
    loadBlock(buffer, expected, first, length, theirs);
    for (int64_t i = 0; i < length; i++) {
      double deviation = deviationOf(ours[i], theirs[i], scale);
      if (deviation > worst) {
        worst = deviation;
        *where = first + i;
      }
    }
  }
  return worst;
}

static double integerDeviation(const AsBuffer *buffer, const void *actual,
                               const void *expected, int64_t *where) {
  size_t size = (size_t)asElementBytes(buffer->element);
  int64_t differing = 0;
  for (int64_t i = 0; i < buffer->count; i++)
    if (memcmp((const char *)actual + (size_t)i * size,
               (const char *)expected + (size_t)i * size, size) != 0 &&
        differing++ == 0)
      *where = i;
  return (double)differing;
}

double asBufferDeviation(const AsBuffer *buffer, const void *actual,
                         const void *expected, int64_t *where) {
  *where = 0;
  if (memcmp(actual, expected, asBufferBytes(buffer)) == 0)
    return 0;
  return asElementIsFloat(buffer->element)
             ? floatDeviation(buffer, actual, expected, where)
             : integerDeviation(buffer, actual, expected, where);
}

double asBufferTolerance(const AsBuffer *buffer, int64_t reductionLength) {
  return asElementRoundoff(buffer->element) *
         (32 + 16 * sqrt((double)reductionLength));
}

double asOperandTolerance(double roundoff) { return 8 * roundoff; }
