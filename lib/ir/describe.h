//===- describe.h - Diagnostics as text
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR prints the whole line of the source below each message. A model may be
// one line, or have its weights on one. These print no more than what is around
// the place:
//
//   model.mlir:1:23162: error: use of undeclared SSA value name
//   ...tensor<4xf32> %e = arith.addf %x, %nope : tensor<4xf32> return...
//                                        ^
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_DESCRIBE_H
#define AS_IR_DESCRIBE_H

#include "mlir-c/Diagnostics.h"
#include "support/text.h"

/// The text that diagnostics may be about. The strings are borrowed.
typedef struct AsIrSource {
  const char *name; ///< As in locations.
  const char *data; ///< May be bytecode, of which nothing is printed.
  size_t length;
  int line;     ///< Private: the line that was looked up last,
  size_t start; ///< and its first byte. Zero at first, as is `line`.
} AsIrSource;

/// Whether MLIR would print a line for the diagnostic or its notes that is too
/// long to be read.
bool asIrIsWide(MlirDiagnostic diagnostic, AsIrSource *source);

/// Appends the diagnostic, a line, and its notes, indented; below each, what
/// `source`, if it is not NULL, has there. Long lines are cut.
void asIrDescribe(MlirDiagnostic diagnostic, AsIrSource *source, AsText *text);

#endif // AS_IR_DESCRIBE_H
