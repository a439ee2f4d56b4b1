//===- json-lines.h - Writing lines of JSON
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_RECORD_JSON_LINES_H
#define AS_RECORD_JSON_LINES_H

#include "record/thing.h"
#include <stdio.h>

/// Lines being written; end them with asLinesEnd.
typedef struct AsLines {
  FILE *out;
  AsText line;
} AsLines;

/// An AsRecordVisitor and an AsThingVisitor; the context is an AsLines.
AsStatus asLinesWriteRecord(const AsRecord *record, void *lines,
                            AsError *error);
AsStatus asLinesWriteThing(const AsThing *thing, void *lines, AsError *error);

/// Frees `lines`; returns `status`, or what has gone wrong since.
AsStatus asLinesEnd(AsLines *lines, AsStatus status, AsError *error);

#endif // AS_RECORD_JSON_LINES_H
