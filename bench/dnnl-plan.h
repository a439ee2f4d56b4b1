//===- dnnl-plan.h - Operations of oneDNN, ready to run
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An operation describes what to compute in oneDNN's terms; a plan is the
// primitives and memories that compute one or several of them, in one of three
// ways of treating the layout of the weights.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_DNNL_PLAN_H
#define AS_BENCH_DNNL_PLAN_H

#include "bench/dnnl-library.h"
#include "bench/lineup.h"

/// How the weights come to the layout that the primitive reads.
typedef enum AsDnnlWeights {
  AS_DNNL_DENSE,     ///< They stay dense: oneDNN must take them so.
  AS_DNNL_LOOPS,     ///< Likewise, and plain loops will do.
  AS_DNNL_REORDER,   ///< oneDNN's choice; each run reorders them.
  AS_DNNL_PREPACKED, ///< oneDNN's choice; reordered once, before all runs.
} AsDnnlWeights;

enum {
  AS_DNNL_MAX_OPERATIONS = 2,
  AS_DNNL_BETWEEN = -1, ///< Place of what one operation hands to the next.
};

typedef struct AsDnnlPlan AsDnnlPlan;

/// Builds the plan that computes the operations, up to the first without
/// tensors, from `operands` into `result`, and runs what is to be done once.
/// AS_NOT_FOUND where oneDNN has no such implementation, or none but plain
/// loops, or its choice of layout would be the dense one.
AsStatus
asDnnlPlanCreate(const AsDnnl *dnnl,
                 const AsDnnlOperation operations[AS_DNNL_MAX_OPERATIONS],
                 AsDnnlWeights weights, const AsOperands *operands,
                 void *result, AsDnnlPlan **plan, AsError *error);

void asDnnlPlanRun(void *plan);
void asDnnlPlanDestroy(void *plan); ///< NULL is allowed.

#endif // AS_BENCH_DNNL_PLAN_H
