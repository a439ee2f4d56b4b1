//===- packet-layout.h - Structs in a packet, by a table of their members
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A layout is a table with one row for each member of a struct that is sent.
// asPacketPut and asPacketGet walk the same table, so they agree on members,
// order and types. For example:
//
//   static const AsPacketField fields[] = {
//       AS_PACKET_FIELD(AsRunnerJob, task),
//       AS_PACKET_BYTES(AsRunnerJob, object, objectLength),
//   };
//   const AsPacketLayout layout = AS_PACKET_LAYOUT(type, AsRunnerJob, fields);
//
// The rows take the kind of a member from its type, or check it: a row for a
// member of another type does not compile.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_PACKET_LAYOUT_H
#define AS_SUPPORT_PACKET_LAYOUT_H

#include "support/arena.h"
#include "support/text.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum AsFieldKind {
  AS_FIELD_BOOL,
  AS_FIELD_INT,
  AS_FIELD_WORD, ///< int64_t or uint64_t.
  AS_FIELD_ENUM, ///< Counting up from 0.
  AS_FIELD_DOUBLE,
  AS_FIELD_STRING,   ///< const char *, never NULL.
  AS_FIELD_OPTIONAL, ///< const char *, which may be NULL.
  AS_FIELD_CHARS,    ///< char[N] with a NUL.
  AS_FIELD_TEXT,     ///< AsText; the reader gets a copy, which it owns.
  AS_FIELD_BYTES,    ///< const void * and a size_t.
  AS_FIELD_DOUBLES,  ///< double[N], of which an int says how many are used.
  AS_FIELD_ARRAY,    ///< Pointer to structs, and an int.
} AsFieldKind;

typedef struct AsPacketLayout AsPacketLayout;

/// One row: a member that is sent.
typedef struct AsPacketField {
  AsFieldKind kind;
  size_t offset;
  size_t countOffset; ///< Of BYTES, DOUBLES, ARRAY: the member that counts.
  size_t limit; ///< ENUM: number of values; CHARS, DOUBLES: elements of [N].
  const AsPacketLayout *element; ///< Of an ARRAY.
} AsPacketField;

struct AsPacketLayout {
  uint32_t
      type;    ///< Of the message with this payload; 0 for an ARRAY's element.
  size_t size; ///< Of the struct.
  const AsPacketField *fields;
  size_t numFields;
  bool (*isSane)(const void *value); ///< What the types do not say, or NULL.
};

#define AS_PACKET_LAYOUT(messageType, valueType, rows, ...)                    \
  {                                                                            \
    .type = (messageType), .size = sizeof(valueType), .fields = (rows),        \
    .numFields = sizeof(rows) / sizeof *(rows), __VA_ARGS__                    \
  }

/// The member as an operand of _Generic or sizeof; it is not evaluated.
#define AS_PACKET_MEMBER(type, member) (((const type *)0)->member)

/// Its offset, if the type of the member is `wanted`.
#define AS_PACKET_OFFSET(type, member, wanted)                                 \
  _Generic(AS_PACKET_MEMBER(type, member), wanted : offsetof(type, member))

/// A bool, an int, 64 bits, a double, a string that is never NULL, an AsText.
#define AS_PACKET_FIELD(type, member)                                             \
  {                                                                               \
    .kind = _Generic(AS_PACKET_MEMBER(type, member),                            \
       bool: AS_FIELD_BOOL,                                                    \
       int: AS_FIELD_INT,                                                      \
       int64_t: AS_FIELD_WORD,                                                 \
       uint64_t: AS_FIELD_WORD,                                                \
       double: AS_FIELD_DOUBLE,                                                \
       const char *: AS_FIELD_STRING,                                          \
       AsText: AS_FIELD_TEXT),                                                 \
   .offset = offsetof(type, member) \
  }

#define AS_PACKET_ENUM(type, member, enumType, numValues)                      \
  {                                                                            \
    .kind = AS_FIELD_ENUM, .offset = AS_PACKET_OFFSET(type, member, enumType), \
    .limit = (numValues)                                                       \
  }

#define AS_PACKET_OPTIONAL(type, member)                                       \
  {                                                                            \
    .kind = AS_FIELD_OPTIONAL,                                                 \
    .offset = AS_PACKET_OFFSET(type, member, const char *)                     \
  }

#define AS_PACKET_CHARS(type, member)                                          \
  {                                                                            \
    .kind = AS_FIELD_CHARS,                                                    \
    .offset = AS_PACKET_OFFSET(type, member, const char *),                    \
    .limit = sizeof AS_PACKET_MEMBER(type, member)                             \
  }

#define AS_PACKET_BYTES(type, member, length)                                  \
  {                                                                            \
    .kind = AS_FIELD_BYTES,                                                    \
    .offset = AS_PACKET_OFFSET(type, member, const void *),                    \
    .countOffset = AS_PACKET_OFFSET(type, length, size_t)                      \
  }

/// The count of DOUBLES and of an ARRAY has a row of its own, before theirs.
#define AS_PACKET_DOUBLES(type, member, count)                                 \
  {                                                                            \
    .kind = AS_FIELD_DOUBLES,                                                  \
    .offset = AS_PACKET_OFFSET(type, member, const double *),                  \
    .countOffset = AS_PACKET_OFFSET(type, count, int),                         \
    .limit = sizeof AS_PACKET_MEMBER(type, member) / sizeof(double)            \
  }

#define AS_PACKET_ARRAY(type, member, count, elementType, elementLayout)       \
  {                                                                            \
    .kind = AS_FIELD_ARRAY,                                                    \
    .offset = AS_PACKET_OFFSET(type, member, const elementType *),             \
    .countOffset = AS_PACKET_OFFSET(type, count, int),                         \
    .element = (elementLayout)                                                 \
  }

/// Appends the struct at `value` to `packet`.
void asPacketPut(const AsPacketLayout *layout, const void *value,
                 AsText *packet);

/// Reads the struct back. Strings and bytes point into `data`; arrays are
/// carved out of `arena`, which may be NULL where the layout has none. False
/// where the packet is cut, has more in it, or holds values that the layout
/// does not allow; *value is not to be used then, but for freeing its AsTexts.
bool asPacketGet(const AsPacketLayout *layout, const void *data, size_t length,
                 AsArena *arena, void *value);

#endif // AS_SUPPORT_PACKET_LAYOUT_H
