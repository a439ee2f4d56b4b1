//===- nest-schedule-attr.c - Schedules as an attribute
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What extraction writes of a loop nest's schedules is read again, and nothing
// else is.
//
//===----------------------------------------------------------------------===//

#include "ir/nest-schedule-attr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "module.h"
#include <string.h>

static void schedulesAreReadAsWritten(void **state) {
  AsNestSchedule written[2], read[AS_NEST_MAX_SCHEDULES];
  memset(written, 0, sizeof written);
  memset(read, 0, sizeof read);
  for (int i = 0; i < 2; i++) {
    AsNestSchedule *schedule = &written[i];
    schedule->fuse = i;
    schedule->distribute = !i;
    schedule->innermost = i - 1;
    schedule->wave = i;
    schedule->jam = i;
    schedule->same = -i;
    schedule->members = 2;
    schedule->extent[0] = 7;
    schedule->extent[1] = 9 + i;
    for (int s = 0; s < 2; s++)
      schedule->order[s] = (AsNestOrder){
          .numLoops = 3,
          .loop = {(int8_t)(1 - i), (int8_t)i, (int8_t)(s ? 2 : -1)},
          .first = 1,
          .members = 2,
          .shift = {0, (int8_t)(1 + i), (int8_t)(2 * s)},
          .shared = s,
          .carry = s};
  }
  MlirAttribute attribute = asIrSchedulesWrite(context, written, 2, 2);
  assert_int_equal(asIrSchedulesRead(attribute, 2, read), 2);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(read[i].innermost, written[i].innermost);
    assert_int_equal(read[i].fuse, written[i].fuse);
    assert_int_equal(read[i].wave, written[i].wave);
    assert_int_equal(read[i].jam, written[i].jam);
    assert_int_equal(read[i].same, written[i].same);
    assert_int_equal(read[i].extent[1], written[i].extent[1]);
    for (int s = 0; s < 2; s++) {
      const AsNestOrder *a = &read[i].order[s], *b = &written[i].order[s];
      assert_memory_equal(a->loop, b->loop, 3);
      assert_memory_equal(a->shift, b->shift, 3);
      assert_int_equal(a->numLoops, 3);
      assert_int_equal(a->first + 10 * a->members + 100 * a->shared,
                       b->first + 10 * b->members + 100 * b->shared);
      assert_int_equal(a->carry, b->carry);
    }
  }
  assert_int_equal(asIrSchedulesRead(attribute, 3, read), 0);
}

static void oddAttributesAreNone(void **state) {
  static const char *const good =
      "[{band = array<i64: 4, 4>, bands = [array<i64: 0, 2>],"
      " loops = [array<i64: 1, 0>], options = array<i64: 1, 0, 1, -1, 0>,"
      " same = array<i64: -1>, carry = array<i64: 0>, shared = array<i64: "
      "2>, shifts = [array<i64: 0, 1>]}]";
  static const char *const odd[] = {
      "unit",
      "array<i64: 3, 4>",
      "[3]",
      "[{}]",
      "[{band = array<i64: 4, 4>, bands = [array<i64: 1, 2>],"
      " loops = [array<i64: 1, 0>], options = array<i64: 1, 0, 1, -1, 0>,"
      " same = array<i64: -1>, carry = array<i64: 0>, shared = array<i64: "
      "2>, shifts = [array<i64: 0, 1>]}]",
      "[{band = array<i64: 4, 4>, bands = [array<i64: 0, 2>],"
      " loops = [array<i64: 1, 10>], options = array<i64: 1, 0, 1, -1, 0>,"
      " same = array<i64: -1>, carry = array<i64: 0>, shared = array<i64: "
      "2>, shifts = [array<i64: 0, 1>]}]",
      "[{band = array<i64: 4, 4>, bands = [array<i64: 0, 2>],"
      " loops = [array<i64: 1, 0>], options = array<i64: 1, 0, 1, 0>,"
      " same = array<i64: -1>, carry = array<i64: 0>, shared = array<i64: "
      "2>, shifts = [array<i64: 0, 1>]}]",
      "[{band = array<i64: 4, 4>, bands = [array<i64: 0, 2>],"
      " loops = [array<i64: 1, 0>], options = array<i64: 1, 0, 1, -1, 0>,"
      " same = array<i64: -1>, carry = array<i64: 0, 0>, shared = array<i64: "
      "2>, shifts = [array<i64: 0, 1>]}]",
      "[{band = array<i64: 4, 4>, bands = [array<i64: 0, 2>],"
      " loops = [array<i64: 1, 0>], options = array<i64: 1, 0, 1, -1, 0>,"
      " same = array<i64: -1>, carry = array<i64: 0>, shared = array<i64: "
      "2>, shifts = [array<i64: 0>]}]",
      "[{band = array<i64: 4, 4>, bands = [array<i64: 0, 2>],"
      " loops = [array<i64: 1, 0>], options = array<i64: 1, 0, 1, -1, 0>,"
      " same = array<i64: -1>, carry = array<i64: 0>, shared = array<i64: "
      "2>, shifts = [array<i64: 0, -1>]}]",
      "[{band = array<i64: 4, 4>, bands = [array<i64: 0, 2>],"
      " loops = [array<i64: 1, 0>], options = array<i64: 1, 0, 1, -1, 0>,"
      " same = array<i64: -1>, carry = array<i64: 3>, shared = array<i64: "
      "2>, shifts = [array<i64: 0, 1>]}]",
  };
  AsNestSchedule read[AS_NEST_MAX_SCHEDULES];
  MlirAttribute attribute = mlirAttributeParseGet(context, asIrString(good));
  assert_int_equal(asIrSchedulesRead(attribute, 1, read), 1);
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
    attribute = mlirAttributeParseGet(context, asIrString(odd[i]));
    assert_false(mlirAttributeIsNull(attribute));
    if (asIrSchedulesRead(attribute, 1, read))
      fail_msg("%s", odd[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(schedulesAreReadAsWritten),
      cmocka_unit_test(oddAttributesAreNone),
  };
  return cmocka_run_group_tests_name("nest-schedules", tests, openContext,
                                     closeContext);
}
