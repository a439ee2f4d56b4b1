//===- page.c - A page with a document in it
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "view/page.h"
#include <string.h>

static void appendEscaped(const char *json, AsText *text) {
  while (*json) {
    size_t plain = strcspn(json, "<");
    asTextAppend(text, json, plain);
    json += plain;
    if (*json) {
      asTextAppendString(text, "\\u003c");
      json++;
    }
  }
}

AsStatus asPageAppend(const char *page, size_t length, const AsText *json,
                      AsText *text, AsError *error) {
  const char *mark = memmem(page, length, AS_PAGE_MARK, strlen(AS_PAGE_MARK));
  if (!mark)
    return asFail(error, AS_INTERNAL, "the page has no place for its document");
  asTextAppend(text, page, (size_t)(mark - page));
  appendEscaped(asTextString(json), text);
  const char *rest = mark + strlen(AS_PAGE_MARK);
  asTextAppend(text, rest, length - (size_t)(rest - page));
  return AS_OK;
}
