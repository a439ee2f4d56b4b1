//===- function-kinds.h - What each function of a module needs of O3
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A schedule has already unrolled and vectorised its loops. LLVM unrolling them
// again doubles compile time and makes the code slower, while unscheduled loops
// need it. A function that packs weights once may have hundreds of loops, on
// which O3 takes a minute, and so may one that has loops over the tiles of a
// model of dynamic sizes, beside the tiles' own functions; the latter gets the
// passes that its copies need. No function attribute selects any of this, so
// each kind gets a run of its own, in which the others have `optnone`.
//
// Requires:    LLVM IR before the optimiser.
// Provides:    functions of one kind each.
// Invalidates: bodies of vectorised functions move to internal functions
//              NAME.kernel, which LLVM inlines.
//
//   define void @f(ptr %0) { ... <8 x float> ... }
//
// becomes
//
//   define void @f(ptr %0) noinline { call void @f.kernel(ptr %0) ... }
//   define internal void @f.kernel(ptr %0) { ... <8 x float> ... }
//
//===----------------------------------------------------------------------===//

#ifndef AS_CODEGEN_FUNCTION_KINDS_H
#define AS_CODEGEN_FUNCTION_KINDS_H

#include "llvm-c/Types.h"
#include <stdbool.h>

/// The kinds of functions; each is optimised in a run of its own.
typedef enum AsKind {
  AS_KIND_SCHEDULED,
  AS_KIND_OTHER,
  AS_KIND_LARGE, ///< Such as the loops over tiles of a model of dynamic sizes.
  AS_KIND_COLD,
  AS_NUM_KINDS
} AsKind;

/// Those of which a module has functions.
typedef struct AsKinds {
  bool has[AS_NUM_KINDS];
} AsKinds;

/// Marks the functions with their kinds, and prepares inlining.
AsKinds asArrangeKinds(LLVMModuleRef module);

/// The same for GPU kernels, which nothing in the module calls.
AsKinds asArrangeKernels(LLVMModuleRef module);

/// Disables optimisation of all functions of other kinds. `optnone` requires
/// `noinline`.
void asSelectKind(LLVMModuleRef module, AsKind kind);

void asSelectAllKinds(LLVMModuleRef module);

/// Removes the marks.
void asForgetKinds(LLVMModuleRef module);

/// Marks a function as run once: O3 would take longer than it saves.
void asMarkCold(LLVMValueRef function);

/// Whether a function is marked so.
bool asIsCold(LLVMValueRef function);

/// Whether a schedule has vectorised a function, or it only calls others, and
/// runs more than once.
bool asIsScheduled(LLVMValueRef function);

#endif // AS_CODEGEN_FUNCTION_KINDS_H
