//===- header-kernels.c - Kernels of a GPU, for C
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For each kernel a function that launches it by the driver's API:
//
//   static inline CUresult as_launch_main(CUmodule module, CUstream stream,
//                                         CUdeviceptr argument0, ...) {
//     CUfunction kernel;
//     void *arguments[] = {&argument0, ...};
//     CUresult result = cuModuleGetFunction(&kernel, module, "main");
//     ...
//     return cuLaunchKernel(kernel, 16, 8, 1, 128, 1, 1,
//                           49152, stream, arguments, 0);
//   }
//
//===----------------------------------------------------------------------===//

#include "driver/output/c-header.h"
#include "launch/tensor-map.h"
#include "lowering/gpu/host/launch-list.h"
#include "support/arena.h"
#include <inttypes.h>

void asHeaderAppendParameters(const AsSignature *signature, AsText *text) {
  for (int b = 0; b < signature->numBuffers; b++) {
    bool isValue =
        b < signature->numArguments && asSignatureIsScalar(signature, b);
    asTextFormat(text, ", %s ",
                 isValue ? asHeaderType(signature->buffers[b].element)
                         : "CUdeviceptr");
    asHeaderAppendBuffer(signature, b, text);
  }
}

static void appendNumbers(AsText *text, const char *type, int map,
                          const char *name, const uint64_t *numbers,
                          int count) {
  asTextFormat(text, "  const %s map%d_%s[] = {", type, map, name);
  for (int i = 0; i < count; i++)
    asTextFormat(text, "%s%" PRIu64, i ? ", " : "", numbers[i]);
  asTextAppendString(text, "};\n");
}

/// What the driver makes a tensor map of.
static void appendMap(const AsTensorMap *map, int number, AsText *text) {
  AsTensorMapCode code = asTensorMapEncode(map);
  uint64_t box[AS_TENSOR_MAP_RANK], step[AS_TENSOR_MAP_RANK];
  for (int d = 0; d < map->rank; d++) {
    box[d] = code.box[d];
    step[d] = code.step[d];
  }
  asTextFormat(text, "  CUtensorMap map%d;\n", number);
  appendNumbers(text, "cuuint64_t", number, "sizes", code.size, map->rank);
  appendNumbers(text, "cuuint64_t", number, "strides", code.stride, map->rank);
  appendNumbers(text, "cuuint32_t", number, "box", box, map->rank);
  appendNumbers(text, "cuuint32_t", number, "steps", step, map->rank);
}

/// Has the driver make it.
static void appendEncoding(const AsSignature *signature, const AsTensorMap *map,
                           int number, AsText *text) {
  asTextFormat(text,
               "  if (result == CUDA_SUCCESS)\n"
               "    result = cuTensorMapEncodeTiled(\n"
               "        &map%d, CU_TENSOR_MAP_DATA_TYPE_UINT%d, %d,\n"
               "        (void *)(uintptr_t)",
               number, 8 * map->elementBytes, map->rank);
  asHeaderAppendBuffer(signature, map->argument, text);
  asTextFormat(text,
               ", map%d_sizes, map%d_strides,\n"
               "        map%d_box, map%d_steps, CU_TENSOR_MAP_INTERLEAVE_NONE,"
               "\n        CU_TENSOR_MAP_SWIZZLE_",
               number, number, number, number);
  if (map->swizzleBytes)
    asTextFormat(text, "%dB", map->swizzleBytes);
  else
    asTextAppendString(text, "NONE");
  asTextAppendString(text, ", CU_TENSOR_MAP_L2_PROMOTION_L2_128B,\n"
                           "        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);\n");
}

/// A function that launches the kernel as it wants to be. What it needs room
/// for comes as further results.
static void appendLaunch(const AsLaunch *launch, const AsSignature *signature,
                         const char *identifier, AsText *text) {
  asTextFormat(text,
               "static inline CUresult as_launch_%s(CUmodule module, "
               "CUstream stream",
               identifier);
  asHeaderAppendParameters(signature, text);
  AsTensorMap maps[AS_MOST_TENSOR_MAPS];
  int numMaps = 0;
  asTensorMapsParse(launch->maps, maps, &numMaps);
  asTextAppendString(text, ") {\n  CUfunction kernel;\n");
  for (int m = 0; m < numMaps; m++)
    appendMap(&maps[m], m, text);
  asTextAppendString(text, "  void *arguments[] = {");
  for (int b = 0; b < signature->numBuffers; b++) {
    asTextAppendString(text, b ? ", &" : "&");
    asHeaderAppendBuffer(signature, b, text);
  }
  for (int m = 0; m < numMaps; m++)
    asTextFormat(text, ", &map%d", m);
  asTextAppendString(text,
                     "};\n  CUresult result = cuModuleGetFunction(&kernel, "
                     "module, \"");
  asHeaderAppendQuoted(launch->kernel, text);
  asTextAppendString(text, "\");\n");
  if (launch->sharedBytes > AS_GPU_STATIC_SHARED_BYTES)
    asTextFormat(text,
                 "  if (result == CUDA_SUCCESS)\n    result = "
                 "cuFuncSetAttribute(kernel,\n        "
                 "CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, %" PRId64
                 ");\n",
                 launch->sharedBytes);
  for (int m = 0; m < numMaps; m++)
    appendEncoding(signature, &maps[m], m, text);
  asTextAppendString(text, "  if (result != CUDA_SUCCESS)\n    return result;\n"
                           "  return cuLaunchKernel(kernel");
  for (int i = 0; i < 6; i++)
    asTextFormat(text, ", %" PRId64,
                 i < 3 ? launch->grid[i] : launch->block[i - 3]);
  asTextFormat(text,
               ",\n                        %" PRId64
               ", stream, arguments, 0);\n}\n\n",
               launch->sharedBytes);
}

typedef struct KernelWriter {
  AsText *text;
  AsStatus status;
  AsError *error;
} KernelWriter;

/// An AsLaunchVisitor.
static void appendKernel(const AsLaunch *launch, void *context) {
  KernelWriter *writer = context;
  AsArena arena = {0};
  AsSignature signature;
  AsText identifier = {0};
  bool hasScratch = *launch->scratch != 0;
  const char *types = asArenaFormat(&arena, "%s%s%s", launch->signature,
                                    hasScratch ? "," : "", launch->scratch);
  if (!writer->status)
    writer->status = asSignatureParse(types, &arena, &signature, writer->error);
  if (!writer->status) {
    asHeaderAppendIdentifier(launch->kernel, false, &identifier);
    asHeaderAppendBuffers(&signature, identifier.data, writer->text);
    if (hasScratch)
      asTextFormat(writer->text,
                   "/* The last of these (%s) are room for the kernels of the "
                   "task, with any\n   content, and the same for all. */\n",
                   launch->scratch);
    appendLaunch(launch, &signature, identifier.data, writer->text);
  }
  asTextFree(&identifier);
  asArenaDestroy(&arena);
}

AsStatus asHeaderAppendKernels(MlirModule module, AsText *text,
                               AsError *error) {
  KernelWriter writer = {text, AS_OK, error};
  asGpuVisitLaunches(module, appendKernel, &writer);
  return writer.status;
}
