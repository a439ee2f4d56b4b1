//===- glance.h - What a task is about, in a few sentences
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is slow, why, what was tried, and what would help: the numbers of a task
// that answer these, in words, so that nobody has to know which picture to look
// at first.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_GLANCE_H
#define AS_VIEW_GLANCE_H

#include "view/view.h"

/// Appends {"slow":"...","why":"...","tried":"...","helps":["...",...]}.
void asViewAppendGlance(const AsView *view, const AsViewTask *task,
                        AsText *text);

#endif // AS_VIEW_GLANCE_H
