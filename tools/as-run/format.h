//===- format.h - Numbers and strings of reports
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_RUN_FORMAT_H
#define AS_RUN_FORMAT_H

#include "support/text.h"

/// Appends a column of a table: a time in a unit that suits it.
void asFormatTime(double seconds, AsText *text);

/// Appends a JSON string.
void asFormatJsonText(const char *value, AsText *text);

/// Appends members of a JSON object.
void asFormatJsonString(const char *key, const char *value, AsText *text);
/// JSON has no infinity and no NaN; they become null.
void asFormatJsonNumber(const char *key, double value, AsText *text);

#endif // AS_RUN_FORMAT_H
