//===- dnnl.c - oneDNN 3 in small
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of oneDNN 3 that bench/dnnl-3.c calls, as its headers declare
// them: products of matrices of f32 with a bias and relu, and reorders of
// matrices. Where it may choose the layout of weights, it has them transposed.
// AS_STANDIN_DNNL=wrong makes products wrong.
//
//===----------------------------------------------------------------------===//

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

// Declares a function, and begins its definition.
#define EXPORT(result, name, parameters)                                       \
  __attribute__((visibility("default"))) result dnnl_##name parameters;        \
  result dnnl_##name parameters

enum { success = 0, invalidArguments = 2, unimplemented = 3 };
enum { src = 1, dst = 17, weights = 33, bias = 41, numArguments = 4 };
enum { f32 = 3, relu = 0x20, execArg = 255, implInfo = 8, cpu = 1, anyTag = 1 };

typedef struct Desc {
  int rank;
  int64_t dims[2], strides[2];
} Desc;

typedef struct Memory {
  Desc desc;
  float *data;
  bool isOwn;
} Memory;

typedef struct Primitive {
  bool isProduct, hasBias, hasRelu;
  Desc src, weights, bias, dst;
} Primitive;

typedef struct Argument {
  int argument;
  Memory *memory;
} Argument;

typedef struct Attributes {
  bool hasRelu;
} Attributes;

static int engine, stream;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

EXPORT(int, memory_desc_create_with_strides,
       (Desc * *desc, int rank, const int64_t *dims, int type,
        const int64_t *strides)) {
  if (rank != 2 || type != f32)
    return unimplemented;
  *desc = malloc(sizeof **desc);
  **desc = (Desc){rank, {dims[0], dims[1]}, {strides[0], strides[1]}};
  return success;
}

EXPORT(int, memory_desc_create_with_tag,
       (Desc * *desc, int rank, const int64_t *dims, int type, int tag)) {
  const int64_t transposed[] = {1, rank == 2 ? dims[0] : 0};
  return tag == anyTag ? dnnl_memory_desc_create_with_strides(desc, rank, dims,
                                                              type, transposed)
                       : invalidArguments;
}

EXPORT(int, memory_desc_destroy, (Desc * desc)) {
  free(desc);
  return success;
}

EXPORT(int, memory_desc_equal, (const Desc *a, const Desc *b)) {
  return a->dims[0] == b->dims[0] && a->dims[1] == b->dims[1] &&
         a->strides[0] == b->strides[0] && a->strides[1] == b->strides[1];
}

EXPORT(int, memory_create,
       (Memory * *memory, const Desc *desc, void *of, void *data)) {
  if (of != &engine)
    return invalidArguments;
  *memory = malloc(sizeof **memory);
  const bool allocates = data == (void *)(size_t)-1;
  if (allocates)
    data = calloc((size_t)(desc->dims[0] * desc->dims[1]), sizeof(float));
  **memory = (Memory){*desc, data, allocates};
  return success;
}

EXPORT(int, memory_destroy, (Memory * memory)) {
  if (memory->isOwn)
    free(memory->data);
  free(memory);
  return success;
}

static float *at(const Memory *memory, int64_t i, int64_t j) {
  return memory->data + i * memory->desc.strides[0] +
         j * memory->desc.strides[1];
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

EXPORT(int, primitive_attr_create, (Attributes * *attributes)) {
  *attributes = calloc(1, sizeof **attributes);
  return success;
}

EXPORT(int, primitive_attr_destroy, (Attributes * attributes)) {
  free(attributes);
  return success;
}

// Post-operations are attributes of their own.
EXPORT(int, post_ops_create, (Attributes * *postOps)) {
  return dnnl_primitive_attr_create(postOps);
}

EXPORT(int, post_ops_destroy, (Attributes * postOps)) {
  return dnnl_primitive_attr_destroy(postOps);
}

EXPORT(int, post_ops_append_eltwise,
       (Attributes * postOps, int alg, float alpha, float beta)) {
  postOps->hasRelu = alg == relu && alpha == 0 && beta == 0;
  return postOps->hasRelu ? success : unimplemented;
}

EXPORT(int, primitive_attr_set_post_ops,
       (Attributes * attributes, const Attributes *postOps)) {
  *attributes = *postOps;
  return success;
}

EXPORT(int, matmul_primitive_desc_create,
       (Primitive * *desc, void *of, const Desc *from, const Desc *by,
        const Desc *plus, const Desc *to, const Attributes *attributes)) {
  if (of != &engine || from->dims[1] != by->dims[0] ||
      by->dims[1] != to->dims[1] || from->dims[0] != to->dims[0])
    return invalidArguments;
  *desc = calloc(1, sizeof **desc);
  **desc = (Primitive){.isProduct = true,
                       .hasBias = plus,
                       .hasRelu = attributes && attributes->hasRelu,
                       .src = *from,
                       .weights = *by,
                       .dst = *to};
  if (plus)
    (*desc)->bias = *plus;
  return success;
}

EXPORT(int, reorder_primitive_desc_create,
       (Primitive * *desc, const Desc *from, void *fromEngine, const Desc *to,
        void *toEngine, const Attributes *attributes)) {
  if (fromEngine != &engine || toEngine != &engine || attributes)
    return invalidArguments;
  *desc = calloc(1, sizeof **desc);
  **desc = (Primitive){.src = *from, .dst = *to};
  return success;
}

// What bench-ops looks for when it loads a library, and is not needed here.
#define MISSING(name)                                                          \
  EXPORT(int, name##_primitive_desc_create, (void)) { return unimplemented; }
MISSING(binary)
MISSING(concat)
MISSING(convolution_forward)
MISSING(eltwise_forward)
MISSING(layer_normalization_forward)
MISSING(pooling_forward)
MISSING(reduction)
MISSING(softmax_forward)

EXPORT(int, post_ops_append_binary, (void)) { return unimplemented; }

EXPORT(const Desc *, primitive_desc_query_md,
       (const Primitive *desc, int what, int index)) {
  if (what != execArg)
    return NULL;
  return index == src       ? &desc->src
         : index == weights ? &desc->weights
         : index == bias    ? &desc->bias
         : index == dst     ? &desc->dst
                            : NULL;
}

EXPORT(int, primitive_desc_query,
       (const Primitive *desc, int what, int index, const char **result)) {
  *result = "standin";
  return desc && what == implInfo && index == 0 ? success : invalidArguments;
}

EXPORT(int, primitive_desc_destroy, (Primitive * desc)) {
  free(desc);
  return success;
}

EXPORT(int, primitive_create, (Primitive * *primitive, const Primitive *desc)) {
  *primitive = malloc(sizeof **primitive);
  **primitive = *desc;
  return success;
}

EXPORT(int, primitive_destroy, (Primitive * primitive)) {
  free(primitive);
  return success;
}

static void multiply(const Primitive *primitive, const Memory *from,
                     const Memory *by, const Memory *plus, const Memory *to) {
  const float factor = getenv("AS_STANDIN_DNNL") ? 2 : 1;
  for (int64_t i = 0; i < primitive->dst.dims[0]; i++)
    for (int64_t j = 0; j < primitive->dst.dims[1]; j++) {
      float sum = plus ? *at(plus, 0, j) : 0;
      for (int64_t k = 0; k < primitive->src.dims[1]; k++)
        sum += *at(from, i, k) * *at(by, k, j);
      *at(to, i, j) = factor * (primitive->hasRelu && sum < 0 ? 0 : sum);
    }
}

EXPORT(int, primitive_execute,
       (const Primitive *primitive, void *on, int count,
        const Argument *arguments)) {
  const Memory *from = NULL, *by = NULL, *plus = NULL, *to = NULL;
  for (int i = 0; i < count; i++) {
    const Memory *memory = arguments[i].memory;
    switch (arguments[i].argument) {
    case src:
      from = memory;
      break;
    case weights:
      by = memory;
      break;
    case bias:
      plus = memory;
      break;
    case dst:
      to = memory;
      break;
    default:
      return invalidArguments;
    }
  }
  if (on != &stream || !from || !to || primitive->isProduct != !!by ||
      primitive->hasBias != !!plus)
    return invalidArguments;
  if (primitive->isProduct)
    multiply(primitive, from, by, plus, to);
  else
    for (int64_t i = 0; i < from->desc.dims[0]; i++)
      for (int64_t j = 0; j < from->desc.dims[1]; j++)
        *at(to, i, j) = *at(from, i, j);
  return success;
}

//===----------------------------------------------------------------------===//
// The library
//===----------------------------------------------------------------------===//

EXPORT(int, engine_create, (void **created, int kind, size_t index)) {
  *created = &engine;
  return kind == cpu && index == 0 ? success : invalidArguments;
}

EXPORT(int, stream_create, (void **created, void *of, unsigned flags)) {
  *created = &stream;
  return of == &engine && flags == 1 ? success : invalidArguments;
}

EXPORT(int, stream_wait, (void *on)) {
  return on == &stream ? success : invalidArguments;
}

EXPORT(const char *, status2str, (int status)) {
  return status == unimplemented ? "unimplemented" : "invalid_arguments";
}

EXPORT(const int *, version, (void)) {
  static const int version[] = {3, 14, 1};
  return version;
}
