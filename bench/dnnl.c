//===- bench/dnnl.c - oneDNN as a yardstick ------------------------------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Enters up to three contenders for a workload, which treat the weights
// differently:
//   onednn            takes them dense, as as-opt does;
//   onednn-reorder    reorders them in each run to the layout oneDNN prefers;
//   onednn-prepacked  was given them in that layout before the timing starts,
//                     as inference engines do with constants.
// Images and results are dense for all three, in the layout of the workload.
//
//===----------------------------------------------------------------------===//

#include "bench/dnnl-plan.h"
#include "bench/library.h"
#include "bench/yardstick.h"
#include "support/arena.h"
#include <stdio.h>

// Appends a tensor whose dimensions are sizes of the workload ('1' is one).
static AsStatus addTensor(const AsDnnl *dnnl, const AsWorkload *workload,
                          AsDnnlOperation *operation, int argument,
                          const char *shape, dnnl_format_tag_t tag,
                          AsError *error) {
  AsDnnlTensor *tensor = &operation->tensors[operation->numTensors++];
  tensor->argument = argument;
  dnnl_dims_t dims;
  int rank = 0;
  for (; shape[rank]; rank++)
    dims[rank] = shape[rank] == '1' ? 1 : asWorkloadSize(workload, shape[rank]);
  AS_DNNL_TRY(memory_desc_init_by_tag, &tensor->dense, rank, dims, dnnl_f32,
              tag);
  return AS_OK;
}

// The describing functions append the tensors in the order of the workload's.
#define ADD(argument, shape, tag)                                              \
  do {                                                                         \
    if (addTensor(dnnl, workload, operation, argument, shape, tag, error))     \
      return error->status;                                                    \
  } while (0)

typedef AsStatus Describe(const AsDnnl *dnnl, const AsWorkload *workload,
                          bool askForLayout, AsDnnlOperation *operation,
                          AsError *error);

// The weights, which are tensor 1, as the operation is described with them.
static dnnl_memory_desc_t weights(const AsDnnlOperation *operation,
                                  bool askForLayout) {
  dnnl_memory_desc_t desc = operation->tensors[1].dense;
  if (askForLayout)
    desc.format_kind = dnnl_format_kind_any;
  return desc;
}

static AsStatus describeMatmul(const AsDnnl *dnnl, const AsWorkload *workload,
                               bool askForLayout, AsDnnlOperation *operation,
                               AsError *error) {
  bool batched = workload->family->op == AS_BATCH_MATMUL;
  bool biased = workload->family->op == AS_MATMUL_BIAS_RELU;
  dnnl_format_tag_t tag = batched ? dnnl_abc : dnnl_ab;
  ADD(DNNL_ARG_SRC, batched ? "bmk" : "mk", tag);
  ADD(DNNL_ARG_WEIGHTS, batched ? "bkn" : "kn", tag);
  if (biased)
    ADD(DNNL_ARG_BIAS, "1n", tag);
  ADD(DNNL_ARG_DST, batched ? "bmn" : "mn", tag);
  operation->relu = biased;
  const dnnl_memory_desc_t matrix = weights(operation, askForLayout);
  const AsDnnlTensor *tensors = operation->tensors;
  AS_DNNL_TRY(matmul_desc_init, &operation->descriptor.matmul,
              &tensors[0].dense, &matrix, biased ? &tensors[2].dense : NULL,
              &tensors[operation->numTensors - 1].dense);
  return AS_OK;
}

// The tensors of a convolution as oneDNN sees them: images in the order NCHW,
// whatever the tag says of memory, filters with the groups first.
static AsStatus addConvolution(const AsDnnl *dnnl, const AsWorkload *workload,
                               AsDnnlOperation *operation, AsError *error) {
  switch (workload->family->op) {
  case AS_CONVOLUTION:
    ADD(DNNL_ARG_SRC, "nchw", dnnl_nhwc);
    ADD(DNNL_ARG_WEIGHTS, "fcrs", dnnl_hwio);
    ADD(DNNL_ARG_DST, "nfpq", dnnl_nhwc);
    break;
  case AS_CONVOLUTION_NCHW:
    ADD(DNNL_ARG_SRC, "nchw", dnnl_nchw);
    ADD(DNNL_ARG_WEIGHTS, "fcrs", dnnl_oihw);
    ADD(DNNL_ARG_DST, "nfpq", dnnl_nchw);
    break;
  case AS_GROUPED_CONVOLUTION:
    ADD(DNNL_ARG_SRC, "nxhw", dnnl_nchw);
    ADD(DNNL_ARG_WEIGHTS, "gfcrs", dnnl_goihw);
    ADD(DNNL_ARG_DST, "nypq", dnnl_nchw);
    break;
  case AS_DEPTHWISE:
    ADD(DNNL_ARG_SRC, "nchw", dnnl_nhwc);
    ADD(DNNL_ARG_WEIGHTS, "c11rs", dnnl_hwigo);
    ADD(DNNL_ARG_DST, "ncpq", dnnl_nhwc);
    break;
  default:
    ADD(DNNL_ARG_SRC, "nchw", dnnl_nchw);
    ADD(DNNL_ARG_WEIGHTS, "c11rs", dnnl_goihw);
    ADD(DNNL_ARG_DST, "ncpq", dnnl_nchw);
    break;
  }
  return AS_OK;
}

static AsStatus describeConvolution(const AsDnnl *dnnl,
                                    const AsWorkload *workload,
                                    bool askForLayout,
                                    AsDnnlOperation *operation,
                                    AsError *error) {
  if (addConvolution(dnnl, workload, operation, error))
    return error->status;
  // oneDNN counts what a dilation leaves out.
  const int64_t stride = asWorkloadSize(workload, 't'),
                gap = asWorkloadSize(workload, 'd') - 1;
  const dnnl_dims_t strides = {stride, stride}, gaps = {gap, gap},
                    padding = {0, 0};
  const dnnl_memory_desc_t filter = weights(operation, askForLayout);
  const AsDnnlTensor *tensors = operation->tensors;
  AS_DNNL_TRY(dilated_convolution_forward_desc_init,
              &operation->descriptor.convolution, dnnl_forward_inference,
              dnnl_convolution_direct, &tensors[0].dense, &filter, NULL,
              &tensors[2].dense, strides, gaps, padding, padding);
  return AS_OK;
}

static AsStatus describePooling(const AsDnnl *dnnl, const AsWorkload *workload,
                                bool askForLayout, AsDnnlOperation *operation,
                                AsError *error) {
  AsOperator op = workload->family->op;
  dnnl_format_tag_t tag = op == AS_MAX_POOLING ? dnnl_nhwc : dnnl_nchw;
  ADD(DNNL_ARG_SRC, "nchw", tag);
  ADD(DNNL_ARG_DST, "ncpq", tag);
  const int64_t stride = asWorkloadSize(workload, 't');
  const dnnl_dims_t strides = {stride, stride}, padding = {0, 0},
                    window = {asWorkloadSize(workload, 'r'),
                              asWorkloadSize(workload, 's')};
  AS_DNNL_TRY(pooling_forward_desc_init, &operation->descriptor.pooling,
              dnnl_forward_inference,
              op == AS_AVERAGE_POOLING_NCHW ? dnnl_pooling_avg_exclude_padding
                                            : dnnl_pooling_max,
              &operation->tensors[0].dense, &operation->tensors[1].dense,
              strides, window, padding, padding);
  return AS_OK;
}

static AsStatus describeSoftmax(const AsDnnl *dnnl, const AsWorkload *workload,
                                bool askForLayout, AsDnnlOperation *operation,
                                AsError *error) {
  ADD(DNNL_ARG_SRC, "mn", dnnl_ab);
  ADD(DNNL_ARG_DST, "mn", dnnl_ab);
  AS_DNNL_TRY(softmax_forward_desc_init, &operation->descriptor.softmax,
              dnnl_forward_inference, &operation->tensors[0].dense, 1);
  return AS_OK;
}

static AsStatus describeLayernorm(const AsDnnl *dnnl,
                                  const AsWorkload *workload, bool askForLayout,
                                  AsDnnlOperation *operation, AsError *error) {
  ADD(DNNL_ARG_SRC, "mn", dnnl_ab);
  ADD(DNNL_ARG_SCALE, "n", dnnl_a);
  ADD(DNNL_ARG_SHIFT, "n", dnnl_a);
  ADD(DNNL_ARG_DST, "mn", dnnl_ab);
  AS_DNNL_TRY(layer_normalization_forward_desc_init,
              &operation->descriptor.layernorm, dnnl_forward_inference,
              &operation->tensors[0].dense, NULL, 1e-5f,
              dnnl_use_scale | dnnl_use_shift);
  return AS_OK;
}

static AsStatus describeTranspose(const AsDnnl *dnnl,
                                  const AsWorkload *workload, bool askForLayout,
                                  AsDnnlOperation *operation, AsError *error) {
  operation->isReorder = true;
  ADD(DNNL_ARG_FROM, "mn", dnnl_ab);
  ADD(DNNL_ARG_TO, "mn", dnnl_ba);
  return AS_OK;
}

// NULL where oneDNN has no such operator.
static Describe *const describe[AS_NUM_OPERATORS] = {
    [AS_MATMUL] = describeMatmul,
    [AS_MATMUL_BIAS_RELU] = describeMatmul,
    [AS_BATCH_MATMUL] = describeMatmul,
    [AS_CONVOLUTION] = describeConvolution,
    [AS_CONVOLUTION_NCHW] = describeConvolution,
    [AS_GROUPED_CONVOLUTION] = describeConvolution,
    [AS_DEPTHWISE] = describeConvolution,
    [AS_DEPTHWISE_NCHW] = describeConvolution,
    [AS_MAX_POOLING] = describePooling,
    [AS_MAX_POOLING_NCHW] = describePooling,
    [AS_AVERAGE_POOLING_NCHW] = describePooling,
    [AS_SOFTMAX] = describeSoftmax,
    [AS_LAYERNORM] = describeLayernorm,
    [AS_TRANSPOSE] = describeTranspose,
};

static const char *const contenderNames[] = {
    [AS_DNNL_DENSE] = "onednn",
    [AS_DNNL_REORDER] = "onednn-reorder",
    [AS_DNNL_PREPACKED] = "onednn-prepacked",
};

// Enters the contender that treats the weights in the given way, if oneDNN
// has it and it differs from the dense one.
static AsStatus enterWay(const AsDnnl *dnnl, const AsWorkload *workload,
                         AsDnnlWeights way, const AsOperands *operands,
                         AsLineup *lineup, AsError *error) {
  AsDnnlOperation operation = {0};
  bool askForLayout = way != AS_DNNL_DENSE;
  if (describe[workload->family->op](dnnl, workload, askForLayout, &operation,
                                     error))
    return error->status;
  AsContender *contender = asLineupAdd(lineup, contenderNames[way], operands);
  AsDnnlPlan *plan;
  AsStatus status = asDnnlPlanCreate(dnnl, &operation, way, operands,
                                     contender->result, &plan, error);
  if (status) {
    asLineupDropLast(lineup);
    return status == AS_NOT_FOUND ? AS_OK : status;
  }
  contender->state = plan;
  contender->run = asDnnlPlanRun;
  contender->destroy = asDnnlPlanDestroy;
  return AS_OK;
}

static AsStatus enter(void *state, const AsWorkload *workload,
                      const AsOperands *operands, AsLineup *lineup,
                      AsError *error) {
  if (!describe[workload->family->op])
    return AS_OK;
  for (AsDnnlWeights way = AS_DNNL_DENSE; way <= AS_DNNL_PREPACKED; way++)
    if (enterWay(state, workload, way, operands, lineup, error))
      return error->status;
  return AS_OK;
}

AsStatus asDnnlOpen(AsYardstick *yardstick, AsError *error) {
  void *library;
  if (asLibraryOpen("libdnnl.so.2", &library, error))
    return error->status;
  AsDnnl *dnnl = asAlloc(sizeof *dnnl);
  *yardstick = (AsYardstick){.state = dnnl, .enter = enter};
#define LOAD(name)                                                             \
  if (asLibrarySymbol(library, "dnnl_" #name, (void **)&dnnl->name, error))    \
    return error->status;
  AS_DNNL_FUNCTIONS(LOAD)
#undef LOAD
  AS_DNNL_TRY(engine_create, &dnnl->engine, dnnl_cpu, 0);
  AS_DNNL_TRY(stream_create, &dnnl->stream, dnnl->engine,
              dnnl_stream_default_flags);
  const dnnl_version_t *version = dnnl->version();
  snprintf(yardstick->description, sizeof yardstick->description,
           "oneDNN %d.%d.%d", version->major, version->minor, version->patch);
  return AS_OK;
}
