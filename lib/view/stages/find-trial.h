//===- find-trial.h - One trial, by the beginning of its address
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_FIND_TRIAL_H
#define AS_VIEW_FIND_TRIAL_H

#include "view/view.h"

/// A trial and the task that it is of.
typedef struct AsViewChosen {
  const AsViewTask *task;
  const AsViewTrial *trial;
} AsViewChosen;

/// Finds the trial whose address begins with `id`; AS_NOT_FOUND where there is
/// none, AS_INVALID_INPUT where there are several.
AsStatus asViewFindTrial(const AsView *view, const char *id,
                         AsViewChosen *chosen, AsError *error);

/// Appends what is known of it, each line after `mark`, which begins a comment:
///
///   // trial 5f3c0a... of matmul 128x128x128
///   // outcome ok, 41.2 us
void asViewAppendFacts(const AsView *view, const AsViewChosen *chosen,
                       const char *mark, AsText *text);

/// Appends each line of `lines` after `mark`.
void asViewAppendComment(const char *mark, const char *lines, AsText *text);

#endif // AS_VIEW_FIND_TRIAL_H
