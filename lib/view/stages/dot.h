//===- dot.h - The stages of tasks for graphviz
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A cluster for each task: boxes for its stages, with their extents, ovals for
// the tensors that it is given and that it makes, and an arrow for each tensor
// that a stage reads. What the best trial fuses has thick lines.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_DOT_H
#define AS_VIEW_DOT_H

#include "view/view.h"

/// Appends a digraph of the tasks, whose stages have been made. It says of
/// which tasks the stages are not known.
void asViewAppendDot(const AsView *view, AsText *text);

#endif // AS_VIEW_DOT_H
