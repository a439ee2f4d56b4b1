//===- operand-copy.h - A copy of the tile of an operand, in a script
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the steps pack, keep and share have in common. Upstream has no transform
// that copies a tile; a pad by nothing which must not be folded is one, once it
// is rewritten.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_STEPS_OPERAND_COPY_H
#define AS_SKETCH_STEPS_OPERAND_COPY_H

#include "sketch/script-writer.h"

/// Pads the operand of %hTARGET, an operation of stage `s`, by nothing, along
/// the operand's own loops. The padded operation is %hN for the number that is
/// returned, and has the stage's mark; what makes its operand is %h(N+1).
int asWriteOperandCopy(AsWriter *writer, int s, int operand, int target);

/// Whether the program has operations of the name that copies of tiles have.
bool asHasOwnCopies(const AsProgram *program);

/// Matches the copies that asWriteOperandCopy has led to: all in the function,
/// unless the program has some of its own; then `rewritten`, the handle of what
/// pads were rewritten to.
int asWriteMatchOperandCopies(AsWriter *writer, int rewritten);

#endif // AS_SKETCH_STEPS_OPERAND_COPY_H
