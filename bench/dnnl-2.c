//===- dnnl-2.c - The C interface of oneDNN 2
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Structures describe memory and operations, so its headers are needed.
//
//===----------------------------------------------------------------------===//

#include "bench/dnnl-library.h"
#include "bench/library.h"
#include "support/arena.h"
#include <dnnl.h>
#include <stdlib.h>

#define OWN_FUNCTIONS(X)                                                       \
  X(binary_desc_init)                                                          \
  X(concat_primitive_desc_create)                                              \
  X(dilated_convolution_forward_desc_init)                                     \
  X(eltwise_forward_desc_init)                                                 \
  X(layer_normalization_forward_desc_init)                                     \
  X(matmul_desc_init)                                                          \
  X(memory_desc_init_by_strides)                                               \
  X(pooling_forward_desc_init)                                                 \
  X(post_ops_append_eltwise)                                                   \
  X(primitive_desc_create)                                                     \
  X(reduction_desc_init)                                                       \
  X(softmax_forward_desc_init)

typedef struct Own {
#define MEMBER(name) __typeof__(&dnnl_##name) name;
  OWN_FUNCTIONS(MEMBER)
#undef MEMBER
} Own;

static AsStatus load(void *library, AsDnnl *dnnl, AsError *error) {
  Own *own = asAlloc(sizeof *own);
  dnnl->own = own;
#define LOAD(name)                                                             \
  if (asLibrarySymbol(library, "dnnl_" #name, (void **)&own->name, error))     \
    return error->status;
  OWN_FUNCTIONS(LOAD)
#undef LOAD
  return AS_OK;
}

// What oneDNN has; as-opt's other elements are undefined, which is 0.
static const dnnl_data_type_t types[AS_NUM_ELEMENTS] = {
    [AS_ELEMENT_F32] = dnnl_f32,   [AS_ELEMENT_F16] = dnnl_f16,
    [AS_ELEMENT_BF16] = dnnl_bf16, [AS_ELEMENT_I8] = dnnl_s8,
    [AS_ELEMENT_I32] = dnnl_s32,
};

static int describe(const AsDnnl *dnnl, const AsDnnlTensor *tensor, bool isAny,
                    void **desc) {
  const Own *own = dnnl->own;
  dnnl_memory_desc_t *memory = asAlloc(sizeof *memory);
  *desc = memory;
  const int status = (int)own->memory_desc_init_by_strides(
      memory, tensor->rank, tensor->dims, types[tensor->element],
      tensor->strides);
  if (isAny)
    memory->format_kind = dnnl_format_kind_any;
  return status;
}

static void forget(const AsDnnl *dnnl, void *desc) { free(desc); }

static int appendEltwise(const AsDnnl *dnnl, void *postOps, int alg) {
  return (int)((Own *)dnnl->own)
      ->post_ops_append_eltwise(postOps, 1, (dnnl_alg_kind_t)alg, 0, 0);
}

typedef union Descriptor {
  dnnl_binary_desc_t binary;
  dnnl_eltwise_desc_t eltwise;
  dnnl_reduction_desc_t reduction;
  dnnl_matmul_desc_t matmul;
  dnnl_convolution_desc_t convolution;
  dnnl_pooling_desc_t pooling;
  dnnl_softmax_desc_t softmax;
  dnnl_layer_normalization_desc_t layernorm;
} Descriptor;

static dnnl_status_t init(const AsDnnl *dnnl, const AsDnnlOperation *operation,
                          void *const descs[], Descriptor *descriptor) {
  const Own *own = dnnl->own;
  const dnnl_alg_kind_t alg =
      (dnnl_alg_kind_t)dnnl->api->functions[operation->function];
  const void *last = descs[operation->numTensors - 1];
  switch (operation->kind) {
  case AS_DNNL_MATMUL:
    return own->matmul_desc_init(&descriptor->matmul, descs[0], descs[1],
                                 operation->numTensors == 4 ? descs[2] : NULL,
                                 last);
  case AS_DNNL_CONVOLUTION:
    return own->dilated_convolution_forward_desc_init(
        &descriptor->convolution, dnnl_forward_inference,
        dnnl_convolution_direct, descs[0], descs[1], NULL, last,
        operation->strides, operation->dilation, operation->padding,
        operation->padding);
  case AS_DNNL_POOLING:
    return own->pooling_forward_desc_init(
        &descriptor->pooling, dnnl_forward_inference, alg, descs[0], last,
        operation->strides, operation->window, operation->padding,
        operation->padding);
  case AS_DNNL_SOFTMAX:
    return own->softmax_forward_desc_init(&descriptor->softmax,
                                          dnnl_forward_inference, descs[0],
                                          operation->axis);
  case AS_DNNL_LAYERNORM:
    return own->layer_normalization_forward_desc_init(
        &descriptor->layernorm, dnnl_forward_inference, descs[0], NULL, 1e-5F,
        dnnl_use_scale | dnnl_use_shift);
  case AS_DNNL_REDUCTION:
    return own->reduction_desc_init(&descriptor->reduction, alg, descs[0], last,
                                    0, 0);
  case AS_DNNL_BINARY:
    return own->binary_desc_init(&descriptor->binary, alg, descs[0], descs[1],
                                 last);
  default: // 1 is the factor in the sigmoid of swish; the others have none.
    return own->eltwise_forward_desc_init(
        &descriptor->eltwise, dnnl_forward_inference, alg, descs[0], 1, 0);
  }
}

static int create(const AsDnnl *dnnl, const AsDnnlOperation *operation,
                  void *const descs[AS_MAX_TENSORS], const void *attributes,
                  void **primitiveDesc) {
  const Own *own = dnnl->own;
  if (operation->kind == AS_DNNL_CONCAT) {
    const int count = operation->numTensors - 1;
    dnnl_memory_desc_t sources[AS_MAX_TENSORS];
    for (int i = 0; i < count; i++)
      sources[i] = *(const dnnl_memory_desc_t *)descs[i];
    return (int)own->concat_primitive_desc_create(
        (dnnl_primitive_desc_t *)primitiveDesc, descs[count], count,
        operation->axis, sources, attributes, dnnl->engine);
  }
  Descriptor descriptor;
  dnnl_status_t status = init(dnnl, operation, descs, &descriptor);
  if (status == dnnl_success)
    status =
        own->primitive_desc_create((dnnl_primitive_desc_t *)primitiveDesc,
                                   &descriptor, attributes, dnnl->engine, NULL);
  return (int)status;
}

const AsDnnlApi asDnnlApi2 = {
    .major = 2,
    .postOpBase = DNNL_ARG_ATTR_MULTIPLE_POST_OP_BASE,
    .functions =
        {
            [AS_DNNL_RELU] = dnnl_eltwise_relu,
            [AS_DNNL_SQUARE] = dnnl_eltwise_square,
            [AS_DNNL_GELU_ERF] = dnnl_eltwise_gelu_erf,
            [AS_DNNL_SWISH] = dnnl_eltwise_swish,
            [AS_DNNL_TANH] = dnnl_eltwise_tanh,
            [AS_DNNL_LOGISTIC] = dnnl_eltwise_logistic,
            [AS_DNNL_EXP] = dnnl_eltwise_exp,
            [AS_DNNL_ADD] = dnnl_binary_add,
            [AS_DNNL_MUL] = dnnl_binary_mul,
            [AS_DNNL_SUM] = dnnl_reduction_sum,
            [AS_DNNL_MAX] = dnnl_reduction_max,
            [AS_DNNL_POOL_MAX] = dnnl_pooling_max,
            [AS_DNNL_POOL_MEAN] = dnnl_pooling_avg_exclude_padding,
        },
    .load = load,
    .describe = describe,
    .forget = forget,
    .appendEltwise = appendEltwise,
    .create = create,
};
