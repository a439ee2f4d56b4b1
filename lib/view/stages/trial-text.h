//===- trial-text.h - One trial, with its loops and its script
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A page has the loops of a few trials, and scripts with open knobs. This is
// all of one trial, which any trial has: its loops before and after, and the
// script with its point put in, which mlir-opt replays.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_TRIAL_TEXT_H
#define AS_VIEW_TRIAL_TEXT_H

#include "view/view.h"

/// Appends the trial whose address begins with `id`; AS_NOT_FOUND where there
/// is none, AS_INVALID_INPUT where there are several. Lines about it are
/// comments, so that the whole is a module of MLIR.
AsStatus asViewAppendTrial(const AsView *view, const char *id, AsText *text,
                           AsError *error);

#endif // AS_VIEW_TRIAL_TEXT_H
