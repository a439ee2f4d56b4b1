//===- json-writer.h - Writing JSON, entry by entry
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The document of a view has a million numbers, so it is written as text, and
// no tree of it is made.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_JSON_WRITER_H
#define AS_VIEW_JSON_WRITER_H

#include "record/canonical-json.h"
#include <stdint.h>

/// A number with so many digits, null if it is none.
void asJsonRounded(AsText *text, double number, int digits);
/// With six digits, more than any clock is worth.
void asJsonAppendReal(AsText *text, double number);

/// Begins the next entry of an object.
void asJsonKey(AsText *text, const char *key);
void asJsonString(AsText *text, const char *key, const char *value);
void asJsonReal(AsText *text, const char *key, double number);
void asJsonInt(AsText *text, const char *key, int64_t number);
void asJsonBool(AsText *text, const char *key, bool value);
/// Any value; null where it is NULL.
void asJsonValue(AsText *text, const char *key, const cJSON *value);

#endif // AS_VIEW_JSON_WRITER_H
