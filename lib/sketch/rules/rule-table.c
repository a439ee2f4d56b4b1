//===- rule-table.c - The rules for a target
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See sketch/rules.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules.h"

/// A row of AS_RULES.
typedef struct Row {
  const AsRule *rule;
  unsigned targets;
} Row;

int asRulesFor(const AsTarget *target, const AsRule *rules[AS_NUM_RULES]) {
  static const Row rows[] = {
#define AS_RULE_ROW(rule, targets) {&rule, targets},
      AS_RULES(AS_RULE_ROW)
#undef AS_RULE_ROW
  };
  unsigned wanted = target->gpu ? AS_ON_GPU : AS_ON_CPU;
  int count = 0;
  for (int r = 0; r < AS_NUM_RULES; r++)
    if (rows[r].targets & wanted)
      rules[count++] = rows[r].rule;
  return count;
}
