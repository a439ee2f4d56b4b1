//===- packet.c - Values in a message
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nothing is aligned inside a packet, hence the copies. A string is bytes
// whose last one, the NUL, is sent along, so that it can be read in place.
//
//===----------------------------------------------------------------------===//

#include "support/packet.h"
#include <string.h>

void asPacketPutInt(AsText *packet, int64_t value) {
  asTextAppend(packet, (const char *)&value, sizeof value);
}

void asPacketPutDouble(AsText *packet, double value) {
  asTextAppend(packet, (const char *)&value, sizeof value);
}

void asPacketPutBytes(AsText *packet, const void *data, size_t length) {
  asPacketPutInt(packet, (int64_t)length);
  asTextAppend(packet, data, length);
}

void asPacketPutString(AsText *packet, const char *string) {
  asPacketPutBytes(packet, string, strlen(string) + 1);
}

/// The next `length` bytes, or NULL (and failed for good).
static const char *take(AsPacketReader *reader, uint64_t length) {
  if (reader->failed || length > reader->left) {
    reader->failed = true;
    return NULL;
  }
  const char *data = reader->data;
  reader->data += length;
  reader->left -= length;
  return data;
}

int64_t asPacketInt(AsPacketReader *reader) {
  int64_t value = 0;
  const char *data = take(reader, sizeof value);
  if (data)
    memcpy(&value, data, sizeof value);
  return value;
}

double asPacketDouble(AsPacketReader *reader) {
  double value = 0;
  const char *data = take(reader, sizeof value);
  if (data)
    memcpy(&value, data, sizeof value);
  return value;
}

const char *asPacketBytes(AsPacketReader *reader, size_t *length) {
  // A negative length is huge as an unsigned one, and refused.
  uint64_t wanted = (uint64_t)asPacketInt(reader);
  const char *data = take(reader, wanted);
  *length = data ? wanted : 0;
  return data ? data : "";
}

const char *asPacketString(AsPacketReader *reader) {
  size_t length;
  const char *data = asPacketBytes(reader, &length);
  if (length && memchr(data, 0, length) == data + length - 1)
    return data;
  reader->failed = true;
  return "";
}
