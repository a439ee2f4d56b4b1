//===- warpgroups.h - Products of four warps, on the host
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asynchronous products (wgmma), of which the PTX ISA says how a descriptor
// finds an element of an operand, and which thread has which sums. A product is
// only noted where it is issued. It is made where it is waited for, from what
// shared memory has then, and what is left of this in the other proxy: what was
// written before the last fence (fence.proxy.async). Until then sums are no
// numbers. All threads of a warpgroup must issue the same products.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_WARPGROUPS_H
#define AS_TEST_WARPGROUPS_H

#include "lanes.h"
#include <stdio.h>
#include <stdlib.h>

enum {
  GROUP_THREADS = 128,
  MOST_SUMS = 128,  ///< Registers,
  MOST_ISSUED = 64, ///< and products, that a thread has under way.
  MOST_COMPARED = 4096,
  WINDOW = 256 << 10,   ///< What an address in a descriptor reaches.
  PENDING = 0x7fc0beef, ///< A NaN, for what is not there yet.
};

/// A product that has been issued.
typedef struct Issued {
  uint64_t a, b;
  int columns, isBrain, isSummed, turned;
  int64_t group;
} Issued;

typedef struct WarpgroupThread {
  Issued issued[MOST_ISSUED];
  int numIssued, numGroups, numCompared;
  bool isFenced; ///< Registers may be used by products.
  uint32_t sums[MOST_SUMS];
} WarpgroupThread;

static struct {
  uint32_t *registers; ///< Of a call: sums, before and after.
  bool isClear;
  const unsigned char *shared;
  int64_t bytes;
  unsigned char seen[WINDOW]; ///< By tensor cores.
  WarpgroupThread thread[LANE_THREADS];
  Issued compared[LANE_THREADS / GROUP_THREADS][MOST_COMPARED];
} warpgroups;

//===----------------------------------------------------------------------===//
// In the kernel's LLVM IR
//===----------------------------------------------------------------------===//

static const char *const warpgroupCalls[][2] = {
    {"@llvm.nvvm.wgmma.fence.sync.aligned(", "@emu_fence("},
    {"@llvm.nvvm.wgmma.commit_group.sync.aligned(", "@emu_commit_products("},
    {"@llvm.nvvm.fence.proxy.async.shared_cta(", "@emu_publish("},
};

/// Where what is to be called for `text`, an instruction, has its arguments.
static inline void callOf(const char *text, AsText *call) {
  static const char product[] = "m64n", turned[] = "p, 1, 1, ";
  const char *shape = strstr(text, product), *end = strstr(text, turned);
  int left, columns;
  if (sscanf(text, "wgmma.wait_group.sync.aligned %d;", &left) == 1) {
    asTextFormat(call, "finish(i32 %d", left);
    return;
  }
  if (!strstr(text, "wgmma.mma_async.sync.aligned.") || !shape || !end)
    fail_msg("nobody knows what this does: %.60s", text);
  columns = atoi(shape + strlen(product));
  const char *types = strchr(shape, '.'), *bits = end + strlen(turned);
  asTextFormat(call, "issue(i64 %%d0, i64 %%d1, i32 %d, i32 %d, i32 %d, i32 %d",
               columns, strncmp(types + 4, ".bf16", 5) == 0,
               strncmp(types, ".f16", 4) == 0,
               (bits[0] - '0') | (bits[3] - '0') << 1);
}

/// Appends function `number`, which does what an instruction does.
static inline void defineAssembly(const char *text, const char *constraints,
                                  int number, AsText *llvm) {
  int numSums = 0;
  size_t length = (size_t)(constraints - text);
  if (memmem(text, length, "mbarrier.try_wait.parity", 24)) {
    asTextFormat(llvm,
                 "define void @emu_assembly%d(ptr %%at, i32 %%parity, i32 %%t) "
                 "noinline {\n"
                 "  %%f = load volatile ptr, ptr @emu_hook_await_arrival\n"
                 "  call void %%f(ptr %%at, i32 %%parity)\n  ret void\n}\n",
                 number);
    return;
  }
  for (const char *c = constraints; *c != '"'; c++)
    numSums += *c == '=';
  const char *type = constraints[1] == 'f' ? "float" : "<2 x half>";
  bool isProduct = constraints[strcspn(constraints, "l\"")] == 'l';
  AsText result = {0}, call = {0};
  for (int s = 0; s < numSums; s++)
    asTextFormat(&result, "%s%s", s ? ", " : "", type);
  asTextFormat(llvm, "define {%s} @emu_assembly%d(%s", asTextString(&result),
               number, isProduct ? "i64 %d0, i64 %d1, " : "");
  for (int s = 0; s < numSums; s++)
    asTextFormat(llvm, "%s%s %%s%d", s ? ", " : "", type, s);
  asTextAppendString(llvm, ") noinline {\n");
  for (int s = 0; s < numSums; s++)
    asTextFormat(llvm,
                 "  %%p%d = getelementptr i32, ptr @emu_sums, i64 %d\n"
                 "  store volatile %s %%s%d, ptr %%p%d\n",
                 s, s, type, s, s);
  callOf(text, &call);
  asTextFormat(llvm,
               "  %%f = load volatile ptr, ptr @emu_hook_%.*s\n"
               "  call void %%f%s, i32 %d)\n"
               "  %%v = load {%s}, ptr @emu_sums\n  ret {%s} %%v\n}\n",
               (int)strcspn(call.data, "("), call.data, strchr(call.data, '('),
               numSums, asTextString(&result), asTextString(&result));
  asTextFree(&result);
  asTextFree(&call);
}

/// Has assembly call functions.
static inline void replaceAssembly(AsText *llvm) {
  static const char start[] = "asm sideeffect \"";
  AsText result = {0}, definitions = {0};
  const char *next = llvm->data, *found;
  for (int number = 0; (found = strstr(next, start)); number++) {
    const char *text = found + strlen(start);
    const char *constraints = strstr(text, "\", \"") + 4;
    asTextAppend(&result, next, (size_t)(found - next));
    asTextFormat(&result, "@emu_assembly%d", number);
    defineAssembly(text, constraints, number, &definitions);
    next = strchr(constraints, '"') + 1;
  }
  asTextAppendString(&result, next);
  asTextAppendString(&result, asTextString(&definitions));
  asTextFree(&definitions);
  asTextFree(llvm);
  *llvm = result;
}

static inline void defineWarpgroups(AsText *llvm) {
  replaceAssembly(llvm);
  asTextFormat(llvm,
               "@emu_sums = global [%d x i32] zeroinitializer, align 16\n",
               MOST_SUMS);
  static const char *const hooks[] = {"issue", "finish", "fence",
                                      "commit_products", "publish"};
  for (size_t h = 0; h < sizeof hooks / sizeof *hooks; h++) {
    asTextFormat(llvm, "@emu_hook_%s = global ptr null\n", hooks[h]);
    if (h > 1)
      asTextFormat(llvm,
                   "define void @emu_%s() noinline {\n"
                   "  %%f = load volatile ptr, ptr @emu_hook_%s\n"
                   "  call void %%f()\n  ret void\n}\n",
                   hooks[h], hooks[h]);
  }
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The 16 bits at row or column `own` and term `k` of what a descriptor tells.
static inline uint16_t describedAt(uint64_t descriptor, int own, int k,
                                   bool isTurned) {
  static const int widths[] = {0, 128, 64, 32};
  int64_t start = (int64_t)(descriptor & 0x3fff) << 4,
          leading = (int64_t)(descriptor >> 16 & 0x3fff) << 4,
          stride = (int64_t)(descriptor >> 32 & 0x3fff) << 4;
  int width = widths[descriptor >> 62];
  assert_int_not_equal(width, 0);
  assert_int_equal(descriptor >> 49 & 7, 0);
  int64_t offset;
  if (isTurned) {
    int each = width / 2;
    offset =
        own % each * 2 + own / each * leading + k % 8 * width + k / 8 * stride;
  } else {
    offset = own % 8 * width + own / 8 * stride + k * 2;
  }
  int64_t address = start + offset;
  address ^= (address >> 7 & (width / 16 - 1)) << 4;
  int64_t from =
      (address - (int64_t)(intptr_t)warpgroups.shared) & (WINDOW - 1);
  assert_in_range(from, 0, warpgroups.bytes - 2);
  uint16_t bits;
  noteAccess(warpgroups.shared + from, sizeof bits, false);
  memcpy(&bits, warpgroups.seen + from, sizeof bits);
  return bits;
}

static inline float describedElement(const Issued *issued, bool isFirst,
                                     int own, int k) {
  return laneElement(describedAt(isFirst ? issued->a : issued->b, own, k,
                                 issued->turned >> (isFirst ? 0 : 1) & 1),
                     0, issued->isBrain ? BRAIN : HALF);
}

//===----------------------------------------------------------------------===//
// What it calls
//===----------------------------------------------------------------------===//

/// Adds 16 terms to the sum in this place.
static inline float addTerms(const Issued *issued, int row, int column,
                             float sum) {
  for (int k = 0; k < 16; k++)
    sum += describedElement(issued, true, row, k) *
           describedElement(issued, false, column, k);
  return sum;
}

/// What a thread has of a product: of each 8 columns two next to each other, in
/// two rows.
static inline void makeProduct(const Issued *issued, uint32_t *sums) {
  int thread = lanes.current % GROUP_THREADS, lane = thread % LANES;
  for (int e = 0; e < issued->columns / 2; e++) {
    int row = thread / LANES * 16 + lane / 4 + e / 2 % 2 * 8;
    int column = e / 4 * 8 + lane % 4 * 2 + e % 2;
    if (issued->isSummed) {
      _Float16 *half = (_Float16 *)sums + e;
      *half = (_Float16)addTerms(issued, row, column, (float)*half);
      continue;
    }
    float sum = addTerms(issued, row, column, floatOf(sums[e]));
    memcpy(&sums[e], &sum, sizeof sum);
  }
}

/// The operands of what a thread has of a product may be read at any time.
static inline void noteProduct(const Issued *issued) {
  uint32_t unused[MOST_SUMS] = {0};
  makeProduct(issued, unused);
}

/// What the current thread has issued goes on behind a barrier.
static inline void noteIssued(void) {
  WarpgroupThread *own = &warpgroups.thread[lanes.current];
  for (int i = 0; i < own->numIssued; i++)
    noteProduct(&own->issued[i]);
}

static inline void issueProduct(uint64_t a, uint64_t b, int columns,
                                int isBrain, int isSummed, int turned,
                                int numSums) {
  WarpgroupThread *own = &warpgroups.thread[lanes.current];
  warpgroups.isClear = false;
  assert_true(own->isFenced);
  assert_in_range(own->numIssued, 0, MOST_ISSUED - 1);
  assert_in_range(own->numCompared, 0, MOST_COMPARED - 1);
  Issued issued = {a, b, columns, isBrain, isSummed, turned, 0};
  Issued *first =
      &warpgroups.compared[lanes.current / GROUP_THREADS][own->numCompared++];
  if (first->columns)
    assert_memory_equal(&issued, first, sizeof issued);
  *first = issued;
  for (int s = 0; s < numSums; s++) {
    if (own->numIssued)
      assert_int_equal(warpgroups.registers[s], PENDING);
    else
      own->sums[s] = warpgroups.registers[s];
    warpgroups.registers[s] = PENDING;
  }
  noteProduct(&issued);
  issued.group = own->numGroups;
  own->issued[own->numIssued++] = issued;
}

/// All groups but the last `left` are made.
static inline void finishProducts(int left, int numSums) {
  WarpgroupThread *own = &warpgroups.thread[lanes.current];
  int kept = 0;
  for (int i = 0; i < own->numIssued; i++)
    if (own->issued[i].group < own->numGroups - left)
      makeProduct(&own->issued[i], own->sums);
    else
      own->issued[kept++] = own->issued[i];
  own->numIssued = kept;
  own->isFenced = false;
  for (int s = 0; s < numSums && !kept; s++)
    warpgroups.registers[s] = own->sums[s];
}

static inline void fenceRegisters(void) {
  warpgroups.thread[lanes.current].isFenced = true;
}

static inline void commitProducts(void) {
  warpgroups.thread[lanes.current].numGroups++;
}

/// What the threads have written so far is seen by tensor cores. Those that
/// have not come here yet write theirs again when they do.
static inline void publishShared(void) {
  warpgroups.isClear = false;
  memcpy(warpgroups.seen, warpgroups.shared, (size_t)warpgroups.bytes);
}

static inline void expectNoneIssued(void) {
  assert_int_equal(warpgroups.thread[lanes.current].numIssued, 0);
}

/// Before a block runs: nothing is seen, and nothing under way.
static inline void clearWarpgroups(const unsigned char *shared, int64_t bytes,
                                   int noContent) {
  warpgroups.shared = shared;
  warpgroups.bytes = bytes;
  if (warpgroups.isClear)
    return;
  warpgroups.isClear = true;
  memset(warpgroups.seen, noContent, sizeof warpgroups.seen);
  memset(warpgroups.thread, 0, sizeof warpgroups.thread);
  memset(warpgroups.compared, 0, sizeof warpgroups.compared);
}

static inline void openWarpgroups(void *library) {
  warpgroups.registers = dlsym(library, "emu_sums");
  void (**issue)(uint64_t, uint64_t, int, int, int, int, int) =
      dlsym(library, "emu_hook_issue");
  void (**finish)(int, int) = dlsym(library, "emu_hook_finish");
  void (**fence)(void) = dlsym(library, "emu_hook_fence");
  void (**commit)(void) = dlsym(library, "emu_hook_commit_products");
  void (**publish)(void) = dlsym(library, "emu_hook_publish");
  *issue = issueProduct;
  *finish = finishProducts;
  *fence = fenceRegisters;
  *commit = commitProducts;
  *publish = publishShared;
}

#endif // AS_TEST_WARPGROUPS_H
