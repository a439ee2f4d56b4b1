//===- lanes.h - What only GPUs have, on the host
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What lanes of a warp do together: shuffles, loads of squares (ldmatrix) and
// products of tensor cores (mma), as the PTX ISA says which lane has what. Each
// lane leaves what the others need, waits, takes what it needs, and waits
// again; all warps of a block must do it alike. Arguments and results that are
// no integers go through memory.
//
// And copies to shared memory that go on by themselves (cp.async), which here
// arrive when they are waited for, and not before. Until then they may be
// reading and writing at any time.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_LANES_H
#define AS_TEST_LANES_H

#include "races.h"
#include "support/text.h"
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h> // After what it leans on.

enum { LANES = 32, LANE_REGISTERS = 10, LANE_THREADS = 1024 };

/// A copy that has been started.
typedef struct Started {
  void *to;
  const void *from;
  int bytes, group;
} Started;

enum { MOST_STARTED = 512 };

/// What the operands of a product are, and how many of them a register has.
typedef enum LaneElement { HALF, BRAIN, ROUNDED } LaneElement;

typedef struct Lanes {
  int current; ///< The thread that runs.
  void (*wait)(void);
  int *registers; ///< Of a call: its arguments, then its results.
  int left[LANE_THREADS][LANE_REGISTERS]; ///< For the other lanes,
  const uint16_t *row[LANE_THREADS];      ///< and where their rows are.
  Started started[LANE_THREADS][MOST_STARTED];
  int numStarted[LANE_THREADS], numGroups[LANE_THREADS];
} Lanes;

static Lanes lanes;

//===----------------------------------------------------------------------===//
// In the kernel's LLVM IR
//===----------------------------------------------------------------------===//

static const char *const laneCalls[][2] = {
    {"@llvm.nvvm.shfl.sync.bfly.i32(", "@emu_exchange("},
    {"@llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(", "@emu_squares("},
    {"@llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(", "@emu_turned("},
    {"@llvm.nvvm.mma.m16n8k16.row.col.f32.f32(", "@emu_multiply_half("},
    {"@llvm.nvvm.mma.m16n8k16.row.col.bf16(", "@emu_multiply_brain("},
    {"@llvm.nvvm.mma.m16n8k8.row.col.f32.f32(", "@emu_multiply_short("},
    {"@llvm.nvvm.mma.m16n8k16.row.col.f16.f16(", "@emu_multiply_summed("},
    {"@llvm.nvvm.mma.m16n8k8.row.col.f16.f16(", "@emu_multiply_briefly("},
    {"@llvm.nvvm.mma.m16n8k8.row.col.tf32(", "@emu_multiply_rounded("},
    {"@llvm.nvvm.f2tf32.rna(", "@emu_round("},
    {"@llvm.nvvm.cp.async.cg.shared.global.16(", "@emu_copy16("},
    {"@llvm.nvvm.cp.async.ca.shared.global.8(", "@emu_copy8("},
    {"@llvm.nvvm.cp.async.ca.shared.global.4(", "@emu_copy4("},
    {"@llvm.nvvm.cp.async.commit.group(", "@emu_commit("},
    {"@llvm.nvvm.cp.async.wait.group(", "@emu_await("},
};

/// A product of these operands, through memory.
static inline void defineMultiply(AsText *llvm, const char *name,
                                  const char *type, LaneElement element) {
  asTextFormat(llvm, "define {float, float, float, float} @emu_multiply_%s(",
               name);
  for (int r = 0; r < LANE_REGISTERS; r++)
    asTextFormat(llvm, "%s%s %%r%d", r ? ", " : "", r < 6 ? type : "float", r);
  asTextAppendString(llvm, ") noinline {\n");
  for (int r = 0; r < LANE_REGISTERS; r++)
    asTextFormat(llvm,
                 "  %%p%d = getelementptr i32, ptr @emu_registers, i64 %d\n"
                 "  store volatile %s %%r%d, ptr %%p%d\n",
                 r, r, r < 6 ? type : "float", r, r);
  asTextFormat(llvm,
               "  %%f = load volatile ptr, ptr @emu_hook_multiply\n"
               "  call void %%f(i32 %d)\n"
               "  %%v = load {float, float, float, float}, ptr @emu_registers\n"
               "  ret {float, float, float, float} %%v\n}\n",
               (int)element);
}

/// To the nearest f32 with a mantissa of 10 bits, upwards from the middle.
static inline void defineRound(AsText *llvm) {
  asTextAppendString(llvm, "define i32 @emu_round(float %x) {\n"
                           "  %i = bitcast float %x to i32\n"
                           "  %j = add i32 %i, 4096\n"
                           "  %k = and i32 %j, -8192\n"
                           "  ret i32 %k\n}\n");
}

/// Of half as many terms than `whole`: the other half is zeros.
static inline void defineShort(AsText *llvm, const char *name,
                               const char *whole, const char *sum,
                               int numSums) {
  AsText result = {0}, parameters = {0};
  for (int s = 0; s < numSums; s++) {
    asTextFormat(&parameters, ", %s %%s%d", sum, s);
    asTextFormat(&result, "%s%s", s ? ", " : "", sum);
  }
  asTextFormat(
      llvm,
      "define {%s} @emu_multiply_%s(<2 x half> %%a, <2 x half> %%b, "
      "<2 x half> %%c%s) noinline {\n"
      "  %%v = call {%s} @emu_multiply_%s("
      "<2 x half> %%a, <2 x half> %%b, <2 x half> zeroinitializer, "
      "<2 x half> zeroinitializer, <2 x half> %%c, <2 x half> zeroinitializer"
      "%s)\n  ret {%s} %%v\n}\n",
      result.data, name, parameters.data, result.data, whole, parameters.data,
      result.data);
  asTextFree(&result);
  asTextFree(&parameters);
}

/// Of f16, two sums next to each other in a register.
static inline void defineSummed(AsText *llvm) {
  asTextAppendString(llvm, "define {<2 x half>, <2 x half>} "
                           "@emu_multiply_summed(");
  for (int r = 0; r < 8; r++)
    asTextFormat(llvm, "%s<2 x half> %%r%d", r ? ", " : "", r);
  asTextAppendString(llvm, ") noinline {\n");
  for (int s = 0; s < 4; s++)
    asTextFormat(llvm,
                 "  %%h%d = extractelement <2 x half> %%r%d, i32 %d\n"
                 "  %%s%d = fpext half %%h%d to float\n",
                 s, 6 + s / 2, s % 2, s, s);
  asTextAppendString(llvm, "  %v = call {float, float, float, float} "
                           "@emu_multiply_half(");
  for (int r = 0; r < 6; r++)
    asTextFormat(llvm, "<2 x half> %%r%d, ", r);
  asTextAppendString(llvm, "float %s0, float %s1, float %s2, float %s3)\n"
                           "  %p0 = freeze <4 x half> poison\n");
  for (int s = 0; s < 4; s++)
    asTextFormat(
        llvm,
        "  %%v%d = extractvalue {float, float, float, float} %%v, %d\n"
        "  %%t%d = fptrunc float %%v%d to half\n"
        "  %%p%d = insertelement <4 x half> %%p%d, half %%t%d, i32 %d\n",
        s, s, s, s, s + 1, s, s, s);
  asTextAppendString(
      llvm,
      "  %x = shufflevector <4 x half> %p4, <4 x half> poison, "
      "<2 x i32> <i32 0, i32 1>\n"
      "  %y = shufflevector <4 x half> %p4, <4 x half> poison, "
      "<2 x i32> <i32 2, i32 3>\n"
      "  %a = insertvalue {<2 x half>, <2 x half>} poison, <2 x half> %x, 0\n"
      "  %b = insertvalue {<2 x half>, <2 x half>} %a, <2 x half> %y, 1\n"
      "  ret {<2 x half>, <2 x half>} %b\n}\n");
}

static inline void defineSquares(AsText *llvm, const char *name, int isTurned) {
  asTextFormat(llvm,
               "define {i32, i32, i32, i32} @emu_%s(ptr %%row) noinline {\n"
               "  %%f = load volatile ptr, ptr @emu_hook_squares\n"
               "  call void %%f(ptr %%row, i32 %d)\n"
               "  %%v = load {i32, i32, i32, i32}, ptr @emu_registers\n"
               "  ret {i32, i32, i32, i32} %%v\n}\n",
               name, isTurned);
}

static inline void defineCopies(AsText *llvm) {
  for (int bytes = 4; bytes <= 16; bytes *= 2)
    asTextFormat(llvm,
                 "define void @emu_copy%d(ptr %%to, ptr addrspace(1) %%from) "
                 "noinline {\n"
                 "  %%f = load volatile ptr, ptr @emu_hook_start\n"
                 "  %%p = addrspacecast ptr addrspace(1) %%from to ptr\n"
                 "  call void %%f(ptr %%to, ptr %%p, i32 %d)\n"
                 "  ret void\n}\n",
                 bytes, bytes);
  asTextAppendString(llvm, "define void @emu_commit() noinline {\n"
                           "  %f = load volatile ptr, ptr @emu_hook_commit\n"
                           "  call void %f()\n  ret void\n}\n"
                           "define void @emu_await(i32 %left) noinline {\n"
                           "  %f = load volatile ptr, ptr @emu_hook_await\n"
                           "  call void %f(i32 %left)\n  ret void\n}\n");
}

static inline void defineLanes(AsText *llvm) {
  static const char *const hooks[] = {"exchange", "squares", "multiply",
                                      "start",    "commit",  "await"};
  for (size_t h = 0; h < sizeof hooks / sizeof *hooks; h++)
    asTextFormat(llvm, "@emu_hook_%s = global ptr null\n", hooks[h]);
  defineCopies(llvm);
  asTextAppendString(
      llvm, "@emu_registers = global [10 x i32] zeroinitializer\n"
            "define i32 @emu_exchange(i32 %mask, i32 %value, i32 %distance, "
            "i32 %clamp) noinline {\n"
            "  %f = load volatile ptr, ptr @emu_hook_exchange\n"
            "  %r = call i32 %f(i32 %value, i32 %distance)\n"
            "  ret i32 %r\n}\n");
  defineSquares(llvm, "squares", 0);
  defineSquares(llvm, "turned", 1);
  defineMultiply(llvm, "half", "<2 x half>", HALF);
  defineMultiply(llvm, "brain", "i32", BRAIN);
  defineMultiply(llvm, "rounded", "i32", ROUNDED);
  defineRound(llvm);
  defineSummed(llvm);
  defineShort(llvm, "short", "half", "float", 4);
  defineShort(llvm, "briefly", "summed", "<2 x half>", 2);
}

//===----------------------------------------------------------------------===//
// What it calls
//===----------------------------------------------------------------------===//

/// What the thread of the warp whose number differs by `distance` has.
static inline int exchange(int value, int distance) {
  int own = lanes.current;
  lanes.left[own][0] = value;
  lanes.wait();
  int other = lanes.left[own ^ distance][0];
  lanes.wait();
  return other;
}

/// Lane 8 r + i says where row i of square r is.
static inline void loadSquares(const uint16_t *row, int isTurned) {
  int own = lanes.current, lane = own % LANES, first = own - lane;
  uint16_t taken[4][2];
  lanes.row[own] = row;
  lanes.wait();
  for (int r = 0; r < 4; r++)
    for (int e = 0; e < 2; e++) {
      int along = lane % 4 * 2 + e, across = lane / 4;
      const uint16_t *from = isTurned
                                 ? &lanes.row[first + 8 * r + along][across]
                                 : &lanes.row[first + 8 * r + across][along];
      noteAccess(from, sizeof *from, false);
      taken[r][e] = *from;
    }
  lanes.wait();
  memcpy(lanes.registers, taken, sizeof taken);
}

static inline float floatOf(uint32_t bits) {
  float result;
  memcpy(&result, &bits, sizeof result);
  return result;
}

/// Element `place` of a register.
static inline float laneElement(int value, int place, LaneElement element) {
  uint16_t bits = (uint16_t)((unsigned)value >> 16 * place);
  if (element == BRAIN)
    return floatOf((uint32_t)bits << 16);
  if (element == ROUNDED) {
    assert_int_equal(value & 0x1fff, 0); // Hardware need not look at these.
    return floatOf((uint32_t)value);
  }
  _Float16 result;
  memcpy(&result, &bits, sizeof result);
  return (float)result;
}

/// 16 x 16 by 16 x 8, or half as many terms of what is longer.
static inline void multiplyTiles(int which) {
  LaneElement element = (LaneElement)which;
  int each = element == ROUNDED ? 1 : 2, terms = 8 * each;
  int own = lanes.current, lane = own % LANES, first = own - lane;
  memcpy(lanes.left[own], lanes.registers, sizeof lanes.left[own]);
  lanes.wait();
  float sums[4];
  for (int e = 0; e < 4; e++) {
    int row = lane / 4 + e / 2 * 8, column = lane % 4 * 2 + e % 2;
    memcpy(&sums[e], &lanes.left[own][6 + e], sizeof(float));
    for (int k = 0; k < terms; k++) {
      int other = k / each % 4, high = k / (4 * each), place = k % each;
      int a = lanes.left[first + row % 8 * 4 + other][row / 8 + 2 * high];
      int b = lanes.left[first + column * 4 + other][4 + high];
      sums[e] +=
          laneElement(a, place, element) * laneElement(b, place, element);
    }
  }
  lanes.wait();
  memcpy(lanes.registers, sums, sizeof sums);
}

static inline void noteCopy(const Started *copy) {
  noteAccess(copy->from, copy->bytes, false);
  noteAccess(copy->to, copy->bytes, true);
}

static inline void startCopy(void *to, const void *from, int bytes) {
  int own = lanes.current;
  assert_in_range(lanes.numStarted[own], 0, MOST_STARTED - 1);
  Started copy = {to, from, bytes, lanes.numGroups[own]};
  lanes.started[own][lanes.numStarted[own]++] = copy;
  noteCopy(&copy);
}

/// What the current thread has started goes on behind a barrier.
static inline void noteStarted(void) {
  for (int c = 0; c < lanes.numStarted[lanes.current]; c++)
    noteCopy(&lanes.started[lanes.current][c]);
}

static inline void commitCopies(void) { lanes.numGroups[lanes.current]++; }

/// All groups but the last `left` arrive.
static inline void awaitCopies(int left) {
  int own = lanes.current, kept = 0;
  for (int c = 0; c < lanes.numStarted[own]; c++) {
    Started *copy = &lanes.started[own][c];
    if (copy->group < lanes.numGroups[own] - left)
      memcpy(copy->to, copy->from, (size_t)copy->bytes);
    else
      lanes.started[own][kept++] = *copy;
  }
  lanes.numStarted[own] = kept;
}

/// Every copy that a thread has started must have arrived at its end.
static inline void expectNoneStarted(void) {
  assert_int_equal(lanes.numStarted[lanes.current], 0);
}

static inline void openLanes(void *library, void (*wait)(void)) {
  lanes.wait = wait;
  lanes.registers = dlsym(library, "emu_registers");
  int (**exchangeHook)(int, int) = dlsym(library, "emu_hook_exchange");
  void (**squaresHook)(const uint16_t *, int) =
      dlsym(library, "emu_hook_squares");
  void (**multiplyHook)(int) = dlsym(library, "emu_hook_multiply");
  *exchangeHook = exchange;
  *squaresHook = loadSquares;
  *multiplyHook = multiplyTiles;
  void (**startHook)(void *, const void *, int) =
      dlsym(library, "emu_hook_start");
  void (**commitHook)(void) = dlsym(library, "emu_hook_commit");
  void (**awaitHook)(int) = dlsym(library, "emu_hook_await");
  *startHook = startCopy;
  *commitHook = commitCopies;
  *awaitHook = awaitCopies;
}

#endif // AS_TEST_LANES_H
