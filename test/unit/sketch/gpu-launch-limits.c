//===- gpu-launch-limits.c - What is known of GPUs and their kernels
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sketch/gpu-launch-limits.h"
#include "costmodel/analytical-prior.h"
#include "inputs/programs.h"
#include "lowering/gpu/ptxas.h"
#include <math.h>
#include <string.h>

static void targetsAreFromTheTable(void **state) {
  AsArena arena = {0};
  AsTarget target;
  AsError error = {0};
  assert_int_equal(asTargetCreate("cuda:sm_80", 0, &arena, &target, &error),
                   AS_OK);
  assert_string_equal(target.triple, "nvptx64-nvidia-cuda");
  assert_string_equal(target.key, "cuda:sm_80");
  assert_int_equal(target.gpu->multiprocessors, 108);
  assert_int_equal(target.vectorBytes, 16);
  assert_int_equal(asTargetCreate("cuda:", 0, &arena, &target, &error),
                   AS_INVALID_INPUT);
  assert_null(asGpuFind("sm_1"));
  asArenaDestroy(&arena);
}

/// Code for a chip runs on all later ones.
static void chipsAreForLaterDevices(void **state) {
  assert_null(asGpuForCapability(70));
  assert_string_equal(asGpuForCapability(75)->chip, "sm_75");
  assert_string_equal(asGpuForCapability(86)->chip, "sm_80");
  assert_string_equal(asGpuForCapability(90)->chip, "sm_90a");
  assert_string_equal(asGpuForCapability(120)->chip, "sm_90");
}

static void devicesHaveTheirOwnSizes(void **state) {
  AsArena arena = {0};
  AsTarget target;
  AsError error = {0};
  setenv("AS_CUDA_DRIVER", AS_BUILD_DIR "/test/libas-standin.so", 1);
  setenv("AS_STANDIN_CAPABILITY", "86", 1);
  if (asTargetCreate("cuda", 0, &arena, &target, &error))
    fail_msg("%s", error.message);
  assert_string_equal(target.cpu, "sm_80");
  assert_string_equal(target.key, "cuda:sm_86:as-opt-stand-in");
  assert_string_equal(target.model, "as-opt stand-in");
  assert_memory_equal(target.device, "GPU-", 4);
  assert_int_equal(target.gpu->multiprocessors, 4);
  assert_int_equal(target.gpu->lanes, 128);
  assert_int_equal(target.gpu->blockSharedBytes, 163 << 10);
  assert_true(target.gpu->bandwidth == 64e9 && target.gpu->clock == 1e9);
  assert_int_equal(asTargetCreate("cuda:1", 0, &arena, &target, &error),
                   AS_NOT_FOUND);

  // One that is named by its chip keeps that one's sizes.
  assert_int_equal(asTargetCreate("cuda:sm_80", 0, &arena, &target, &error),
                   AS_OK);
  assert_null(target.device);
  assert_int_equal(asTargetFindDevice(&target, &arena, &error), AS_NOT_FOUND);
  setenv("AS_STANDIN_CAPABILITY", "80", 1);
  assert_int_equal(asTargetFindDevice(&target, &arena, &error), AS_OK);
  assert_non_null(target.device);
  assert_int_equal(target.gpu->multiprocessors, 108);
  setenv("AS_STANDIN_CAPABILITY", "70", 1);
  assert_int_equal(asTargetCreate("cuda:0", 0, &arena, &target, &error),
                   AS_UNSUPPORTED);
  unsetenv("AS_STANDIN_CAPABILITY");
  unsetenv("AS_CUDA_DRIVER");
  asArenaDestroy(&arena);
}

/// Of several kernels the most of each.
static void figuresOfPtxasAreRead(void **state) {
  static const char printed[] =
      "ptxas info    : Function properties for a\n"
      "    16 bytes stack frame, 24 bytes spill stores, 32 bytes spill loads\n"
      "ptxas info    : Used 40 registers, used 1 barriers\n"
      "ptxas info    : Function properties for b\n"
      "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 255 registers, 384 bytes cmem[0]\n";
  AsPtxasFigures figures = {.isKnown = true};
  asPtxasRead(printed, &figures);
  assert_int_equal(figures.registers, 255);
  assert_int_equal(figures.spilledBytes, 24);
}

static void ptxasMayBeMissing(void **state) {
  AsText ptx = {0};
  AsPtxasFigures figures = {.isKnown = true};
  AsError error = {0};
  asTextAppendString(&ptx, "nonsense");
  setenv("AS_PTXAS", "none", 1);
  assert_int_equal(asPtxasAssemble(&ptx, "sm_90", &figures, &error), AS_OK);
  assert_false(figures.isKnown);
  setenv("AS_PTXAS", "/nowhere/ptxas", 1);
  assert_int_equal(asPtxasAssemble(&ptx, "sm_90", &figures, &error),
                   AS_NOT_FOUND);
  unsetenv("AS_PTXAS");
  asTextFree(&ptx);
}

typedef struct Product {
  Program program;
  MlirContext context;
  AsTarget target;
  const AsSketch *sketch; ///< The one of the name that was asked for.
} Product;

static const char large[] = "matmul-large.mlir";

static void openProduct(const char *file, const char *chip, const char *sketch,
                        Product *product) {
  product->context = asIrContextCreate();
  product->target = gpuTarget(chip);
  openProgram(file, &product->target, product->context, &product->program);
  product->sketch = NULL;
  for (int s = 0; s < product->program.numSketches; s++)
    if (strcmp(product->program.sketches[s].name, sketch) == 0)
      product->sketch = &product->program.sketches[s];
  assert_non_null(product->sketch);
}

static void closeProduct(Product *product) {
  asArenaDestroy(&product->program.arena);
  mlirContextDestroy(product->context);
}

/// The point of these values, and whether it is valid.
static bool choose(const Product *product, const char *point, AsNest *nest) {
  AsPoint chosen;
  assert_true(asPointParse(product->sketch, point, &chosen));
  return asNestBuild(product->sketch, &chosen, nest);
}

static void launchesAreReadOffTheLoops(void **state) {
  Product product;
  AsNest nest;
  openProduct(large, "sm_90", "share", &product);
  assert_true(
      choose(&product,
             "{\"resident\":2,\"stages\":1,\"block_0\":48,\"block_1\":128,"
             "\"shared_2\":16,\"register_0\":8,\"register_1\":4,"
             "\"step_2\":4,\"unroll\":1}",
             &nest));
  AsNestLaunch launch = asNestLaunch(&nest, product.target.gpu);
  assert_int_equal(launch.threads, 6 * 32);
  // Rows are apart by 16 bytes more than they have.
  assert_int_equal(launch.sharedBytes, 4 * (48 * (16 + 4) + 16 * (128 + 4)));
  // Accumulators, a step of each operand, and some more.
  assert_int_equal(launch.registers, 8 * 4 + 8 * 4 + 4 * 4 + 32);
  // Registers are what runs out first: 3 x 192 x 112 of 64 K.
  assert_int_equal(launch.resident, 3);
  // Of few threads each copies much, from 32 and 10 places.
  assert_true(
      choose(&product,
             "{\"resident\":1,\"stages\":1,\"block_0\":48,\"block_1\":16,"
             "\"shared_2\":64,\"register_0\":8,\"register_1\":4,"
             "\"step_2\":4,\"unroll\":1}",
             &nest));
  launch = asNestLaunch(&nest, product.target.gpu);
  assert_int_equal(launch.registers,
                   8 * 4 + 8 * 4 + 4 * 4 + 32 + 2 * (32 + 10 - 8));
  closeProduct(&product);
}

/// Without cp.async the tiles of a later iteration are in registers, not in
/// shared memory.
static void laterTilesAreInRegisters(void **state) {
  static const char *const points[] = {
      "{\"resident\":1,\"stages\":1,\"block_0\":48,\"block_1\":128,"
      "\"shared_2\":16,\"register_0\":8,\"register_1\":4,"
      "\"step_2\":4,\"unroll\":1}",
      "{\"resident\":1,\"stages\":2,\"block_0\":48,\"block_1\":128,"
      "\"shared_2\":16,\"register_0\":8,\"register_1\":4,"
      "\"step_2\":4,\"unroll\":1}"};
  AsNestLaunch launch[2];
  Product product;
  openProduct(large, "sm_75", "share", &product);
  for (int p = 0; p < 2; p++) {
    AsNest nest;
    assert_true(choose(&product, points[p], &nest));
    launch[p] = asNestLaunch(&nest, product.target.gpu);
  }
  assert_int_equal(launch[1].sharedBytes, launch[0].sharedBytes);
  assert_int_equal(launch[1].registers - launch[0].registers,
                   (48 * (16 + 4) + 16 * (128 + 4)) / (6 * 32));
  closeProduct(&product);
}

/// Four warps together have operands in shared memory alone, without gaps and
/// aligned, and all the columns of an instruction for each row.
static void warpgroupsReadSharedMemory(void **state) {
  static const char point[] =
      "{\"resident\":1,\"stages\":2,\"tma\":0,\"block_0\":128,\"block_1\":96,"
      "\"shared_2\":16,\"warp_1\":48}";
  static const char byTma[] =
      "{\"resident\":1,\"stages\":2,\"tma\":1,\"block_0\":128,\"block_1\":96,"
      "\"shared_2\":16,\"warp_1\":48}";
  static const char once[] =
      "{\"resident\":1,\"stages\":1,\"tma\":1,\"block_0\":128,\"block_1\":96,"
      "\"shared_2\":16,\"warp_1\":48}";
  Product product;
  AsNest nest;
  openProduct("matmul-warpgroups.mlir", "sm_90a", "wgmma", &product);
  assert_true(choose(&product, point, &nest));
  AsNestLaunch launch = asNestLaunch(&nest, product.target.gpu);
  assert_int_equal(launch.threads, 8 * 2 * 32);
  assert_int_equal(launch.sharedBytes, 2 * 2 * 16 * (128 + 96));
  assert_int_equal(launch.registers, 16 * 48 / 32 + 32);
  // Hardware copies ahead, and counts what arrives; else there is none of it.
  assert_true(choose(&product, byTma, &nest));
  launch = asNestLaunch(&nest, product.target.gpu);
  assert_int_equal(launch.sharedBytes, 2 * 2 * 16 * (128 + 96) + 128);
  assert_false(choose(&product, once, &nest));
  closeProduct(&product);
}

/// What a GPU cannot launch is no point of a sketch.
static void limitsAreTheChips(void **state) {
  static const char deep[] =
      "{\"resident\":1,\"stages\":1,\"block_0\":144,\"block_1\":128,\"shared_"
      "2\":64,"
      "\"register_0\":8,\"register_1\":8,\"step_2\":2,\"unroll\":1}";
  static const char many[] =
      "{\"resident\":1,\"stages\":1,\"block_0\":144,\"block_1\":128,\"shared_"
      "2\":16,"
      "\"register_0\":2,\"register_1\":2,\"step_2\":2,\"unroll\":1}";
  Product product;
  AsNest nest;
  openProduct(large, "sm_90", "share", &product);
  assert_true(choose(&product, deep, &nest));  // 68 KiB;
  assert_false(choose(&product, many, &nest)); // 4608 threads.
  closeProduct(&product);
  openProduct(large, "sm_75", "share", &product);
  assert_false(choose(&product, deep, &nest)); // It has 64 KiB.
  closeProduct(&product);
}

/// Sharing is worth it, and a thread by itself takes for ever.
static void estimatesRank(void **state) {
  Product product;
  openProduct(large, "sm_90", "share", &product);
  double least[3] = {INFINITY, INFINITY, INFINITY};
  static const char *const names[] = {"share", "spread", "plain"};
  AsRandom random = {5};
  for (int s = 0; s < product.program.numSketches; s++)
    for (int i = 0; i < 200; i++) {
      AsPoint point;
      AsNest nest;
      const AsSketch *sketch = &product.program.sketches[s];
      assert_true(asPointSample(sketch, &random, &point));
      assert_true(asNestBuild(sketch, &point, &nest));
      double seconds = asPriorSeconds(&nest, &product.target);
      assert_true(seconds > 0 && seconds < 1e30);
      for (int n = 0; n < 3; n++)
        if (strcmp(sketch->name, names[n]) == 0 && seconds < least[n])
          least[n] = seconds;
    }
  assert_true(least[0] < least[1]);
  assert_true(100 * least[1] < least[2]);
  closeProduct(&product);
}

/// Of f32 an instruction has half as many terms as of f16.
static void tensorCoresTakeTwiceAsLongForLongerElements(void **state) {
  static const char point[] =
      "{\"resident\":1,\"stages\":1,\"block_0\":48,\"block_1\":128,\"shared_"
      "2\":16,\"warp_0\":16,\"warp_1\":64}";
  Product product;
  AsNest nest;
  openProduct(large, "sm_90", "mma", &product);
  AsGpu slow = *product.target.gpu;
  slow.tensorLanes = 1;
  product.target.gpu = &slow;
  assert_true(choose(&product, point, &nest));
  double longer = asPriorSeconds(&nest, &product.target);
  AsTask *task = &product.program.task;
  for (int t = 0; t < task->program.numTensors; t++)
    task->program.tensors[t].element = AS_ELEMENT_F16;
  assert_true(choose(&product, point, &nest));
  double shorter = asPriorSeconds(&nest, &product.target);
  assert_true(fabs(longer / shorter - 2) < 0.01);
  closeProduct(&product);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(targetsAreFromTheTable),
      cmocka_unit_test(chipsAreForLaterDevices),
      cmocka_unit_test(devicesHaveTheirOwnSizes),
      cmocka_unit_test(figuresOfPtxasAreRead),
      cmocka_unit_test(ptxasMayBeMissing),
      cmocka_unit_test(launchesAreReadOffTheLoops),
      cmocka_unit_test(laterTilesAreInRegisters),
      cmocka_unit_test(warpgroupsReadSharedMemory),
      cmocka_unit_test(limitsAreTheChips),
      cmocka_unit_test(estimatesRank),
      cmocka_unit_test(tensorCoresTakeTwiceAsLongForLongerElements),
  };
  return cmocka_run_group_tests_name("gpu", tests, NULL, NULL);
}
