//===- body-inputs.h - Read the inputs of a body elsewhere
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an argument of the body of a linalg.generic stands for: the element of
// an input at the loops that its indexing map names. It can be read as well by
// a tensor.extract at these loops.
//
//===----------------------------------------------------------------------===//

#ifndef AS_GRAPH_ANALYSIS_BODY_INPUTS_H
#define AS_GRAPH_ANALYSIS_BODY_INPUTS_H

#include "ir/ir.h"

enum { AS_BODY_MAX_LOOPS = 16 };

/// The inputs of a linalg operation, which come before its outputs.
intptr_t asBodyNumInputs(MlirOperation generic);

/// The extents of the loops. False if there are more than AS_BODY_MAX_LOOPS of
/// them, or if the operands do not show all of them: by static shapes with
/// elements, and indices that are loops.
bool asBodyExtents(MlirOperation generic, int64_t *extents);

/// Whether the argument stands for an input, a number or a ranked tensor.
bool asBodyInputCanBeRead(MlirOperation generic, MlirValue argument);

/// The loops that index the input, as bits. False if an index is neither a loop
/// nor a constant.
bool asBodyInputLoops(MlirOperation generic, MlirValue argument,
                      unsigned *loops);

/// Inserts the operations that read the element before `next`. `counters` has
/// the value of each loop that indexes it.
MlirValue asBodyInputRead(MlirOperation generic, MlirValue argument,
                          const MlirValue *counters, MlirOperation next);

/// The loop of a linalg.index.
int asBodyIndexLoop(MlirOperation index);

#endif // AS_GRAPH_ANALYSIS_BODY_INPUTS_H
