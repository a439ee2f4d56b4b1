//===- dnnl-library.h - oneDNN 2 and 3 alike
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C interface of oneDNN 3 is not that of oneDNN 2: descriptions of memory
// are handles rather than structures, primitives are described by one call
// rather than two, and constants have other numbers. What is alike is called
// through AsDnnl directly, and what is not through its AsDnnlApi, which speaks
// of operations as below:
//
//   matmul, tensors {SRC 64x32 strides 32,1} {WEIGHTS 32x16 any} {DST 64x16}
//   post-ops {relu}
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_DNNL_LIBRARY_H
#define AS_BENCH_DNNL_LIBRARY_H

#include "as/element.h"
#include "as/error.h"
#include "bench/workload.h"
#include <stdbool.h>

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// DNNL_ARG_..., the same in both.
enum {
  AS_DNNL_SRC = 1,
  AS_DNNL_SRC_1 = 2,
  AS_DNNL_DST = 17,
  AS_DNNL_WEIGHTS = 33,
  AS_DNNL_BIAS = 41,
  AS_DNNL_SCALE = 51,
  AS_DNNL_SHIFT = 52,
  AS_DNNL_SRC_N = 1024,       ///< And those after it: of a concatenation.
  AS_DNNL_POST_OP = 0x100000, ///< And those after it: see asDnnlArgument.
};

/// dnnl_dims_t.
typedef int64_t AsDnnlDims[12];

enum { AS_DNNL_MAX_POST_OPS = 3 };

typedef struct AsDnnlTensor {
  int argument; ///< AS_DNNL_SRC...
  int place;    ///< Among the workload's, or AS_DNNL_BETWEEN.
  AsElement element;
  int rank;
  AsDnnlDims dims, strides;
} AsDnnlTensor;

typedef enum AsDnnlKind {
  AS_DNNL_COPY,   ///< oneDNN's reorder, of tensor 0 into tensor 1.
  AS_DNNL_CONCAT, ///< Of all but the last into the last, along `axis`.
  AS_DNNL_MATMUL, ///< With a bias where there are four tensors.
  AS_DNNL_CONVOLUTION,
  AS_DNNL_POOLING,
  AS_DNNL_SOFTMAX, ///< Along `axis`.
  AS_DNNL_LAYERNORM,
  AS_DNNL_REDUCTION,
  AS_DNNL_BINARY,
  AS_DNNL_ELTWISE,
} AsDnnlKind;

/// What oneDNN calls an algorithm.
typedef enum AsDnnlFunction {
  AS_DNNL_NONE,
  AS_DNNL_RELU,
  AS_DNNL_SQUARE,
  AS_DNNL_GELU_ERF,
  AS_DNNL_SWISH,
  AS_DNNL_TANH,
  AS_DNNL_LOGISTIC,
  AS_DNNL_EXP,
  AS_DNNL_ADD,
  AS_DNNL_MUL,
  AS_DNNL_SUM,
  AS_DNNL_MAX,
  AS_DNNL_POOL_MAX,
  AS_DNNL_POOL_MEAN,
  AS_DNNL_NUM_FUNCTIONS,
} AsDnnlFunction;

typedef struct AsDnnlOperation {
  AsDnnlKind kind;
  AsDnnlFunction function; ///< Of those kinds that have several.
  int axis;
  /// Of windows, rows before columns. A dilation is what is left out.
  AsDnnlDims window, strides, dilation, padding;
  /// Fused after the operation, up to AS_DNNL_NONE. Those that have an argument
  /// among the tensors are binary.
  AsDnnlFunction postOps[AS_DNNL_MAX_POST_OPS + 1];
  AsDnnlTensor tensors[AS_MAX_TENSORS]; ///< Arguments, then the result.
  int numTensors;
} AsDnnlOperation;

//===----------------------------------------------------------------------===//
// The library
//===----------------------------------------------------------------------===//

/// The first members of dnnl_version_t.
typedef struct AsDnnlVersion {
  int major, minor, patch;
} AsDnnlVersion;

/// dnnl_exec_arg_t.
typedef struct AsDnnlArgument {
  int argument;
  void *memory;
} AsDnnlArgument;

/// What both have, X(result, name, parameters); statuses and enumerations are
/// int, all handles pointers. Each is a member of AsDnnl.
#define AS_DNNL_FUNCTIONS(X)                                                   \
  X(int, engine_create, (void **engine, int kind, size_t index))               \
  X(int, memory_create,                                                        \
    (void **memory, const void *desc, void *engine, void *data))               \
  X(int, memory_desc_equal, (const void *a, const void *b))                    \
  X(int, memory_destroy, (void *memory))                                       \
  X(int, post_ops_append_binary, (void *postOps, int alg, const void *desc))   \
  X(int, post_ops_create, (void **postOps))                                    \
  X(int, post_ops_destroy, (void *postOps))                                    \
  X(int, primitive_attr_create, (void **attributes))                           \
  X(int, primitive_attr_destroy, (void *attributes))                           \
  X(int, primitive_attr_set_post_ops, (void *attributes, const void *postOps)) \
  X(int, primitive_create, (void **primitive, const void *primitiveDesc))      \
  X(int, primitive_desc_destroy, (void *primitiveDesc))                        \
  X(int, primitive_desc_query,                                                 \
    (const void *primitiveDesc, int what, int index, void *result))            \
  X(const void *, primitive_desc_query_md,                                     \
    (const void *primitiveDesc, int what, int index))                          \
  X(int, primitive_destroy, (void *primitive))                                 \
  X(int, primitive_execute,                                                    \
    (const void *primitive, void *stream, int count,                           \
     const AsDnnlArgument *arguments))                                         \
  X(int, reorder_primitive_desc_create,                                        \
    (void **primitiveDesc, const void *from, void *fromEngine, const void *to, \
     void *toEngine, const void *attributes))                                  \
  X(const char *, status2str, (int status))                                    \
  X(int, stream_create, (void **stream, void *engine, unsigned flags))         \
  X(int, stream_wait, (void *stream))                                          \
  X(const AsDnnlVersion *, version, (void))

/// Numbers that both give alike.
enum {
  AS_DNNL_SUCCESS = 0,
  AS_DNNL_UNIMPLEMENTED = 3,
  AS_DNNL_CPU = 1,
  AS_DNNL_IN_ORDER = 1,
  AS_DNNL_FORWARD_INFERENCE = 96,
  AS_DNNL_QUERY_IMPL_INFO = 8,
  AS_DNNL_QUERY_EXEC_ARG = 255,
};
#define AS_DNNL_ALLOCATE ((void *)(size_t)-1)

typedef struct AsDnnl AsDnnl;

/// One of the two interfaces. Where a function gives an int, it is a
/// dnnl_status_t.
typedef struct AsDnnlApi {
  int major;
  int postOpBase; ///< DNNL_ARG_ATTR_MULTIPLE_POST_OP_BASE.
  int functions[AS_DNNL_NUM_FUNCTIONS]; ///< dnnl_alg_kind_t of each.

  /// Fills in `dnnl->own`.
  AsStatus (*load)(void *library, AsDnnl *dnnl, AsError *error);

  /// Describes a tensor; `isAny` leaves its layout to oneDNN.
  int (*describe)(const AsDnnl *dnnl, const AsDnnlTensor *tensor, bool isAny,
                  void **desc);
  void (*forget)(const AsDnnl *dnnl, void *desc);

  int (*appendEltwise)(const AsDnnl *dnnl, void *postOps, int alg);

  /// Describes the operation on such tensors. Not of AS_DNNL_COPY.
  int (*create)(const AsDnnl *dnnl, const AsDnnlOperation *operation,
                void *const descs[AS_MAX_TENSORS], const void *attributes,
                void **primitiveDesc);
} AsDnnlApi;

extern const AsDnnlApi asDnnlApi2, asDnnlApi3;

struct AsDnnl {
#define AS_DNNL_MEMBER(result, name, parameters) result(*name) parameters;
  AS_DNNL_FUNCTIONS(AS_DNNL_MEMBER)
#undef AS_DNNL_MEMBER
  const AsDnnlApi *api;
  void *own; ///< What only that one has.
  void *engine, *stream;
};

/// Loads the functions, by what the library says of its version.
AsStatus asDnnlLoad(void *library, AsDnnl *dnnl, AsError *error);

/// The status of a call of oneDNN as ours; `what` was called.
AsStatus asDnnlCheck(const AsDnnl *dnnl, int status, const char *what,
                     AsError *error);

/// Returns from the calling function where a call of oneDNN fails.
#define AS_DNNL_TRY(function, ...)                                             \
  do {                                                                         \
    if (asDnnlCheck(dnnl, dnnl->function(__VA_ARGS__), #function, error))      \
      return error->status;                                                    \
  } while (0)

/// The number by which oneDNN knows an argument of ours.
int asDnnlArgument(const AsDnnl *dnnl, int argument);

#endif // AS_BENCH_DNNL_LIBRARY_H
