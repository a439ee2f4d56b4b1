//===- csv.h - Fields of comma-separated values
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_CSV_H
#define AS_SUPPORT_CSV_H

#include "support/text.h"

/// Appends a field, in quotes where it has to be (RFC 4180).
void asCsvAppend(AsText *text, const char *field);

#endif // AS_SUPPORT_CSV_H
