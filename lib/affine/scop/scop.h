//===- scop.h - The SCoP of a loop nest
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A SCoP (static control part) describes loops over memrefs as sets and
// relations of integer points: the instances of each statement (domain), the
// elements that they access (access relations), and their order (schedule). A
// statement is a store together with the tree of loads and arithmetic that
// computes the stored value.
//
// In the isl text of a SCoP, S1 is a statement, A0 an array, i0, i1, ... the
// enclosing loops from the outermost inwards, and p0, p1, ... values computed
// before the nest.
//
//   affine.for %i = 0 to %n { A[%i] = B[%i + 1] }
// has
//   domain   [p0] -> { S0[i0] : 0 <= i0 < p0 }
//   write    [p0] -> { S0[i0] -> A0[i0] : 0 <= i0 < p0 }
//   read     [p0] -> { S0[i0] -> A1[i0 + 1] : 0 <= i0 < p0 }
//
// The isl objects in these structs belong to the SCoP. Copy them to keep them.
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
  AS_AFFINE_MAX_RANK = 6,
  AS_AFFINE_MAX_STATEMENTS = 64 ///< Of a SCoP: sets of them are words.
};

/// Unit attribute of loops over strips (tiling/strips.h), until they are
/// raised. As-opt has made them, with more loops and statements than were
/// written, and isl may take longer for them.
#define AS_STRIPS_ATTRIBUTE "as.strips"

/// Unit attribute of loops over blocks of rows (tiling/row-blocks.h), until
/// they are raised: these loops stay around the operators in them. It is also
/// the name of the mark in a schedule that becomes it.
#define AS_ROW_BLOCKS_ATTRIBUTE "as.row_blocks"

typedef struct AsAffineLoop {
  MlirOperation op; ///< affine.for or scf.for.
  MlirValue variable;
  int64_t step;
  isl_set *iterations; ///< Unnamed tuples: enclosing loops, then this loop.
} AsAffineLoop;

typedef struct AsAffineArray {
  MlirValue memref;
  /// Leading indices added by array expansion
  /// (affine/privatise/array-expansion.h), one for each of the outermost
  /// `numExpanded` loops: how many values each has, and which iteration is
  /// index 0.
  int numExpanded;
  int64_t extent[AS_AFFINE_MAX_RANK], first[AS_AFFINE_MAX_RANK];
} AsAffineArray;

typedef struct AsAffineAccess {
  MlirOperation op; ///< The load or store.
  int array;
  bool isWrite;
  isl_map *relation;      ///< From instances in the domain to elements.
  isl_multi_aff *indices; ///< The same as a function, without the domain.
  int statement;          ///< Whose access it is.
  char *time;             ///< The isl text of asAffineTimes.
} AsAffineAccess;

typedef struct AsAffineStatement {
  MlirOperation store;
  int depth; ///< The number of enclosing loops.
  int loops[AS_AFFINE_MAX_DEPTH];
  isl_set *domain;
  int numAccesses;
  AsAffineAccess *accesses; ///< The write, then the reads.
} AsAffineStatement;

/// Consecutive operations of one block. Owns everything but the IR.
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
  /// What may happen to floats; set by who visits the SCoP.
  bool mayReorder, ignoresNans;
  /// On CPUs sizes that are known at run time only (open-size.h) may become
  /// those of tensors, and tasks may be passed views; set by who raises the
  /// SCoP.
  bool isForCpu;
  int numStatements; ///< In textual order.
  AsAffineStatement *statements;
} AsScop;

/// Why a nest has no SCoP, or why a statement cannot be raised.
typedef struct AsAffineObstacle {
  MlirOperation op;
  char why[200];
} AsAffineObstacle;

/// Builds the SCoP of `ops`. On failure returns false, leaves `scop` empty and
/// says in `obstacle` which operation is not affine. The SCoP must be destroyed
/// after all isl objects derived from it: it frees the isl context.
bool asScopCreate(const MlirOperation *ops, int numOps, AsScop *scop,
                  AsAffineObstacle *obstacle);

void asScopDestroy(AsScop *scop);

/// When the access takes place: from instances in the domain to time. Read each
/// time, since few accesses are ever asked for it.
__isl_give isl_map *asAffineTimes(const AsScop *scop,
                                  const AsAffineAccess *access);

/// Whether some statement writes the array.
bool asAffineIsWritten(const AsScop *scop, int array);

/// The element type of the array.
MlirType asAffineElementType(const AsScop *scop, int array);

/// The bytes of an element of the array; 0 if its type is not known.
int asAffineElementBytes(const AsScop *scop, int array);

/// Whether the statement reads or writes the array.
bool asAffineAccesses(const AsAffineStatement *statement, int array);

/// All elements of the array that the SCoP accesses.
__isl_give isl_set *asAffineElements(const AsScop *scop, int array);

/// The largest first index, not counting expanded ones, at which the array is
/// accessed; -1 if it is not known.
int64_t asAffineLastRow(const AsScop *scop, int array);

/// The number of outermost loops that two statements share.
int asAffineCommonLoops(const AsAffineStatement *a, const AsAffineStatement *b);

/// Whether two accesses of one statement use the same element in each instance.
bool asAffineSameElement(const AsAffineAccess *a, const AsAffineAccess *b);

/// Whether the operation is one of the SCoP's, or nested in one.
bool asScopContains(const AsScop *scop, MlirOperation op);

// access-relation.c

/// The loops enclosing a place in the SCoP, which name i0, i1, ....
typedef struct AsAffineNest {
  AsScop *scop;
  int depth;
  int loops[AS_AFFINE_MAX_DEPTH];
} AsAffineNest;

/// Appends the value as an isl expression. A value from outside of the SCoP is
/// added to its parameters. False if the value is not affine.
bool asAffineWriteValue(const AsAffineNest *nest, MlirValue value,
                        AsText *text);

/// Appends an affine expression over `operands` (dimensions, then symbols).
/// False if it is not affine.
bool asAffineWriteExpression(const AsAffineNest *nest, MlirAffineExpr expr,
                             const MlirValue *operands, intptr_t numDims,
                             AsText *text);

// iteration-domain.c

/// Appends the constraints of loop `op`, the next one inside `nest`: "i2 >= 0
/// and i2 < p0". Sets *step. False if a bound is not affine.
bool asAffineWriteLoop(const AsAffineNest *nest, MlirOperation op,
                       int64_t *step, AsText *domain);

/// Appends the condition of an affine.if or scf.if in brackets. False if it is
/// not affine.
bool asAffineWriteCondition(const AsAffineNest *nest, MlirOperation op,
                            AsText *text);

/// Copies `count` operands of `op` from `first` on. False if they are more than
/// AS_AFFINE_MAX_OPERANDS.
bool asAffineReadOperands(MlirOperation op, intptr_t first, intptr_t count,
                          MlirValue *operands);

#endif // AS_AFFINE_SCOP_SCOP_H
