//===- compiler-name.h - What makes the code of candidates
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Records name what made their code, as another LLVM, another lowering or
// another mode of arithmetic makes other code:
//
//   LLVM 22.1.8 lowering=16 fp=contract
//
//===----------------------------------------------------------------------===//

#ifndef AS_POOL_COMPILER_NAME_H
#define AS_POOL_COMPILER_NAME_H

#include "support/options.h"
#include "support/text.h"

/// Appends the name of this compiler in the mode `fp`.
void asCompilerAppend(AsFp fp, AsText *text);

/// The mode that a compiler's name says it was in; false where it says none
/// that is known.
bool asCompilerReadFp(const char *compiler, AsFp *fp);

#endif // AS_POOL_COMPILER_NAME_H
