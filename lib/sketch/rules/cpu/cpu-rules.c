//===- cpu-rules.c - The table of rules for CPUs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tried from top to bottom at each stage. What the structures are and why they
// are fast is in docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules.h"

extern const AsRule asRulePlain;
extern const AsRule asRuleNest;
extern const AsRule asRuleConcat;
extern const AsRule asRuleIm2col;
extern const AsRule asRuleHalo;
extern const AsRule asRuleLanes;
extern const AsRule asRuleParallel;
extern const AsRule asRuleRfactor;
extern const AsRule asRuleRows;
extern const AsRule asRuleResults;
extern const AsRule asRuleMap;
extern const AsRule asRuleTranspose;
extern const AsRule asRuleStream;
extern const AsRule asRuleBlock;
extern const AsRule asRuleChannels;
extern const AsRule asRulePixels;
extern const AsRule asRuleTile;
extern const AsRule asRulePack;
extern const AsRule asRuleContract;
extern const AsRule asRuleWindow;

const AsRule *const asCpuRules[] = {
    &asRulePlain,  &asRuleNest,    &asRuleConcat,   &asRuleIm2col,
    &asRuleHalo,   &asRuleRfactor, &asRuleLanes,    &asRuleParallel,
    &asRuleRows,   &asRuleResults, &asRuleMap,      &asRuleTranspose,
    &asRuleStream, &asRuleBlock,   &asRuleChannels, &asRulePixels,
    &asRuleTile,   &asRulePack,    &asRuleContract, &asRuleWindow,
};

const int asNumCpuRules = sizeof asCpuRules / sizeof *asCpuRules;
