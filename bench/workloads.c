//===- workloads.c - The table of workloads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/families.h"
#include "ir/invariant-values.h"
#include <assert.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <string.h>

static const AsWorkload workloads[] = {
    // m, n, k
    {"matmul-256", &asFamilyMatmul, {256, 256, 256}},
    {"matmul-512", &asFamilyMatmul, {512, 512, 512}},
    {"matmul-1024", &asFamilyMatmul, {1024, 1024, 1024}},
    {"matmul-2048", &asFamilyMatmul, {2048, 2048, 2048}},
    {"matmul-128x3072x768", &asFamilyMatmul, {128, 3072, 768}},
    {"matmul-128x768x3072", &asFamilyMatmul, {128, 768, 3072}},
    {"matmul-128x768x768", &asFamilyMatmul, {128, 768, 768}},
    {"matmul-1x4096x4096", &asFamilyMatmul, {1, 4096, 4096}},
    {"matmul-4x4096x4096", &asFamilyMatmul, {4, 4096, 4096}},
    {"matmul-16x4096x4096", &asFamilyMatmul, {16, 4096, 4096}},
    {"matmul-100", &asFamilyMatmul, {100, 100, 100}},
    {"matmul-127x255x511", &asFamilyMatmul, {127, 255, 511}},
    {"matmul-at-512", &asFamilyMatmulAt, {512, 512, 512}},
    {"matmul-at-128x3072x768", &asFamilyMatmulAt, {128, 3072, 768}},
    {"matmul-bt-512", &asFamilyMatmulBt, {512, 512, 512}},
    {"matmul-bt-128x3072x768", &asFamilyMatmulBt, {128, 3072, 768}},
    {"matmul-bf16-512", &asFamilyMatmulBf16, {512, 512, 512}},
    {"matmul-bf16-128x3072x768", &asFamilyMatmulBf16, {128, 3072, 768}},
    {"matmul-i8-512", &asFamilyMatmulI8, {512, 512, 512}},
    {"matmul-i8-128x3072x768", &asFamilyMatmulI8, {128, 3072, 768}},
    // m, n, groups of the sum, k; then the same with weights of f32
    {"matmul-w8-1x4096x128x32", &asFamilyMatmulW8, {1, 4096, 128, 32}},
    {"matmul-w4-1x4096x128x32", &asFamilyMatmulW4, {1, 4096, 128, 32}},
    {"matmul-bt-1x4096x4096", &asFamilyMatmulBt, {1, 4096, 4096}},
    {"matmul-w8-128x4096x128x32", &asFamilyMatmulW8, {128, 4096, 128, 32}},
    {"matmul-w4-128x4096x128x32", &asFamilyMatmulW4, {128, 4096, 128, 32}},
    {"matmul-bt-128x4096x4096", &asFamilyMatmulBt, {128, 4096, 4096}},
    {"matmul-bias-relu-512", &asFamilyMatmulBiasRelu, {512, 512, 512}},
    {"matmul-bias-gelu-512", &asFamilyMatmulBiasGelu, {512, 512, 512}},
    // m, n, k, p
    {"matmul-chain-256", &asFamilyMatmulChain, {256, 256, 256, 256}},
    // b, m, n, k
    {"batch-matmul-12x128x128x64", &asFamilyBatchMatmul, {12, 128, 128, 64}},
    {"batch-matmul-12x128x64x128", &asFamilyBatchMatmul, {12, 128, 64, 128}},
    // b, m, n, k: heads, rows, keys, columns
    {"attention-12x128x128x64", &asFamilyAttention, {12, 128, 128, 64}},
    {"attention-12x1024x1024x64", &asFamilyAttention, {12, 1024, 1024, 64}},
    {"attention-32x1x2048x128", &asFamilyAttention, {32, 1, 2048, 128}},
    // n, p, q, c, r, s, f, t[, d]: batch, output, channels, window, filters,
    // stride, dilation
    {"conv3x3-56x56x64", &asFamilyConvolution, {1, 56, 56, 64, 3, 3, 64, 1}},
    {"conv3x3-28x28x128", &asFamilyConvolution, {1, 28, 28, 128, 3, 3, 128, 1}},
    {"conv3x3-14x14x256", &asFamilyConvolution, {1, 14, 14, 256, 3, 3, 256, 1}},
    {"conv3x3-7x7x512", &asFamilyConvolution, {1, 7, 7, 512, 3, 3, 512, 1}},
    {"conv1x1-56x56x64-256",
     &asFamilyConvolution,
     {1, 56, 56, 64, 1, 1, 256, 1}},
    {"conv7x7s2-112x112x3-64",
     &asFamilyConvolution,
     {1, 112, 112, 3, 7, 7, 64, 2}},
    {"conv3x3s2-28x28x128",
     &asFamilyConvolution,
     {1, 28, 28, 128, 3, 3, 128, 2}},
    {"conv3x3d2-28x28x128",
     &asFamilyConvolution,
     {1, 28, 28, 128, 3, 3, 128, 1, 2}},
    {"conv3x3-nchw-56x56x64",
     &asFamilyConvolutionNchw,
     {1, 56, 56, 64, 3, 3, 64, 1}},
    {"conv3x3-nchw-28x28x128",
     &asFamilyConvolutionNchw,
     {1, 28, 28, 128, 3, 3, 128, 1}},
    {"conv3x3-nchw-14x14x256",
     &asFamilyConvolutionNchw,
     {1, 14, 14, 256, 3, 3, 256, 1}},
    {"conv3x3-nchw-7x7x512",
     &asFamilyConvolutionNchw,
     {1, 7, 7, 512, 3, 3, 512, 1}},
    {"conv1x1-nchw-56x56x256-64",
     &asFamilyConvolutionNchw,
     {1, 56, 56, 256, 1, 1, 64, 1}},
    {"conv1x1-nchw-14x14x1024-256",
     &asFamilyConvolutionNchw,
     {1, 14, 14, 1024, 1, 1, 256, 1}},
    {"conv3x3s2-nchw-28x28x128",
     &asFamilyConvolutionNchw,
     {1, 28, 28, 128, 3, 3, 128, 2}},
    {"conv7x7s2-nchw-112x112x3-64",
     &asFamilyConvolutionNchw,
     {1, 112, 112, 3, 7, 7, 64, 2}},
    // n, p, q, c, r, s, f, t, g: channels and filters are those of a group
    {"conv3x3-grouped-28x28x32x4",
     &asFamilyGroupedConvolution,
     {1, 28, 28, 32, 3, 3, 32, 1, 4}},
    // n, p, q, c, r, s, t: batch, output, channels, window, stride
    {"depthwise3x3-112x112x32", &asFamilyDepthwise, {1, 112, 112, 32, 3, 3, 1}},
    {"depthwise3x3-14x14x512", &asFamilyDepthwise, {1, 14, 14, 512, 3, 3, 1}},
    {"depthwise3x3-nchw-112x112x32",
     &asFamilyDepthwiseNchw,
     {1, 112, 112, 32, 3, 3, 1}},
    {"depthwise3x3-nchw-14x14x512",
     &asFamilyDepthwiseNchw,
     {1, 14, 14, 512, 3, 3, 1}},
    {"maxpool3x3s2-56x56x64", &asFamilyMaxPooling, {1, 56, 56, 64, 3, 3, 2}},
    {"maxpool3x3s2-nchw-56x56x64",
     &asFamilyMaxPoolingNchw,
     {1, 56, 56, 64, 3, 3, 2}},
    {"avgpool3x3-nchw-56x56x64",
     &asFamilyAveragePoolingNchw,
     {1, 56, 56, 64, 3, 3, 1}},
    // m, n
    {"softmax-512x1024", &asFamilySoftmax, {512, 1024}},
    {"softmax-1536x128", &asFamilySoftmax, {1536, 128}},
    {"layernorm-128x768", &asFamilyLayernorm, {128, 768}},
    {"layernorm-1024x1024", &asFamilyLayernorm, {1024, 1024}},
    {"reduce-rows-512x1024", &asFamilyReduceRows, {512, 1024}},
    {"reduce-columns-512x1024", &asFamilyReduceColumns, {512, 1024}},
    {"reduce-all-512x1024", &asFamilyReduceAll, {512, 1024}},
    {"argmax-512x1024", &asFamilyArgmax, {512, 1024}},
    {"chain-512x1024", &asFamilyElementwiseChain, {512, 1024}},
    {"broadcast-add-512x1024", &asFamilyBroadcastAdd, {512, 1024}},
    {"gelu-512x1024", &asFamilyGelu, {512, 1024}},
    {"silu-512x1024", &asFamilySilu, {512, 1024}},
    {"tanh-512x1024", &asFamilyTanh, {512, 1024}},
    {"sigmoid-512x1024", &asFamilySigmoid, {512, 1024}},
    {"exp-512x1024", &asFamilyExp, {512, 1024}},
    {"transpose-512", &asFamilyTranspose, {512, 512}},
    {"transpose-2048", &asFamilyTranspose, {2048, 2048}},
    // b, h, w, c
    {"nhwc-to-nchw-1x56x56x64", &asFamilyNhwcToNchw, {1, 56, 56, 64}},
    {"nchw-to-nhwc-1x56x56x64", &asFamilyNchwToNhwc, {1, 56, 56, 64}},
    // m, n
    {"concat-512x512", &asFamilyConcat, {512, 512}},
};

AsWorkloads asWorkloadTable(void) {
  return (AsWorkloads){workloads, sizeof workloads / sizeof *workloads};
}

const AsWorkload *asWorkloadNext(const AsWorkloads *from, const char *glob,
                                 const AsWorkload *previous) {
  const AsWorkload *workload = previous ? previous + 1 : from->rows;
  for (; workload < from->rows + from->count; workload++)
    if (!fnmatch(glob, workload->name, FNM_EXTMATCH))
      return workload;
  return NULL;
}

void asWorkloadList(const AsWorkloads *from, const char *glob, FILE *out) {
  fprintf(out, "%-28s %10s %10s %10s\n", "workload", "MFLOP", "kB",
          "tolerance");
  for (const AsWorkload *workload = NULL;
       (workload = asWorkloadNext(from, glob, workload));) {
    fprintf(out, "%-28s ", workload->name);
    double flop = asWorkloadFlop(workload);
    if (flop > 0)
      fprintf(out, "%10.1f ", flop / 1e6);
    else
      fprintf(out, "%10s ", "-");
    fprintf(out, "%10.1f %10.1e\n", asWorkloadBytes(workload) / 1e3,
            asWorkloadTolerance(workload));
  }
}

int64_t asWorkloadSize(const AsWorkload *workload, char letter) {
  const AsFamily *family = workload->family;
  int64_t size[26] = {0};
  for (int i = 0; family->sizes[i]; i++)
    size[family->sizes[i] - 'a'] = workload->sizes[i];
  if (family->derive)
    family->derive(size);
  assert((size[letter - 'a'] > 0 || family->derive ||
          strchr(family->sizes, letter)) &&
         "no such size");
  return size[letter - 'a'];
}

static double product(const AsWorkload *workload, const char *letters) {
  double result = 1;
  for (; *letters; letters++)
    result *= (double)asWorkloadSize(workload, *letters);
  return result;
}

int asWorkloadNumTensors(const AsWorkload *workload) {
  int count = 0;
  while (count < AS_MAX_TENSORS && workload->family->tensors[count])
    count++;
  return count;
}

AsBuffer asWorkloadBuffer(const AsWorkload *workload, int index) {
  const AsFamily *family = workload->family;
  return (AsBuffer){
      .element = family->elements[index],
      .count = (int64_t)product(workload, family->tensors[index]),
      .isResult = index == asWorkloadNumTensors(workload) - 1,
  };
}

double asWorkloadFlop(const AsWorkload *workload) {
  const char *operations = workload->family->operations;
  return operations ? 2 * product(workload, operations) : 0;
}

double asWorkloadBytes(const AsWorkload *workload) {
  double bytes = 0;
  for (int i = 0; i < asWorkloadNumTensors(workload); i++) {
    const AsBuffer buffer = asWorkloadBuffer(workload, i);
    bytes += (double)asBufferBytes(&buffer);
  }
  return bytes;
}

double asWorkloadTolerance(const AsWorkload *workload) {
  const AsBuffer result =
      asWorkloadBuffer(workload, asWorkloadNumTensors(workload) - 1);
  static const double ofTf32 = 0x1p-11; // A mantissa of 10 bits.
  return asBufferTolerance(&result,
                           (int64_t)product(workload, workload->family->sum)) +
         asOperandTolerance(workload->family->isRounded ? ofTf32 : 0);
}

/// A workload, of which the program does not know the sizes in `dynamic`.
typedef struct Program {
  const AsWorkload *workload;
  const char *dynamic;
} Program;

static bool isDynamic(const Program *program, char letter) {
  return strchr(program->dynamic, letter);
}

static void appendSize(const Program *program, char letter, AsText *mlir) {
  if (isDynamic(program, letter))
    asTextAppendString(mlir, "?");
  else
    asTextFormat(mlir, "%" PRId64, asWorkloadSize(program->workload, letter));
}

static void appendType(const Program *program, int index, AsText *mlir) {
  asTextAppendString(mlir, "tensor<");
  for (const char *shape = program->workload->family->tensors[index]; *shape;
       shape++)
    appendSize(program, *shape, mlir), asTextAppendString(mlir, "x");
  asTextFormat(mlir, "%s>",
               asElementName(program->workload->family->elements[index]));
}

bool asWorkloadHasWeights(const AsWorkload *workload) {
  switch (workload->family->op) {
  case AS_MATMUL:
  case AS_MATMUL_BIAS_RELU:
  case AS_MATMUL_BIAS_GELU:
  case AS_MATMUL_SCALED:
  case AS_MATMUL_CHAIN:
  case AS_CONVOLUTION:
  case AS_CONVOLUTION_NCHW:
  case AS_GROUPED_CONVOLUTION:
  case AS_DEPTHWISE:
  case AS_DEPTHWISE_NCHW:
    return true;
  default:
    return false;
  }
}

/// Adds a line for each dynamic size: what it is of the first argument that has
/// it.
static void appendDims(const Program *program, AsText *text) {
  const AsFamily *family = program->workload->family;
  for (const char *size = program->dynamic; *size; size++) {
    int tensor = 0;
    while (!strchr(family->tensors[tensor], *size))
      tensor++;
    const char type[] = {'$', (char)('A' + tensor), '\0'};
    const char *name = strstr(family->program, type);
    size_t length = 0; // Of "%a: ".
    while (name[0] != '%')
      name--, length++;
    asTextFormat(
        text,
        "  %%at_%c = arith.constant %d : index\n"
        "  %%size_%c = tensor.dim %.*s, %%at_%c : %s\n",
        *size,
        (int)(strchr(family->tensors[tensor], *size) - family->tensors[tensor]),
        *size, (int)length - 2, name, *size, type);
  }
}

/// The operands of a tensor.empty: the dynamic ones among the sizes of its
/// type, $C or tensor<$mx$nxf32>.
static void appendOperands(const Program *program, const char *type,
                           AsText *text) {
  bool isNamed = *type == '$';
  const char *letters =
      isNamed ? program->workload->family->tensors[type[1] - 'A'] : type;
  const char *separator = "";
  for (; *letters && *letters != '>'; letters++) {
    bool isSize = isNamed || (letters > type && letters[-1] == '$');
    if (!isSize || !isDynamic(program, *letters))
      continue;
    asTextFormat(text, "%s%%size_%c", separator, *letters);
    separator = ", ";
  }
}

/// The family's program with the operations that dynamic sizes take.
static AsText withSizes(const Program *program) {
  static const char start[] = "{\n", empty[] = "tensor.empty(",
                    colon[] = ") : ";
  AsText text = {0};
  const char *rest = program->workload->family->program;
  if (*program->dynamic) {
    const char *body =
        strstr(strstr(rest, "func.func"), start) + sizeof start - 1;
    asTextAppend(&text, rest, (size_t)(body - rest));
    appendDims(program, &text);
    for (rest = body; (body = strstr(rest, empty)); rest = body) {
      body += sizeof empty - 1;
      asTextAppend(&text, rest, (size_t)(body - rest));
      appendOperands(program, body + sizeof colon - 1, &text);
    }
  }
  asTextAppendString(&text, rest);
  return text;
}

static void appendProgram(const Program *program, bool constantWeights,
                          AsText *mlir) {
  // The types of the arguments come first, one after another.
  int argument = 0, numArguments = asWorkloadNumTensors(program->workload) - 1;
  AsText text = withSizes(program);
  const char *rest = asTextString(&text);
  for (const char *mark; (mark = strchr(rest, '$')); rest = mark + 2) {
    asTextAppend(mlir, rest, (size_t)(mark - rest));
    char name = mark[1];
    if (name >= 'A' && name <= 'Z')
      appendType(program, name - 'A', mlir);
    if (name == 'A' + argument && argument < numArguments)
      asTextAppendString(mlir, constantWeights && argument++ > 0
                                   ? " {" AS_CONSTANT_ATTRIBUTE "}"
                                   : "");
    if (name < 'A' || name > 'Z')
      appendSize(program, name, mlir);
  }
  asTextAppendString(mlir, rest);
  asTextFree(&text);
}

void asWorkloadProgram(const AsWorkload *workload, bool constantWeights,
                       AsText *mlir) {
  appendProgram(&(Program){workload, ""}, constantWeights, mlir);
}

void asWorkloadDynamicProgram(const AsWorkload *workload, const char *dynamic,
                              AsText *mlir) {
  appendProgram(&(Program){workload, dynamic}, false, mlir);
}
