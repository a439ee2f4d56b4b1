//===- gpu-device.c - Measuring on a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Right kernels, and what becomes of wrong ones.
//
//===----------------------------------------------------------------------===//

#include "device.h"
#include <signal.h>

/// The process that has the device: the only child of the only child.
static pid_t deviceProcess(void) {
  char path[64];
  long runner = onlyChild();
  int pid = 0;
  snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", runner, runner);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  assert_int_equal(fscanf(file, "%d", &pid), 1);
  fclose(file);
  return pid;
}

static void rightKernelIsTimed(void **state) {
  AsRunner *runner = createOnDevice();
  Recipe recipe = rightRecipe();
  AsText object = kernelsOf(&recipe);
  AsRunnerJob job = jobFor("sum", &object, "");
  AsRunnerResult result = measure(runner, &job);
  expect(&result, AS_OUTCOME_OK, "");
  assert_true(result.deviation == 0);
  assert_true(result.tolerance == asBufferTolerance(&withResult[2], 1));
  assert_in_range(result.numTimes, 3, 5);
  for (int i = 0; i < result.numTimes; i++)
    assert_true(result.times[i] > 0 && result.times[i] < 1);
  assert_false(result.isPaced);

  // The process is the same for all jobs.
  pid_t process = deviceProcess();
  job.driftReference = object.data;
  job.driftReferenceLength = object.length;
  result = measure(runner, &job);
  expect(&result, AS_OUTCOME_OK, "");
  assert_true(result.isPaced && result.paces[0] > 0);
  assert_int_equal(deviceProcess(), process);

  // One run at a time where the caches are flushed.
  job.flush = true;
  result = measure(runner, &job);
  expect(&result, AS_OUTCOME_OK, "");
  assert_int_equal(deviceProcess(), process);
  asTextFree(&object);
}

static void expectNan(const AsRunnerResult *result, const char *element) {
  expect(result, AS_OUTCOME_WRONG_ANSWER, element);
  assert_non_null(strstr(result->message, "nan, expected "));
}

static void wrongKernelsAreFound(void **state) {
  AsRunner *runner = createOnDevice();
  expectDeviceFine(runner); // The process starts when it is needed.
  pid_t process = deviceProcess();
  Recipe recipe = rightRecipe();
  recipe.compute = "add.f32 %f3, %f1, %f2;";
  AsRunnerResult result = measureRecipe(runner, &recipe);
  expect(&result, AS_OUTCOME_WRONG_ANSWER, "of result 0 is ");

  recipe = rightRecipe();
  recipe.limit = length - 1; // The last element stays poisoned.
  result = measureRecipe(runner, &recipe);
  expectNan(&result, "element 999 of result 0 is ");

  recipe = rightRecipe();
  recipe.limit = length + 1;
  result = measureRecipe(runner, &recipe);
  expect(&result, AS_OUTCOME_WRONG_ANSWER, "wrote out of bounds of buffer 2");

  // None of this harms the device.
  assert_int_equal(deviceProcess(), process);
  expectDeviceFine(runner);
}

static void allKernelsAreRun(void **state) {
  AsRunner *runner = createOnDevice();
  Recipe recipe = rightRecipe();
  recipe.launch.grid[0] = 4; // Half of the elements.
  AsRunnerResult result = measureRecipe(runner, &recipe);
  expectNan(&result, "element 512 of result 0 is ");
  recipe.second = recipe.launch;
  recipe.second.grid[0] = 8;
  result = measureRecipe(runner, &recipe);
  expect(&result, AS_OUTCOME_OK, "");
}

/// By way of memory behind the task's buffers.
static void kernelsHaveRoomBetweenThem(void **state) {
  AsRunner *runner = createOnDevice();
  Recipe recipe = rightRecipe();
  recipe.more = ",\n.param .u64 .ptr .align 16 room";
  recipe.before = "ld.param.u64 %rd8, [room];\nadd.s64 %rd8, %rd8, %rd4;\n"
                  "st.global.f32 [%rd8], %f1;\nld.global.f32 %f1, [%rd8];";
  recipe.launch.scratch = "10x100xf32";
  AsRunnerResult result = measureRecipe(runner, &recipe);
  expect(&result, AS_OUTCOME_OK, "");
  recipe.launch.scratch = "10x99xf32";
  result = measureRecipe(runner, &recipe);
  expect(&result, AS_OUTCOME_WRONG_ANSWER, "wrote out of bounds of buffer 3");
  recipe.launch.scratch = "10xstrange";
  result = measureRecipe(runner, &recipe);
  expect(&result, AS_OUTCOME_BUILD_FAILED, "strange");
}

/// By hardware, to shared memory.
static void boxesAreCopied(void **state) {
  setenv("AS_STANDIN_CAPABILITY", "90", 1);
  AsRunner *runner = createOnDevice();
  Recipe recipe = rightRecipe();
  recipe.target = ".version 8.0\n.target sm_90";
  recipe.more = ",\n.param .align 64 .b8 map[128]";
  recipe.before =
      "setp.ne.u32 %p2, %r3, 0;\n@%p2 bra $WAIT;\n"
      "mov.b32 %r5, 1;\n"
      "mbarrier.init.shared.b64 [__dynamic_shmem__0+512], %r5;\n"
      "fence.mbarrier_init.release.cluster;\nmov.b32 %r6, 400;\n"
      "mbarrier.arrive.expect_tx.shared.b64 %rd9, "
      "[__dynamic_shmem__0+512], %r6;\n"
      "mov.b64 %rd10, map;\ncvta.param.u64 %rd11, %rd10;\nmov.b32 %r7, 0;\n"
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile"
      ".mbarrier::complete_tx::bytes [__dynamic_shmem__0], "
      "[%rd11, {%r7, %r1}], [__dynamic_shmem__0+512];\n"
      "$WAIT:\nbar.sync 0;\n$AGAIN:\n"
      "mbarrier.try_wait.parity.shared.b64 %p2, [__dynamic_shmem__0+512], 0;\n"
      "@!%p2 bra $AGAIN;\n"
      "mul.wide.u32 %rd12, %r3, 4;\nmov.b64 %rd13, __dynamic_shmem__0;\n"
      "add.s64 %rd13, %rd13, %rd12;\nld.shared.f32 %f1, [%rd13];";
  recipe.launch.maps = "0:10x100:1x100:4:0";
  recipe.launch.sharedBytes = 640;
  recipe.launch.grid[0] = 10;
  recipe.launch.block[0] = 100;
  AsRunnerResult result = measureRecipe(runner, &recipe);
  if (strstr(result.message, "sm_90") && getenv("AS_TEST_DRIVER"))
    skip(); // The device is older.
  expect(&result, AS_OUTCOME_OK, "");

  // Of the other array it is the other sum.
  recipe.launch.maps = "1:10x100:1x100:4:0";
  result = measureRecipe(runner, &recipe);
  expect(&result, AS_OUTCOME_WRONG_ANSWER, "of result 0 is ");
  recipe.launch.maps = "0:100x10:10x10:4:0"; // Rows of 40 bytes.
  result = measureRecipe(runner, &recipe);
  expect(&result, AS_OUTCOME_RUN_CRASHED, "cuTensorMapEncodeTiled");
  recipe.launch.maps = "4:10x100:1x100:4:0";
  result = measureRecipe(runner, &recipe);
  expect(&result, AS_OUTCOME_BUILD_FAILED, "not there");
  recipe.launch.maps = "0:10x100:1x100";
  result = measureRecipe(runner, &recipe);
  expect(&result, AS_OUTCOME_BUILD_FAILED, "no tensor maps");
  unsetenv("AS_STANDIN_CAPABILITY");
}

static void kernelsTravelWhole(void **state) {
  Recipe recipe = rightRecipe();
  recipe.second = recipe.launch;
  recipe.second.sharedBytes = 7;
  AsText object = kernelsOf(&recipe), ptx = {0};
  AsKernels *kernels = calloc(1, sizeof *kernels);
  writePtx(&recipe, &ptx);
  assert_true(asKernelsGet(object.data, object.length, kernels));
  assert_int_equal(kernels->count, 2);
  assert_string_equal(kernels->launches[0].kernel, "task");
  assert_int_equal(kernels->launches[0].grid[0], 8);
  assert_int_equal(kernels->launches[1].block[0], 128);
  assert_int_equal(kernels->launches[1].sharedBytes, 7);
  assert_string_equal(kernels->image, ptx.data);
  assert_int_equal(kernels->imageLength, ptx.length);
  for (size_t length = 0; length < object.length; length++)
    assert_false(asKernelsGet(object.data, length, kernels));
  free(kernels);
  asTextFree(&object);
  asTextFree(&ptx);
}

static void whatCannotBeLoadedIsRefused(void **state) {
  AsRunner *runner = createOnDevice();
  Recipe recipe = rightRecipe();
  recipe.compute = "shuffle.cards %f3;";
  AsRunnerResult result = measureRecipe(runner, &recipe);
  expect(&result, AS_OUTCOME_BUILD_FAILED,
         "cuModuleLoadDataEx: CUDA_ERROR_INVALID_PTX (218)");
  assert_non_null(strstr(result.message, "ptxas")); // The assembler's word.

  recipe = rightRecipe();
  recipe.launch.kernel = "another";
  result = measureRecipe(runner, &recipe);
  expect(&result, AS_OUTCOME_RUN_CRASHED,
         "cuModuleGetFunction: CUDA_ERROR_NOT_FOUND");

  recipe = rightRecipe();
  recipe.launch.signature = "1000xf32->1000xf32";
  result = measureRecipe(runner, &recipe);
  expect(&result, AS_OUTCOME_BUILD_FAILED, "other arguments than the task");

  AsRunnerJob job = jobFor("sum", &faults, "as_entry_good"); // For a CPU.
  result = measure(runner, &job);
  expect(&result, AS_OUTCOME_BUILD_FAILED, "these are no kernels");
  expectDeviceFine(runner);
}

static void whatCannotBeLaunchedIsTooLarge(void **state) {
  AsRunner *runner = createOnDevice();
  Recipe recipe = rightRecipe();
  recipe.launch.block[0] = 2048;
  AsRunnerResult result = measureRecipe(runner, &recipe);
  expect(&result, AS_OUTCOME_TOO_LARGE, "cuLaunchKernel: CUDA_ERROR_INVALID");

  recipe = rightRecipe();
  recipe.launch.sharedBytes = 1 << 20;
  result = measureRecipe(runner, &recipe);
  expect(&result, AS_OUTCOME_TOO_LARGE, "less shared memory");
  recipe.launch.sharedBytes = 60 << 10; // More than without asking.
  result = measureRecipe(runner, &recipe);
  expect(&result, AS_OUTCOME_OK, "");
  expectDeviceFine(runner);
}

/// From such a failure on the driver does nothing more for the process.
static void lostDeviceIsOpenedAgain(void **state) {
  AsRunner *runner = createOnDevice();
  expectDeviceFine(runner);
  pid_t runnerProcess = onlyChild(), process = deviceProcess();
  Recipe recipe = rightRecipe();
  recipe.before = "mov.u64 %rd7, 64;"; // No memory is there.
  AsRunnerResult result = measureRecipe(runner, &recipe);
  expect(&result, AS_OUTCOME_RUN_CRASHED, "CUDA_ERROR_ILLEGAL_ADDRESS (700)");
  expectDeviceFine(runner);
  assert_int_not_equal(deviceProcess(), process);

  // Twice in a row, and without the reference having to run again.
  measureRecipe(runner, &recipe);
  result = measureRecipe(runner, &recipe);
  expect(&result, AS_OUTCOME_RUN_CRASHED, "CUDA_ERROR_ILLEGAL_ADDRESS (700)");
  expectDeviceFine(runner);
  assert_int_equal(onlyChild(), runnerProcess);
}

static void hangingKernelIsStopped(void **state) {
  AsRunner *runner = createOnDevice();
  Recipe recipe = rightRecipe();
  recipe.before = "$AGAIN:\n  bra.uni $AGAIN;";
  AsRunnerResult result = measureRecipe(runner, &recipe);
  expect(&result, AS_OUTCOME_RUN_TIMEOUT, "longer than its limit of 3 s");
  assert_true(result.atLeast > 1 && result.wallSeconds < 30);
  expectDeviceFine(runner);
}

/// Whoever kills it, the job that it had is lost, and no more.
static void deadProcessesAreReplaced(void **state) {
  AsRunner *runner = createOnDevice();
  expectDeviceFine(runner);
  kill(deviceProcess(), SIGKILL);
  usleep(100000);
  expectDeviceFine(runner);
  kill(onlyChild(), SIGKILL);
  usleep(100000);
  expectDeviceFine(runner); // Which has run the reference again.
}

static void memoryMayNotDo(void **state) {
  if (getenv("AS_TEST_DRIVER"))
    skip();
  setenv("AS_STANDIN_MEMORY", "20000", 1);
  AsRunner *runner = createOnDevice();
  Recipe recipe = rightRecipe();
  AsRunnerResult result = measureRecipe(runner, &recipe);
  unsetenv("AS_STANDIN_MEMORY");
  expect(&result, AS_OUTCOME_RUN_CRASHED,
         "cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY (2)");
}

static void refuses(const char *message) {
  AsRunnerOptions given = deviceOptions();
  AsRunner *runner = NULL;
  AsError error = {0};
  assert_int_equal(asRunnerCreate(&given, &runner, &error), AS_CHILD);
  if (!strstr(error.message, message))
    fail_msg("'%s' is not in '%s'", message, error.message);
}

static void deviceIsForOneRunner(void **state) {
  createOnDevice();
  refuses("another as-opt is measuring on the device");
  destroyRunner(NULL);
  createOnDevice();
}

static void driverMayBeMissing(void **state) {
  char *driver = strdup(getenv("AS_CUDA_DRIVER"));
  setenv("AS_CUDA_DRIVER", "none", 1);
  refuses("$AS_CUDA_DRIVER says to do without");
  setenv("AS_CUDA_DRIVER", "/nowhere/libcuda.so.1", 1);
  refuses("there is no CUDA driver: /nowhere/libcuda.so.1");
  setenv("AS_CUDA_DRIVER", "libm.so.6", 1);
  refuses("the CUDA driver has no 'cuInit'");
  setenv("AS_CUDA_DRIVER", driver, 1);
  setenv("AS_STANDIN_FAULT", "no-device", 1);
  if (!getenv("AS_TEST_DRIVER"))
    refuses("cuInit: CUDA_ERROR_NO_DEVICE (100)");
  unsetenv("AS_STANDIN_FAULT");
  free(driver);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(rightKernelIsTimed),
      TEST(wrongKernelsAreFound),
      TEST(allKernelsAreRun),
      TEST(kernelsHaveRoomBetweenThem),
      TEST(boxesAreCopied),
      TEST(kernelsTravelWhole),
      TEST(whatCannotBeLoadedIsRefused),
      TEST(whatCannotBeLaunchedIsTooLarge),
      TEST(lostDeviceIsOpenedAgain),
      TEST(hangingKernelIsStopped),
      TEST(deadProcessesAreReplaced),
      TEST(memoryMayNotDo),
      TEST(deviceIsForOneRunner),
      TEST(driverMayBeMissing),
  };
  return cmocka_run_group_tests_name("device", tests, useDriver, freeKernels);
}
