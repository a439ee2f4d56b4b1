//===- boxes.h - Boxes copied by hardware, on the host
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of boxes (TMA) and what counts their bytes (mbarrier). A copy arrives
// when it is waited for, and not before: until then there is nothing in its
// place. Who waits for what nobody has asked for waits forever, which is found;
// and so is who asks for more before what came has been waited for, or for
// other bytes than are copied.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_BOXES_H
#define AS_TEST_BOXES_H

#include "launch/tensor-map.h"
#include "warpgroups.h"

enum { MOST_BOXES = 256, MOST_ARRIVALS = 16, NOTHING = 0xff };

/// What a kernel gets for a tensor map.
typedef struct EmulatedMap {
  const unsigned char *array;
  AsTensorMap map;
} EmulatedMap;

typedef struct BoxCopy {
  unsigned char *to;
  const void *arrival;
  const EmulatedMap *map;
  int begin[AS_TENSOR_MAP_RANK]; ///< Outermost first.
} BoxCopy;

typedef struct Arrival {
  const void *place;
  int phase;
  int64_t expected; ///< Bytes, of this phase; 0 where none are.
} Arrival;

static struct {
  int *begin; ///< Of a call: where a box begins, innermost first.
  BoxCopy copy[MOST_BOXES];
  Arrival arrival[MOST_ARRIVALS];
  int numCopies, numArrivals;
} boxes;

//===----------------------------------------------------------------------===//
// In the kernel's LLVM IR
//===----------------------------------------------------------------------===//

static const char *const boxCalls[][2] = {
    {"@llvm.nvvm.mbarrier.init.shared(", "@emu_arrive_first("},
    {"@llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta(",
     "@emu_expect("},
    {"@llvm.nvvm.fence.mbarrier_init.release.cluster(", "@emu_show_arrivals("},
    {"@llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d(", "@emu_box1("},
    {"@llvm.nvvm.cp.async.bulk.tensor.g2s.tile.2d(", "@emu_box2("},
    {"@llvm.nvvm.cp.async.bulk.tensor.g2s.tile.3d(", "@emu_box3("},
    {"@llvm.nvvm.cp.async.bulk.tensor.g2s.tile.4d(", "@emu_box4("},
    {"@llvm.nvvm.cp.async.bulk.tensor.g2s.tile.5d(", "@emu_box5("},
};

static inline void defineBox(AsText *llvm, int rank) {
  asTextFormat(llvm, "define void @emu_box%d(ptr %%to, ptr %%at, ptr %%map",
               rank);
  for (int d = 0; d < rank; d++)
    asTextFormat(llvm, ", i32 %%c%d", d);
  asTextAppendString(llvm, ", i16 %mask, i64 %hint, i1 %hasMask, i1 %hasHint, "
                           "i32 %group) noinline {\n");
  for (int d = 0; d < rank; d++)
    asTextFormat(llvm,
                 "  %%p%d = getelementptr i32, ptr @emu_begin, i64 %d\n"
                 "  store volatile i32 %%c%d, ptr %%p%d\n",
                 d, d, d, d);
  asTextAppendString(llvm, "  %f = load volatile ptr, ptr @emu_hook_box\n"
                           "  call void %f(ptr %to, ptr %at, ptr %map)\n"
                           "  ret void\n}\n");
}

static inline void defineBoxes(AsText *llvm) {
  static const char *const hooks[] = {"box", "arrive_first", "expect",
                                      "await_arrival"};
  for (size_t h = 0; h < sizeof hooks / sizeof *hooks; h++)
    asTextFormat(llvm, "@emu_hook_%s = global ptr null\n", hooks[h]);
  asTextFormat(llvm,
               "@emu_begin = global [%d x i32] zeroinitializer\n"
               "define void @emu_show_arrivals() noinline {\n  ret void\n}\n"
               "define void @emu_arrive_first(ptr %%at, i32 %%n) noinline {\n"
               "  %%f = load volatile ptr, ptr @emu_hook_arrive_first\n"
               "  call void %%f(ptr %%at, i32 %%n)\n  ret void\n}\n"
               "define i64 @emu_expect(ptr %%at, i32 %%bytes) noinline {\n"
               "  %%f = load volatile ptr, ptr @emu_hook_expect\n"
               "  call void %%f(ptr %%at, i32 %%bytes)\n  ret i64 0\n}\n",
               AS_TENSOR_MAP_RANK);
  for (int rank = 1; rank <= AS_TENSOR_MAP_RANK; rank++)
    defineBox(llvm, rank);
}

//===----------------------------------------------------------------------===//
// What it calls
//===----------------------------------------------------------------------===//

static inline Arrival *arrivalAt(const void *place) {
  for (int a = 0; a < boxes.numArrivals; a++)
    if (boxes.arrival[a].place == place)
      return &boxes.arrival[a];
  fail_msg("nothing arrives at %p", place);
  return NULL;
}

static inline void makeArrival(const void *place, int count) {
  assert_int_equal(count, 1);
  assert_in_range(boxes.numArrivals, 0, MOST_ARRIVALS - 1);
  noteAccess(place, 8, true);
  boxes.arrival[boxes.numArrivals++] = (Arrival){place, 0, 0};
}

static inline void expectBytes(const void *place, int bytes) {
  Arrival *arrival = arrivalAt(place);
  noteAccess(place, 8, false);
  assert_int_equal(arrival->expected, 0);
  arrival->expected = bytes;
}

/// Visits each run of 16 bytes of a box: where it is in the array, and where in
/// shared memory.
static inline int64_t visitBox(const BoxCopy *copy,
                               void (*visit)(const unsigned char *from,
                                             unsigned char *to)) {
  const AsTensorMap *map = &copy->map->map;
  int64_t count = map->elementBytes, row = map->box[map->rank - 1] * count;
  for (int d = 0; d < map->rank; d++)
    count *= map->box[d];
  for (int64_t at = 0; at < count; at += AS_TENSOR_MAP_UNIT) {
    int64_t rest = at / map->elementBytes, from = 0, stride = 1;
    for (int d = map->rank - 1; d >= 0; d--) {
      int64_t index = copy->begin[d] + rest % map->box[d];
      assert_in_range(index, 0, map->size[d] - 1); // No box is cut off.
      from += index * stride;
      stride *= map->size[d];
      rest /= map->box[d];
    }
    int64_t to = at;
    if (map->swizzleBytes) {
      assert_int_equal(row, map->swizzleBytes);
      to ^= (at >> 7 & (row / AS_TENSOR_MAP_UNIT - 1)) << 4;
    }
    visit(copy->map->array + from * map->elementBytes, copy->to + to);
  }
  return count;
}

static inline void beginRun(const unsigned char *from, unsigned char *to) {
  noteAccess(from, AS_TENSOR_MAP_UNIT, false);
  noteAccess(to, AS_TENSOR_MAP_UNIT, true);
  memset(to, NOTHING, AS_TENSOR_MAP_UNIT);
  memset(warpgroups.seen + (to - warpgroups.shared), NOTHING,
         AS_TENSOR_MAP_UNIT);
}

static inline void endRun(const unsigned char *from, unsigned char *to) {
  memcpy(to, from, AS_TENSOR_MAP_UNIT);
  memcpy(warpgroups.seen + (to - warpgroups.shared), from, AS_TENSOR_MAP_UNIT);
}

static inline void startBox(void *to, const void *place,
                            const EmulatedMap *map) {
  assert_in_range(boxes.numCopies, 0, MOST_BOXES - 1);
  int64_t offset = (unsigned char *)to - warpgroups.shared;
  assert_in_range(offset, 0, warpgroups.bytes - 1);
  int repeat = 8 * map->map.swizzleBytes; // Of how places change.
  assert_int_equal(offset % (repeat > 128 ? repeat : 128), 0);
  warpgroups.isClear = false;
  BoxCopy *copy = &boxes.copy[boxes.numCopies++];
  *copy = (BoxCopy){.to = to, .arrival = place, .map = map};
  for (int d = 0; d < map->map.rank; d++)
    copy->begin[d] = boxes.begin[map->map.rank - 1 - d];
  visitBox(copy, beginRun);
}

/// Until the phase of this parity is over.
static inline void awaitArrival(const void *place, int parity) {
  Arrival *arrival = arrivalAt(place);
  noteAccess(place, 8, false);
  if ((arrival->phase & 1) != parity)
    return;
  int64_t bytes = 0;
  int kept = 0;
  assert_int_not_equal(arrival->expected, 0); // Or it waits forever.
  for (int c = 0; c < boxes.numCopies; c++)
    if (boxes.copy[c].arrival == place)
      bytes += visitBox(&boxes.copy[c], endRun);
    else
      boxes.copy[kept++] = boxes.copy[c];
  boxes.numCopies = kept;
  assert_int_equal(bytes, arrival->expected);
  arrival->expected = 0;
  arrival->phase++;
}

/// At the end of a block nothing may be on its way.
static inline void clearBoxes(void) {
  assert_int_equal(boxes.numCopies, 0);
  boxes.numArrivals = 0;
}

static inline void openBoxes(void *library) {
  boxes.begin = dlsym(library, "emu_begin");
  void (**box)(void *, const void *, const EmulatedMap *) =
      dlsym(library, "emu_hook_box");
  void (**first)(const void *, int) = dlsym(library, "emu_hook_arrive_first");
  void (**expect)(const void *, int) = dlsym(library, "emu_hook_expect");
  void (**await)(const void *, int) = dlsym(library, "emu_hook_await_arrival");
  *box = startBox;
  *first = makeArrival;
  *expect = expectBytes;
  *await = awaitArrival;
}

#endif // AS_TEST_BOXES_H
