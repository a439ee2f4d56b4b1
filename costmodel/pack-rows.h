//===- pack-rows.h - Rows of features in few bytes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stores keep the features of every trial. More than half of them are 0, such
// as those of operands that a stage does not have.
//
//===----------------------------------------------------------------------===//

#ifndef AS_COSTMODEL_PACK_ROWS_H
#define AS_COSTMODEL_PACK_ROWS_H

#include "support/text.h"
#include <stdbool.h>

/// Appends `count` rows of `width` floats: for each row a bit for each float,
/// set where it is not 0, the first in the lowest bit of a byte; then those
/// floats, in the order of x86-64's bytes.
void asRowsPack(const float *rows, int count, int width, AsText *bytes);

/// Reads them back; false where there is anything else.
bool asRowsUnpack(const void *bytes, size_t size, int count, int width,
                  float *rows);

#endif // AS_COSTMODEL_PACK_ROWS_H
