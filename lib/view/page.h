//===- page.h - A page with a document in it
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_PAGE_H
#define AS_VIEW_PAGE_H

#include "support/text.h"

/// What stands in a page where its document is to be.
#define AS_PAGE_MARK "{\"as-view\":\"document\"}"

/// Appends `page` with `json` in the place of the mark. Nothing in the JSON can
/// end the script element that it stands in: every "<" is written as \u003c,
/// which JSON has in strings only.
AsStatus asPageAppend(const char *page, size_t length, const AsText *json,
                      AsText *text, AsError *error);

#endif // AS_VIEW_PAGE_H
