//===- npy.c - NumPy's file format
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-run/npy.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "\x93NUMPY";
enum { magicLength = sizeof magic - 1, maxDescr = 32 };

/// What the header says.
typedef struct Header {
  char descr[maxDescr]; ///< "<f4"
  bool isFortran;
  AsShape shape;
} Header;

//===----------------------------------------------------------------------===//
// The header: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
//===----------------------------------------------------------------------===//

/// What is left of the header. It is followed by a NUL or by the elements, so
/// that nothing may be read at `end`.
typedef struct Cursor {
  const char *start, *next, *end;
} Cursor;

static AsStatus failAt(const Cursor *cursor, const char *expected,
                       AsError *error) {
  return asFail(error, AS_INVALID_INPUT,
                "malformed header: expected %s at byte %td of it", expected,
                cursor->next - cursor->start);
}

/// The next character that is no space; 0 at the end.
static char peek(Cursor *cursor) {
  while (cursor->next < cursor->end && isspace((unsigned char)*cursor->next))
    cursor->next++;
  return cursor->next < cursor->end ? *cursor->next : 0;
}

static bool take(Cursor *cursor, char wanted) {
  if (peek(cursor) != wanted || wanted == 0)
    return false;
  cursor->next++;
  return true;
}

static bool takeWord(Cursor *cursor, const char *word) {
  peek(cursor);
  size_t length = strlen(word);
  if ((size_t)(cursor->end - cursor->next) < length ||
      memcmp(cursor->next, word, length) != 0)
    return false;
  cursor->next += length;
  return true;
}

static AsStatus takeString(Cursor *cursor, char *text, AsError *error) {
  char quote = peek(cursor);
  if (quote == '[')
    return asFail(error, AS_UNSUPPORTED,
                  "the elements are records, not numbers");
  if (quote != '\'' && quote != '"')
    return failAt(cursor, "a string", error);
  const char *first = cursor->next + 1;
  const char *last = memchr(first, quote, (size_t)(cursor->end - first));
  if (!last || last - first >= maxDescr)
    return failAt(cursor, "a short string", error);
  memcpy(text, first, (size_t)(last - first));
  text[last - first] = 0;
  cursor->next = last + 1;
  return AS_OK;
}

static AsStatus takeSize(Cursor *cursor, int64_t *size, AsError *error) {
  char digits[24] = "";
  size_t length = 0;
  for (peek(cursor); cursor->next + length < cursor->end &&
                     isdigit((unsigned char)cursor->next[length]);)
    length++;
  if (length == 0 || length >= sizeof digits)
    return failAt(cursor, "a size", error);
  memcpy(digits, cursor->next, length);
  errno = 0;
  *size = strtoll(digits, NULL, 10);
  if (errno)
    return failAt(cursor, "a size that fits in 64 bits", error);
  cursor->next += length;
  return AS_OK;
}

/// "()", "(3,)", "(3, 4)" and so on.
static AsStatus takeShape(Cursor *cursor, AsShape *shape, AsError *error) {
  if (!take(cursor, '('))
    return failAt(cursor, "'('", error);
  *shape = (AsShape){0};
  while (!take(cursor, ')')) {
    if (shape->rank == AS_SHAPE_MAX_RANK)
      return asFail(error, AS_UNSUPPORTED, "more than %d dimensions",
                    AS_SHAPE_MAX_RANK);
    AsStatus status = takeSize(cursor, &shape->sizes[shape->rank], error);
    if (status)
      return status;
    shape->rank++;
    // One size without a comma is a number in parentheses, not a tuple.
    if (!take(cursor, ',') && (shape->rank == 1 || peek(cursor) != ')'))
      return failAt(cursor, "','", error);
  }
  return AS_OK;
}

static AsStatus takeBool(Cursor *cursor, bool *value, AsError *error) {
  *value = takeWord(cursor, "True");
  return *value || takeWord(cursor, "False")
             ? AS_OK
             : failAt(cursor, "True or False", error);
}

static AsStatus parseHeader(Cursor cursor, Header *header, AsError *error) {
  static const char *const keys[] = {"descr", "fortran_order", "shape"};
  enum { numKeys = sizeof keys / sizeof *keys };
  bool seen[numKeys] = {false};
  if (!take(&cursor, '{'))
    return failAt(&cursor, "'{'", error);
  while (!take(&cursor, '}')) {
    char key[maxDescr];
    AsStatus status = takeString(&cursor, key, error);
    if (status)
      return status;
    int which = 0;
    while (which < numKeys && strcmp(key, keys[which]) != 0)
      which++;
    if (which == numKeys || seen[which])
      return asFail(error, AS_INVALID_INPUT,
                    "malformed header: key '%s' is unknown or repeated", key);
    seen[which] = true;
    if (!take(&cursor, ':'))
      return failAt(&cursor, "':'", error);
    status = which == 0   ? takeString(&cursor, header->descr, error)
             : which == 1 ? takeBool(&cursor, &header->isFortran, error)
                          : takeShape(&cursor, &header->shape, error);
    if (status)
      return status;
    if (!take(&cursor, ',') && peek(&cursor) != '}')
      return failAt(&cursor, "',' or '}'", error);
  }
  if (peek(&cursor))
    return failAt(&cursor, "nothing more", error);
  for (int i = 0; i < numKeys; i++)
    if (!seen[i])
      return asFail(error, AS_INVALID_INPUT, "malformed header: no '%s'",
                    keys[i]);
  return AS_OK;
}

/// Finds the header by its length, which version 1 writes in two bytes and
/// later ones in four, and what follows it.
static AsStatus findHeader(const char *data, size_t length, Cursor *header,
                           AsError *error) {
  if (length < magicLength + 2 || memcmp(data, magic, magicLength) != 0)
    return asFail(error, AS_INVALID_INPUT, "is no .npy file");
  const unsigned char *bytes = (const unsigned char *)data;
  int version = bytes[magicLength];
  if (version < 1 || version > 3 || bytes[magicLength + 1] != 0)
    return asFail(error, AS_UNSUPPORTED,
                  "version %d.%d of the .npy format is not known", version,
                  bytes[magicLength + 1]);
  size_t start = magicLength + (version == 1 ? 4 : 6), size = 0;
  if (length >= start)
    for (size_t i = start; i > magicLength + 2; i--)
      size = size << 8 | bytes[i - 1];
  if (length < start || length - start < size)
    return asFail(error, AS_INVALID_INPUT,
                  "ends after %zu bytes, within its header", length);
  *header = (Cursor){data + start, data + start, data + start + size};
  return AS_OK;
}

//===----------------------------------------------------------------------===//
// Types and shapes
//===----------------------------------------------------------------------===//

static bool isInteger(char kind) { return kind == 'i' || kind == 'u'; }

/// A descr is byte order, kind, size. Signless integers may be unsigned, and
/// raw bytes have no byte order.
static bool describes(const char *descr, AsElement element) {
  const char *own = asElementNumpy(element);
  bool sameKind = descr[0] && (descr[1] == own[1] ||
                               (isInteger(descr[1]) && isInteger(own[1])));
  bool sameOrder = descr[0] == own[0] ||
                   (own[0] == '|' && descr[0] && strchr("<>=", descr[0])) ||
                   (own[1] == 'V' && descr[0] == '|');
  return sameKind && sameOrder && strcmp(descr + 2, own + 2) == 0;
}

static AsStatus failType(const char *descr, AsElement element, AsError *error) {
  return asFail(error, AS_INVALID_INPUT,
                "has elements of type '%s'%s, but '%s' (%s) is needed", descr,
                descr[0] == '>' ? " (big-endian)" : "", asElementNumpy(element),
                asElementName(element));
}

static bool sameShape(const AsShape *a, const AsShape *b) {
  return a->rank == b->rank &&
         memcmp(a->sizes, b->sizes, (size_t)a->rank * sizeof *a->sizes) == 0;
}

static AsStatus failShape(const AsShape *got, const AsShape *wanted,
                          AsElement element, AsError *error) {
  AsText ours = {0}, theirs = {0};
  asShapeFormat(got, asElementName(element), &ours);
  asShapeFormat(wanted, asElementName(element), &theirs);
  AsStatus status = asFail(error, AS_INVALID_INPUT, "is %s, but %s is needed",
                           ours.data, theirs.data);
  asTextFree(&ours);
  asTextFree(&theirs);
  return status;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

AsStatus asNpyDecode(const char *data, size_t length, const AsBuffer *buffer,
                     const AsShape *shape, void *memory, AsError *error) {
  Cursor text;
  Header header;
  AsStatus status = findHeader(data, length, &text, error);
  if (!status)
    status = parseHeader(text, &header, error);
  if (status)
    return status;
  if (!describes(header.descr, buffer->element))
    return failType(header.descr, buffer->element, error);
  if (!sameShape(&header.shape, shape))
    return failShape(&header.shape, shape, buffer->element, error);
  if (header.isFortran && shape->rank > 1)
    return asFail(error, AS_UNSUPPORTED,
                  "is in Fortran order; save numpy.ascontiguousarray(a)");
  size_t wanted = asBufferBytes(buffer),
         got = (size_t)(data + length - text.end);
  if (got != wanted)
    return asFail(error, AS_INVALID_INPUT,
                  "has %zu bytes of elements, but its shape needs %zu", got,
                  wanted);
  if (wanted)
    memcpy(memory, text.end, wanted);
  return AS_OK;
}

void asNpyEncode(const AsBuffer *buffer, const AsShape *shape,
                 const void *memory, AsText *file) {
  AsText header = {0};
  asTextFormat(&header, "{'descr': '%s', 'fortran_order': False, 'shape': (",
               asElementNumpy(buffer->element));
  for (int i = 0; i < shape->rank; i++)
    asTextFormat(&header, i ? ", %" PRId64 : "%" PRId64, shape->sizes[i]);
  asTextAppendString(&header, shape->rank == 1 ? ",), }" : "), }");
  // The header ends in a newline, and the elements start at a multiple of 64.
  enum { preamble = magicLength + 4, alignment = 64 };
  size_t used = preamble + header.length + 1;
  asTextFormat(&header, "%*s\n",
               (int)((alignment - used % alignment) % alignment), "");
  const char version[] = {1, 0, (char)(header.length & 0xff),
                          (char)(header.length >> 8)};
  asTextAppend(file, magic, magicLength);
  asTextAppend(file, version, sizeof version);
  asTextAppend(file, header.data, header.length);
  asTextAppend(file, memory, asBufferBytes(buffer));
  asTextFree(&header);
}

AsStatus asNpyRead(const char *path, const AsBuffer *buffer,
                   const AsShape *shape, void *memory, AsError *error) {
  AsText file = {0};
  AsStatus status = asReadFile(path, &file, error);
  if (!status) {
    status = asNpyDecode(file.data, file.length, buffer, shape, memory, error);
    if (status)
      asFailContext(error, "%s", path);
  }
  asTextFree(&file);
  return status;
}

AsStatus asNpyWrite(const char *path, const AsBuffer *buffer,
                    const AsShape *shape, const void *memory, AsError *error) {
  AsText file = {0};
  asNpyEncode(buffer, shape, memory, &file);
  AsStatus status = asWriteFile(path, file.data, file.length, error);
  asTextFree(&file);
  return status;
}
