//===- workload.h - What is benchmarked
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A workload is one operator at one size: a row of the benchmark. Operators
// with the same program form a family. A family is written down once, as a
// program in linalg on tensors the way a front end emits it, with its sizes
// named by letters; everything else about a workload (shapes, operations,
// traffic, tolerance) follows from those letters. To add a workload, add a line
// to the table in workloads.c, or name it to bench-ops (bench/shapes.h).
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_WORKLOAD_H
#define AS_BENCH_WORKLOAD_H

#include "as/element.h"
#include "measure/entry-buffers.h"
#include "support/text.h"
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define AS_MAX_TENSORS 4
#define AS_MAX_SIZES 11

/// What the yardsticks must know to choose their own implementation.
typedef enum AsOperator {
  AS_MATMUL, ///< The shapes' letters tell which arguments are transposed.
  AS_MATMUL_BIAS_RELU,
  AS_MATMUL_BIAS_GELU,
  AS_MATMUL_SCALED, ///< The second argument has a scale for each group.
  AS_MATMUL_CHAIN,  ///< Two, the result of one being an argument of the other.
  AS_BATCH_MATMUL,
  AS_ATTENTION,           ///< Three arguments; the letters tell where the heads
                          ///< are.
  AS_CAUSAL_ATTENTION,    ///< No key behind its row.
  AS_CONVOLUTION,         ///< The border is what the output has beyond h x w.
  AS_CONVOLUTION_NCHW,    ///< Likewise.
  AS_GROUPED_CONVOLUTION, ///< Likewise.
  AS_DEPTHWISE,           ///< Likewise.
  AS_DEPTHWISE_NCHW,      ///< Likewise.
  AS_MAX_POOLING,         ///< The input is already padded.
  AS_MAX_POOLING_NCHW,    ///< Likewise.
  AS_AVERAGE_POOLING,     ///< Likewise.
  AS_AVERAGE_POOLING_NCHW, ///< Likewise.
  AS_SOFTMAX,              ///< Over the last dimension.
  AS_LAYERNORM,            ///< Likewise.
  AS_TRANSPOSE,            ///< Of b matrices: b x m x n to b x n x m.
  AS_CONCAT,               ///< Along the last dimension.
  AS_SUM,                  ///< Over the dimensions that the result lacks.
  AS_MAXIMUM,              ///< Likewise.
  AS_ARGMAX,               ///< Over the last dimension.
  AS_BROADCAST_ADD,        ///< A row is added to each row.
  AS_ELEMENTWISE_CHAIN,    ///< The square of relu((x + y) * z).
  AS_GELU,                 ///< By erf.
  AS_SILU,
  AS_TANH,
  AS_SIGMOID,
  AS_EXP,
  AS_NUM_OPERATORS,
} AsOperator;

/// Strings of letters are products of sizes, or shapes: "mk" is m*k, or m x k.
typedef struct AsFamily {
  const char *name; ///< What workloads of any size are called after.
  AsOperator op;
  const char *function; ///< Name of the function in `program`.
  const char *sizes;    ///< The sizes, in the order a workload gives them.
  int numOptional;      ///< The last so many may be 0, and be left out.
  const char *tensors[AS_MAX_TENSORS]; ///< Arguments, then the one result.
  AsElement elements[AS_MAX_TENSORS];  ///< Of those; f32 where not given.
  const char *sum;        ///< Length of the sums a result element is made of.
  const char *operations; ///< Half the FLOP (a multiply-add is two), or NULL
                          ///< where memory traffic is the measure of the work.
  void (*derive)(int64_t size[26]); ///< Adds sizes that follow, or NULL.
  const char *draw;    ///< How sizes are drawn (bench/shapes.h); NULL: never.
  bool isRounded;      ///< Operands of products may be rounded to tf32.
  const char *program; ///< MLIR: $m is the size m, $A, $B... a tensor's type.
} AsFamily;

typedef struct AsWorkload {
  const char *name;
  const AsFamily *family;
  int64_t sizes[AS_MAX_SIZES]; ///< As family->sizes names them.
} AsWorkload;

/// In the order of the report.
typedef struct AsWorkloads {
  const AsWorkload *rows;
  size_t count;
} AsWorkloads;

/// Those that everybody gets who asks for no others.
AsWorkloads asWorkloadTable(void);

/// Those whose names match the glob, one after another: start with `previous`
/// NULL; NULL is the end.
const AsWorkload *asWorkloadNext(const AsWorkloads *workloads, const char *glob,
                                 const AsWorkload *previous);

/// Prints their names, work and tolerance.
void asWorkloadList(const AsWorkloads *workloads, const char *glob, FILE *out);

/// The size called `letter`; it must be one of the family's, or derived.
int64_t asWorkloadSize(const AsWorkload *workload, char letter);

/// How many tensors the function takes and gives; the last is the result.
int asWorkloadNumTensors(const AsWorkload *workload);

/// Tensor number `index`.
AsBuffer asWorkloadBuffer(const AsWorkload *workload, int index);

/// Arithmetic operations; 0 for a workload that is rated by its traffic.
double asWorkloadFlop(const AsWorkload *workload);

/// Bytes that must move: each argument read once, the result written once.
double asWorkloadBytes(const AsWorkload *workload);

/// The largest deviation of a result that is accepted, see
/// measure/entry-buffers.h: it grows with the root of the length of the sums.
double asWorkloadTolerance(const AsWorkload *workload);

/// Whether all arguments but the first are weights.
bool asWorkloadHasWeights(const AsWorkload *workload);

/// Appends the workload's program. With `constantWeights` it says that these
/// are the same in every run.
void asWorkloadProgram(const AsWorkload *workload, bool constantWeights,
                       AsText *mlir);

/// The same for sizes that the program does not know: those of the letters in
/// `dynamic` are `?`.
void asWorkloadDynamicProgram(const AsWorkload *workload, const char *dynamic,
                              AsText *mlir);

#endif // AS_BENCH_WORKLOAD_H
