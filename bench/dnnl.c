//===- dnnl.c - oneDNN as a yardstick
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Enters up to three contenders for a workload, which treat the weights
// differently:
//   onednn            takes them dense, as as-opt does; by plain loops only
//                     where oneDNN has nothing else;
//   onednn-reorder    reorders them in each run to the layout oneDNN prefers;
//   onednn-prepacked  was given them in that layout before the timing starts,
//                     as inference engines do with constants.
// Images and results are dense for all three, in the layout of the workload.
//
// The describing functions add the tensors in the order of the workload's.
//
//===----------------------------------------------------------------------===//

#include "bench/dnnl-plan.h"
#include "bench/library.h"
#include "bench/yardstick.h"
#include "support/arena.h"
#include <stdio.h>
#include <string.h>

// What oneDNN has; as-opt's other elements are undefined, which is 0.
static const dnnl_data_type_t types[AS_NUM_ELEMENTS] = {
    [AS_ELEMENT_F32] = dnnl_f32,   [AS_ELEMENT_F16] = dnnl_f16,
    [AS_ELEMENT_BF16] = dnnl_bf16, [AS_ELEMENT_I8] = dnnl_s8,
    [AS_ELEMENT_I32] = dnnl_s32,
};

// Appends the workload's tensor number `place`, whose dimensions are sizes of
// the workload ('1' is one).
static AsStatus addTensor(const AsDnnl *dnnl, const AsWorkload *workload,
                          AsDnnlOperation *operation, int place, int argument,
                          const char *shape, dnnl_format_tag_t tag,
                          AsError *error) {
  AsDnnlTensor *tensor = &operation->tensors[operation->numTensors++];
  tensor->argument = argument;
  tensor->place = place;
  const AsElement element = place == AS_DNNL_BETWEEN
                                ? AS_ELEMENT_F32
                                : workload->family->elements[place];
  dnnl_dims_t dims;
  int rank = 0;
  for (; shape[rank]; rank++)
    dims[rank] = shape[rank] == '1' ? 1 : asWorkloadSize(workload, shape[rank]);
  AS_DNNL_TRY(memory_desc_init_by_tag, &tensor->dense, rank, dims,
              types[element], tag);
  return AS_OK;
}

#define ADD_AT(place, argument, shape, tag)                                    \
  do {                                                                         \
    if (addTensor(dnnl, workload, operation, place, argument, shape, tag,      \
                  error))                                                      \
      return error->status;                                                    \
  } while (0)

// The workload's next tensor.
#define ADD(argument, shape, tag)                                              \
  ADD_AT(operation->numTensors, argument, shape, tag)

// Describes the first of AS_DNNL_MAX_OPERATIONS operations, or all.
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

// Whether the dimensions of tensor `place` end with `letter`.
static bool endsWith(const AsWorkload *workload, int place, char letter) {
  const char *shape = workload->family->tensors[place];
  return shape[strlen(shape) - 1] == letter;
}

// How argument `place` lies, a matrix whose columns oneDNN calls `columns`.
static dnnl_format_tag_t matrixTag(const AsWorkload *workload, int place,
                                   char columns) {
  return endsWith(workload, place, columns) ? dnnl_ab : dnnl_ba;
}

static AsStatus initMatmul(const AsDnnl *dnnl, bool askForLayout,
                           AsDnnlOperation *operation, AsError *error) {
  const dnnl_memory_desc_t matrix = weights(operation, askForLayout);
  const AsDnnlTensor *tensors = operation->tensors;
  const int last = operation->numTensors - 1;
  AS_DNNL_TRY(matmul_desc_init, &operation->descriptor.matmul,
              &tensors[0].dense, &matrix, last == 3 ? &tensors[2].dense : NULL,
              &tensors[last].dense);
  return AS_OK;
}

static AsStatus describeMatmul(const AsDnnl *dnnl, const AsWorkload *workload,
                               bool askForLayout, AsDnnlOperation *operation,
                               AsError *error) {
  const AsOperator op = workload->family->op;
  ADD(DNNL_ARG_SRC, "mk", matrixTag(workload, 0, 'k'));
  ADD(DNNL_ARG_WEIGHTS, "kn", matrixTag(workload, 1, 'n'));
  if (op != AS_MATMUL)
    ADD(DNNL_ARG_BIAS, "1n", dnnl_ab);
  ADD(DNNL_ARG_DST, "mn", dnnl_ab);
  if (op == AS_MATMUL_BIAS_RELU)
    operation->postOps[0] = dnnl_eltwise_relu;
  if (op == AS_MATMUL_BIAS_GELU)
    operation->postOps[0] = dnnl_eltwise_gelu_erf;
  return initMatmul(dnnl, askForLayout, operation, error);
}

static AsStatus describeBatchMatmul(const AsDnnl *dnnl,
                                    const AsWorkload *workload,
                                    bool askForLayout,
                                    AsDnnlOperation *operation,
                                    AsError *error) {
  ADD(DNNL_ARG_SRC, "bmk", dnnl_abc);
  ADD(DNNL_ARG_WEIGHTS, "bkn",
      endsWith(workload, 1, 'n') ? dnnl_abc : dnnl_acb);
  ADD(DNNL_ARG_DST, "bmn", dnnl_abc);
  return initMatmul(dnnl, askForLayout, operation, error);
}

static AsStatus describeMatmulChain(const AsDnnl *dnnl,
                                    const AsWorkload *workload,
                                    bool askForLayout,
                                    AsDnnlOperation *operation,
                                    AsError *error) {
  ADD_AT(0, DNNL_ARG_SRC, "mk", dnnl_ab);
  ADD_AT(1, DNNL_ARG_WEIGHTS, "kn", dnnl_ab);
  ADD_AT(AS_DNNL_BETWEEN, DNNL_ARG_DST, "mn", dnnl_ab);
  if (initMatmul(dnnl, askForLayout, operation, error))
    return error->status;
  operation++;
  ADD_AT(AS_DNNL_BETWEEN, DNNL_ARG_SRC, "mn", dnnl_ab);
  ADD_AT(2, DNNL_ARG_WEIGHTS, "np", dnnl_ab);
  ADD_AT(3, DNNL_ARG_DST, "mp", dnnl_ab);
  return initMatmul(dnnl, askForLayout, operation, error);
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

// What the output needs of the input beyond what there is, on each side.
static int64_t border(const AsWorkload *workload, char output, char window,
                      char input) {
  const int64_t reach =
      (asWorkloadSize(workload, output) - 1) * asWorkloadSize(workload, 't') +
      (asWorkloadSize(workload, window) - 1) * asWorkloadSize(workload, 'd') +
      1;
  return (reach - asWorkloadSize(workload, input)) / 2;
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
                    padding = {border(workload, 'p', 'r', 'h'),
                               border(workload, 'q', 's', 'w')};
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
  const bool isAverage = workload->family->op == AS_AVERAGE_POOLING ||
                         workload->family->op == AS_AVERAGE_POOLING_NCHW;
  const dnnl_format_tag_t tag =
      endsWith(workload, 0, 'c') ? dnnl_nhwc : dnnl_nchw;
  ADD(DNNL_ARG_SRC, "nchw", tag);
  ADD(DNNL_ARG_DST, "ncpq", tag);
  const int64_t stride = asWorkloadSize(workload, 't');
  const dnnl_dims_t strides = {stride, stride}, padding = {0, 0},
                    window = {asWorkloadSize(workload, 'r'),
                              asWorkloadSize(workload, 's')};
  AS_DNNL_TRY(pooling_forward_desc_init, &operation->descriptor.pooling,
              dnnl_forward_inference,
              isAverage ? dnnl_pooling_avg_exclude_padding : dnnl_pooling_max,
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
  operation->kind = AS_DNNL_COPY;
  ADD(DNNL_ARG_FROM, "bmn", dnnl_abc);
  ADD(DNNL_ARG_TO, "bmn", dnnl_acb);
  return AS_OK;
}

static AsStatus describeConcat(const AsDnnl *dnnl, const AsWorkload *workload,
                               bool askForLayout, AsDnnlOperation *operation,
                               AsError *error) {
  operation->kind = AS_DNNL_CONCAT;
  operation->axis = 1;
  ADD(DNNL_ARG_MULTIPLE_SRC, "mn", dnnl_ab);
  ADD(DNNL_ARG_MULTIPLE_SRC + 1, "mn", dnnl_ab);
  ADD(DNNL_ARG_DST, "mw", dnnl_ab);
  return AS_OK;
}

static AsStatus describeReduction(const AsDnnl *dnnl,
                                  const AsWorkload *workload, bool askForLayout,
                                  AsDnnlOperation *operation, AsError *error) {
  const char *kept = workload->family->tensors[1];
  const char shape[] = {strchr(kept, 'm') ? 'm' : '1',
                        strchr(kept, 'n') ? 'n' : '1', 0};
  if (asWorkloadBuffer(workload, 0).count ==
      asWorkloadBuffer(workload, 1).count)
    return asFail(error, AS_NOT_FOUND, "oneDNN reduces no single elements");
  ADD(DNNL_ARG_SRC, "mn", dnnl_ab);
  ADD(DNNL_ARG_DST, shape, dnnl_ab);
  AS_DNNL_TRY(reduction_desc_init, &operation->descriptor.reduction,
              workload->family->op == AS_SUM ? dnnl_reduction_sum
                                             : dnnl_reduction_max,
              &operation->tensors[0].dense, &operation->tensors[1].dense, 0, 0);
  return AS_OK;
}

static AsStatus initSumOfTwo(const AsDnnl *dnnl, AsDnnlOperation *operation,
                             AsError *error) {
  const AsDnnlTensor *tensors = operation->tensors;
  AS_DNNL_TRY(binary_desc_init, &operation->descriptor.binary, dnnl_binary_add,
              &tensors[0].dense, &tensors[1].dense,
              &tensors[operation->numTensors - 1].dense);
  return AS_OK;
}

static AsStatus describeBroadcastAdd(const AsDnnl *dnnl,
                                     const AsWorkload *workload,
                                     bool askForLayout,
                                     AsDnnlOperation *operation,
                                     AsError *error) {
  ADD(DNNL_ARG_SRC_0, "mn", dnnl_ab);
  ADD(DNNL_ARG_SRC_1, "1n", dnnl_ab);
  ADD(DNNL_ARG_DST, "mn", dnnl_ab);
  return initSumOfTwo(dnnl, operation, error);
}

static AsStatus describeElementwiseChain(const AsDnnl *dnnl,
                                         const AsWorkload *workload,
                                         bool askForLayout,
                                         AsDnnlOperation *operation,
                                         AsError *error) {
  ADD(DNNL_ARG_SRC_0, "mn", dnnl_ab);
  ADD(DNNL_ARG_SRC_1, "mn", dnnl_ab);
  ADD(AS_DNNL_ARG_POST_OP(0), "mn", dnnl_ab);
  ADD(DNNL_ARG_DST, "mn", dnnl_ab);
  operation->postOps[0] = dnnl_binary_mul;
  operation->postOps[1] = dnnl_eltwise_relu;
  operation->postOps[2] = dnnl_eltwise_square;
  return initSumOfTwo(dnnl, operation, error);
}

static const dnnl_alg_kind_t functions[AS_NUM_OPERATORS] = {
    [AS_GELU] = dnnl_eltwise_gelu_erf, [AS_SILU] = dnnl_eltwise_swish,
    [AS_TANH] = dnnl_eltwise_tanh,     [AS_SIGMOID] = dnnl_eltwise_logistic,
    [AS_EXP] = dnnl_eltwise_exp,
};

static AsStatus describeFunction(const AsDnnl *dnnl, const AsWorkload *workload,
                                 bool askForLayout, AsDnnlOperation *operation,
                                 AsError *error) {
  ADD(DNNL_ARG_SRC, "mn", dnnl_ab);
  ADD(DNNL_ARG_DST, "mn", dnnl_ab);
  // 1 is the factor in the sigmoid of silu; the others have none.
  AS_DNNL_TRY(eltwise_forward_desc_init, &operation->descriptor.eltwise,
              dnnl_forward_inference, functions[workload->family->op],
              &operation->tensors[0].dense, 1, 0);
  return AS_OK;
}

// NULL where oneDNN has no such operator.
static Describe *const describe[AS_NUM_OPERATORS] = {
    [AS_MATMUL] = describeMatmul,
    [AS_MATMUL_BIAS_RELU] = describeMatmul,
    [AS_MATMUL_BIAS_GELU] = describeMatmul,
    [AS_MATMUL_CHAIN] = describeMatmulChain,
    [AS_BATCH_MATMUL] = describeBatchMatmul,
    [AS_CONVOLUTION] = describeConvolution,
    [AS_CONVOLUTION_NCHW] = describeConvolution,
    [AS_GROUPED_CONVOLUTION] = describeConvolution,
    [AS_DEPTHWISE] = describeConvolution,
    [AS_DEPTHWISE_NCHW] = describeConvolution,
    [AS_MAX_POOLING] = describePooling,
    [AS_MAX_POOLING_NCHW] = describePooling,
    [AS_AVERAGE_POOLING] = describePooling,
    [AS_AVERAGE_POOLING_NCHW] = describePooling,
    [AS_SOFTMAX] = describeSoftmax,
    [AS_LAYERNORM] = describeLayernorm,
    [AS_TRANSPOSE] = describeTranspose,
    [AS_CONCAT] = describeConcat,
    [AS_SUM] = describeReduction,
    [AS_MAXIMUM] = describeReduction,
    [AS_BROADCAST_ADD] = describeBroadcastAdd,
    [AS_ELEMENTWISE_CHAIN] = describeElementwiseChain,
    [AS_GELU] = describeFunction,
    [AS_SILU] = describeFunction,
    [AS_TANH] = describeFunction,
    [AS_SIGMOID] = describeFunction,
    [AS_EXP] = describeFunction,
};

static const char *const contenderNames[] = {
    [AS_DNNL_DENSE] = "onednn",
    [AS_DNNL_LOOPS] = "onednn",
    [AS_DNNL_REORDER] = "onednn-reorder",
    [AS_DNNL_PREPACKED] = "onednn-prepacked",
};

// Enters the contender that treats the weights in the given way, if oneDNN
// has it and it differs from the dense one.
static AsStatus enterWay(const AsDnnl *dnnl, const AsWorkload *workload,
                         AsDnnlWeights way, const AsOperands *operands,
                         AsLineup *lineup, AsError *error) {
  AsDnnlOperation operations[AS_DNNL_MAX_OPERATIONS] = {0};
  const bool askForLayout = way != AS_DNNL_DENSE && way != AS_DNNL_LOOPS;
  AsStatus status = describe[workload->family->op](dnnl, workload, askForLayout,
                                                   operations, error);
  if (status)
    return status == AS_NOT_FOUND ? AS_OK : status;
  AsContender *contender = asLineupAdd(lineup, contenderNames[way], operands);
  AsDnnlPlan *plan;
  status = asDnnlPlanCreate(dnnl, operations, way, operands, contender->result,
                            &plan, error);
  if (status) {
    asLineupDropLast(lineup);
    return status == AS_NOT_FOUND ? AS_OK : status;
  }
  contender->isPrepacked = way == AS_DNNL_PREPACKED;
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
  static const AsDnnlWeights ways[] = {AS_DNNL_DENSE, AS_DNNL_REORDER,
                                       AS_DNNL_PREPACKED, AS_DNNL_LOOPS};
  const int before = lineup->count;
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    if (ways[i] != AS_DNNL_LOOPS || lineup->count == before)
      if (enterWay(state, workload, ways[i], operands, lineup, error))
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
