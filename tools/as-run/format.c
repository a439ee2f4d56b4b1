//===- format.c - Numbers and strings of reports
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-run/format.h"
#include <math.h>

void asFormatTime(double seconds, AsText *text) {
  static const struct {
    double seconds;
    const char *name;
  } units[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}};
  int unit = 0;
  while (unit < 3 && seconds < units[unit].seconds)
    unit++;
  asTextFormat(text, "  %8.3f %-2s", seconds / units[unit].seconds,
               units[unit].name);
}

void asFormatJsonText(const char *value, AsText *text) {
  asTextAppendString(text, "\"");
  for (; *value; value++)
    if ((unsigned char)*value < ' ')
      asTextFormat(text, "\\u%04x", *value);
    else
      asTextFormat(text, *value == '"' || *value == '\\' ? "\\%c" : "%c",
                   *value);
  asTextAppendString(text, "\"");
}

void asFormatJsonString(const char *key, const char *value, AsText *text) {
  asTextFormat(text, "\"%s\": ", key);
  asFormatJsonText(value, text);
}

void asFormatJsonNumber(const char *key, double value, AsText *text) {
  if (isfinite(value))
    asTextFormat(text, "\"%s\": %.9g", key, value);
  else
    asTextFormat(text, "\"%s\": null", key);
}
