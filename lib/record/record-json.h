//===- record-json.h - One record as JSON
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/records.md has the format. It needs no store, so that a program which
// has none can read and write records as well.
//
//===----------------------------------------------------------------------===//

#ifndef AS_RECORD_RECORD_JSON_H
#define AS_RECORD_RECORD_JSON_H

#include "record/canonical-json.h"
#include "record/record.h"

/// A record being read. Its strings are those of the JSON that it is read from,
/// or of the texts here, which serve one record after the other.
typedef struct AsRecordReading {
  AsRecord record;
  AsText point, extra, times;
} AsRecordReading;

/// Appends a complete record (asRecordComplete) as one object, with no end of
/// the line.
AsStatus asRecordAppendJson(AsText *text, const AsRecord *record,
                            AsError *error);

/// Reads a record; AS_INVALID_INPUT says what is wrong with `object`.
AsStatus asRecordReadJson(AsRecordReading *reading, const cJSON *object,
                          AsError *error);
void asRecordReadingFree(AsRecordReading *reading);

#endif // AS_RECORD_RECORD_JSON_H
