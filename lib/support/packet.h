//===- packet.h - Values in a message
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The payload of a message between as-opt and its children is a sequence of
// values in host byte order (both ends are the same build on the same
// machine). Writing appends to an AsText; reading is bounds-checked, and once
// a read fails, all later ones do too, so that one check at the end suffices.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_PACKET_H
#define AS_SUPPORT_PACKET_H

#include "support/text.h"
#include <stdbool.h>
#include <stdint.h>

void asPacketPutInt(AsText *packet, int64_t value);
void asPacketPutDouble(AsText *packet, double value);
void asPacketPutBytes(AsText *packet, const void *data, size_t length);
void asPacketPutString(AsText *packet, const char *string);

typedef struct AsPacketReader {
  const char *data;
  size_t left;
  bool failed; ///< A read went past the end; all values since are zero.
} AsPacketReader;

int64_t asPacketInt(AsPacketReader *reader);
double asPacketDouble(AsPacketReader *reader);
/// Points into the message; *length 0 and "" on failure.
const char *asPacketBytes(AsPacketReader *reader, size_t *length);
/// NUL-terminated, pointing into the message; "" on failure.
const char *asPacketString(AsPacketReader *reader);

#endif // AS_SUPPORT_PACKET_H
