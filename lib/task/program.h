//===- program.h - The program of a task: stages without MLIR
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program says what a task computes without MLIR: its stages (one for each
// linalg operation, in order), each a perfect loop nest with affine accesses to
// tensors and counts of arithmetic per iteration. Sketch rules and symbolic
// loop nests are derived from it, so they need no IR.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_PROGRAM_H
#define AS_TASK_PROGRAM_H

#include "as/element.h"
#include "ir/nest-schedule.h"
#include "support/hash.h"
#include <stdbool.h>
#include <stdint.h>

#define AS_MAX_DIMS 10     ///< Loops of a stage.
#define AS_MAX_ACCESSES 16 ///< Operands of a stage.
#define AS_MAX_STAGES 16   ///< Stages of a program that rules apply to.
#define AS_MAX_RANK 6      ///< Dimensions of a tensor.

/// Kinds of arithmetic, which differ in cost. X(suffix, name)
#define AS_ARITHMETIC(X)                                                       \
  X(ADD, "add")         /* add, sub, neg */                                    \
  X(MUL, "mul")         /* mul, and the mul of an fma */                       \
  X(DIV, "div")         /* div, rem, sqrt, rsqrt */                            \
  X(COMPARE, "compare") /* min, max, compare, select, abs */                   \
  X(MATH, "math")       /* exp, tanh, erf, ... : a call or a polynomial */     \
  X(INTEGER, "integer") /* integer and index arithmetic, bits */               \
  X(CAST, "cast")       /* conversions between types */

typedef enum AsArithmetic {
#define AS_ARITHMETIC_ENUMERATOR(suffix, name) AS_ARITHMETIC_##suffix,
  AS_ARITHMETIC(AS_ARITHMETIC_ENUMERATOR)
#undef AS_ARITHMETIC_ENUMERATOR
      AS_NUM_ARITHMETIC
} AsArithmetic;

/// Kinds of stages, which rules tell apart. X(suffix, name)
#define AS_STAGE_KINDS(X)                                                      \
  X(FILL, "fill")               /* a constant into every element */            \
  X(ELEMENTWISE, "elementwise") /* all loops parallel, writes by identity */   \
  X(TRANSPOSE, "transpose")     /* a copy whose accesses differ in order */    \
  X(REDUCTION, "reduction")     /* one input or more, reduced */               \
  X(CONTRACTION, "contraction") /* sum of products, projected accesses */      \
  X(PAIRWISE, "pairwise")       /* what is computed of pairs, reduced */       \
  X(CONVOLUTION, "convolution") /* sum of products over a window */            \
  X(DEPTHWISE, "depthwise")     /* the same, channel by channel */             \
  X(POOLING, "pooling")         /* a window reduced without weights */         \
  X(PAD, "pad")                 /* tensor.pad: not a linalg operation */       \
  X(INSERT, "insert")           /* tensor.insert_slice of a concatenation */   \
  X(STATEMENT, "statement")     /* a store in a loop nest over memrefs */      \
  X(OTHER, "other")             /* anything else that is structured */

typedef enum AsStageKind {
#define AS_STAGE_KIND_ENUMERATOR(suffix, name) AS_STAGE_##suffix,
  AS_STAGE_KINDS(AS_STAGE_KIND_ENUMERATOR)
#undef AS_STAGE_KIND_ENUMERATOR
      AS_NUM_STAGE_KINDS
} AsStageKind;

typedef struct AsTensor {
  int rank;
  int64_t shape[AS_MAX_RANK];
  AsElement element;
  int producer;    ///< The stage that computes it, or -1 for an input.
  bool isConstant; ///< All elements are the same known value.
  bool isFixed;    ///< The same in every run: weights (ir/invariant-values.h).
} AsTensor;

/// One operand: index r of the tensor is sum of factor[r][d] * loop d, plus
/// offset[r].
typedef struct AsAccess {
  int tensor; ///< Index in AsProgram.tensors.
  bool isWrite;
  int initial;   ///< Of a write: the tensor with initial values; else -1.
  bool isRead;   ///< Also of a write, if the body uses the old value.
  bool isInBody; ///< A tensor.extract of the body, not an operand. Of an index
                 ///< that depends on data, factors say which loops move it.
  int32_t factor[AS_MAX_RANK][AS_MAX_DIMS];
  int64_t offset[AS_MAX_RANK];
} AsAccess;

typedef struct AsStage {
  AsStageKind kind;
  const char *name; ///< Operation name, "linalg.matmul".
  int numDims;
  int64_t extent[AS_MAX_DIMS];
  bool isReduction[AS_MAX_DIMS];
  bool isZero; ///< FILL: with zeros.
  bool merges; ///< Partial results of its reductions can be merged.
  int numAccesses;
  AsAccess access[AS_MAX_ACCESSES];  ///< Reads in operand order, then writes,
                                     ///< then those that are in the body.
  int arithmetic[AS_NUM_ARITHMETIC]; ///< Operations per iteration.
  /// Those of them that are the same in all iterations of the last loop.
  int rowArithmetic[AS_NUM_ARITHMETIC];
  int order; ///< Index among the task's linalg operations, inserts being
             ///< copies; -1 for a pad.
} AsStage;

/// Everything belongs to the arena of the task.
typedef struct AsProgram {
  int numStages;
  AsStage *stages; ///< In program order; the last computes a result.
  int numTensors;
  AsTensor *tensors;
  int numAfter; ///< Operations behind the last stage, which a step has
                ///< scheduled already.
  int numSchedules;
  const AsNestSchedule *schedules; ///< Those of a loop nest.
} AsProgram;

const char *asStageKindName(AsStageKind kind);

/// The product of the extents.
double asStageIterations(const AsStage *stage);

/// The access that writes the (first) result of the stage.
const AsAccess *asStageResult(const AsStage *stage);

/// How many operands the stage has: accesses that are not in the body.
int asStageNumOperands(const AsStage *stage);

/// Whether the body reads elements at indices of its own: it may gather.
bool asStageGathers(const AsStage *stage);

/// Whether any index of the access depends on the loop.
bool asAccessUses(const AsAccess *access, int loop);

/// The loop that index `r` of the access equals: exactly one loop with factor 1
/// and no offset; else -1.
int asAccessLoop(const AsAccess *access, const AsStage *stage, int r);

/// The dimension of the access that is indexed by the loop alone, or -1.
int asAccessDim(const AsProgram *program, const AsStage *stage,
                const AsAccess *access, int loop);

/// Whether the loop goes over products that have nothing in common: all
/// operands are indexed by it.
bool asIsBatchLoop(const AsProgram *program, const AsStage *stage, int loop);

/// The loop that indexes the last dimension but one of the access, dimensions
/// of batch loops left out: tiles have one element of these. -1 if there is
/// none.
int asAccessOuterLoop(const AsProgram *program, const AsStage *stage,
                      const AsAccess *access);

/// The loop along which the result is contiguous, the one to vectorise; or -1.
int asStageLaneLoop(const AsProgram *program, const AsStage *stage);

/// Floating point (and integer) operations of one execution.
double asProgramFlops(const AsProgram *program);

/// Bytes of all inputs read once and results written once.
double asProgramMinBytes(const AsProgram *program);

/// The longest reduction of any stage; 1 if there is none.
int64_t asProgramReductionLength(const AsProgram *program);

/// Whether it is a contraction, convolution, depthwise or pooling.
bool asIsAnchor(const AsStage *stage);

/// The anchor, the stage that dominates: the last contraction, convolution,
/// depthwise or pooling; -1 if there is none.
int asProgramAnchor(const AsProgram *program);

/// What programs have in common that differ in their extents only. What is good
/// for one may be good for another.
AsHash asProgramSignature(const AsProgram *program);

/// The same of one stage, whatever is around it.
AsHash asStageSignature(const AsProgram *program, int s);

/// What a program has in common with its kin: the signature of its anchor, or
/// its own where it has none.
AsHash asProgramKin(const AsProgram *program);

/// An invariant, for asserts and tests.
bool asProgramIsSane(const AsProgram *program);

#endif // AS_TASK_PROGRAM_H
