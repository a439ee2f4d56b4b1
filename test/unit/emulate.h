//===- emulate.h - A GPU's kernels on the host
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel computes can be seen without a GPU: its LLVM IR is compiled for
// the host, with indices of blocks and threads that are functions. The blocks
// run one after another, and so do the threads of one, each up to the next
// barrier, as coroutines. Where a barrier is missing, or threads meet that none
// holds apart, the result need not show it: so all that they access is watched
// (races.h). What has no race is the same in any order.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_EMULATE_H
#define AS_TEST_EMULATE_H

#include "boxes.h"
#include "instrument.h"
#include "lanes.h"
#include "lowering/gpu/host/launch-list.h"
#include "matmul.h"
#include "measure/entry-signature.h"
#include "races.h"
#include "warpgroups.h"
#include "llvm-c/Core.h"
#include "llvm-c/IRReader.h"
#include "llvm-c/TargetMachine.h"
#include <ucontext.h>

enum {
  MOST_KERNELS = 8,
  SHARED_BYTES = 256 << 10, ///< That a launch may ask for,
  SHARED_BAND = 4 << 10,    ///< and what is looked at behind what it does.
  NO_CONTENT = 0xff,        ///< A byte of a NaN.
};

/// The kernels of a module, compiled for the host.
typedef struct Emulated {
  void *library;
  int *ids;            ///< Of the thread that runs: x, y, z, block's x, y, z.
  void (**wait)(void); ///< What a barrier calls,
  void (**access)(const void *, int, int); ///< and what a load or a store does.
  int granule;                             ///< Bytes: writes are of whole ones.
  unsigned char *shared; ///< With a band; NULL where no kernel uses it.
  AsSignature signature; ///< Of all kernels, with what they need room for.
  AsArena arena;
  struct {
    const char *name;
    void (*entry)(void **);
    int64_t grid[3], block[3], sharedBytes;
    EmulatedMap maps[AS_MOST_TENSOR_MAPS];
    int numMaps;
  } kernel[MOST_KERNELS];
  int count;
  AsText entries; ///< LLVM IR that calls them with arguments from an array.
} Emulated;

//===----------------------------------------------------------------------===//
// From a GPU's LLVM IR to the host's
//===----------------------------------------------------------------------===//

static inline void replaceAll(AsText *text, const char *from, const char *to) {
  AsText result = {0};
  const char *next = text->data, *found;
  for (; (found = strstr(next, from)); next = found + strlen(from)) {
    asTextAppend(&result, next, (size_t)(found - next));
    asTextAppendString(&result, to);
  }
  asTextAppendString(&result, next);
  asTextFree(text);
  *text = result;
}

/// Drops the lines that begin with `start` and have `part` in them.
static inline void dropLines(AsText *text, const char *start,
                             const char *part) {
  AsText result = {0};
  for (const char *line = text->data; *line;) {
    size_t length = strcspn(line, "\n");
    bool isDropped = strncmp(line, start, strlen(start)) == 0 &&
                     memmem(line, length, part, strlen(part));
    length += line[length] == '\n';
    if (!isDropped)
      asTextAppend(&result, line, length);
    line += length;
  }
  asTextFree(text);
  *text = result;
}

static const char *const emulatedIds[] = {"tid.x",   "tid.y",   "tid.z",
                                          "ctaid.x", "ctaid.y", "ctaid.z"};

/// Arithmetic that GPUs have instructions for: as exact as it can be.
static const char *const arithmeticCalls[][2] = {
    {"@llvm.nvvm.ex2.approx.ftz.f32(", "@exp2f("},
    {"@llvm.nvvm.div.full(", "@emu_divide("},
};

static inline void makeHostIr(AsText *llvm) {
  replaceAll(llvm, " addrspace(3)", "");
  replaceAll(llvm, " addrspace(7)", "");
  replaceAll(llvm, "byval([128 x i8]) ", "");
  replaceAll(llvm, "ptx_kernel ", "");
  replaceAll(llvm, "local_unnamed_addr ", "");
  char shared[64];
  snprintf(shared, sizeof shared, "global [%d x i8] zeroinitializer",
           SHARED_BYTES + SHARED_BAND);
  replaceAll(llvm, "external global [0 x i8]", shared);
  dropLines(llvm, "target ", "");
  dropLines(llvm, "declare ", "@llvm.nvvm.");
  replaceAll(llvm, "@llvm.nvvm.barrier.cta.sync.aligned.all(", "@emu_wait(");
  for (size_t c = 0; c < sizeof arithmeticCalls / sizeof *arithmeticCalls; c++)
    replaceAll(llvm, arithmeticCalls[c][0], arithmeticCalls[c][1]);
  for (size_t c = 0; c < sizeof laneCalls / sizeof *laneCalls; c++)
    replaceAll(llvm, laneCalls[c][0], laneCalls[c][1]);
  for (size_t c = 0; c < sizeof warpgroupCalls / sizeof *warpgroupCalls; c++)
    replaceAll(llvm, warpgroupCalls[c][0], warpgroupCalls[c][1]);
  for (size_t c = 0; c < sizeof boxCalls / sizeof *boxCalls; c++)
    replaceAll(llvm, boxCalls[c][0], boxCalls[c][1]);
  asTextAppendString(llvm, "\n@emu_ids = global [6 x i32] zeroinitializer\n"
                           "@emu_hook = global ptr null\n"
                           "define void @emu_wait(i32 %n) noinline {\n"
                           "  %f = load volatile ptr, ptr @emu_hook\n"
                           "  call void %f()\n  ret void\n}\n"
                           "declare float @exp2f(float)\n"
                           "define float @emu_divide(float %x, float %y) {\n"
                           "  %q = fdiv float %x, %y\n  ret float %q\n}\n");
  defineLanes(llvm);
  defineWarpgroups(llvm);
  defineBoxes(llvm);
  for (int i = 0; i < 6; i++) {
    char from[64], to[32];
    snprintf(from, sizeof from, "@llvm.nvvm.read.ptx.sreg.%s(", emulatedIds[i]);
    snprintf(to, sizeof to, "@emu_id%d(", i);
    replaceAll(llvm, from, to);
    asTextFormat(llvm,
                 "define i32 @emu_id%d() noinline {\n  %%p = getelementptr i32,"
                 " ptr @emu_ids, i64 %d\n"
                 "  %%i = load volatile i32, ptr %%p\n  ret i32 %%i\n}\n",
                 i, i);
  }
}

/// Appends a function that calls the launched kernel: arrays as they are, what
/// has no shape by value, and the addresses of tensor maps.
static inline void writeEntry(const AsLaunch *launch, int number,
                              const EmulatedMap *maps, int numMaps,
                              AsText *text) {
  static const char *const types[][2] = {{"f32", "float"}, {"f64", "double"},
                                         {"f16", "half"},  {"bf16", "bfloat"},
                                         {"i1", "i1"},     {"index", "i64"}};
  AsText all = {0}, call = {0};
  size_t inputs = strcspn(launch->signature, "-");
  asTextAppend(&all, launch->signature, inputs);
  asTextFormat(&all, ",%s", launch->signature + inputs + 2);
  if (*launch->scratch)
    asTextFormat(&all, ",%s", launch->scratch);
  asTextFormat(text, "define void @emu_entry%d(ptr %%buffers) {\n", number);
  int i = 0;
  for (const char *next = all.data + (all.data[0] == ','); *next; i++) {
    size_t length = strcspn(next, ",");
    const char *type = NULL;
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
      if (strlen(types[t][0]) == length &&
          strncmp(next, types[t][0], length) == 0)
        type = types[t][1];
    asTextFormat(text,
                 "  %%p%d = getelementptr ptr, ptr %%buffers, i64 %d\n"
                 "  %%b%d = load ptr, ptr %%p%d\n",
                 i, i, i, i);
    if (type)
      asTextFormat(text, "  %%a%d = load %s, ptr %%b%d\n", i, type, i);
    asTextFormat(&call, "%s%s %%%c%d", i ? ", " : "", type ? type : "ptr",
                 type ? 'a' : 'b', i);
    next += length + (next[length] == ',');
  }
  for (int m = 0; m < numMaps; m++)
    asTextFormat(&call, ", ptr inttoptr (i64 %lld to ptr)",
                 (long long)(intptr_t)&maps[m]);
  asTextFormat(text, "  call void @%s(%s)\n  ret void\n}\n", launch->kernel,
               call.data);
  asTextFree(&all);
  asTextFree(&call);
}

/// Returns how long the granules of what it writes may be.
static inline int compileIr(const AsText *llvm, AsText *object) {
  LLVMContextRef own = LLVMContextCreate();
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
      llvm->data, llvm->length, "kernel");
  LLVMModuleRef module;
  char *problem = NULL;
  if (LLVMParseIRInContext(own, buffer, &module, &problem))
    fail_msg("%s\n%s", problem, llvm->data);
  int granule = instrument(module, "emu_hook_access");
  LLVMTargetRef host;
  if (LLVMGetTargetFromTriple(target.triple, &host, &problem))
    fail_msg("%s", problem);
  LLVMTargetMachineRef machine = LLVMCreateTargetMachine(
      host, target.triple, target.cpu, target.features, LLVMCodeGenLevelNone,
      LLVMRelocPIC, LLVMCodeModelDefault);
  LLVMSetTarget(module, target.triple);
  LLVMMemoryBufferRef code;
  if (LLVMTargetMachineEmitToMemoryBuffer(machine, module, LLVMObjectFile,
                                          &problem, &code))
    fail_msg("%s", problem);
  asTextAppend(object, LLVMGetBufferStart(code), LLVMGetBufferSize(code));
  LLVMDisposeMemoryBuffer(code);
  LLVMDisposeTargetMachine(machine);
  LLVMDisposeModule(module);
  LLVMContextDispose(own);
  return granule;
}

/// An AsLaunchVisitor.
static inline void addLaunch(const AsLaunch *launch, void *context) {
  Emulated *emulated = context;
  assert_in_range(emulated->count, 0, MOST_KERNELS - 1);
  for (int i = 0; i < 3; i++) {
    emulated->kernel[emulated->count].grid[i] = launch->grid[i];
    emulated->kernel[emulated->count].block[i] = launch->block[i];
  }
  assert_in_range(launch->sharedBytes, 0, SHARED_BYTES);
  emulated->kernel[emulated->count].sharedBytes = launch->sharedBytes;
  emulated->kernel[emulated->count].name =
      asArenaFormat(&emulated->arena, "%s", launch->kernel);
  bool hasResults = launch->signature[strlen(launch->signature) - 1] != '>';
  const char *types =
      asArenaFormat(&emulated->arena, "%s%s%s", launch->signature,
                    hasResults && *launch->scratch ? "," : "", launch->scratch);
  AsError error = {0};
  if (asSignatureParse(types, &emulated->arena, &emulated->signature, &error))
    fail_msg("%s", error.message);
  int k = emulated->count++;
  AsTensorMap maps[AS_MOST_TENSOR_MAPS];
  assert_true(
      asTensorMapsParse(launch->maps, maps, &emulated->kernel[k].numMaps));
  for (int m = 0; m < emulated->kernel[k].numMaps; m++)
    emulated->kernel[k].maps[m].map = maps[m];
  writeEntry(launch, k, emulated->kernel[k].maps, emulated->kernel[k].numMaps,
             &emulated->entries);
}

/// Links the kernels of a lowered module, of which `llvm` is the code.
static inline void emulate(MlirModule lowered, AsText *llvm,
                           Emulated *emulated) {
  AsText object = {0};
  char path[32];
  *emulated = (Emulated){.library = NULL};
  asGpuVisitLaunches(lowered, addLaunch, emulated);
  makeHostIr(llvm);
  asTextAppendString(llvm, emulated->entries.data);
  emulated->granule = compileIr(llvm, &object);
  void (*first)(void **);
  emulated->library = load(&object, path, "emu_entry0", &first);
  emulated->ids = dlsym(emulated->library, "emu_ids");
  emulated->wait = dlsym(emulated->library, "emu_hook");
  emulated->access = dlsym(emulated->library, "emu_hook_access");
  emulated->shared = dlsym(emulated->library, "__dynamic_shmem__0");
  for (int k = 0; k < emulated->count; k++) {
    char name[32];
    snprintf(name, sizeof name, "emu_entry%d", k);
    *(void **)&emulated->kernel[k].entry = dlsym(emulated->library, name);
  }
  asTextFree(&emulated->entries);
  asTextFree(&object);
}

static inline void unload(Emulated *emulated) {
  dlclose(emulated->library);
  asArenaDestroy(&emulated->arena);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

enum { MOST_THREADS = 1024, STACK_BYTES = 256 << 10 };

static struct {
  ucontext_t scheduler, thread[MOST_THREADS];
  bool isDone[MOST_THREADS];
  int current;
  int numAtBarrier; ///< Threads that have come to it.
  const Emulated *emulated;
  int kernel;
  void **buffers;
  char *stacks;
} emulation;

static inline void waitForOthers(void) {
  swapcontext(&emulation.thread[emulation.current], &emulation.scheduler);
}

static inline void waitAtBarrier(void) {
  emulation.numAtBarrier++;
  waitForOthers();
}

static inline void runThread(void) {
  emulation.emulated->kernel[emulation.kernel].entry(emulation.buffers);
  expectNoneStarted();
  expectNoneIssued();
  emulation.isDone[emulation.current] = true;
}

/// Thread `t` up to its next barrier.
static inline void resume(int t, const int64_t *block) {
  int *ids = emulation.emulated->ids;
  const int64_t *size = emulation.emulated->kernel[emulation.kernel].block;
  ids[0] = (int)(t % size[0]);
  ids[1] = (int)(t / size[0] % size[1]);
  ids[2] = (int)(t / size[0] / size[1]);
  for (int i = 0; i < 3; i++)
    ids[3 + i] = (int)block[i];
  emulation.current = lanes.current = races.now.thread = t;
  swapcontext(&emulation.scheduler, &emulation.thread[t]);
}

/// Nothing is in shared memory when a block begins, what other blocks have left
/// there least of all.
static inline void clearShared(unsigned char *shared, int64_t bytes) {
  memset(shared, NO_CONTENT, (size_t)bytes + SHARED_BAND);
}

/// Only what the launch gives may have been written to.
static inline void expectBandKept(const unsigned char *band) {
  int kept = 0;
  while (kept < SHARED_BAND && band[kept] == NO_CONTENT)
    kept++;
  assert_int_equal(kept, SHARED_BAND);
}

/// All threads wait at the same barrier, or none does: they wait for the lanes
/// of their warps, or are done.
static inline void passBarrier(int threads) {
  if (!emulation.numAtBarrier)
    return;
  assert_int_equal(emulation.numAtBarrier, threads);
  emulation.numAtBarrier = 0;
  raceBarrier();
  for (int t = 0; t < threads; t++) {
    lanes.current = races.now.thread = t;
    noteStarted();
    noteIssued();
  }
}

static inline void runBlock(const int64_t *block) {
  const int64_t *size = emulation.emulated->kernel[emulation.kernel].block;
  int threads = (int)(size[0] * size[1] * size[2]);
  assert_in_range(threads, 1, MOST_THREADS);
  unsigned char *shared = emulation.emulated->shared;
  int64_t bytes = emulation.emulated->kernel[emulation.kernel].sharedBytes;
  if (shared) {
    clearShared(shared, bytes);
    clearWarpgroups(shared, bytes, NO_CONTENT);
    clearBoxes();
  }
  for (int t = 0; t < threads; t++) {
    getcontext(&emulation.thread[t]);
    emulation.thread[t].uc_stack.ss_sp =
        emulation.stacks + (size_t)t * STACK_BYTES;
    emulation.thread[t].uc_stack.ss_size = STACK_BYTES;
    emulation.thread[t].uc_link = &emulation.scheduler;
    makecontext(&emulation.thread[t], runThread, 0);
    emulation.isDone[t] = false;
  }
  raceBlock();
  for (int done = 0; done < threads;) {
    done = 0;
    for (int t = 0; t < threads; t++) {
      resume(t, block);
      done += emulation.isDone[t];
    }
    assert_true(done == 0 || done == threads);
    passBarrier(threads);
  }
  if (shared)
    expectBandKept(shared + bytes);
}

/// The buffers of the signature in their order, then shared memory.
static inline void watchAll(const Emulated *emulated, void **buffers) {
  int64_t mostShared = 0;
  openRaces(emulated->granule);
  for (int b = 0; b < emulated->signature.numBuffers; b++)
    watch(buffers[b], asBufferBytes(&emulated->signature.buffers[b]), false);
  for (int k = 0; k < emulated->count; k++)
    if (emulated->kernel[k].sharedBytes > mostShared)
      mostShared = emulated->kernel[k].sharedBytes;
  if (emulated->shared)
    watch(emulated->shared, (size_t)mostShared, true);
}

/// "result 0[3, 17]", where the race is.
static inline void reportPlace(const AsSignature *signature, const Race *race,
                               AsText *problems) {
  if (race->region >= signature->numBuffers) {
    asTextFormat(problems, "byte %zu of shared memory", race->offset);
    return;
  }
  int bytes = asElementBytes(signature->buffers[race->region].element);
  asSignatureNameBuffer(signature, race->region, problems);
  asShapeFormatIndex(&signature->shapes[race->region],
                     (int64_t)race->offset / bytes, problems);
}

/// What the accesses of a kernel show that its results need not: the first of
/// each kind, and how many there are.
static inline void reportAccesses(const Emulated *emulated, const char *kernel,
                                  AsText *problems) {
  const Race *race = &races.race;
  if (races.numStray)
    asTextFormat(problems,
                 "%s: thread %d of block %u accesses nobody's memory (%d)\n",
                 kernel, races.stray.thread, races.stray.block - races.launch,
                 races.numStray);
  if (races.numRaces) {
    asTextFormat(problems, "race in %s: thread %d of block %u %s ", kernel,
                 race->second.thread, race->second.block - races.launch,
                 race->isSecondWrite ? "writes" : "reads");
    reportPlace(&emulated->signature, race, problems);
    asTextFormat(problems, ", which thread %d of block %u has %s (%d)\n",
                 race->first.thread, race->first.block - races.launch,
                 race->isFirstWrite ? "written" : "read", races.numRaces);
  }
  races.numRaces = races.numStray = 0;
}

/// Runs the kernels, one after the other. Appends what is wrong with them.
static inline void runKernels(Emulated *emulated, void **buffers,
                              AsText *problems) {
  emulation.emulated = emulated;
  emulation.buffers = buffers;
  *emulated->wait = waitAtBarrier;
  *emulated->access = noteAccess;
  openLanes(emulated->library, waitForOthers);
  openWarpgroups(emulated->library);
  openBoxes(emulated->library);
  watchAll(emulated, buffers);
  if (!emulation.stacks)
    emulation.stacks = malloc((size_t)MOST_THREADS * STACK_BYTES);
  for (int k = 0; k < emulated->count; k++) {
    emulation.kernel = k;
    for (int m = 0; m < emulated->kernel[k].numMaps; m++)
      emulated->kernel[k].maps[m].array =
          buffers[emulated->kernel[k].maps[m].map.argument];
    raceLaunch();
    const int64_t *grid = emulated->kernel[k].grid;
    int64_t block[3];
    for (block[2] = 0; block[2] < grid[2]; block[2]++)
      for (block[1] = 0; block[1] < grid[1]; block[1]++)
        for (block[0] = 0; block[0] < grid[0]; block[0]++)
          runBlock(block);
    reportAccesses(emulated, emulated->kernel[k].name, problems);
  }
  closeRaces();
}

#endif // AS_TEST_EMULATE_H
