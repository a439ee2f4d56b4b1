//===- record-fields.h - The fields of a record, as one table
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The SQL schema, the binding and reading of columns, the keys of the JSON
// form, the checks and the table in docs/records.md all come from here. A field
// has one name, that of its member, wherever it appears.
//
//===----------------------------------------------------------------------===//

#ifndef AS_RECORD_RECORD_FIELDS_H
#define AS_RECORD_RECORD_FIELDS_H

#include "record/record.h"
#include "support/hash.h"

/// X(kind, type of the member, SQL type, JSON form)
#define AS_RECORD_KINDS(X)                                                     \
  X(STRING, const char *, "TEXT NOT NULL", "a string")                         \
  X(OBJECT, const char *, "TEXT NOT NULL", "an object")                        \
  X(OUTCOME, AsOutcome, "TEXT NOT NULL", "the name of an outcome")             \
  X(TIMES, const double *, "TEXT NOT NULL", "an array of numbers")             \
  X(BOOL, bool, "INTEGER NOT NULL", "true or false")                           \
  X(REAL, double, "REAL", "a number")                                          \
  X(SECONDS, double, "REAL NOT NULL", "a number, 0 or more")                   \
  X(INT, int64_t, "INTEGER NOT NULL", "a whole number")                        \
  X(UINT, uint64_t, "INTEGER NOT NULL", "a whole number, 0 or more")           \
  X(EXTRA, const char *, "TEXT NOT NULL", "all other keys")

/// X(kind, member, meaning)
#define AS_RECORD_ADDRESS(X)                                                   \
  X(STRING, task, "content hash of the task, 32 hex digits")                   \
  X(STRING, target, "key of the target, such as `cpu:skylake-avx512:t1`")      \
  X(STRING, compiler,                                                          \
    "what made the code, such as `LLVM 22.1.8 lowering=1 fp=contract`")        \
  X(STRING, sketch, "name of the sketch")                                      \
  X(STRING, sketchVersion, "content hash of the sketch's script")              \
  X(OBJECT, point, "a value for every knob of the sketch")

/// The address comes first.
#define AS_RECORD_FIELDS(X)                                                    \
  AS_RECORD_ADDRESS(X)                                                         \
  X(OUTCOME, outcome, "how the trial ended")                                   \
  X(STRING, message, "why it ended so, where it is not `ok`")                  \
  X(TIMES, times, "seconds of each timed run")                                 \
  X(SECONDS, seconds,                                                          \
    "of one run, with the pace of the machine taken out; to compare by")       \
  X(BOOL, checked, "the output was compared with the reference")               \
  X(REAL, maxError, "largest deviation from the reference")                    \
  X(REAL, tolerance, "deviation that would have been accepted")                \
  X(SECONDS, buildSeconds, "wall time of building, in seconds")                \
  X(SECONDS, measureSeconds, "wall time of checking and timing, in seconds")   \
  X(STRING, objectHash, "content hash of the object code")                     \
  X(STRING, asVersion, "version of as-opt")                                    \
  X(STRING, host, "the host's CPU, as the system names it")                    \
  X(INT, date, "seconds since the epoch")                                      \
  X(UINT, seed, "seed of the search")                                          \
  X(STRING, run, "id of the run that made the trial, 32 hex digits")           \
  X(EXTRA, extra, "keys that this version of as-opt does not know")

typedef enum AsRecordKind {
#define AS_RECORD_KIND(kind, ...) AS_RECORD_##kind,
  AS_RECORD_KINDS(AS_RECORD_KIND)
#undef AS_RECORD_KIND
} AsRecordKind;

enum {
#define AS_RECORD_COUNT(...) +1
  AS_NUM_ADDRESS_FIELDS = AS_RECORD_ADDRESS(AS_RECORD_COUNT),
  AS_NUM_RECORD_FIELDS = AS_RECORD_FIELDS(AS_RECORD_COUNT),
#undef AS_RECORD_COUNT
};

typedef struct AsRecordField {
  const char *name;
  AsRecordKind kind;
  size_t offset; ///< Of the member in AsRecord.
  const char *meaning;
} AsRecordField;

extern const AsRecordField asRecordFields[AS_NUM_RECORD_FIELDS];

/// The member of `record` that `field` describes; `type` is that of its kind.
#define AS_RECORD_MEMBER(type, record, field)                                  \
  (*(type *)((char *)(record) + (field)->offset))

const char *asRecordKindSqlType(AsRecordKind kind);
const char *asRecordKindJsonForm(AsRecordKind kind);

/// The field that the JSON form calls `name`, or NULL.
const AsRecordField *asRecordFieldFromKey(const char *name);

/// Puts the default of its kind ("", or "{}" for an object) where a string is
/// NULL, and checks that the record can be stored and exported without loss: a
/// known outcome, finite times of zero and more, a canonical point, an extra
/// that repeats no field. AS_INVALID_INPUT says what is wrong.
AsStatus asRecordComplete(AsRecord *record, AsError *error);

/// The address in 32 hex digits: the key of things that belong to one record.
AsHashText asRecordAddress(const AsRecord *record);

#endif // AS_RECORD_RECORD_FIELDS_H
