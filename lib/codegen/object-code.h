//===- object-code.h - Compile the LLVM dialect to object code
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Translates a lowered module to LLVM IR, adds entry points, runs LLVM's
// optimiser and code generator, and links shared objects.
//
//===----------------------------------------------------------------------===//

#ifndef AS_CODEGEN_OBJECT_CODE_H
#define AS_CODEGEN_OBJECT_CODE_H

#include "as/error.h"
#include "ir/ir.h"

typedef struct AsMachine AsMachine;

/// The target that code is generated for. The caller owns *machine.
AsStatus asMachineCreate(const char *triple, const char *cpu,
                         const char *features, AsMachine **machine,
                         AsError *error);
/// NULL is allowed.
void asMachineDestroy(AsMachine *machine);

/// What LLVM's passes are to do with a module (codegen/llvm-optimise.h).
typedef enum AsOptimisation {
  AS_OPTIMISE_SCHEDULED, ///< What schedules leave to them.
  AS_OPTIMISE_STOCK,     ///< Plain O3.
  AS_OPTIMISE_REFERENCE, ///< O3 that compiles sooner; the code runs few times.
  AS_OPTIMISE_BRIEFLY,   ///< Little; the code runs once.
} AsOptimisation;

typedef struct AsCodegenOptions {
  /// The one function that is called from outside, or NULL for all. Only its
  /// entry point is visible, and that of its as_load_NAME
  /// (lowering/constants/constant-hoisting.h); code that they do not reach is
  /// dropped.
  const char *entry;
  bool checksCpu; ///< Public functions look first whether the CPU has what they
                  ///< need (codegen/cpu-check.h).
  AsOptimisation optimisation;
  bool isAssembly; ///< The object code as text, which PTX is anyway.
} AsCodegenOptions;

/// Compiles a module that asLowerModule lowered. Appends the object code, or
/// the PTX of kernels, to `object`, and the optimised LLVM IR as text to
/// `llvm`. Either may be NULL. Each public function with a signature gets a
/// uniform entry point, and its signature as a constant
/// (support/entry-symbols.h), if options->entry asks for it.
AsStatus asCodegen(AsMachine *machine, MlirModule lowered,
                   const AsCodegenOptions *options, AsText *object,
                   AsText *llvm, AsError *error);

/// Links object code to a shared object at `path` with ld.lld or ld, and with
/// libomp if the code calls it. Programs that are linked with it look for
/// `name`, or for their path to it if that is empty. Writes a temporary file
/// and renames it.
AsStatus asLinkShared(const AsText *object, const char *name, const char *path,
                      AsError *error);

#endif // AS_CODEGEN_OBJECT_CODE_H
