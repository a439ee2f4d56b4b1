//===- gpu-kernels.c - Kernels compute what they should
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For random points of every sketch of every program for a GPU the kernel is
// built, run on the host (emulate.h), and compared with the reference.
//
//===----------------------------------------------------------------------===//

#include "emulate.h"
#include "inputs/programs.h"
#include "measure/entry-buffers.h"
#include "sketch/script.h"

enum { MOST_BUFFERS = 32 };

/// The buffers of a program, and what the reference makes of them.
typedef struct Data {
  AsBuffer buffers[MOST_BUFFERS];
  void *actual[MOST_BUFFERS], *expected[MOST_BUFFERS];
  int count;
} Data;

static int numRun, numWrong, numWithMaps;

static void openData(const AsTask *task, Data *data) {
  data->count = task->numBuffers;
  for (int b = 0; b < task->numBuffers; b++) {
    const AsTaskBuffer *from = &task->buffers[b];
    data->buffers[b] = (AsBuffer){.element = from->element,
                                  .count = 1,
                                  .isResult = from->isResult,
                                  .extent = from->extent};
    for (int r = 0; r < from->rank; r++)
      data->buffers[b].count *= from->shape[r];
    size_t bytes = asBufferBytes(&data->buffers[b]);
    data->actual[b] = aligned_alloc(64, (bytes + 63) / 64 * 64);
    data->expected[b] = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!from->isResult) {
      asBufferFill(&data->buffers[b], data->expected[b], 3, b);
      memcpy(data->actual[b], data->expected[b], bytes);
    }
  }
}

static void closeData(Data *data) {
  for (int b = 0; b < data->count; b++) {
    free(data->actual[b]);
    free(data->expected[b]);
  }
}

static void runReference(const AsTask *task, Data *data) {
  AsLowerOptions lowering = {
      .threads = 1, .fp = AS_FP_STRICT, .isStock = true, .isReference = true};
  AsCodegenOptions codegen = {.entry = "task",
                              .optimisation = AS_OPTIMISE_STOCK};
  AsText object = {0};
  AsMachine *machine;
  AsError error = {0};
  MlirModule module = parse(task->text);
  if (asLowerModule(module, &lowering, &error) ||
      asMachineCreate(target.triple, target.cpu, target.features, &machine,
                      &error) ||
      asCodegen(machine, module, &codegen, &object, NULL, &error))
    fail_msg("%s", error.message);
  void (*entry)(void **);
  char path[32];
  void *library = load(&object, path, "as_entry_task", &entry);
  entry(data->expected);
  dlclose(library);
  asMachineDestroy(machine);
  asTextFree(&object);
  mlirModuleDestroy(module);
}

static void compare(const Program *program, const AsSketch *sketch,
                    const Data *data, AsText *problems) {
  double allowance = asOperandTolerance(asSketchOperandRoundoff(sketch));
  for (int b = 0; b < data->count; b++) {
    int64_t where;
    if (!data->buffers[b].isResult)
      continue;
    double deviation = asBufferDeviation(&data->buffers[b], data->actual[b],
                                         data->expected[b], &where);
    if (!(deviation <=
          allowance + asBufferTolerance(&data->buffers[b],
                                        program->task.reductionLength)))
      asTextFormat(problems, "element %lld of %d deviates by %g\n",
                   (long long)where, b, deviation);
  }
}

static void runLowered(const Program *program, const AsSketch *sketch,
                       MlirModule module, const Data *data, AsText *problems) {
  AsText llvm = {0};
  AsError error = {0};
  AsMachine *machine;
  const AsGpu *gpu = program->target.gpu;
  if (asMachineCreate("nvptx64-nvidia-cuda", gpu->chip, gpu->features, &machine,
                      &error) ||
      asCodegen(machine, module, &(AsCodegenOptions){0}, NULL, &llvm, &error))
    fail_msg("%s", error.message);
  Emulated emulated;
  emulate(module, &llvm, &emulated);
  for (int k = 0; k < emulated.count; k++)
    numWithMaps += emulated.kernel[k].numMaps > 0;
  int count = emulated.signature.numBuffers;
  assert_in_range(count, data->count, MOST_BUFFERS);
  void *buffers[MOST_BUFFERS];
  for (int b = 0; b < count; b++) {
    const AsBuffer *buffer = &emulated.signature.buffers[b];
    // Behind those of the task is what lies between its stages.
    buffers[b] =
        b < data->count ? data->actual[b] : malloc(asBufferBytes(buffer));
    if (buffer->isResult)
      asBufferPoison(buffer, buffers[b]);
  }
  runKernels(&emulated, buffers, problems);
  compare(program, sketch, data, problems);
  for (int b = data->count; b < count; b++)
    free(buffers[b]);
  unload(&emulated);
  asMachineDestroy(machine);
  asTextFree(&llvm);
}

static void runPoint(const Program *program, const AsSketch *sketch,
                     const AsPoint *point, const Data *data, AsText *problems) {
  AsText script = {0};
  AsError error = {0};
  MlirModule task = parse(program->task.text);
  asScriptModule(sketch, point, false, &script);
  MlirModule sequence = parse(script.data);
  bool rounds = asSketchOperandRoundoff(sketch) > 0;
  AsLowerOptions lowering = {.fp = rounds ? AS_FP_FAST : AS_FP_CONTRACT,
                             .isGpu = true};
  if (asScriptApply(firstOperation(task), sequence, NULL, &error) ||
      asLowerModule(task, &lowering, &error) ||
      asGpuCheckLaunches(task, program->target.gpu, &error))
    asTextFormat(problems, "%s\n", error.message);
  else
    runLowered(program, sketch, task, data, problems);
  mlirModuleDestroy(sequence);
  mlirModuleDestroy(task);
  asTextFree(&script);
}

/// Whether the threads of a block do something together.
static bool isShared(const AsSketch *sketch) {
  bool hasBlocks = false, isSharedOut = false;
  for (int s = 0; s < sketch->numSteps; s++) {
    hasBlocks |= sketch->steps[s].kind == AS_STEP_BLOCKS;
    isSharedOut |= sketch->steps[s].kind == AS_STEP_THREADS ||
                   sketch->steps[s].kind == AS_STEP_WARPS ||
                   sketch->steps[s].kind == AS_STEP_WARPGROUPS;
  }
  return hasBlocks && isSharedOut;
}

/// With sanitizers one point of each sketch has to do: kernels take ten times
/// as long there.
static bool isShort(void) {
  const char *search = getenv("AS_TEST_SEARCH");
  return search && strcmp(search, "off") == 0;
}

/// Layouts of what warpgroups multiply depend on all sizes. AS_POINTS=N takes N
/// points of each sketch, to look for rare failures.
static int numPoints(const AsSketch *sketch) {
  const char *points = getenv("AS_POINTS");
  if (points)
    return atoi(points);
  return !isShort() && strstr(sketch->name, "wgmma") ? 6 : 1;
}

static void runSketch(const Program *program, const AsSketch *sketch,
                      const Data *data) {
  AsRandom random = {11};
  for (int i = 0; i < numPoints(sketch); i++) {
    AsPoint point;
    AsText problems = {0};
    assert_true(asPointSample(sketch, &random, &point));
    runPoint(program, sketch, &point, data, &problems);
    numRun++;
    if (problems.length) {
      AsArena own = {0};
      numWrong++;
      print_error("%s: %s %s\n%s\n", program->name, sketch->name,
                  asPointFormat(sketch, &point, &own), problems.data);
      asArenaDestroy(&own);
    }
    asTextFree(&problems);
  }
}

static void runSketches(const Program *program, bool isSharedOnly) {
  Data data;
  openData(&program->task, &data);
  runReference(&program->task, &data);
  for (int k = 0; k < program->numSketches; k++)
    if (!isSharedOnly || isShared(&program->sketches[k]))
      runSketch(program, &program->sketches[k], &data);
  closeData(&data);
}

static void runAll(const Program *program) { runSketches(program, false); }

static void runShared(const Program *program) { runSketches(program, true); }

static void kernelsAreRight(void **state) {
  struct dirent **files;
  int numFiles =
      scandir(AS_TEST_DIR "/unit/inputs/programs", &files, NULL, alphasort);
  AsTarget gpu = gpuTarget("sm_90a");
  const char *only = getenv("AS_ONLY"); // To look at one.
  for (int f = 0; f < numFiles; f++) {
    bool isWanted = only ? strstr(files[f]->d_name, only) != NULL
                         : !strstr(files[f]->d_name, "large"); // Takes long.
    if (files[f]->d_name[0] != '.' && isWanted)
      visitProgram(files[f]->d_name, &gpu, context, runAll);
    free(files[f]);
  }
  free(files);
  // The first tensor cores multiply half as many terms, and what is copied to
  // shared memory ahead of its use passes through registers.
  static const char *const older[] = {
      "matmul-halves.mlir", "matmul-half-sums.mlir", "batch-matmul-uneven.mlir",
      "matmul-bias-relu.mlir"};
  AsTarget first = gpuTarget("sm_75");
  for (size_t p = 0; p < sizeof older / sizeof *older; p++)
    if (!only || strstr(older[p], only))
      visitProgram(older[p], &first, context, runShared);
  print_message("%d kernels run, %d with tensor maps\n", numRun, numWithMaps);
  assert_true(only || (numRun > 100 && numWithMaps > (isShort() ? 0 : 10)));
  assert_int_equal(numWrong, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(kernelsAreRight),
  };
  return cmocka_run_group_tests_name("kernels", tests, setUp, tearDown);
}
