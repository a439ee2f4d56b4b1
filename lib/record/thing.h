//===- thing.h - What a store keeps beside records
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The address of a record is made of hashes and names. Things say what these
// mean: the text of a task, the script of a sketch, the caches of a target. A
// thing is of a kind and has a key, under which it is found again. What is in
// it concerns those who put it and read it (docs/records.md has a table), so a
// new kind changes neither the stores nor their schema.
//
//===----------------------------------------------------------------------===//

#ifndef AS_RECORD_THING_H
#define AS_RECORD_THING_H

#include "as/record.h"
#include "record/canonical-json.h"
#include "support/hash.h"

enum { AS_THING_MAX_BYTES = 64 << 20 };

/// All of it is borrowed.
typedef struct AsThing {
  const char *kind; ///< "task", "sketch", ...
  const char *key;  ///< Unique within the kind.
  const char *data; ///< A canonical JSON object; NULL is "{}".
  const void *bytes;
  size_t size;
} AsThing;

/// Valid for the call only. A status other than AS_OK ends the visit.
typedef AsStatus (*AsThingVisitor)(const AsThing *thing, void *context,
                                   AsError *error);

/// Adds `thing`, or puts it in the place of the one with its kind and key. One
/// that is there already, as it is, costs a look only.
AsStatus asStorePutThing(AsStore *store, const AsThing *thing, AsError *error);

/// Visits the things of a kind and with a key, in the order of both, byte by
/// byte. NULL matches all.
AsStatus asStoreVisitThings(AsStore *store, const char *kind, const char *key,
                            AsThingVisitor visitor, void *context,
                            AsError *error);

/// Fills in data and bytes where there are none, and checks that the thing can
/// be stored and exported without loss. AS_INVALID_INPUT says what is wrong.
AsStatus asThingComplete(AsThing *thing, AsError *error);

/// Of all that is in a complete thing.
AsHash asThingHash(const AsThing *thing);

/// A thing being read; it points into the JSON that it is read from, and here.
typedef struct AsThingReading {
  AsThing thing;
  AsText data, bytes;
} AsThingReading;

/// Whether a line of JSON is a thing, not a record.
bool asThingIsJson(const cJSON *object);

/// Appends a complete thing as one object, with no end of the line.
void asThingAppendJson(AsText *text, const AsThing *thing);

/// Reads a thing; AS_INVALID_INPUT says what is wrong with `object`.
AsStatus asThingReadJson(AsThingReading *reading, const cJSON *object,
                         AsError *error);
void asThingReadingFree(AsThingReading *reading);

#endif // AS_RECORD_THING_H
