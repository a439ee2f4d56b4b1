//===- gpu-rules.c - The table of rules for GPUs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tried from top to bottom at each stage, as those for CPUs are. What a thread
// does with its tile is what a CPU does with a register tile, and so it is the
// same rules that finish one.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules.h"

extern const AsRule asRulePlain;
extern const AsRule asRuleRound;
extern const AsRule asRuleSpread;
extern const AsRule asRuleRfactor;
extern const AsRule asRuleBlockRows;
extern const AsRule asRuleColumns;
extern const AsRule asRuleBlockTranspose;
extern const AsRule asRuleElements;
extern const AsRule asRuleShare;
extern const AsRule asRuleMma;
extern const AsRule asRuleWgmma;
extern const AsRule asRuleThreadTile;
extern const AsRule asRuleContract;
extern const AsRule asRuleWindow;

const AsRule *const asGpuRules[] = {
    &asRulePlain,     &asRuleRound,   &asRuleSpread,         &asRuleRfactor,
    &asRuleBlockRows, &asRuleColumns, &asRuleBlockTranspose, &asRuleElements,
    &asRuleMma,       &asRuleWgmma,   &asRuleShare,          &asRuleThreadTile,
    &asRuleContract,  &asRuleWindow,
};

const int asNumGpuRules = sizeof asGpuRules / sizeof *asGpuRules;
