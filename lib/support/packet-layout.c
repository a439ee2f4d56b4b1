//===- packet-layout.c - Structs in a packet, by a table of their members
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For each kind, put and get stand next to each other.
//
//===----------------------------------------------------------------------===//

#include "support/packet-layout.h"
#include "support/packet.h"
#include <limits.h>
#include <string.h>

/// What reading carries along.
typedef struct Source {
  AsPacketReader packet;
  AsArena *arena;
} Source;

static void putFields(const AsPacketLayout *layout, const char *value,
                      AsText *packet);
static void getFields(const AsPacketLayout *layout, Source *source,
                      char *value);

/// A whole number in [0, limit), or 0 after a failure.
static int64_t getBelow(AsPacketReader *packet, int64_t limit) {
  int64_t number = asPacketInt(packet);
  if (number >= 0 && number < limit)
    return number;
  packet->failed = true;
  return 0;
}

static int getInt(AsPacketReader *packet) {
  int64_t number = asPacketInt(packet);
  if (number >= INT_MIN && number <= INT_MAX)
    return (int)number;
  packet->failed = true;
  return 0;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void putOptional(const char *string, AsText *packet) {
  asPacketPutInt(packet, string != NULL);
  if (string)
    asPacketPutString(packet, string);
}

static const char *getOptional(AsPacketReader *packet) {
  return getBelow(packet, 2) ? asPacketString(packet) : NULL;
}

static void getChars(AsPacketReader *packet, char *chars, size_t size) {
  const char *string = asPacketString(packet);
  size_t length = strlen(string);
  if (length < size)
    memcpy(chars, string, length + 1);
  else
    packet->failed = true;
}

static void getText(AsPacketReader *packet, AsText *text) {
  size_t length;
  const char *data = asPacketBytes(packet, &length);
  asTextAppend(text, data, length);
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

static void putDoubles(const double *numbers, int count, AsText *packet) {
  for (int i = 0; i < count; i++)
    asPacketPutDouble(packet, numbers[i]);
}

static void getDoubles(AsPacketReader *packet, double *numbers, int count,
                       size_t capacity) {
  if (count < 0 || (size_t)count > capacity) {
    packet->failed = true;
    return;
  }
  for (int i = 0; i < count; i++)
    numbers[i] = asPacketDouble(packet);
}

static void putArray(const AsPacketLayout *element, const char *elements,
                     int count, AsText *packet) {
  for (int i = 0; i < count; i++)
    putFields(element, elements + (size_t)i * element->size, packet);
}

static const void *getArray(const AsPacketLayout *element, Source *source,
                            int count) {
  // An element takes eight bytes at least, which bounds what is allocated.
  if (source->packet.failed || count < 0 ||
      (size_t)count > source->packet.left / 8) {
    source->packet.failed = true;
    return NULL;
  }
  char *elements = asArenaAlloc(source->arena, (size_t)count * element->size);
  for (int i = 0; i < count; i++)
    getFields(element, source, elements + (size_t)i * element->size);
  return elements;
}

//===----------------------------------------------------------------------===//
// Structs
//===----------------------------------------------------------------------===//

static void putField(const AsPacketField *field, const char *value,
                     AsText *packet) {
  const void *member = value + field->offset;
  const void *count = value + field->countOffset;
  switch (field->kind) {
  case AS_FIELD_BOOL:
    asPacketPutInt(packet, *(const bool *)member);
    break;
  case AS_FIELD_INT:
    asPacketPutInt(packet, *(const int *)member);
    break;
  case AS_FIELD_WORD:
    asPacketPutInt(packet, *(const int64_t *)member);
    break;
  case AS_FIELD_ENUM:
    asPacketPutInt(packet, *(const unsigned *)member);
    break;
  case AS_FIELD_DOUBLE:
    asPacketPutDouble(packet, *(const double *)member);
    break;
  case AS_FIELD_STRING:
    asPacketPutString(packet, *(const char *const *)member);
    break;
  case AS_FIELD_OPTIONAL:
    putOptional(*(const char *const *)member, packet);
    break;
  case AS_FIELD_CHARS:
    asPacketPutString(packet, member);
    break;
  case AS_FIELD_TEXT: {
    const AsText *text = member;
    asPacketPutBytes(packet, text->data, text->length);
    break;
  }
  case AS_FIELD_BYTES:
    asPacketPutBytes(packet, *(const void *const *)member,
                     *(const size_t *)count);
    break;
  case AS_FIELD_DOUBLES:
    putDoubles(member, *(const int *)count, packet);
    break;
  case AS_FIELD_ARRAY:
    putArray(field->element, *(const char *const *)member, *(const int *)count,
             packet);
    break;
  }
}

static void getField(const AsPacketField *field, Source *source, char *value) {
  AsPacketReader *packet = &source->packet;
  void *member = value + field->offset;
  void *count = value + field->countOffset;
  switch (field->kind) {
  case AS_FIELD_BOOL:
    *(bool *)member = getBelow(packet, 2);
    break;
  case AS_FIELD_INT:
    *(int *)member = getInt(packet);
    break;
  case AS_FIELD_WORD:
    *(int64_t *)member = asPacketInt(packet);
    break;
  case AS_FIELD_ENUM:
    *(unsigned *)member = (unsigned)getBelow(packet, (int64_t)field->limit);
    break;
  case AS_FIELD_DOUBLE:
    *(double *)member = asPacketDouble(packet);
    break;
  case AS_FIELD_STRING:
    *(const char **)member = asPacketString(packet);
    break;
  case AS_FIELD_OPTIONAL:
    *(const char **)member = getOptional(packet);
    break;
  case AS_FIELD_CHARS:
    getChars(packet, member, field->limit);
    break;
  case AS_FIELD_TEXT:
    getText(packet, member);
    break;
  case AS_FIELD_BYTES:
    *(const void **)member = asPacketBytes(packet, count);
    break;
  case AS_FIELD_DOUBLES:
    getDoubles(packet, member, *(const int *)count, field->limit);
    break;
  case AS_FIELD_ARRAY:
    *(const void **)member =
        getArray(field->element, source, *(const int *)count);
    break;
  }
}

static void putFields(const AsPacketLayout *layout, const char *value,
                      AsText *packet) {
  for (size_t f = 0; f < layout->numFields; f++)
    putField(&layout->fields[f], value, packet);
}

static void getFields(const AsPacketLayout *layout, Source *source,
                      char *value) {
  for (size_t f = 0; f < layout->numFields && !source->packet.failed; f++)
    getField(&layout->fields[f], source, value);
  if (!source->packet.failed && layout->isSane && !layout->isSane(value))
    source->packet.failed = true;
}

void asPacketPut(const AsPacketLayout *layout, const void *value,
                 AsText *packet) {
  putFields(layout, value, packet);
}

bool asPacketGet(const AsPacketLayout *layout, const void *data, size_t length,
                 AsArena *arena, void *value) {
  Source source = {{data, length, false}, arena};
  memset(value, 0, layout->size);
  getFields(layout, &source, value);
  return !source.packet.failed && source.packet.left == 0;
}
