//===- nest-text.h - Loop nests for people
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops of a program as they are, and as a trial has them:
//
//   for d0 in 512                  forall d0 in 4 tiles of 128
//     for d1 in 1024                 for d1 in 16 tiles of 64
//       0 fill                         0 fill: 128x64, vectors
//   for d0 in 512                      pack operand 1
//     for d1 in 1024                   for d0 in 16 tiles of 8
//       for d2 in 768, reduced           for d2 in 768, reduced
//         1 contraction                    1 contraction: 8x64x1, vectors
//
// The names of loops, d0 and so on, are those of each stage's own dimensions.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_NEST_TEXT_H
#define AS_VIEW_NEST_TEXT_H

#include "sketch/loop-nest.h"

/// Appends the loops of each stage as the program has them.
void asProgramAppendLoops(const AsProgram *program, AsText *text);

/// Appends the loops of a nest: those of the last stage, around what is fused
/// with it, after those that stand alone. Loops of one iteration are left out.
/// Numbers of stages are those of the program of the task (stage-map.h).
void asNestAppendLoops(const AsNest *nest, const AsProgram *task, AsText *text);

#endif // AS_VIEW_NEST_TEXT_H
