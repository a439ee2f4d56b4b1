//===- ggml.c - ggml as a yardstick for quantised weights
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What llama.cpp multiplies by weights of eight or four bits with. It has its
// own formats, blocks of 32 numbers with their scale in f16, in which it is
// given the row's weights before the timing:
//
//   q8_0: scale, 32 signed bytes
//   q4_0: scale, 16 bytes; the lower halves are numbers 0 to 15, plus 8
//
// It rounds the other operand to q8_0 as well, which as-opt does not: so its
// result is compared less strictly. Two contenders are entered:
//   ggml           reads these blocks
//   ggml-repacked  reads several rows of them interleaved, if it has code for
//   it
//                  on the processor: weights were interleaved before the timing
//
//===----------------------------------------------------------------------===//

#include "bench/library.h"
#include "bench/yardstick.h"
#include "support/arena.h"
#include "support/text.h"
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// struct ggml_init_params.
typedef struct InitParams {
  size_t size;
  void *memory;
  bool noAlloc;
} InitParams;

/// The first members of struct ggml_tensor.
typedef struct Tensor {
  int type;
  void *buffer;
} Tensor;

// Numbers of enum ggml_type.
enum { typeF32 = 0, typeQ4 = 2, typeQ8 = 8 };
enum { blockLength = 32 };

// X(result, name, parameters): each is a member of Ggml, and lies in the
// library of what all backends share. All handles are pointers.
#define GGML_FUNCTIONS(X)                                                      \
  X(void, backend_buffer_free, (void *buffer))                                 \
  X(size_t, backend_buft_get_alloc_size, (void *type, const Tensor *tensor))   \
  X(void *, backend_buft_alloc_buffer, (void *type, size_t size))              \
  X(void *, backend_buffer_get_base, (void *buffer))                           \
  X(void *, backend_cpu_buffer_from_ptr, (void *data, size_t size))            \
  X(void *, backend_dev_backend_reg, (void *device))                           \
  X(void *, backend_dev_buffer_type, (void *device))                           \
  X(void *, backend_dev_init, (void *device, const char *parameters))          \
  X(bool, backend_dev_supports_op, (void *device, const Tensor *result))       \
  X(int, backend_graph_compute, (void *backend, void *graph))                  \
  X(void *, backend_reg_get_proc_address, (void *backend, const char *name))   \
  X(int, backend_tensor_alloc, (void *buffer, Tensor *tensor, void *address))  \
  X(void, backend_tensor_set,                                                  \
    (Tensor * tensor, const void *data, size_t offset, size_t size))           \
  X(void, build_forward_expand, (void *graph, Tensor *result))                 \
  X(uint16_t, fp32_to_fp16, (float number))                                    \
  X(void, free, (void *context))                                               \
  X(void *, init, (InitParams parameters))                                     \
  X(void, log_set, (void (*log)(int, const char *, void *), void *state))      \
  X(Tensor *, mul_mat, (void *context, Tensor *weights, Tensor *rows))         \
  X(void *, new_graph, (void *context))                                        \
  X(Tensor *, new_tensor_2d,                                                   \
    (void *context, int type, int64_t columns, int64_t rows))                  \
  X(void, threadpool_params_init, (void *parameters, int threads))

typedef struct Ggml {
#define MEMBER(result, name, parameters) result(*name) parameters;
  GGML_FUNCTIONS(MEMBER)
#undef MEMBER
  void *device, *backend;
  void **interleaving; // Types of buffers that repack, up to NULL.
} Ggml;

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

typedef struct Weights {
  int type;
  int64_t rows, groups, groupLength;
  size_t blockSize; // Bytes of one.
  const int8_t *numbers;
  const float *scales; // One a group.
} Weights;

static bool readWeights(const AsWorkload *workload, const AsOperands *operands,
                        Weights *weights) {
  if (workload->family->op != AS_MATMUL_SCALED)
    return false;
  const int64_t length = asWorkloadSize(workload, 'k');
  const bool isQ4 = strchr(workload->family->tensors[1], 'h');
  *weights = (Weights){.type = isQ4 ? typeQ4 : typeQ8,
                       .rows = asWorkloadSize(workload, 'n'),
                       .groups = asWorkloadSize(workload, 'g'),
                       .groupLength = length,
                       .blockSize = 2 + (isQ4 ? blockLength / 2 : blockLength),
                       .numbers = operands->arguments[1],
                       .scales = operands->arguments[2]};
  return length % blockLength == 0;
}

// Two numbers lie in each byte, next to each other; ggml has the lower half of
// the block in the lower halves of the bytes.
static void spreadNibbles(const uint8_t *pairs, uint8_t *bytes) {
  enum { half = blockLength / 2 };
  for (int i = 0; i < half; i++) {
    const int lower = pairs[i / 2] >> (i % 2 * 4) & 15;
    const int upper = pairs[(half + i) / 2] >> (i % 2 * 4) & 15;
    bytes[i] = (uint8_t)(lower | upper << 4);
  }
}

// The weights as blocks, to be freed.
static uint8_t *createBlocks(const Ggml *ggml, const Weights *weights,
                             size_t *size) {
  const int64_t perGroup = weights->groupLength / blockLength;
  const int64_t count = weights->rows * weights->groups * perGroup;
  const size_t bytes = weights->blockSize - sizeof(uint16_t);
  *size = (size_t)count * weights->blockSize;
  uint8_t *blocks = asAlloc(*size), *block = blocks;
  for (int64_t i = 0; i < count; i++, block += weights->blockSize) {
    const uint16_t scale = ggml->fp32_to_fp16(weights->scales[i / perGroup]);
    const int8_t *numbers = weights->numbers + (size_t)i * bytes;
    memcpy(block, &scale, sizeof scale);
    if (weights->type == typeQ4)
      spreadNibbles((const uint8_t *)numbers, block + sizeof scale);
    else
      memcpy(block + sizeof scale, numbers, bytes);
  }
  return blocks;
}

//===----------------------------------------------------------------------===//
// Contenders
//===----------------------------------------------------------------------===//

typedef struct Product {
  const Ggml *ggml;
  void *context, *graph;
  void *buffers[3]; // Of weights, rows and result.
} Product;

static void run(void *state) {
  const Product *product = state;
  product->ggml->backend_graph_compute(product->ggml->backend, product->graph);
}

static void destroy(void *state) {
  Product *product = state;
  for (int i = 0; i < 3; i++)
    if (product->buffers[i])
      product->ggml->backend_buffer_free(product->buffers[i]);
  if (product->context)
    product->ggml->free(product->context);
  free(product);
}

// Whether the product can be computed with weights in a buffer of such a type.
static bool isSupported(const Ggml *ggml, void *type, Tensor *weights,
                        const Tensor *result) {
  void *empty = ggml->backend_buft_alloc_buffer(type, 0);
  weights->buffer = empty;
  const bool supports = ggml->backend_dev_supports_op(ggml->device, result);
  weights->buffer = NULL;
  if (empty)
    ggml->backend_buffer_free(empty);
  return supports;
}

// Lets a tensor lie in memory of ours.
static void *place(const Ggml *ggml, Tensor *tensor, void *data, size_t size) {
  void *buffer = ggml->backend_cpu_buffer_from_ptr(data, size);
  if (buffer)
    ggml->backend_tensor_alloc(buffer, tensor, data);
  return buffer;
}

static void placeWeights(const Ggml *ggml, const Weights *weights, void *type,
                         Tensor *tensor, void **buffer) {
  size_t size;
  uint8_t *blocks = createBlocks(ggml, weights, &size);
  *buffer = ggml->backend_buft_alloc_buffer(
      type, ggml->backend_buft_get_alloc_size(type, tensor));
  if (*buffer) {
    ggml->backend_tensor_alloc(*buffer, tensor,
                               ggml->backend_buffer_get_base(*buffer));
    ggml->backend_tensor_set(tensor, blocks, 0, size);
  }
  free(blocks);
}

static void enterWith(const Ggml *ggml, void *type, const char *name,
                      const AsWorkload *workload, const Weights *weights,
                      const AsOperands *operands, AsLineup *lineup) {
  const int64_t rows = asWorkloadSize(workload, 'm');
  const int64_t depth = weights->groups * weights->groupLength;
  Product *product = asAlloc(sizeof *product);
  product->ggml = ggml;
  // For descriptions only.
  product->context = ggml->init((InitParams){1 << 20, NULL, true});
  Tensor *matrix = ggml->new_tensor_2d(product->context, weights->type, depth,
                                       weights->rows);
  Tensor *given = ggml->new_tensor_2d(product->context, typeF32, depth, rows);
  Tensor *result = ggml->mul_mat(product->context, matrix, given);
  AsContender *contender = asLineupAdd(lineup, name, operands);
  contender->state = product;
  contender->run = run;
  contender->destroy = destroy;
  contender->tolerance = 0.05;
  if (isSupported(ggml, type, matrix, result)) {
    placeWeights(ggml, weights, type, matrix, &product->buffers[0]);
    product->buffers[1] = place(ggml, given, operands->arguments[0],
                                asBufferBytes(&operands->buffers[0]));
    product->buffers[2] = place(ggml, result, contender->result,
                                asBufferBytes(&operands->result));
  }
  if (!product->buffers[0] || !product->buffers[1] || !product->buffers[2]) {
    asLineupDropLast(lineup);
    return;
  }
  product->graph = ggml->new_graph(product->context);
  ggml->build_forward_expand(product->graph, result);
}

static AsStatus enter(void *state, const AsWorkload *workload,
                      const AsOperands *operands, AsLineup *lineup,
                      AsError *error) {
  const Ggml *ggml = state;
  Weights weights;
  if (!readWeights(workload, operands, &weights))
    return AS_OK;
  enterWith(ggml, ggml->backend_dev_buffer_type(ggml->device), "ggml", workload,
            &weights, operands, lineup);
  const int before = lineup->count;
  for (int i = 0; ggml->interleaving && ggml->interleaving[i]; i++) {
    enterWith(ggml, ggml->interleaving[i], "ggml-repacked", workload, &weights,
              operands, lineup);
    if (lineup->count > before) { // The first that will do is ggml's choice.
      lineup->contenders[before].isPrepacked = true;
      break;
    }
  }
  return AS_OK;
}

//===----------------------------------------------------------------------===//
// The library
//===----------------------------------------------------------------------===//

static AsStatus openIn(const char *folder, const char *name, void **library,
                       AsError *error) {
  AsText path = {0};
  asTextFormat(&path, "%s/%s", folder, name);
  AsStatus status = asLibraryOpen(path.data, library, error);
  asTextFree(&path);
  return status;
}

// The one with the list of devices, in whose name may be its version.
static AsStatus openAny(const char *folder, void **library, AsError *error) {
  AsText pattern = {0};
  glob_t found;
  asTextFormat(&pattern, "%s/libggml.*so", folder);
  const bool isFound = !glob(pattern.data, 0, NULL, &found);
  AsStatus status =
      isFound ? asLibraryOpen(found.gl_pathv[0], library, error)
              : asFail(error, AS_NOT_FOUND, "there is no %s", pattern.data);
  globfree(&found);
  asTextFree(&pattern);
  return status;
}

// The code for this processor, of several that lie in the folder.
static AsStatus openDevice(const char *folder, Ggml *ggml, AsError *error) {
  void *registry, *load, *byType;
  if (openAny(folder, &registry, error) ||
      asLibrarySymbol(registry, "ggml_backend_load_all_from_path", &load,
                      error) ||
      asLibrarySymbol(registry, "ggml_backend_dev_by_type", &byType, error))
    return error->status;
  ((void (*)(const char *))load)(folder);
  ggml->device = ((void *(*)(int))byType)(0); // Of processors.
  if (ggml->device)
    ggml->backend = ggml->backend_dev_init(ggml->device, NULL);
  if (!ggml->backend)
    return asFail(error, AS_NOT_FOUND, "there is no code for this processor");
  return AS_OK;
}

// It says what it loads and repacks otherwise.
static void ignoreLog(int level, const char *text, void *state) {}

// Threads that stay, as those of llama.cpp do.
static void createThreads(const Ggml *ggml, int threads) {
  void *registered = ggml->backend_dev_backend_reg(ggml->device);
  void (*setCount)(void *, int) =
      (void (*)(void *, int))ggml->backend_reg_get_proc_address(
          registered, "ggml_backend_set_n_threads");
  void *(*create)(void *) =
      (void *(*)(void *))ggml->backend_reg_get_proc_address(
          registered, "ggml_threadpool_new");
  void (*setPool)(void *, void *) =
      (void (*)(void *, void *))ggml->backend_reg_get_proc_address(
          registered, "ggml_backend_cpu_set_threadpool");
  if (setCount)
    setCount(ggml->backend, threads);
  if (threads > 1 && create && setPool) {
    char parameters[4096]; // More than the structure has in any version so far.
    ggml->threadpool_params_init(parameters, threads);
    setPool(ggml->backend, create(parameters));
  }
}

AsStatus asGgmlOpen(const AsYardstickChoice *choice, AsYardstick *yardstick,
                    AsError *error) {
  const char *folder = choice->file ? choice->file : AS_GGML_DIR;
  void *base;
  Ggml *ggml = asAlloc(sizeof *ggml);
  *yardstick = (AsYardstick){.state = ggml, .enter = enter};
  // The others need it by its name, which is then known.
  if (openIn(folder, "libggml-base.so", &base, error))
    return choice->file ? error->status
                        : asFail(error, AS_NOT_FOUND,
                                 "it is not installed; npm ci --prefix "
                                 "bench/node installs it");
#define LOAD(result, name, parameters)                                         \
  if (asLibrarySymbol(base, "ggml_" #name, (void **)&ggml->name, error))       \
    return error->status;
  GGML_FUNCTIONS(LOAD)
#undef LOAD
  ggml->log_set(ignoreLog, NULL);
  if (openDevice(folder, ggml, error))
    return error->status;
  createThreads(ggml, choice->threads);
  void **(*interleaving)(void *) =
      (void **(*)(void *))ggml->backend_reg_get_proc_address(
          ggml->backend_dev_backend_reg(ggml->device),
          "ggml_backend_dev_get_extra_bufts");
  if (interleaving)
    ggml->interleaving = interleaving(ggml->device);
  void *version = NULL;
  asLibrarySymbol(base, "ggml_version", &version, NULL);
  snprintf(yardstick->description, sizeof yardstick->description, "ggml %s",
           version ? ((const char *(*)(void))version)() : "of unknown version");
  return AS_OK;
}
