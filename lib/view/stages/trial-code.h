//===- trial-code.h - The machine code of one trial
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The store keeps no code. It has what code is made of: the module of the task,
// the script of the sketch, and the point. A build worker makes it again, as it
// did for the search.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_TRIAL_CODE_H
#define AS_VIEW_TRIAL_CODE_H

#include "pool/builder.h"
#include "view/view.h"

/// Appends the code of the trial whose address begins with `id`. Text has what
/// is known of the trial as comments in front, and a warning where another
/// compiler made what was measured. It takes neither the rules of sketches nor
/// the machine of the trial, only a back end for it.
AsStatus asViewAppendCode(const AsView *view, const char *id, AsBuildForm form,
                          AsText *text, AsError *error);

#endif // AS_VIEW_TRIAL_CODE_H
