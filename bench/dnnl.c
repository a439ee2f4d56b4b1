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

// Appends the workload's tensor number `place`, whose dimensions are sizes of
// the workload ('1' is one). `order` is how they lie in memory, the first being
// 'a', the last of the order next to each other.
static void addTensor(const AsWorkload *workload, AsDnnlOperation *operation,
                      int place, int argument, const char *shape,
                      const char *order) {
  AsDnnlTensor *tensor = &operation->tensors[operation->numTensors++];
  *tensor = (AsDnnlTensor){.argument = argument,
                           .place = place,
                           .element = place == AS_DNNL_BETWEEN
                                          ? AS_ELEMENT_F32
                                          : workload->family->elements[place],
                           .rank = (int)strlen(shape)};
  for (int d = 0; d < tensor->rank; d++)
    tensor->dims[d] = shape[d] == '1' ? 1 : asWorkloadSize(workload, shape[d]);
  int64_t stride = 1;
  for (int i = tensor->rank - 1; i >= 0; i--) {
    tensor->strides[order[i] - 'a'] = stride;
    stride *= tensor->dims[order[i] - 'a'];
  }
}

// The workload's next tensor.
static void add(const AsWorkload *workload, AsDnnlOperation *operation,
                int argument, const char *shape, const char *order) {
  addTensor(workload, operation, operation->numTensors, argument, shape, order);
}

// Describes the first of AS_DNNL_MAX_OPERATIONS operations, or all.
typedef void Describe(const AsWorkload *workload, AsDnnlOperation *operation);

// Whether the dimensions of tensor `place` end with `letter`.
static bool endsWith(const AsWorkload *workload, int place, char letter) {
  const char *shape = workload->family->tensors[place];
  return shape[strlen(shape) - 1] == letter;
}

// How argument `place` lies, a matrix whose columns oneDNN calls `columns`.
static const char *matrixOrder(const AsWorkload *workload, int place,
                               char columns) {
  return endsWith(workload, place, columns) ? "ab" : "ba";
}

static void describeMatmul(const AsWorkload *workload,
                           AsDnnlOperation *operation) {
  const AsOperator op = workload->family->op;
  operation->kind = AS_DNNL_MATMUL;
  add(workload, operation, AS_DNNL_SRC, "mk", matrixOrder(workload, 0, 'k'));
  add(workload, operation, AS_DNNL_WEIGHTS, "kn",
      matrixOrder(workload, 1, 'n'));
  if (op != AS_MATMUL)
    add(workload, operation, AS_DNNL_BIAS, "1n", "ab");
  add(workload, operation, AS_DNNL_DST, "mn", "ab");
  if (op == AS_MATMUL_BIAS_RELU)
    operation->postOps[0] = AS_DNNL_RELU;
  if (op == AS_MATMUL_BIAS_GELU)
    operation->postOps[0] = AS_DNNL_GELU_ERF;
}

static void describeBatchMatmul(const AsWorkload *workload,
                                AsDnnlOperation *operation) {
  operation->kind = AS_DNNL_MATMUL;
  add(workload, operation, AS_DNNL_SRC, "bmk", "abc");
  add(workload, operation, AS_DNNL_WEIGHTS, "bkn",
      endsWith(workload, 1, 'n') ? "abc" : "acb");
  add(workload, operation, AS_DNNL_DST, "bmn", "abc");
}

static void describeMatmulChain(const AsWorkload *workload,
                                AsDnnlOperation *operation) {
  operation->kind = AS_DNNL_MATMUL;
  addTensor(workload, operation, 0, AS_DNNL_SRC, "mk", "ab");
  addTensor(workload, operation, 1, AS_DNNL_WEIGHTS, "kn", "ab");
  addTensor(workload, operation, AS_DNNL_BETWEEN, AS_DNNL_DST, "mn", "ab");
  operation++;
  operation->kind = AS_DNNL_MATMUL;
  addTensor(workload, operation, AS_DNNL_BETWEEN, AS_DNNL_SRC, "mn", "ab");
  addTensor(workload, operation, 2, AS_DNNL_WEIGHTS, "np", "ab");
  addTensor(workload, operation, 3, AS_DNNL_DST, "mp", "ab");
}

// The tensors of a convolution as oneDNN sees them: images in the order NCHW,
// whatever lies in memory, filters with the groups first.
static void addConvolution(const AsWorkload *workload,
                           AsDnnlOperation *operation) {
  static const struct {
    const char *image, *imageOrder, *filter, *filterOrder, *result;
  } forms[AS_NUM_OPERATORS] = {
      [AS_CONVOLUTION] = {"nchw", "acdb", "fcrs", "cdba", "nfpq"},
      [AS_CONVOLUTION_NCHW] = {"nchw", "abcd", "fcrs", "abcd", "nfpq"},
      [AS_GROUPED_CONVOLUTION] = {"nxhw", "abcd", "gfcrs", "abcde", "nypq"},
      [AS_DEPTHWISE] = {"nchw", "acdb", "c11rs", "decab", "ncpq"},
      [AS_DEPTHWISE_NCHW] = {"nchw", "abcd", "c11rs", "abcde", "ncpq"},
  };
  const AsOperator op = workload->family->op;
  add(workload, operation, AS_DNNL_SRC, forms[op].image, forms[op].imageOrder);
  add(workload, operation, AS_DNNL_WEIGHTS, forms[op].filter,
      forms[op].filterOrder);
  add(workload, operation, AS_DNNL_DST, forms[op].result, forms[op].imageOrder);
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

static void describeConvolution(const AsWorkload *workload,
                                AsDnnlOperation *operation) {
  operation->kind = AS_DNNL_CONVOLUTION;
  addConvolution(workload, operation);
  for (int d = 0; d < 2; d++) {
    operation->strides[d] = asWorkloadSize(workload, 't');
    operation->dilation[d] = asWorkloadSize(workload, 'd') - 1;
  }
  operation->padding[0] = border(workload, 'p', 'r', 'h');
  operation->padding[1] = border(workload, 'q', 's', 'w');
}

static void describePooling(const AsWorkload *workload,
                            AsDnnlOperation *operation) {
  const bool isAverage = workload->family->op == AS_AVERAGE_POOLING ||
                         workload->family->op == AS_AVERAGE_POOLING_NCHW;
  const char *order = endsWith(workload, 0, 'c') ? "acdb" : "abcd";
  operation->kind = AS_DNNL_POOLING;
  operation->function = isAverage ? AS_DNNL_POOL_MEAN : AS_DNNL_POOL_MAX;
  add(workload, operation, AS_DNNL_SRC, "nchw", order);
  add(workload, operation, AS_DNNL_DST, "ncpq", order);
  for (int d = 0; d < 2; d++) {
    operation->strides[d] = asWorkloadSize(workload, 't');
    operation->window[d] = asWorkloadSize(workload, "rs"[d]);
  }
}

static void describeSoftmax(const AsWorkload *workload,
                            AsDnnlOperation *operation) {
  operation->kind = AS_DNNL_SOFTMAX;
  operation->axis = 1;
  add(workload, operation, AS_DNNL_SRC, "mn", "ab");
  add(workload, operation, AS_DNNL_DST, "mn", "ab");
}

static void describeLayernorm(const AsWorkload *workload,
                              AsDnnlOperation *operation) {
  operation->kind = AS_DNNL_LAYERNORM;
  add(workload, operation, AS_DNNL_SRC, "mn", "ab");
  add(workload, operation, AS_DNNL_SCALE, "n", "a");
  add(workload, operation, AS_DNNL_SHIFT, "n", "a");
  add(workload, operation, AS_DNNL_DST, "mn", "ab");
}

static void describeTranspose(const AsWorkload *workload,
                              AsDnnlOperation *operation) {
  operation->kind = AS_DNNL_COPY;
  add(workload, operation, AS_DNNL_SRC, "bmn", "abc");
  add(workload, operation, AS_DNNL_DST, "bmn", "acb");
}

static void describeConcat(const AsWorkload *workload,
                           AsDnnlOperation *operation) {
  operation->kind = AS_DNNL_CONCAT;
  operation->axis = 1;
  add(workload, operation, AS_DNNL_SRC_N, "mn", "ab");
  add(workload, operation, AS_DNNL_SRC_N + 1, "mn", "ab");
  add(workload, operation, AS_DNNL_DST, "mw", "ab");
}

static void describeReduction(const AsWorkload *workload,
                              AsDnnlOperation *operation) {
  const char *kept = workload->family->tensors[1];
  const char shape[] = {strchr(kept, 'm') ? 'm' : '1',
                        strchr(kept, 'n') ? 'n' : '1', 0};
  if (asWorkloadBuffer(workload, 0).count ==
      asWorkloadBuffer(workload, 1).count)
    return; // oneDNN reduces no single elements.
  operation->kind = AS_DNNL_REDUCTION;
  operation->function =
      workload->family->op == AS_SUM ? AS_DNNL_SUM : AS_DNNL_MAX;
  add(workload, operation, AS_DNNL_SRC, "mn", "ab");
  add(workload, operation, AS_DNNL_DST, shape, "ab");
}

static void describeBroadcastAdd(const AsWorkload *workload,
                                 AsDnnlOperation *operation) {
  operation->kind = AS_DNNL_BINARY;
  operation->function = AS_DNNL_ADD;
  add(workload, operation, AS_DNNL_SRC, "mn", "ab");
  add(workload, operation, AS_DNNL_SRC_1, "1n", "ab");
  add(workload, operation, AS_DNNL_DST, "mn", "ab");
}

static void describeElementwiseChain(const AsWorkload *workload,
                                     AsDnnlOperation *operation) {
  operation->kind = AS_DNNL_BINARY;
  operation->function = AS_DNNL_ADD;
  add(workload, operation, AS_DNNL_SRC, "mn", "ab");
  add(workload, operation, AS_DNNL_SRC_1, "mn", "ab");
  add(workload, operation, AS_DNNL_POST_OP + 0, "mn", "ab");
  add(workload, operation, AS_DNNL_DST, "mn", "ab");
  operation->postOps[0] = AS_DNNL_MUL;
  operation->postOps[1] = AS_DNNL_RELU;
  operation->postOps[2] = AS_DNNL_SQUARE;
}

static const AsDnnlFunction functions[AS_NUM_OPERATORS] = {
    [AS_GELU] = AS_DNNL_GELU_ERF, [AS_SILU] = AS_DNNL_SWISH,
    [AS_TANH] = AS_DNNL_TANH,     [AS_SIGMOID] = AS_DNNL_LOGISTIC,
    [AS_EXP] = AS_DNNL_EXP,
};

static void describeFunction(const AsWorkload *workload,
                             AsDnnlOperation *operation) {
  operation->kind = AS_DNNL_ELTWISE;
  operation->function = functions[workload->family->op];
  add(workload, operation, AS_DNNL_SRC, "mn", "ab");
  add(workload, operation, AS_DNNL_DST, "mn", "ab");
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
  describe[workload->family->op](workload, operations);
  if (!operations[0].numTensors)
    return AS_OK;
  AsContender *contender = asLineupAdd(lineup, contenderNames[way], operands);
  AsDnnlPlan *plan;
  AsStatus status = asDnnlPlanCreate(dnnl, operations, way, operands,
                                     contender->result, &plan, error);
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

AsStatus asDnnlOpen(const AsYardstickChoice *choice, AsYardstick *yardstick,
                    AsError *error) {
  const char *file = choice->file;
  void *library;
  if (asLibraryOpen(file ? file : "libdnnl.so.2", &library, error))
    return error->status;
  AsDnnl *dnnl = asAlloc(sizeof *dnnl);
  *yardstick = (AsYardstick){.state = dnnl, .enter = enter};
  if (asDnnlLoad(library, dnnl, error))
    return error->status;
  const AsDnnlVersion *version = dnnl->version();
  snprintf(yardstick->description, sizeof yardstick->description,
           "oneDNN %d.%d.%d", version->major, version->minor, version->patch);
  return AS_OK;
}
