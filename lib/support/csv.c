//===- csv.c - Fields of comma-separated values
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See csv.h.
//
//===----------------------------------------------------------------------===//

#include "support/csv.h"
#include <string.h>

void asCsvAppend(AsText *text, const char *field) {
  if (!field[strcspn(field, ",\"\r\n")]) {
    asTextAppendString(text, field);
    return;
  }
  asTextAppendString(text, "\"");
  for (const char *c = field; *c; c++)
    asTextFormat(text, *c == '"' ? "\"\"" : "%c", *c);
  asTextAppendString(text, "\"");
}
