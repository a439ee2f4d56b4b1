//===- size-guards.h - Which sizes a branch is taken for
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a branch needs is needed only where it is taken. Of a comparison of
// sizes that is known before the function begins:
//
//   %few = arith.cmpi slt, %n, %c64 : index
//   scf.if %few {
//     %a = memref.alloc(%n, %n) : memref<?x?xf32>   // only if n < 64
//
// Any other condition may hold, and so may a comparison of what overflows.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_SIZE_GUARDS_H
#define AS_LOWERING_SIZE_GUARDS_H

#include "graph/sizes/size-trace.h"
#include "lowering/size-writer.h"

enum { AS_MAX_SIZE_GUARDS = 4 };

/// A comparison of arith.cmpi.
typedef struct AsSizeGuard {
  int64_t predicate;
  MlirAffineExpr left, right;
  bool isElse; ///< It has not to hold.
} AsSizeGuard;

typedef struct AsSizeGuards {
  int count;
  AsSizeGuard guards[AS_MAX_SIZE_GUARDS];
} AsSizeGuards;

/// The conditions that are known of the branches that have the operation.
AsSizeGuards asSizeGuards(AsSizeAnalysis *analysis, MlirOperation op);

/// Writes whether all hold, of one guard at least: the number of an i1.
int asSizeGuardsWrite(const AsSizeGuards *guards, AsSizeWriter *writer);

#endif // AS_LOWERING_SIZE_GUARDS_H
