//===- program.h - What a task computes, in plain C
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program is what is left of a task once MLIR is taken away: its stages (one
// per linalg operation, in order), each a perfect loop nest with affine
// accesses to tensors and a count of arithmetic per iteration. Sketch rules
// and symbolic loop nests are derived from it without touching IR.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_PROGRAM_H
#define AS_TASK_PROGRAM_H

#include "as/element.h"
#include "ir/nest-schedule.h"
#include <stdbool.h>
#include <stdint.h>

#define AS_MAX_DIMS 8      ///< Loops of a stage.
#define AS_MAX_ACCESSES 16 ///< Operands of a stage.
#define AS_MAX_RANK 6      ///< Dimensions of a tensor.

/// Arithmetic by kind, as costs differ by kind. X(suffix, name)
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

/// What a stage is to the rules. X(suffix, name)
#define AS_STAGE_KINDS(X)                                                      \
  X(FILL, "fill")               /* a constant into every element */            \
  X(ELEMENTWISE, "elementwise") /* all loops parallel, writes by identity */   \
  X(TRANSPOSE, "transpose")     /* a copy whose accesses differ in order */    \
  X(REDUCTION, "reduction")     /* one input or more, reduced */               \
  X(CONTRACTION, "contraction") /* sum of products, projected accesses */      \
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
  int initial; ///< Of a write: the tensor that it starts from, else -1.
  bool isRead; ///< A written one is read too where the body uses it.
  int16_t factor[AS_MAX_RANK][AS_MAX_DIMS];
  int64_t offset[AS_MAX_RANK];
} AsAccess;

typedef struct AsStage {
  AsStageKind kind;
  const char *name; ///< Operation name, "linalg.matmul".
  int numDims;
  int64_t extent[AS_MAX_DIMS];
  bool isReduction[AS_MAX_DIMS];
  bool isZero; ///< FILL: with zeros.
  bool merges; ///< What parts of its reductions add up to can be put together.
  int numAccesses;
  AsAccess access[AS_MAX_ACCESSES];  ///< Reads in operand order, then writes.
  int arithmetic[AS_NUM_ARITHMETIC]; ///< Operations per iteration.
  int order; ///< Index among the task's linalg operations, inserts being
             ///< copies; -1 for a pad.
} AsStage;

/// Everything belongs to the arena of the task.
typedef struct AsProgram {
  int numStages;
  AsStage *stages; ///< In program order; the last computes a result.
  int numTensors;
  AsTensor *tensors;
  int numAfter; ///< Operations behind the last stage, which a step that left
                ///< them there has taken care of.
  int numSchedules;
  const AsNestSchedule *schedules; ///< That a loop nest can be given.
} AsProgram;

const char *asStageKindName(AsStageKind kind);

/// The product of the extents.
double asStageIterations(const AsStage *stage);

/// The access that writes the stage's (first) result.
const AsAccess *asStageResult(const AsStage *stage);

/// Whether any index of the access depends on the loop.
bool asAccessUses(const AsAccess *access, int loop);

/// The loop that index `r` of the access runs along, where it is exactly one
/// loop with factor 1 and no offset; else -1.
int asAccessLoop(const AsAccess *access, const AsStage *stage, int r);

/// The loop along which the result is contiguous, or -1: the one to vectorise.
int asStageLaneLoop(const AsProgram *program, const AsStage *stage);

/// Floating point (and integer) operations of one execution.
double asProgramFlops(const AsProgram *program);

/// Bytes of all inputs read once and results written once.
double asProgramMinBytes(const AsProgram *program);

/// The longest reduction of any stage, 1 where there is none.
int64_t asProgramReductionLength(const AsProgram *program);

/// Whether it is a contraction, convolution, depthwise or pooling.
bool asIsAnchor(const AsStage *stage);

/// The stage that dominates: the last one that may be an anchor; -1 where there
/// is none.
int asProgramAnchor(const AsProgram *program);

/// Holds by construction; for asserts.
bool asProgramIsSane(const AsProgram *program);

#endif // AS_TASK_PROGRAM_H
