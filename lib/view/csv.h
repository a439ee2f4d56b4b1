//===- csv.h - The trials of a view as a table
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For spreadsheets, pandas and R: a line for each trial, after one with the
// names of the columns. What is not known is empty.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_CSV_H
#define AS_VIEW_CSV_H

#include "view/view.h"

void asViewAppendCsv(const AsView *view, AsText *text);

#endif // AS_VIEW_CSV_H
