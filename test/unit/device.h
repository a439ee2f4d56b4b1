//===- device.h - Kernels for a GPU to test with
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX as one would write it, right and wrong, for the task of unit/runner.h. It
// runs on the stand-in (test/standin), or on the device of a driver that
// AS_TEST_DRIVER in the environment names: what is wrong with a kernel is wrong
// on both.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_DEVICE_H
#define AS_TEST_DEVICE_H

#include "launch/kernel-list.h"
#include "runner.h"
#include "target/installed-gpus.h"

/// c[i] = 2 * a[i] + b[i] for i < LIMIT, with a thread for each.
typedef struct Recipe {
  const char *target;  ///< And the version of PTX.
  const char *more;    ///< Parameters.
  const char *compute; ///< What is done to %f1 and %f2, to be %f3.
  const char *before; ///< Behind the addresses %rd5, %rd6 and %rd7 of elements.
  int limit;
  const char *mostThreads;
  AsLaunch launch;
  AsLaunch second; ///< Of the same kernel again; without a name there is none.
} Recipe;

static inline Recipe rightRecipe(void) {
  AsLaunch launch = {.kernel = "task",
                     .signature = "1000xf32,1000xf32->1000xf32",
                     .scratch = "",
                     .maps = "",
                     .grid = {8, 1, 1},
                     .block = {128, 1, 1}};
  return (Recipe){.target = ".version 7.0\n.target sm_75",
                  .more = "",
                  .compute = "add.f32 %f3, %f1, %f1;\nadd.f32 %f3, %f3, %f2;",
                  .before = "",
                  .limit = length,
                  .mostThreads = "",
                  .launch = launch};
}

static inline void writePtx(const Recipe *recipe, AsText *ptx) {
  asTextFormat(
      ptx,
      "%s\n.address_size 64\n"
      ".extern .shared .align 128 .b8 __dynamic_shmem__0[];\n"
      ".visible .entry task(\n"
      "  .param .u64 .ptr .align 16 a,\n"
      "  .param .u64 .ptr .align 16 b,\n"
      "  .param .u64 .ptr .align 16 c%s\n)\n%s\n{\n"
      "  .reg .pred %%p<3>;\n  .reg .b32 %%r<9>;\n  .reg .f32 %%f<9>;\n"
      "  .reg .b64 %%rd<15>;\n"
      "  ld.param.u64 %%rd1, [a];\n  ld.param.u64 %%rd2, [b];\n"
      "  ld.param.u64 %%rd3, [c];\n"
      "  mov.u32 %%r1, %%ctaid.x;\n  mov.u32 %%r2, %%ntid.x;\n"
      "  mov.u32 %%r3, %%tid.x;\n  mad.lo.s32 %%r4, %%r1, %%r2, %%r3;\n"
      "  setp.ge.u32 %%p1, %%r4, %d;\n  @%%p1 bra $DONE;\n"
      "  mul.wide.u32 %%rd4, %%r4, 4;\n  add.s64 %%rd5, %%rd1, %%rd4;\n"
      "  add.s64 %%rd6, %%rd2, %%rd4;\n  add.s64 %%rd7, %%rd3, %%rd4;\n"
      "  ld.global.f32 %%f1, [%%rd5];\n  ld.global.f32 %%f2, [%%rd6];\n"
      "  %s\n  %s\n  st.global.f32 [%%rd7], %%f3;\n"
      "$DONE:\n  ret;\n}\n",
      recipe->target, recipe->more, recipe->mostThreads, recipe->limit,
      recipe->before, recipe->compute);
}

/// The object that a runner takes; the caller frees it.
static inline AsText kernelsOf(const Recipe *recipe) {
  AsText ptx = {0}, object = {0};
  writePtx(recipe, &ptx);
  AsKernels *kernels = calloc(1, sizeof *kernels);
  kernels->launches[0] = recipe->launch;
  kernels->launches[1] = recipe->second;
  kernels->count = recipe->second.kernel ? 2 : 1;
  kernels->image = ptx.data;
  kernels->imageLength = ptx.length;
  asKernelsPut(&object, kernels);
  free(kernels);
  asTextFree(&ptx);
  return object;
}

/// The UUID of the device that tests run on.
static char deviceUuid[64];

static inline int useDriver(void **state) {
  const char *driver = getenv("AS_TEST_DRIVER");
  AsArena arena = {0};
  AsDevice device;
  AsError error = {0};
  char own[32];
  snprintf(own, sizeof own, "%ld", (long)getpid());
  setenv("AS_STANDIN_UUID", own, 1);
  setenv("AS_CUDA_DRIVER",
         driver ? driver : AS_BUILD_DIR "/test/libas-standin.so", 1);
  if (asDeviceRead(0, &arena, &device, &error)) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  snprintf(deviceUuid, sizeof deviceUuid, "%s", device.uuid);
  asArenaDestroy(&arena);
  return compileKernels(state);
}

static inline AsRunnerOptions deviceOptions(void) {
  AsRunnerOptions given = options();
  given.device = deviceUuid;
  return given;
}

/// A runner on the device that knows the task "sum".
static inline AsRunner *createOnDevice(void) {
  AsRunner *runner = create(deviceOptions());
  AsRunnerResult result =
      addTask(runner, "sum", withResult, &faults, "as_entry_good");
  expect(&result, AS_OUTCOME_OK, "");
  return runner;
}

static inline AsRunnerResult measureRecipe(AsRunner *runner,
                                           const Recipe *recipe) {
  AsText object = kernelsOf(recipe);
  AsRunnerJob job = jobFor("sum", &object, "");
  job.timeLimit = 3;
  AsRunnerResult result = measure(runner, &job);
  asTextFree(&object);
  return result;
}

static inline void expectDeviceFine(AsRunner *runner) {
  Recipe recipe = rightRecipe();
  AsRunnerResult result = measureRecipe(runner, &recipe);
  expect(&result, AS_OUTCOME_OK, "");
  assert_true(result.deviation == 0);
}

#endif // AS_TEST_DEVICE_H
