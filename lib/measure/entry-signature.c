//===- entry-signature.c - Signatures of entry points
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/entry-signature.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool asShapeCount(const AsShape *shape, int elementBytes, int64_t *count) {
  int64_t bytes = elementBytes;
  *count = 1;
  for (int i = 0; i < shape->rank; i++)
    if (__builtin_mul_overflow(bytes, shape->sizes[i], &bytes) ||
        __builtin_mul_overflow(*count, shape->sizes[i], count))
      return false;
  // Rounding up to pages must not overflow either.
  return bytes <= INT64_MAX / 2;
}

/// The element type of `length` bytes. A complex number is its two parts, along
/// one more dimension.
static AsStatus parseElement(const char *text, size_t length, AsBuffer *buffer,
                             AsShape *shape, AsError *error) {
  static const char prefix[] = "complex<";
  enum { prefixLength = sizeof prefix - 1 };
  const char *part = text;
  size_t partLength = length;
  bool isComplex = length > prefixLength && text[length - 1] == '>' &&
                   memcmp(text, prefix, prefixLength) == 0 &&
                   shape->rank < AS_SHAPE_MAX_RANK;
  if (isComplex) {
    part += prefixLength;
    partLength -= prefixLength + 1;
    shape->sizes[shape->rank++] = 2;
  }
  char name[16] = "";
  if (partLength < sizeof name)
    memcpy(name, part, partLength);
  buffer->element = asElementFromName(name);
  if (buffer->element == AS_NUM_ELEMENTS)
    return asFail(error, AS_UNSUPPORTED, "cannot pass elements of type '%.*s'",
                  (int)length, text);
  return AS_OK;
}

/// Parses a dimension, "4x" or "[n]x". Returns what comes then; NULL if it is
/// none.
static const char *parseDim(const char *text, const char *end, AsArena *arena,
                            AsShape *shape) {
  char *rest;
  int64_t size = 0;
  const char *dynamic = NULL;
  if (*text == '[') {
    size_t length = strcspn(text + 1, "],");
    rest = (char *)text + 1 + length;
    dynamic = asArenaCopy(arena, text + 1, length);
    if (rest >= end || *rest++ != ']' || length == 0)
      return NULL;
  } else {
    errno = 0;
    size = strtoll(text, &rest, 10);
    if (errno)
      return NULL;
  }
  if (rest >= end || *rest != 'x' || shape->rank == AS_SHAPE_MAX_RANK)
    return NULL;
  shape->dynamic[shape->rank] = dynamic;
  shape->sizes[shape->rank++] = size;
  return rest + 1;
}

/// Parses a type "DIMxDIMxTYPE" of `length` bytes.
static AsStatus parseBuffer(const char *text, size_t length, AsArena *arena,
                            AsBuffer *buffer, AsShape *shape, AsError *error) {
  const char *next = text, *end = text + length;
  memset(shape, 0, sizeof *shape);
  while (next < end && (isdigit((unsigned char)*next) || *next == '[')) {
    next = parseDim(next, end, arena, shape);
    if (!next)
      return asFail(error, AS_INVALID_INPUT, "'%.*s' is no type", (int)length,
                    text);
  }
  if (next == text && next < end && *next == 'x')
    next++; // A tensor of rank 0.
  if (parseElement(next, (size_t)(end - next), buffer, shape, error))
    return error->status;
  if (!asShapeCount(shape, asElementBytes(buffer->element), &buffer->count))
    return asFail(error, AS_UNSUPPORTED, "'%.*s' does not fit in memory",
                  (int)length, text);
  return AS_OK;
}

static int countTypes(const char *text, const char *end) {
  int count = text < end;
  for (; text < end; text++)
    count += *text == ',';
  return count;
}

int asSignatureSymbol(const AsSignature *signature, const char *name) {
  for (int s = 0; s < signature->numSymbols; s++)
    if (strcmp(signature->symbols[s], name) == 0)
      return s;
  return -1;
}

/// Arguments name the sizes, and results count them.
static void listSizes(AsSignature *signature, AsArena *arena) {
  signature->symbols = asArenaArray(arena, const char *,
                                    signature->numBuffers *AS_SHAPE_MAX_RANK);
  for (int b = 0; b < signature->numBuffers; b++) {
    const AsShape *shape = &signature->shapes[b];
    for (int r = 0; r < shape->rank; r++) {
      const char *dynamic = shape->dynamic[r];
      signature->isSized |= dynamic != NULL;
      if (dynamic && b >= signature->numArguments)
        signature->numResultSizes++;
      else if (dynamic && asSignatureSymbol(signature, dynamic) < 0)
        signature->symbols[signature->numSymbols++] = dynamic;
    }
  }
}

AsStatus asSignatureSetSizes(AsSignature *signature, const int64_t *sizes,
                             const int64_t *results, AsError *error) {
  for (int b = 0; b < signature->numBuffers; b++) {
    AsShape *shape = &signature->shapes[b];
    AsBuffer *buffer = &signature->buffers[b];
    for (int r = 0; r < shape->rank; r++) {
      const char *dynamic = shape->dynamic[r];
      if (dynamic)
        shape->sizes[r] = buffer->isResult
                              ? *results++
                              : sizes[asSignatureSymbol(signature, dynamic)];
      shape->dynamic[r] = NULL;
    }
    if (!asShapeCount(shape, asElementBytes(buffer->element), &buffer->count))
      return asFail(error, AS_UNSUPPORTED, "an array of '%s' is too large",
                    signature->text);
  }
  return AS_OK;
}

AsStatus asSignatureParse(const char *text, AsArena *arena,
                          AsSignature *signature, AsError *error) {
  AsStatus status = asSignatureParseSized(text, arena, signature, error);
  if (!status && signature->isSized)
    status = asFail(error, AS_UNSUPPORTED,
                    "the signature '%s' has sizes that are known only at run "
                    "time",
                    text);
  return status;
}

AsStatus asSignatureParseSized(const char *text, AsArena *arena,
                               AsSignature *signature, AsError *error) {
  const char *arrow = strstr(text, "->");
  if (!arrow)
    return asFail(error, AS_INVALID_INPUT, "the signature '%s' has no '->'",
                  text);
  const char *results = arrow + 2, *end = text + strlen(text);
  int numArguments = countTypes(text, arrow);
  int numBuffers = numArguments + countTypes(results, end);
  *signature = (AsSignature){
      .text = asArenaCopy(arena, text, strlen(text)),
      .numArguments = numArguments,
      .numBuffers = numBuffers,
      .buffers = asArenaArray(arena, AsBuffer, numBuffers),
      .shapes = asArenaArray(arena, AsShape, numBuffers),
  };
  const char *next = text;
  for (int i = 0; i < numBuffers; i++) {
    bool isResult = i >= numArguments;
    if (i == numArguments)
      next = results;
    size_t left = (size_t)((isResult ? end : arrow) - next);
    const char *comma = memchr(next, ',', left);
    size_t length = comma ? (size_t)(comma - next) : left;
    AsStatus status = parseBuffer(next, length, arena, &signature->buffers[i],
                                  &signature->shapes[i], error);
    if (status) {
      asFailContext(error, "the signature '%s'", text);
      return status;
    }
    signature->buffers[i].isResult = isResult;
    next += length + 1;
  }
  listSizes(signature, arena);
  return AS_OK;
}

bool asSignatureIsOutput(const AsSignature *signature, int buffer) {
  bool hasResults = signature->numBuffers > signature->numArguments;
  return signature->buffers[buffer].isResult == hasResults;
}

bool asSignatureIsScalar(const AsSignature *signature, int buffer) {
  const char *type = signature->text;
  if (buffer >= signature->numArguments) {
    type = strstr(type, "->") + 2;
    buffer -= signature->numArguments;
  }
  for (; buffer > 0; buffer--)
    type = strchr(type, ',') + 1;
  // Types of arrays begin with their shape, which is an x alone for rank 0.
  return !isdigit((unsigned char)*type) && *type != 'x' && *type != '[';
}

void asSignatureNameBuffer(const AsSignature *signature, int buffer,
                           AsText *text) {
  if (buffer < signature->numArguments)
    asTextFormat(text, "argument %d", buffer);
  else
    asTextFormat(text, "result %d", buffer - signature->numArguments);
}

void asShapeFormatIndex(const AsShape *shape, int64_t index, AsText *text) {
  int64_t position[AS_SHAPE_MAX_RANK];
  for (int i = shape->rank - 1; i >= 0; i--) {
    position[i] = index % shape->sizes[i];
    index /= shape->sizes[i];
  }
  for (int i = 0; i < shape->rank; i++)
    asTextFormat(text, "%s%" PRId64 "%s", i ? ", " : "[", position[i],
                 i + 1 == shape->rank ? "]" : "");
}

void asShapeFormat(const AsShape *shape, const char *element, AsText *text) {
  for (int i = 0; i < shape->rank; i++)
    if (shape->dynamic[i])
      asTextFormat(text, "[%s]x", shape->dynamic[i]);
    else
      asTextFormat(text, "%" PRId64 "x", shape->sizes[i]);
  asTextAppendString(text, element);
}
