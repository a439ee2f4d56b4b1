//===- combine-reductions.c - Sums of several vectors together
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel whose sums go along vectors ends with a sum of the lanes of each of
// its accumulators. LLVM sums one vector after the other: three shuffles and
// three additions for each, of which every one waits for the one before. Where
// the sums become elements of one vector, four vectors of four lanes need four
// shuffles less and as many additions as one:
//
//   x, y -> [x0 + x2, x1 + x3, y0 + y2, y1 + y3]      of two vectors, twice
//        -> [x,       y,       z,       w]            of these
//
// Longer vectors are folded to 16 bytes first.
//
// Requires:    no vector.multi_reduction; floats may be added in any order.
// Provides:    no vector.from_elements of several such sums.
// Invalidates: nothing.
//
//   %0 = vector.reduction <add>, %a, %z : vector<4xf32> into f32
//   ... // The same of %b, %c and %d.
//   %r = vector.from_elements %0, %1, %2, %3 : vector<4xf32>
//
// becomes
//
//   %ab0 = vector.shuffle %a, %b [0, 1, 4, 5]
//   %ab1 = vector.shuffle %a, %b [2, 3, 6, 7]
//   %ab = arith.addf %ab0, %ab1
//   ... // %cd likewise.
//   %0 = vector.shuffle %ab, %cd [0, 2, 4, 6]
//   %1 = vector.shuffle %ab, %cd [1, 3, 5, 7]
//   %2 = arith.addf %0, %1
//   %3 = vector.from_elements %z, %z, %z, %z
//   %r = arith.addf %3, %2
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/memref.h"
#include "lowering/arith-builder.h"
#include "lowering/lowering-steps.h"
#include "lowering/vector/interleave.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <string.h>

enum { REGISTER_BYTES = 16, MOST_LANES = 4, LEAST_BYTES = 4 };

/// Where sums are combined: all vectors have one type.
typedef struct Sums {
  AsArith arith;
  const char *add;
  MlirAttribute flags; ///< Null for integers.
  int64_t lanes;       ///< That 16 bytes have.
} Sums;

/// The sum of lanes that `value` is and nothing else reads; or null.
static MlirOperation sumOf(MlirValue value) {
  MlirOperation op = asIrMadeBy(value, "vector.reduction");
  if (mlirOperationIsNull(op) || !asIrHasOneUse(value))
    return (MlirOperation){NULL};
  AsText kind = {0};
  asIrPrintAttribute(asIrAttribute(op, "kind"), &kind);
  bool isSum = strstr(kind.data, "<add>") != NULL;
  asTextFree(&kind);
  return isSum ? op : (MlirOperation){NULL};
}

static MlirType vectorOf(MlirOperation sum) {
  return mlirValueGetType(mlirOperationGetOperand(sum, 0));
}

/// Whether vectors of such sums can be folded to a register.
static bool mayCombine(MlirOperation sum) {
  MlirType type = vectorOf(sum), element = mlirShapedTypeGetElementType(type);
  int64_t bytes = asIrElementBytes(element);
  int64_t lanes =
      mlirShapedTypeGetRank(type) == 1 ? mlirShapedTypeGetDimSize(type, 0) : 0;
  bool isRegister = bytes >= LEAST_BYTES && !(lanes & (lanes - 1)) &&
                    !mlirVectorTypeIsScalable(type) &&
                    lanes * bytes >= REGISTER_BYTES;
  return isRegister &&
         (mlirTypeIsAInteger(element) || mlirTypeIsAFloat(element));
}

static MlirValue add(const Sums *sums, MlirValue x, MlirValue y) {
  MlirValue operands[] = {x, y};
  return asArithEmit(&sums->arith, sums->add, mlirValueGetType(x), 2, operands,
                     mlirAttributeIsNull(sums->flags) ? NULL : "fastmath",
                     sums->flags);
}

/// Adds the upper half of a vector to the lower one until it has `lanes`.
static MlirValue fold(const Sums *sums, MlirValue x, int64_t lanes) {
  while (asVectorSize(x) > lanes) {
    int64_t half = asVectorSize(x) / 2;
    MlirValue lower = asVectorSlice(&sums->arith, x, 0, half),
              upper = asVectorSlice(&sums->arith, x, half, half);
    x = add(sums, lower, upper);
  }
  return x;
}

/// Of two vectors, in which each `width` lanes are to be added: one in which
/// each half as many are.
static MlirValue halve(const Sums *sums, MlirValue x, MlirValue y,
                       int64_t width) {
  int64_t lower[MOST_LANES], upper[MOST_LANES];
  int64_t half = width / 2;
  for (int64_t l = 0; l < sums->lanes; l++) {
    lower[l] = l / half * width + l % half;
    upper[l] = lower[l] + half;
  }
  MlirValue halves[] = {
      asVectorShuffle(&sums->arith, x, y, lower, sums->lanes),
      asVectorShuffle(&sums->arith, x, y, upper, sums->lanes)};
  return add(sums, halves[0], halves[1]);
}

/// The sums of so many vectors, at most as many as lanes, and others behind
/// them.
static MlirValue combine(const Sums *sums, MlirValue *vectors, int64_t count) {
  for (int64_t i = 0; i < count; i++)
    vectors[i] = fold(sums, vectors[i], sums->lanes);
  for (int64_t width = sums->lanes; width > 1; width /= 2) {
    for (int64_t i = 0; i < count; i += 2)
      vectors[i / 2] =
          halve(sums, vectors[i], vectors[i + 1 < count ? i + 1 : i], width);
    count = (count + 1) / 2;
  }
  return vectors[0];
}

static MlirValue elementOf(const AsArith *arith, MlirValue vector, int64_t at) {
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(vector));
  return asArithEmit(arith, "vector.extract", element, 1, &vector,
                     "static_position",
                     mlirDenseI64ArrayGet(arith->context, 1, &at));
}

/// What the sums begin with; null if they begin with nothing.
static MlirValue firstOf(const Sums *sums, const MlirOperation *all,
                         int64_t count) {
  MlirValue first[MOST_LANES];
  for (int64_t i = 0; i < sums->lanes; i++) {
    MlirOperation sum = all[i < count ? i : count - 1];
    if (mlirOperationGetNumOperands(sum) < 2)
      return (MlirValue){NULL};
    first[i] = mlirOperationGetOperand(sum, 1);
  }
  return asArithEmit(
      &sums->arith, "vector.from_elements",
      mlirVectorTypeGet(1, &sums->lanes, mlirValueGetType(first[0])),
      (int)sums->lanes, first, NULL, (MlirAttribute){NULL});
}

/// Whether the operations are sums of the same kind.
static bool areAlike(MlirOperation a, MlirOperation b) {
  return mlirTypeEqual(vectorOf(a), vectorOf(b)) &&
         mlirOperationGetNumOperands(a) == mlirOperationGetNumOperands(b) &&
         mlirAttributeEqual(asIrAttribute(a, "fastmath"),
                            asIrAttribute(b, "fastmath"));
}

/// Replaces the sums that a vector has from element `first` on.
static void replace(MlirOperation together, intptr_t first,
                    const MlirOperation *all, int64_t count) {
  MlirType element = mlirShapedTypeGetElementType(vectorOf(all[0]));
  bool isFloat = !mlirTypeIsAInteger(element);
  Sums sums = {
      .arith = asArithBefore(together),
      .add = isFloat ? "arith.addf" : "arith.addi",
      .flags =
          isFloat ? asIrAttribute(all[0], "fastmath") : (MlirAttribute){NULL},
      .lanes = REGISTER_BYTES / asIrElementBytes(element),
  };
  MlirValue vectors[MOST_LANES];
  for (int64_t i = 0; i < count; i++)
    vectors[i] = mlirOperationGetOperand(all[i], 0);
  MlirValue combined = combine(&sums, vectors, count);
  MlirValue begin = firstOf(&sums, all, count);
  if (!mlirValueIsNull(begin))
    combined = add(&sums, begin, combined);
  for (int64_t i = 0; i < count; i++) {
    mlirOperationSetOperand(together, first + i,
                            elementOf(&sums.arith, combined, i));
    mlirOperationDestroy(all[i]);
  }
}

/// How many elements of the vector from `first` on are sums of one kind, at
/// most as many as a register has lanes.
static int64_t countSums(MlirOperation together, intptr_t first,
                         MlirOperation all[MOST_LANES]) {
  intptr_t numElements = mlirOperationGetNumOperands(together);
  int64_t count = 0, most = MOST_LANES;
  for (; count < most && first + count < numElements; count++) {
    MlirOperation sum = sumOf(mlirOperationGetOperand(together, first + count));
    if (mlirOperationIsNull(sum) || !mayCombine(sum) ||
        (count && !areAlike(all[0], sum)))
      break;
    all[count] = sum;
    most = REGISTER_BYTES /
           asIrElementBytes(mlirShapedTypeGetElementType(vectorOf(sum)));
  }
  return count;
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  (void)context;
  if (!asIrIsNamed(op, "vector.from_elements"))
    return MlirWalkResultAdvance;
  intptr_t first = 0;
  while (first < mlirOperationGetNumOperands(op)) {
    MlirOperation all[MOST_LANES];
    int64_t count = countSums(op, first, all);
    if (count > 1)
      replace(op, first, all, count);
    first += count ? count : 1;
  }
  return MlirWalkResultAdvance;
}

void asCombineReductions(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, NULL,
                    MlirWalkPreOrder);
}
