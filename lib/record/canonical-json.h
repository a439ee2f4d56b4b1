//===- canonical-json.h - Canonical JSON text
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One way to write every JSON value: no spaces, keys in their order, UTF-8,
// and the fewest digits that read back as the same double. cJSON parses; its
// printer is not used, since it drops the last bit of some numbers and lets
// bytes through that are not UTF-8.
//
//===----------------------------------------------------------------------===//

#ifndef AS_RECORD_CANONICAL_JSON_H
#define AS_RECORD_CANONICAL_JSON_H

#include "support/text.h"
#include <cJSON.h>
#include <stdbool.h>

/// Bytes that are not UTF-8 (a message cut short, say) become U+FFFD.
void asJsonAppendString(AsText *text, const char *string);
/// Requires a finite `number`.
void asJsonAppendNumber(AsText *text, double number);
/// Requires numbers that are finite, as asJsonParse gives them.
void asJsonAppendValue(AsText *text, const cJSON *value);
void asJsonAppendNumbers(AsText *text, const double *numbers, size_t count);

/// Parses the one value that `text` holds; free it with cJSON_Delete. Returns
/// NULL and sets *why (a static phrase) where it is not JSON, or holds what a C
/// string or a double cannot.
cJSON *asJsonParse(const char *text, const char **why);

/// Fails unless `text`, which messages call `name`, is one JSON object in
/// canonical form.
AsStatus asJsonCheckObject(const char *name, const char *text, AsError *error);

/// Whether asJsonAppendString keeps all of these bytes: they are UTF-8, without
/// a NUL.
bool asJsonIsText(const char *bytes, size_t length);

/// Appends the doubles of `array` to `numbers`, as bytes; false where it is no
/// array of numbers.
bool asJsonReadNumbers(const cJSON *array, AsText *numbers);

#endif // AS_RECORD_CANONICAL_JSON_H
