//===- row-queries.h - What rules ask of row-wise groups
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A row-wise group has reductions that keep the same leading loops, the rows,
// and sum up all loops after them: softmax, layer norm, sums.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_RULES_ROW_QUERIES_H
#define AS_SKETCH_RULES_ROW_QUERIES_H

#include "sketch/rules.h"

/// How many leading loops the stage keeps, if all loops after them reduce; else
/// -1.
int asKeptLoops(const AsStage *stage);

/// How many leading loops every reduction keeps, where all that the program
/// sums up are rows, to one result each; else -1. Those of several (argmax)
/// cannot be split into partial results.
int asRowsOf(const AsDerivation *derivation);

/// The operand of a product of a vector that is read once, along its rows: all
/// loops move it, but one over the numbers in each of its elements. -1 if there
/// is none.
int asAccessByRows(const AsProgram *program, const AsStage *stage);

/// Whether loop `d`, which sums up, may be over several numbers in each element
/// of the operand, as over those in a byte of two: it does not move the
/// operand, whose elements have fewer bits than the sum.
bool asTakesPartsOf(const AsProgram *program, const AsStage *stage,
                    const AsAccess *access, int d);

/// Whether loop `d` of such a product takes several numbers out of each element
/// of that operand, as out of a byte of two.
bool asTakesParts(const AsProgram *program, const AsStage *stage, int d);

/// The last loop of a stage inside the rows that is not a single iteration, or
/// -1: vectors lie along it.
int asLoopInRow(const AsStage *stage, int rows);

#endif // AS_SKETCH_RULES_ROW_QUERIES_H
