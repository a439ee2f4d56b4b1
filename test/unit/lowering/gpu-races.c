//===- gpu-races.c - Races are found, and nothing else is
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels with a race and without, most of which give the right results when
// they are run on the host (emulate.h).
//
//===----------------------------------------------------------------------===//

#include "emulate.h"
#include "inputs/programs.h"
#include "sketch/script.h"

static const char barrier[] = "@llvm.nvvm.barrier.cta";

/// What is found when the kernels of a module run, without the lines of their
/// LLVM IR that have `left` in them. All arrays are zeros.
static void run(MlirModule module, const char *left, AsText *problems) {
  enum { most = 4 };
  const AsGpu *gpu = asGpuFind("sm_90");
  AsLowerOptions lowering = {.fp = AS_FP_FAST, .isGpu = true};
  AsError error = {0};
  AsText llvm = {0};
  AsMachine *machine;
  if (asLowerModule(module, &lowering, &error) ||
      asMachineCreate("nvptx64-nvidia-cuda", gpu->chip, gpu->features, &machine,
                      &error) ||
      asCodegen(machine, module, &(AsCodegenOptions){0}, NULL, &llvm, &error))
    fail_msg("%s", error.message);
  if (left)
    dropLines(&llvm, " ", left);
  Emulated emulated;
  emulate(module, &llvm, &emulated);
  void *buffers[most];
  assert_in_range(emulated.signature.numBuffers, 1, most);
  for (int b = 0; b < emulated.signature.numBuffers; b++)
    buffers[b] = calloc(1, asBufferBytes(&emulated.signature.buffers[b]));
  runKernels(&emulated, buffers, problems);
  for (int b = 0; b < emulated.signature.numBuffers; b++)
    free(buffers[b]);
  unload(&emulated);
  asMachineDestroy(machine);
  asTextFree(&llvm);
}

/// `found` is a part of the only message; NULL where there is none.
static void expectProblem(const char *input, const char *left,
                          const char *found) {
  AsText problems = {0};
  MlirModule module = parseInput(input);
  run(module, left, &problems);
  if (!found)
    assert_int_equal(problems.length, 0);
  else if (!problems.length || !strstr(problems.data, found))
    fail_msg("%s", problems.length ? problems.data : "nothing is found");
  mlirModuleDestroy(module);
  asTextFree(&problems);
}

/// A tile is filled by the threads of a block, and read the other way round.
static void barriersHoldThreadsApart(void **state) {
  static const char turned[] = "races/turned-rows.mlir";
  expectProblem(turned, NULL, NULL);
  expectProblem(turned, barrier,
                "thread 16 of block 0 writes byte 64 of shared memory, which "
                "thread 15 of block 0 has read");
}

/// The sum is right, since the threads run one after another.
static void threadsThatAddToOneSumRace(void **state) {
  expectProblem(
      "races/sum-of-threads.mlir", NULL,
      "race in task: thread 1 of block 0 reads argument 1[0, 8], which "
      "thread 0 of block 0 has written");
  expectProblem("races/sum-of-a-thread.mlir", NULL, NULL);
}

/// No barrier holds them apart.
static void blocksThatAddToOneSumRace(void **state) {
  expectProblem("races/sum-of-blocks.mlir", NULL,
                "thread 0 of block 1 reads argument 1[0, 8], which thread 0 of "
                "block 0 has written");
}

static void threadsThatWriteTheSameRace(void **state) {
  expectProblem("races/same-write.mlir", NULL,
                "thread 1 of block 0 writes argument 1[0, 0], which");
}

/// Of what lies behind a buffer a host may give anything.
static void accessesAreWithinBuffers(void **state) {
  expectProblem("races/out-of-bounds.mlir", NULL,
                "task: thread 0 of block 0 accesses nobody's memory (256)");
}

static void constantsAreNoBuffers(void **state) {
  expectProblem("races/constant.mlir", NULL, NULL);
}

/// Tiles of the next iteration are on their way while one computes.
static void copiesAheadNeedBarriers(void **state) {
  static const char staged[] = "races/staged-rows.mlir";
  expectProblem(staged, NULL, NULL);
  expectProblem(staged, barrier, "of shared memory");
}

/// Of the accesses of a sketch's kernels none is overlooked: all that its
/// threads do together needs barriers.
static void sketchesNeedTheirBarriers(void **state) {
  static const char *const sketches[][2] = {
      {"matmul-bias-relu.mlir", "share"},   {"matmul-halves.mlir", "mma"},
      {"matmul-transposed.mlir", "mma"},    {"softmax-rest.mlir", "rows"},
      {"column-reduction.mlir", "columns"}, {"transpose.mlir", "transpose"},
  };
  AsTarget gpu = gpuTarget("sm_90");
  for (size_t i = 0; i < sizeof sketches / sizeof *sketches; i++) {
    Program program;
    int s = 0;
    openProgram(sketches[i][0], &gpu, context, &program);
    while (s < program.numSketches &&
           strcmp(program.sketches[s].name, sketches[i][1]) != 0)
      s++;
    assert_in_range(s, 0, program.numSketches - 1);
    AsRandom random = {1};
    AsPoint point;
    AsText script = {0}, problems = {0};
    AsError error = {0};
    assert_true(asPointSample(&program.sketches[s], &random, &point));
    MlirModule task = parse(program.task.text);
    asScriptModule(&program.sketches[s], &point, false, &script);
    MlirModule sequence = parse(script.data);
    if (asScriptApply(firstOperation(task), sequence, NULL, &error))
      fail_msg("%s", error.message);
    run(task, barrier, &problems);
    if (!problems.length)
      fail_msg("no race in %s, %s", sketches[i][0], sketches[i][1]);
    mlirModuleDestroy(sequence);
    mlirModuleDestroy(task);
    asTextFree(&script);
    asTextFree(&problems);
    asArenaDestroy(&program.arena);
  }
}

//===----------------------------------------------------------------------===//
// Without kernels
//===----------------------------------------------------------------------===//

/// Accesses of one number, by the number of their thread: "0r" reads, "1w"
/// writes. "|" is a barrier, "/" another block, ";" another kernel.
static int countRaces(const char *accesses, bool isShared) {
  float number;
  openRaces(sizeof number);
  watch(&number, sizeof number, isShared);
  raceLaunch();
  raceBlock();
  for (const char *next = accesses; *next; next++)
    if (*next == '|')
      raceBarrier();
    else if (*next == ';')
      raceLaunch(), raceBlock();
    else if (*next == '/')
      raceBlock();
    else if (*next >= '0' && *next <= '9')
      races.now.thread = *next - '0';
    else if (*next == 'r' || *next == 'w')
      noteAccess(&number, sizeof number, *next == 'w');
  int count = races.numRaces;
  closeRaces();
  return count;
}

static void orderIsOfBarriersAndKernels(void **state) {
  static const struct {
    const char *accesses;
    bool isRace, isSharedRace;
  } cases[] = {
      {"0w 0r 0w", false, false},
      {"0r 1r 2r", false, false},
      {"0w 1r", true, true},
      {"0r 1w", true, true},
      {"0w 1w", true, true},
      {"0r 1r 0w", true, true}, // Not only its own read is known,
      {"1r 0r 0w", true, true}, // in any order.
      {"0w | 1r | 0w | 1w", false, false},
      {"0r | 1r 1w", false, false},
      {"0r / 0r / 1r", false, false},
      {"0w / 0r", true, false},
      {"0r / 0r | 0w", true, false}, // Nor only its block's.
      {"0r | 0w / 1r", true, false},
      {"0w ; 1r ; 2w / 2w", true, false},
      {"0r / 0r ; 0r | 1w", false, false},
  };
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
    for (int isShared = 0; isShared < 2; isShared++)
      if ((countRaces(cases[c].accesses, isShared) > 0) !=
          (isShared ? cases[c].isSharedRace : cases[c].isRace))
        fail_msg("%s, %s", cases[c].accesses,
                 isShared ? "shared memory" : "global memory");
}

/// Of neighbours in a granule nothing is known, so it is no longer than they.
static void neighboursDoNotRace(void **state) {
  uint16_t pair[2];
  openRaces(sizeof *pair);
  watch(pair, sizeof pair, true);
  raceBlock();
  races.now.thread = 0;
  noteAccess(&pair[0], sizeof *pair, true);
  races.now.thread = 1;
  noteAccess(&pair[1], sizeof *pair, true);
  assert_int_equal(races.numRaces, 0);
  noteAccess(pair, sizeof pair, false);
  assert_int_equal(races.numRaces, 1);
  assert_int_equal(races.race.offset, 0);
  closeRaces();
}

/// A copy ahead may arrive at any time until it is waited for.
static void copiesGoOnBehindBarriers(void **state) {
  float from = 1, to = 0;
  openRaces(sizeof to);
  watch(&to, sizeof to, true);
  raceBlock();
  lanes.current = races.now.thread = 0;
  startCopy(&to, &from, sizeof to);
  commitCopies();
  for (int isArrived = 0; isArrived < 2; isArrived++) {
    lanes.current = races.now.thread = 0;
    if (isArrived)
      awaitCopies(0);
    raceBarrier();
    noteStarted();
    races.now.thread = 1;
    races.numRaces = 0;
    noteAccess(&to, sizeof to, false);
    assert_int_equal(races.numRaces, !isArrived);
  }
  closeRaces();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(barriersHoldThreadsApart),
      cmocka_unit_test(threadsThatAddToOneSumRace),
      cmocka_unit_test(blocksThatAddToOneSumRace),
      cmocka_unit_test(threadsThatWriteTheSameRace),
      cmocka_unit_test(accessesAreWithinBuffers),
      cmocka_unit_test(constantsAreNoBuffers),
      cmocka_unit_test(copiesAheadNeedBarriers),
      cmocka_unit_test(sketchesNeedTheirBarriers),
      cmocka_unit_test(orderIsOfBarriersAndKernels),
      cmocka_unit_test(neighboursDoNotRace),
      cmocka_unit_test(copiesGoOnBehindBarriers),
  };
  return cmocka_run_group_tests_name("races", tests, setUp, tearDown);
}
