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

#include "as/error.h"
#include "bench/lineup.h"
#include <dnnl.h>
#include <dnnl_debug.h>
#include <stdbool.h>

/// What is used of oneDNN; each becomes a member of AsDnnl.
#define AS_DNNL_FUNCTIONS(X)                                                   \
  X(binary_desc_init)                                                          \
  X(concat_primitive_desc_create)                                              \
  X(dilated_convolution_forward_desc_init)                                     \
  X(eltwise_forward_desc_init)                                                 \
  X(engine_create)                                                             \
  X(layer_normalization_forward_desc_init)                                     \
  X(matmul_desc_init)                                                          \
  X(memory_create)                                                             \
  X(memory_desc_equal)                                                         \
  X(memory_desc_init_by_tag)                                                   \
  X(memory_destroy)                                                            \
  X(pooling_forward_desc_init)                                                 \
  X(post_ops_append_binary)                                                    \
  X(post_ops_append_eltwise)                                                   \
  X(post_ops_create)                                                           \
  X(post_ops_destroy)                                                          \
  X(primitive_attr_create)                                                     \
  X(primitive_attr_destroy)                                                    \
  X(primitive_attr_set_post_ops)                                               \
  X(primitive_create)                                                          \
  X(primitive_desc_create)                                                     \
  X(primitive_desc_destroy)                                                    \
  X(primitive_desc_query)                                                      \
  X(primitive_desc_query_md)                                                   \
  X(primitive_destroy)                                                         \
  X(primitive_execute)                                                         \
  X(reduction_desc_init)                                                       \
  X(reorder_primitive_desc_create)                                             \
  X(softmax_forward_desc_init)                                                 \
  X(status2str)                                                                \
  X(stream_create)                                                             \
  X(stream_wait)                                                               \
  X(version)

typedef struct AsDnnl {
#define AS_DNNL_MEMBER(name) __typeof__(&dnnl_##name) name;
  AS_DNNL_FUNCTIONS(AS_DNNL_MEMBER)
#undef AS_DNNL_MEMBER
  dnnl_engine_t engine;
  dnnl_stream_t stream;
} AsDnnl;

/// The status of a call of oneDNN as ours; `what` was called.
AsStatus asDnnlCheck(const AsDnnl *dnnl, dnnl_status_t status, const char *what,
                     AsError *error);

/// Returns from the calling function where a call of oneDNN fails.
#define AS_DNNL_TRY(function, ...)                                             \
  do {                                                                         \
    if (asDnnlCheck(dnnl, dnnl->function(__VA_ARGS__), #function, error))      \
      return error->status;                                                    \
  } while (0)

/// How the weights come to the layout that the primitive reads.
typedef enum AsDnnlWeights {
  AS_DNNL_DENSE,     ///< They stay dense: oneDNN must take them so.
  AS_DNNL_LOOPS,     ///< Likewise, and plain loops will do.
  AS_DNNL_REORDER,   ///< oneDNN's choice; each run reorders them.
  AS_DNNL_PREPACKED, ///< oneDNN's choice; reordered once, before all runs.
} AsDnnlWeights;

enum {
  AS_DNNL_MAX_OPERATIONS = 2,
  AS_DNNL_MAX_POST_OPS = 3,
  AS_DNNL_BETWEEN = -1, ///< Place of what one operation hands to the next.
};

/// The argument that the post-op number `index` reads.
#define AS_DNNL_ARG_POST_OP(index)                                             \
  (DNNL_ARG_ATTR_MULTIPLE_POST_OP(index) | DNNL_ARG_SRC_1)

typedef struct AsDnnlTensor {
  int argument;             ///< DNNL_ARG_...
  int place;                ///< Among the workload's, or AS_DNNL_BETWEEN.
  dnnl_memory_desc_t dense; ///< As as-opt gets it.
} AsDnnlTensor;

typedef enum AsDnnlKind {
  AS_DNNL_DESCRIBED, ///< By `descriptor`; the others have none.
  AS_DNNL_COPY,      ///< oneDNN's reorder, of tensor 0 into tensor 1.
  AS_DNNL_CONCAT,    ///< Of all but the last into the last.
} AsDnnlKind;

typedef struct AsDnnlOperation {
  AsDnnlKind kind;
  int axis; ///< Of a concatenation.
  union {
    dnnl_binary_desc_t binary;
    dnnl_eltwise_desc_t eltwise;
    dnnl_reduction_desc_t reduction;
    dnnl_matmul_desc_t matmul;
    dnnl_convolution_desc_t convolution;
    dnnl_pooling_desc_t pooling;
    dnnl_softmax_desc_t softmax;
    dnnl_layer_normalization_desc_t layernorm;
  } descriptor;
  /// Fused after the operation, up to dnnl_alg_kind_undef. Those that have an
  /// argument among the tensors are binary.
  dnnl_alg_kind_t postOps[AS_DNNL_MAX_POST_OPS + 1];
  AsDnnlTensor tensors[AS_MAX_TENSORS]; ///< Arguments, then the result.
  int numTensors;
} AsDnnlOperation;

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
