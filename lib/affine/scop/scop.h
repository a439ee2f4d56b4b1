//===- scop.h - The SCoP of a loop nest
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What loops over memrefs compute, as sets and relations of integer points:
// which instances each statement has (its domain), which elements they read and
// write (its accesses), and when (its schedule). A statement is a store with
// the tree of loads and arithmetic that computes what is stored.
//
// In the isl text of a scop S1 is a statement, A0 an array, i0, i1, ... are the
// loops around, outermost first, and p0, p1, ... values that are fixed while
// the nest runs.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCOP_SCOP_H
#define AS_AFFINE_SCOP_SCOP_H

#include "ir/ir.h"
#include "mlir-c/AffineExpr.h"
#include <isl/aff_type.h>
#include <isl/ctx.h>
#include <isl/map_type.h>
#include <isl/set_type.h>

enum {
  AS_AFFINE_MAX_DEPTH = 12,
  AS_AFFINE_MAX_OPERANDS = 36,
  AS_AFFINE_MAX_RANK = 6
};

typedef struct AsAffineLoop {
  MlirOperation op; ///< affine.for or scf.for.
  MlirValue variable;
  int64_t step;
  isl_set *iterations; ///< All there are, over the loops around and itself.
} AsAffineLoop;

typedef struct AsAffineArray {
  MlirValue memref;
  /// Indices that it has been given before its own, for a place for each
  /// iteration of as many loops (affine/privatise/array-expansion.h), their
  /// extents, and the iterations that have the first places.
  int numExpanded;
  int64_t extent[AS_AFFINE_MAX_RANK], first[AS_AFFINE_MAX_RANK];
} AsAffineArray;

typedef struct AsAffineAccess {
  MlirOperation op; ///< The load or store.
  int array;
  bool isWrite;
  isl_map *relation;      ///< From the instances in the domain to elements.
  isl_multi_aff *indices; ///< The same as a function of the loops around.
  isl_map *schedule;      ///< When it happens.
} AsAffineAccess;

typedef struct AsAffineStatement {
  MlirOperation store;
  int depth; ///< The number of loops around it.
  int loops[AS_AFFINE_MAX_DEPTH];
  isl_set *domain;
  int numAccesses;
  AsAffineAccess *accesses; ///< The write, then the reads.
} AsAffineStatement;

/// Operations that follow each other in a block. Owns all but the IR.
typedef struct AsScop {
  isl_ctx *isl;
  int numOps;
  MlirOperation *ops;
  int numLoops;
  AsAffineLoop *loops;
  int numArrays;
  AsAffineArray *arrays;
  int numParameters;
  MlirValue *parameters;
  int numStatements; ///< In the order of the text.
  AsAffineStatement *statements;
} AsScop;

/// What keeps a nest from having a scop, or a statement from being raised.
typedef struct AsAffineObstacle {
  MlirOperation op;
  char why[160];
} AsAffineObstacle;

/// Views `ops`; false, with an empty scop, where something is not affine.
bool asScopCreate(const MlirOperation *ops, int numOps, AsScop *scop,
                  AsAffineObstacle *obstacle);

void asScopDestroy(AsScop *scop);

/// Whether some statement writes the array.
bool asAffineIsWritten(const AsScop *scop, int array);

/// The type of the array's elements.
MlirType asAffineElementType(const AsScop *scop, int array);

/// Whether the statement reads or writes the array.
bool asAffineAccesses(const AsAffineStatement *statement, int array);

/// The largest first index, of its own, that the array is accessed at; -1 where
/// that is not known.
int64_t asAffineLastRow(const AsScop *scop, int array);

/// How many of the outermost loops of two statements are the same.
int asAffineCommonLoops(const AsAffineStatement *a, const AsAffineStatement *b);

/// Whether two accesses of a statement are to the same element in each
/// instance.
bool asAffineSameElement(const AsAffineAccess *a, const AsAffineAccess *b);

/// Whether the operation is one of the scop, or inside one.
bool asScopContains(const AsScop *scop, MlirOperation op);

// access-relation.c

/// The loops around a place of the scop, as names for access-relation.c.
typedef struct AsAffineNest {
  AsScop *scop;
  int depth;
  int loops[AS_AFFINE_MAX_DEPTH];
} AsAffineNest;

/// Appends an index as isl writes it, and what else of it there is to know to
/// the parameters. False where it is not affine.
bool asAffineWriteValue(const AsAffineNest *nest, MlirValue value,
                        AsText *text);

/// The same of an expression over `operands`, dimensions first.
bool asAffineWriteExpression(const AsAffineNest *nest, MlirAffineExpr expr,
                             const MlirValue *operands, intptr_t numDims,
                             AsText *text);

// iteration-domain.c

/// Appends the iterations of the next loop in `nest`, "i2 >= 0 and i2 < p0".
bool asAffineWriteLoop(const AsAffineNest *nest, MlirOperation op,
                       int64_t *step, AsText *domain);

/// Appends the condition of an affine.if, in brackets.
bool asAffineWriteCondition(const AsAffineNest *nest, MlirOperation op,
                            AsText *text);

/// The operands of `op` from `first` on; false where they are too many.
bool asAffineReadOperands(MlirOperation op, intptr_t first, intptr_t count,
                          MlirValue *operands);

#endif // AS_AFFINE_SCOP_SCOP_H
