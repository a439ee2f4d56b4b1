//===- object-code.h - From the LLVM dialect to object code
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Translation, entry points, LLVM's optimiser and code generator, and the
// linker for shared objects.
//
//===----------------------------------------------------------------------===//

#ifndef AS_CODEGEN_OBJECT_CODE_H
#define AS_CODEGEN_OBJECT_CODE_H

#include "as/error.h"
#include "ir/ir.h"

typedef struct AsMachine AsMachine;

/// What code is generated for. The caller owns *machine.
AsStatus asMachineCreate(const char *triple, const char *cpu,
                         const char *features, AsMachine **machine,
                         AsError *error);
void asMachineDestroy(AsMachine *machine);

typedef struct AsCodegenOptions {
  /// The one function to be called from outside: nothing but its entry point is
  /// visible, beside that of what must be called before
  /// (lowering/constants/constant-hoisting.h), and what they do not reach is
  /// left out. NULL for all functions.
  const char *entry;
  bool isStock;  ///< LLVM's O3 as it is, rather than as suits a schedule.
  bool runsOnce; ///< To be made quickly rather than to be quick.
} AsCodegenOptions;

/// Compiles a module that asLowerModule lowered and appends the object code, of
/// kernels the PTX, to `object`. Each public function that has a signature and
/// is asked for gets a uniform entry point and its signature as a constant
/// (support/entry-symbols.h). `llvm` gets the optimised LLVM IR as text. Either
/// may be NULL.
AsStatus asCodegen(AsMachine *machine, MlirModule lowered,
                   const AsCodegenOptions *options, AsText *object,
                   AsText *llvm, AsError *error);

/// Links object code to a shared object with ld.lld (or ld) into the file
/// `path`, with libomp where the code calls it. The file is written under a
/// temporary name and renamed.
AsStatus asLinkShared(const AsText *object, const char *path, AsError *error);

#endif // AS_CODEGEN_OBJECT_CODE_H
