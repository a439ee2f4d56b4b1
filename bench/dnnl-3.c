//===- dnnl-3.c - The C interface of oneDNN 3
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory and primitives are handles, so that no header is needed, nor could its
// header be read beside that of oneDNN 2. Parameters and numbers are those of
// <oneapi/dnnl/dnnl.h> and <oneapi/dnnl/dnnl_types.h>, which have not changed
// within 3.x.
//
//===----------------------------------------------------------------------===//

#include "bench/dnnl-library.h"
#include "bench/library.h"
#include "support/arena.h"

// dnnl_format_tag_any, dnnl_convolution_direct, dnnl_softmax_accurate, and
// dnnl_use_scale | dnnl_use_shift.
enum { anyTag = 1, direct = 1, accurate = 0x30000, scaleAndShift = 2 | 4 };

// X(name, parameters), after those that all have: a place for the result and
// the engine. Attributes come last.
#define DESCRIBING_FUNCTIONS(X)                                                \
  X(binary, (int alg, const void *a, const void *b, const void *to,            \
             const void *attributes))                                          \
  X(concat, (const void *to, int count, int axis, void *const *from,           \
             const void *attributes))                                          \
  X(convolution_forward,                                                       \
    (int propagation, int alg, const void *from, const void *weights,          \
     const void *bias, const void *to, const int64_t *strides,                 \
     const int64_t *dilation, const int64_t *before, const int64_t *after,     \
     const void *attributes))                                                  \
  X(eltwise_forward,                                                           \
    (int propagation, int alg, const void *from, const void *to, float alpha,  \
     float beta, const void *attributes))                                      \
  X(layer_normalization_forward,                                               \
    (int propagation, const void *from, const void *to,                        \
     const void *statistics, float epsilon, unsigned flags,                    \
     const void *attributes))                                                  \
  X(matmul, (const void *from, const void *weights, const void *bias,          \
             const void *to, const void *attributes))                          \
  X(pooling_forward,                                                           \
    (int propagation, int alg, const void *from, const void *to,               \
     const int64_t *strides, const int64_t *window, const int64_t *dilation,   \
     const int64_t *before, const int64_t *after, const void *attributes))     \
  X(reduction, (int alg, const void *from, const void *to, float p,            \
                float epsilon, const void *attributes))                        \
  X(softmax_forward, (int propagation, int alg, const void *from,              \
                      const void *to, int axis, const void *attributes))

#define REST(...) __VA_ARGS__

typedef struct Own {
#define MEMBER(name, parameters)                                               \
  int (*name)(void **primitiveDesc, void *engine, REST parameters);
  DESCRIBING_FUNCTIONS(MEMBER)
#undef MEMBER
  int (*withStrides)(void **desc, int rank, const int64_t *dims, int type,
                     const int64_t *strides);
  int (*withTag)(void **desc, int rank, const int64_t *dims, int type, int tag);
  int (*destroy)(void *desc);
  int (*appendEltwise)(void *postOps, int alg, float alpha, float beta);
} Own;

static AsStatus load(void *library, AsDnnl *dnnl, AsError *error) {
  Own *own = asAlloc(sizeof *own);
  dnnl->own = own;
#define LOAD(name, parameters)                                                 \
  if (asLibrarySymbol(library, "dnnl_" #name "_primitive_desc_create",         \
                      (void **)&own->name, error))                             \
    return error->status;
  DESCRIBING_FUNCTIONS(LOAD)
#undef LOAD
  if (asLibrarySymbol(library, "dnnl_memory_desc_create_with_strides",
                      (void **)&own->withStrides, error) ||
      asLibrarySymbol(library, "dnnl_memory_desc_create_with_tag",
                      (void **)&own->withTag, error) ||
      asLibrarySymbol(library, "dnnl_memory_desc_destroy",
                      (void **)&own->destroy, error) ||
      asLibrarySymbol(library, "dnnl_post_ops_append_eltwise",
                      (void **)&own->appendEltwise, error))
    return error->status;
  return AS_OK;
}

// What oneDNN has; as-opt's other elements are undefined, which is 0.
static const int types[AS_NUM_ELEMENTS] = {
    [AS_ELEMENT_F16] = 1, [AS_ELEMENT_BF16] = 2, [AS_ELEMENT_F32] = 3,
    [AS_ELEMENT_I32] = 4, [AS_ELEMENT_I8] = 5,
};

static int describe(const AsDnnl *dnnl, const AsDnnlTensor *tensor, bool isAny,
                    void **desc) {
  const Own *own = dnnl->own;
  const int type = types[tensor->element];
  return isAny ? own->withTag(desc, tensor->rank, tensor->dims, type, anyTag)
               : own->withStrides(desc, tensor->rank, tensor->dims, type,
                                  tensor->strides);
}

static void forget(const AsDnnl *dnnl, void *desc) {
  ((Own *)dnnl->own)->destroy(desc);
}

static int appendEltwise(const AsDnnl *dnnl, void *postOps, int alg) {
  return ((Own *)dnnl->own)->appendEltwise(postOps, alg, 0, 0);
}

static int create(const AsDnnl *dnnl, const AsDnnlOperation *operation,
                  void *const descs[AS_MAX_TENSORS], const void *attributes,
                  void **primitiveDesc) {
  const Own *own = dnnl->own;
  void *engine = dnnl->engine;
  const int alg = dnnl->api->functions[operation->function];
  const int inference = AS_DNNL_FORWARD_INFERENCE;
  const int last = operation->numTensors - 1;
  const void *from = descs[0], *to = descs[last];
  switch (operation->kind) {
  case AS_DNNL_CONCAT:
    return own->concat(primitiveDesc, engine, to, last, operation->axis, descs,
                       attributes);
  case AS_DNNL_MATMUL:
    return own->matmul(primitiveDesc, engine, from, descs[1],
                       last == 3 ? descs[2] : NULL, to, attributes);
  case AS_DNNL_CONVOLUTION:
    return own->convolution_forward(
        primitiveDesc, engine, inference, direct, from, descs[1], NULL, to,
        operation->strides, operation->dilation, operation->padding,
        operation->padding, attributes);
  case AS_DNNL_POOLING:
    return own->pooling_forward(primitiveDesc, engine, inference, alg, from, to,
                                operation->strides, operation->window,
                                operation->dilation, operation->padding,
                                operation->padding, attributes);
  case AS_DNNL_SOFTMAX:
    return own->softmax_forward(primitiveDesc, engine, inference, accurate,
                                from, to, operation->axis, attributes);
  case AS_DNNL_LAYERNORM:
    return own->layer_normalization_forward(primitiveDesc, engine, inference,
                                            from, to, NULL, 1e-5F,
                                            scaleAndShift, attributes);
  case AS_DNNL_REDUCTION:
    return own->reduction(primitiveDesc, engine, alg, from, to, 0, 0,
                          attributes);
  case AS_DNNL_BINARY:
    return own->binary(primitiveDesc, engine, alg, from, descs[1], to,
                       attributes);
  default: // 1 is the factor in the sigmoid of swish; the others have none.
    return own->eltwise_forward(primitiveDesc, engine, inference, alg, from, to,
                                1, 0, attributes);
  }
}

const AsDnnlApi asDnnlApi3 = {
    .major = 3,
    .postOpBase = 32768,
    .functions =
        {
            [AS_DNNL_RELU] = 0x20,
            [AS_DNNL_TANH] = 0x21,
            [AS_DNNL_SQUARE] = 0x23,
            [AS_DNNL_LOGISTIC] = 0x29,
            [AS_DNNL_EXP] = 0x2a,
            [AS_DNNL_SWISH] = 0x2c,
            [AS_DNNL_GELU_ERF] = 0x31,
            [AS_DNNL_ADD] = 0x1fff0,
            [AS_DNNL_MUL] = 0x1fff1,
            [AS_DNNL_MAX] = 0x2fff2,
            [AS_DNNL_SUM] = 0x2fff4,
            [AS_DNNL_POOL_MAX] = 0x1ff,
            [AS_DNNL_POOL_MEAN] = 0x3ff,
        },
    .load = load,
    .describe = describe,
    .forget = forget,
    .appendEltwise = appendEltwise,
    .create = create,
};
