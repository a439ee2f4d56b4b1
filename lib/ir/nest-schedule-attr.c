//===- nest-schedule-attr.c - Store the schedules of a loop nest as an attribute
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The attribute may be written by hand, so reading checks all numbers that are
// used as sizes or indices.
//
//===----------------------------------------------------------------------===//

#include "ir/nest-schedule-attr.h"
#include "ir/ir.h"
#include "mlir-c/BuiltinAttributes.h"

/// Sorted by name, as in a dictionary.
enum { BAND, BANDS, CARRY, LOOPS, OPTIONS, SAME, SHARED, SHIFTS, numEntries };
/// The last option is left out if it is 0.
enum { numOptions = 6 };

static const char *const names[] = {
    [BAND] = "band",     [BANDS] = "bands",     [CARRY] = "carry",
    [LOOPS] = "loops",   [OPTIONS] = "options", [SAME] = "same",
    [SHARED] = "shared", [SHIFTS] = "shifts"};

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static MlirAttribute numbers(MlirContext context, int count,
                             const int64_t *values) {
  return mlirDenseI64ArrayGet(context, count, values);
}

/// An array with a number for each of `count` loops.
static MlirAttribute ofLoops(MlirContext context, int count,
                             const int8_t *ofLoop) {
  int64_t values[AS_NEST_MAX_LOOPS];
  for (int r = 0; r < count; r++)
    values[r] = ofLoop[r];
  return numbers(context, count, values);
}

static MlirAttribute writeSchedule(MlirContext context,
                                   const AsNestSchedule *schedule,
                                   int numStatements) {
  const int64_t options[numOptions] = {
      schedule->fuse,      schedule->keep, schedule->distribute,
      schedule->innermost, schedule->wave, schedule->jam};
  const int64_t same = schedule->same;
  int64_t carry[AS_NEST_MAX_STATEMENTS], shared[AS_NEST_MAX_STATEMENTS];
  MlirAttribute loops[AS_NEST_MAX_STATEMENTS], bands[AS_NEST_MAX_STATEMENTS],
      shifts[AS_NEST_MAX_STATEMENTS];
  for (int s = 0; s < numStatements; s++) {
    const AsNestOrder *order = &schedule->order[s];
    const int64_t band[] = {order->first, order->members};
    carry[s] = order->carry;
    shared[s] = order->shared;
    loops[s] = ofLoops(context, order->numLoops, order->loop);
    shifts[s] = ofLoops(context, order->numLoops, order->shift);
    bands[s] = numbers(context, 2, band);
  }
  const MlirAttribute values[] = {
      [BAND] = numbers(context, schedule->members, schedule->extent),
      [BANDS] = mlirArrayAttrGet(context, numStatements, bands),
      [CARRY] = numbers(context, numStatements, carry),
      [LOOPS] = mlirArrayAttrGet(context, numStatements, loops),
      [OPTIONS] = numbers(context, numOptions - !schedule->jam, options),
      [SAME] = numbers(context, 1, &same),
      [SHARED] = numbers(context, numStatements, shared),
      [SHIFTS] = mlirArrayAttrGet(context, numStatements, shifts)};
  MlirNamedAttribute entries[numEntries];
  for (int e = 0; e < numEntries; e++)
    entries[e] = mlirNamedAttributeGet(
        mlirIdentifierGet(context, asIrString(names[e])), values[e]);
  return mlirDictionaryAttrGet(context, numEntries, entries);
}

MlirAttribute asIrSchedulesWrite(MlirContext context,
                                 const AsNestSchedule *schedules, int count,
                                 int numStatements) {
  MlirAttribute all[AS_NEST_MAX_SCHEDULES];
  for (int i = 0; i < count; i++)
    all[i] = writeSchedule(context, &schedules[i], numStatements);
  return mlirArrayAttrGet(context, count, all);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Reads a dense array of i64. Returns the number of elements; -1 if it is not
/// such an array, or has more than `most` elements.
static int readNumbers(MlirAttribute attribute, int most, int64_t *values) {
  if (mlirAttributeIsNull(attribute) ||
      !mlirAttributeIsADenseI64Array(attribute) ||
      mlirDenseArrayGetNumElements(attribute) > most)
    return -1;
  int count = (int)mlirDenseArrayGetNumElements(attribute);
  for (int i = 0; i < count; i++)
    values[i] = mlirDenseI64ArrayGetElement(attribute, i);
  return count;
}

static bool isList(MlirAttribute attribute, int count) {
  return !mlirAttributeIsNull(attribute) && mlirAttributeIsAArray(attribute) &&
         mlirArrayAttrGetNumElements(attribute) == count;
}

static bool isWithin(int64_t value, int64_t least, int64_t most) {
  return value >= least && value <= most;
}

static bool readOrder(MlirAttribute loops, MlirAttribute shifts,
                      MlirAttribute band, int64_t shared, int64_t carry,
                      AsNestOrder *order) {
  int64_t loop[AS_NEST_MAX_LOOPS], shift[AS_NEST_MAX_LOOPS], where[2];
  int count = readNumbers(loops, AS_NEST_MAX_LOOPS, loop);
  if (count < 0 || readNumbers(shifts, AS_NEST_MAX_LOOPS, shift) != count ||
      readNumbers(band, 2, where) != 2 || !isWithin(where[0], 0, count) ||
      !isWithin(where[1], 0, count - where[0]) || !isWithin(shared, 0, count) ||
      !isWithin(carry, AS_NEST_CARRY_NONE, AS_NEST_CARRY_CHAIN))
    return false;
  *order = (AsNestOrder){.numLoops = count,
                         .first = (int)where[0],
                         .members = (int)where[1],
                         .shared = (int)shared,
                         .carry = (AsNestCarry)carry};
  for (int r = 0; r < count; r++) {
    if (!isWithin(loop[r], -1, AS_NEST_MAX_LOOPS - 1) ||
        !isWithin(shift[r], 0, INT8_MAX))
      return false;
    order->loop[r] = (int8_t)loop[r];
    order->shift[r] = (int8_t)shift[r];
  }
  return true;
}

static bool readSchedule(MlirAttribute attribute, int numStatements,
                         AsNestSchedule *schedule) {
  if (!mlirAttributeIsADictionary(attribute))
    return false;
  MlirAttribute entries[numEntries];
  for (int e = 0; e < numEntries; e++)
    entries[e] =
        mlirDictionaryAttrGetElementByName(attribute, asIrString(names[e]));
  int64_t options[numOptions] = {0}, same[1], carry[AS_NEST_MAX_STATEMENTS],
          shared[AS_NEST_MAX_STATEMENTS];
  *schedule = (AsNestSchedule){0};
  schedule->members =
      readNumbers(entries[BAND], AS_NEST_MAX_LOOPS, schedule->extent);
  if (schedule->members < 0 ||
      readNumbers(entries[OPTIONS], numOptions, options) < numOptions - 1 ||
      readNumbers(entries[SAME], 1, same) != 1 ||
      readNumbers(entries[CARRY], numStatements, carry) != numStatements ||
      readNumbers(entries[SHARED], numStatements, shared) != numStatements ||
      !isList(entries[LOOPS], numStatements) ||
      !isList(entries[BANDS], numStatements) ||
      !isList(entries[SHIFTS], numStatements))
    return false;
  schedule->same = (int)same[0];
  schedule->fuse = options[0] != 0;
  schedule->keep = options[1] != 0;
  schedule->distribute = options[2] != 0;
  schedule->innermost = (int)options[3];
  schedule->wave = options[4] != 0;
  schedule->jam = options[5] != 0;
  bool isRead = isWithin(options[3], -1, schedule->members - 1);
  for (int s = 0; s < numStatements && isRead; s++)
    isRead = readOrder(mlirArrayAttrGetElement(entries[LOOPS], s),
                       mlirArrayAttrGetElement(entries[SHIFTS], s),
                       mlirArrayAttrGetElement(entries[BANDS], s), shared[s],
                       carry[s], &schedule->order[s]);
  return isRead;
}

int asIrSchedulesRead(MlirAttribute attribute, int numStatements,
                      AsNestSchedule *schedules) {
  if (!mlirAttributeIsAArray(attribute) ||
      numStatements > AS_NEST_MAX_STATEMENTS ||
      mlirArrayAttrGetNumElements(attribute) > AS_NEST_MAX_SCHEDULES)
    return 0;
  int count = (int)mlirArrayAttrGetNumElements(attribute);
  for (int i = 0; i < count; i++) {
    AsNestSchedule schedule;
    if (!readSchedule(mlirArrayAttrGetElement(attribute, i), numStatements,
                      &schedule))
      return 0;
    if (schedules)
      schedules[i] = schedule;
  }
  return count;
}
