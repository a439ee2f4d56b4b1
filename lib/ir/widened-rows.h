//===- widened-rows.h - How many rows share weights that are widened
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product of few rows by weights that may change reads them as they are, and
// widens a vector of them for several rows (sketch/rules/cpu/dot-products.c).
// The graph leaves weights narrow only for as many rows as that rule takes: no
// other schedule widens by vectors.
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_WIDENED_ROWS_H
#define AS_IR_WIDENED_ROWS_H

enum { AS_MOST_WIDENED_ROWS = 64 };

#endif // AS_IR_WIDENED_ROWS_H
