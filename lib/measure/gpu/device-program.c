//===- device-program.c - Load and launch a candidate's kernels
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads kernels, binds their arguments, and launches them.
//
//===----------------------------------------------------------------------===//

#include "measure/gpu/device-program.h"
#include "launch/tensor-map.h"
#include "measure/entry-signature.h"
#include "measure/runner-protocol.h"
#include <string.h>

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

static bool fail(AsGpuSession *session, AsOutcome outcome, const char *what) {
  asRunnerFail(&session->report->result, outcome, "%s", what);
  return false;
}

/// On failure the message has the driver's error and its assembler's log.
static bool loadModule(AsGpuSession *session, AsGpuProgram *program) {
  enum { LOG_BYTES = 4096 };
  static char info[LOG_BYTES], problems[LOG_BYTES];
  const AsCuda *cuda = &session->cuda;
  int options[] = {AS_CU_JIT_INFO_LOG, AS_CU_JIT_INFO_LOG_BYTES,
                   AS_CU_JIT_ERROR_LOG, AS_CU_JIT_ERROR_LOG_BYTES};
  // The driver takes numbers as pointers.
  void *values[] = {info, (void *)(uintptr_t)LOG_BYTES, problems,
                    (void *)(uintptr_t)LOG_BYTES};
  info[0] = problems[0] = 0;
  AsCuResult result = cuda->moduleLoad(&program->module, program->kernels.image,
                                       4, options, values);
  AsError error;
  if (asCudaCheck(cuda, result, "cuModuleLoadDataEx", &error) == AS_OK)
    return true;
  const char *log = problems[0] ? problems : info;
  asRunnerFail(&session->report->result, AS_OUTCOME_BUILD_FAILED, "%s%s%s",
               error.message, log[0] ? ": " : "", log);
  session->isLost |= result >= AS_CU_FIRST_STICKY;
  program->module = NULL;
  return false;
}

static bool prepareKernel(AsGpuSession *session, AsGpuProgram *program, int k) {
  const AsCuda *cuda = &session->cuda;
  const AsLaunch *launch = &program->kernels.launches[k];
  if (!asGpuSucceeded(session,
                      cuda->moduleGetFunction(&program->functions[k],
                                              program->module, launch->kernel),
                      "cuModuleGetFunction"))
    return false;
  if (launch->sharedBytes <= AS_CU_PLAIN_SHARED_BYTES)
    return true;
  if (launch->sharedBytes > session->device.blockSharedBytes)
    return fail(session, AS_OUTCOME_TOO_LARGE,
                "the device has less shared memory than the kernel needs");
  return asGpuSucceeded(
      session,
      cuda->functionSetAttribute(program->functions[k],
                                 AS_CU_FUNCTION_DYNAMIC_SHARED_BYTES,
                                 (int)launch->sharedBytes),
      "cuFuncSetAttribute");
}

bool asGpuProgramLoad(AsGpuSession *session, const AsServedTask *task,
                      const void *object, size_t length,
                      AsGpuProgram *program) {
  *program = (AsGpuProgram){.module = NULL};
  if (!asKernelsGet(object, length, &program->kernels))
    return fail(session, AS_OUTCOME_BUILD_FAILED, "these are no kernels");
  if (!loadModule(session, program))
    return false;
  for (int k = 0; k < program->kernels.count; k++)
    if (!prepareKernel(session, program, k))
      return false;
  return true;
}

void asGpuProgramUnload(AsGpuSession *session, AsGpuProgram *program) {
  asGpuBuffersFree(session, &program->scratchArrays);
  if (program->module && !session->isLost)
    session->cuda.moduleUnload(program->module);
  asArenaDestroy(&program->arena);
  *program = (AsGpuProgram){.module = NULL};
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Allocates the scratch buffers; parses "->4x4xf32,8xf32" as results.
static bool makeScratch(AsGpuSession *session, AsGpuProgram *program,
                        int *count) {
  AsSignature signature;
  AsError error = {0};
  const char *types = program->kernels.launches[0].scratch;
  const char *text = asArenaFormat(&program->arena, "->%s", types);
  if (asSignatureParse(text, &program->arena, &signature, &error))
    return fail(session, AS_OUTCOME_BUILD_FAILED, error.message);
  *count = signature.numBuffers;
  return asGpuBuffersAllocate(session, signature.buffers, signature.numBuffers,
                              &program->scratchArrays);
}

/// Encodes a tensor map; NULL ends the job.
static void *encode(AsGpuSession *session, AsGpuProgram *program,
                    const AsTensorMap *map, AsCuPointer array) {
  const AsCuda *cuda = &session->cuda;
  AsTensorMapCode code = asTensorMapEncode(map);
  uintptr_t memory = (uintptr_t)asArenaAlloc(
      &program->arena, AS_TENSOR_MAP_BYTES + AS_TENSOR_MAP_ALIGNMENT);
  memory += -memory & (AS_TENSOR_MAP_ALIGNMENT - 1);
  if (!cuda->tensorMapEncode) {
    fail(session, AS_OUTCOME_BUILD_FAILED,
         "the driver is older than CUDA 12.0, which makes tensor maps");
    return NULL;
  }
  AsCuResult result = cuda->tensorMapEncode(
      (void *)memory, code.type, (unsigned)map->rank, (void *)(uintptr_t)array,
      code.size, code.stride, code.box, code.step, 0, code.swizzle,
      AS_CU_TENSOR_MAP_L2_128_BYTES, 0);
  return asGpuSucceeded(session, result, "cuTensorMapEncodeTiled")
             ? (void *)memory
             : NULL;
}

/// Sets the arguments of kernel `k`: `arrays`, then its tensor maps.
static bool bindKernel(AsGpuSession *session, AsGpuProgram *program, int k,
                       void **arrays, int count) {
  AsTensorMap maps[AS_MOST_TENSOR_MAPS];
  int numMaps;
  if (!asTensorMapsParse(program->kernels.launches[k].maps, maps, &numMaps))
    return fail(session, AS_OUTCOME_BUILD_FAILED, "these are no tensor maps");
  void **arguments = asArenaArray(&program->arena, void *, count + numMaps);
  memcpy(arguments, arrays, (size_t)count * sizeof *arguments);
  for (int m = 0; m < numMaps; m++) {
    if (maps[m].argument >= count)
      return fail(session, AS_OUTCOME_BUILD_FAILED,
                  "a tensor map is of an argument that is not there");
    const AsCuPointer *array = arrays[maps[m].argument];
    arguments[count + m] = encode(session, program, &maps[m], *array);
    if (!arguments[count + m])
      return false;
  }
  program->arguments[k] = arguments;
  return true;
}

bool asGpuProgramBind(AsGpuSession *session, const AsServedTask *task,
                      const AsGpuBuffers *arrays, AsGpuProgram *program) {
  const char *signature = program->kernels.launches[0].signature;
  AsSignature parsed;
  AsError error = {0};
  if (asSignatureParse(signature, &program->arena, &parsed, &error))
    return fail(session, AS_OUTCOME_BUILD_FAILED, error.message);
  if (parsed.numBuffers != task->numBuffers)
    return fail(session, AS_OUTCOME_BUILD_FAILED,
                "the kernels take other arguments than the task");
  int numScratch;
  if (!makeScratch(session, program, &numScratch))
    return false;
  int count = task->numBuffers + numScratch;
  void **arguments = asArenaArray(&program->arena, void *, count);
  for (int b = 0; b < task->numBuffers; b++) {
    bool isInput = !task->buffers[b].isResult;
    arguments[b] = isInput && asSignatureIsScalar(&parsed, b)
                       ? task->inputs[b]
                       : (void *)&arrays->data[b];
  }
  for (int s = 0; s < numScratch; s++)
    arguments[task->numBuffers + s] = &program->scratchArrays.data[s];
  bool isBound = true;
  for (int k = 0; k < program->kernels.count && isBound; k++)
    isBound = bindKernel(session, program, k, arguments, count);
  return isBound;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Launches all kernels. The `start` of an AsGpuWork.
static bool launchAll(AsGpuSession *session, void *context) {
  const AsGpuProgram *program = context;
  for (int k = 0; k < program->kernels.count; k++) {
    const AsLaunch *launch = &program->kernels.launches[k];
    const int64_t *grid = launch->grid, *block = launch->block;
    AsCuResult result = session->cuda.launch(
        program->functions[k], (unsigned)grid[0], (unsigned)grid[1],
        (unsigned)grid[2], (unsigned)block[0], (unsigned)block[1],
        (unsigned)block[2], (unsigned)launch->sharedBytes, session->stream,
        program->arguments[k], NULL);
    if (!asGpuSucceeded(session, result, "cuLaunchKernel")) {
      // The size of the launch is the only parameter that was not checked
      // before.
      if (result == AS_CU_INVALID_VALUE)
        session->report->result.outcome = AS_OUTCOME_TOO_LARGE;
      return false;
    }
  }
  return true;
}

AsGpuWork asGpuProgramWork(AsGpuProgram *program) {
  return (AsGpuWork){launchAll, program};
}
