//===- attention.h - The stages of attention
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells attention from other programs: two products, and what is row-wise
// between them.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_ATTENTION_H
#define AS_TASK_ATTENTION_H

#include "task/program.h"

/// So many rows, or fewer, are taken all at once: one, as of a token against a
/// cache, to three. Keys and values are read once, as they lie.
enum { AS_FEW_ROWS = 3 };

/// The stages that make up attention.
typedef struct AsAttention {
  int scores;  ///< The product of queries and keys.
  int scaled;  ///< What is elementwise behind it, or the same.
  int weights; ///< The row-wise stage whose results are the weights.
  int result;  ///< The product with the values; only one elementwise stage may
               ///< be behind it.
  int row;     ///< Its loop over the rows that share keys and values, or -1,
  int column;  ///< the one along its lanes,
  int key;     ///< and the one that it sums up.
  bool hasFewRows;
} AsAttention;

/// Finds the stages of a program; false where it is no attention that the rules
/// for it take, of which register tiles divide rows, keys and columns.
bool asAttentionOf(const AsProgram *program, AsAttention *attention);

#endif // AS_TASK_ATTENTION_H
