//===- operator-form.c - Whether a statement is a tensor operator
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "affine/raise/operator-form.h"
#include "affine/raise/iteration-box.h"
#include "affine/scop/chosen-extreme.h"
#include "affine/scop/isl-integer.h"
#include "as/element.h"
#include "ir/def-use.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>
#include <stdio.h>

static bool refuse(AsAffineObstacle *obstacle, MlirOperation op,
                   const char *why) {
  obstacle->op = op;
  snprintf(obstacle->why, sizeof obstacle->why, "%s", why);
  return false;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Reads the multiples of parameters in an index. False if they are too many.
static bool readOffsets(__isl_keep isl_aff *linear, AsAffineIndex *index) {
  for (int p = 0; p < (int)isl_aff_dim(linear, isl_dim_param); p++) {
    int64_t multiple;
    if (!asAffineTakeInteger(
            isl_aff_get_coefficient_val(linear, isl_dim_param, p), &multiple))
      return false;
    if (multiple == 0)
      continue;
    if (index->numOffsets == AS_AFFINE_MAX_OFFSETS)
      return false;
    index->parameter[index->numOffsets] = p;
    index->multiple[index->numOffsets++] = multiple;
  }
  return true;
}

/// Reads the coefficients of loops in an index. False if it is not a sum of
/// multiples of loops, parameters and a constant.
static bool readLinear(__isl_keep isl_aff *linear, int depth, int64_t *factors,
                       int64_t *constant) {
  if (!linear || isl_aff_dim(linear, isl_dim_div) != 0)
    return false;
  for (int d = 0; d < depth; d++)
    if (!asAffineTakeInteger(isl_aff_get_coefficient_val(linear, isl_dim_in, d),
                             &factors[d]))
      return false;
  return asAffineTakeInteger(isl_aff_get_constant_val(linear), constant);
}

/// The greatest common divisor.
static int64_t divisorOf(int64_t a, int64_t b) {
  while (b) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/// Whether the loop may have several iterations.
static bool isLong(const AsAffineForm *form, int d) {
  return asAffineIsOpen(form, d) || form->extent[d] > 1;
}

/// In place of the open loop of an index.
enum { severalLoops = -2 };

static bool hasSeveralLoops(const AsAffineSlice *slice) {
  bool has = false;
  for (int r = 0; r < slice->rank; r++)
    has |= slice->index[r].openLoop == severalLoops;
  return has;
}

/// Turns coefficients of loops into a slice of the dimension. False for a loop
/// that runs backwards.
static bool sliceIndex(const AsAffineForm *form, const int64_t *factors,
                       int64_t constant, AsAffineIndex *index) {
  *index = (AsAffineIndex){.start = constant, .size = 1, .openLoop = -1};
  for (int d = 0; d < form->level; d++)
    index->outer[d] = factors[d];
  for (int d = 0; d < form->numDims; d++) {
    int64_t factor = factors[form->level + d];
    if (factor < 0)
      return false;
    index->start += factor * form->lower[d];
    index->factor[d] = isLong(form, d) ? factor * form->step[d] : 0;
    index->stride = divisorOf(index->factor[d], index->stride);
  }
  index->isPoint = index->stride == 0;
  if (index->isPoint)
    index->stride = 1;
  for (int d = 0; d < form->numDims; d++) {
    index->factor[d] /= index->stride;
    index->size += index->factor[d] * (form->extent[d] - 1);
    if (asAffineIsOpen(form, d) && index->factor[d])
      index->openLoop = index->openLoop == -1 ? d : severalLoops;
  }
  return true;
}

static bool readSlice(const AsScop *scop, const AsAffineForm *form,
                      const AsAffineAccess *access, AsAffineSlice *slice) {
  const AsAffineStatement *statement = &scop->statements[form->statement];
  isl_multi_aff *function = access->indices;
  bool isSlice = function != NULL;
  slice->rank = isSlice ? (int)isl_multi_aff_dim(function, isl_dim_out) : 0;
  isSlice = isSlice && slice->rank <= AS_AFFINE_MAX_RANK;
  for (int r = 0; r < slice->rank && isSlice; r++) {
    isl_aff *linear = isl_multi_aff_get_aff(function, r);
    int64_t factors[AS_AFFINE_MAX_DEPTH], constant;
    isSlice = readLinear(linear, statement->depth, factors, &constant) &&
              sliceIndex(form, factors, constant, &slice->index[r]) &&
              readOffsets(linear, &slice->index[r]);
    isl_aff_free(linear);
  }
  return isSlice;
}

/// The one loop that an index of the write follows with stride 1, or -1.
static int onlyLoop(const AsAffineForm *form, const AsAffineIndex *index) {
  int only = -1;
  for (int d = 0; d < form->numDims; d++)
    if (index->factor[d]) {
      if (only >= 0 || index->factor[d] != 1)
        return -1;
      only = d;
    }
  return only;
}

/// Each index of the written element must follow a loop of its own. Then the
/// other loops are reductions, because different values of these loops write
/// different elements.
static bool readWrite(AsAffineForm *form) {
  const AsAffineSlice *write = &form->slices[0];
  for (int d = 0; d < form->numDims; d++)
    form->isReduction[d] = isLong(form, d);
  for (int r = 0; r < write->rank; r++) {
    if (write->index[r].isPoint)
      continue;
    int loop = onlyLoop(form, &write->index[r]);
    if (loop < 0 || !form->isReduction[loop])
      return false;
    form->isReduction[loop] = false;
  }
  for (int d = 0; d < form->numDims; d++)
    form->reduces |= form->isReduction[d];
  return true;
}

static bool readAccesses(const AsScop *scop, AsAffineForm *form,
                         AsAffineObstacle *obstacle) {
  const AsAffineStatement *statement = &scop->statements[form->statement];
  if (statement->numAccesses > AS_AFFINE_MAX_READS + 1)
    return refuse(
        obstacle, statement->store,
        "it reads too many elements; store a part of the result first");
  for (int a = 0; a < statement->numAccesses; a++) {
    const AsAffineAccess *access = &statement->accesses[a];
    if (!readSlice(scop, form, access, &form->slices[a]))
      return refuse(obstacle, access->op,
                    "its indices are no sums of positive multiples of loops; "
                    "let loops run forwards");
    if (hasSeveralLoops(&form->slices[a]))
      return refuse(obstacle, access->op,
                    "several loops index a dimension together whose numbers "
                    "of iterations are not known; give all but one bounds that "
                    "are constants");
  }
  return readWrite(form) ||
         refuse(obstacle, statement->store,
                "the elements that it writes are no slice along its loops; "
                "index each dimension with a loop of its own");
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static bool isAssociative(MlirOperation op) {
  static const char *const names[] = {
      "arith.addf",     "arith.mulf",     "arith.addi",    "arith.muli",
      "arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf",
      "arith.maxsi",    "arith.minsi",    "arith.maxui",   "arith.minui",
      "arith.andi",     "arith.ori",      "arith.xori"};
  return asIrIsOneOf(op, names, sizeof names / sizeof *names);
}

/// Whether the operation is the only user of the value, and uses it once.
static bool isOnlyUse(MlirOperation op, MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  return !mlirOpOperandIsNull(use) &&
         mlirOperationEqual(mlirOpOperandGetOwner(use), op) &&
         mlirOpOperandIsNull(mlirOpOperandGetNextUse(use));
}

/// Whether nothing but the comparison and the select of the extreme uses the
/// value, which is one of the two.
static bool isOnlyChosen(const AsAffineExtreme *extreme, MlirOperation select,
                         MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!mlirOperationEqual(user, select) &&
        !mlirOperationEqual(user, extreme->comparison))
      return false;
  }
  return mlirValueEqual(extreme->values[0], value) !=
         mlirValueEqual(extreme->values[1], value);
}

/// Whether the order of the terms makes no difference, as far as floats may
/// differ: with the accumulator kept where there is a NaN, NaNs are left out,
/// and the sign of a zero depends on the order. If the other value is taken,
/// all terms before a NaN are left out.
static bool isFree(const AsScop *scop, const AsAffineExtreme *extreme,
                   MlirValue accumulator) {
  return asIrIsNamed(extreme->comparison, "arith.cmpi") ||
         (scop->mayReorder &&
          (scop->ignoresNans || mlirValueEqual(extreme->ifNan, accumulator)));
}

/// Matches A[f(i)] = A[f(i)] < e ? A[f(i)] : e and the like.
static void findExtreme(const AsScop *scop, AsAffineForm *form,
                        MlirOperation select) {
  const AsAffineStatement *statement = &scop->statements[form->statement];
  AsAffineExtreme extreme;
  if (!asAffineExtremeOf(select, &extreme) ||
      !asScopContains(scop, extreme.comparison))
    return;
  for (int a = 1; a < statement->numAccesses; a++) {
    const AsAffineAccess *read = &statement->accesses[a];
    MlirValue loaded = mlirOperationGetResult(read->op, 0);
    if (!asAffineSameElement(read, &statement->accesses[0]) ||
        !isOnlyChosen(&extreme, select, loaded) ||
        !isFree(scop, &extreme, loaded))
      continue;
    form->accumulator = a;
    form->combine = select;
    form->extreme = extreme.by;
    return;
  }
}

/// Matches A[f(i)] = A[f(i)] op e, where op is associative and commutative or a
/// subtraction of e, and e does not use A[f(i)].
static void findAccumulator(const AsScop *scop, AsAffineForm *form) {
  const AsAffineStatement *statement = &scop->statements[form->statement];
  MlirValue value = mlirOperationGetOperand(statement->store, 0);
  form->accumulator = -1;
  if (!mlirValueIsAOpResult(value))
    return;
  MlirOperation combine = mlirOpResultGetOwner(value);
  bool isDifference =
      asIrIsNamed(combine, "arith.subf") || asIrIsNamed(combine, "arith.subi");
  if (!asScopContains(scop, combine))
    return;
  if (asIrIsNamed(combine, "arith.select"))
    findExtreme(scop, form, combine);
  if (!isDifference && !isAssociative(combine))
    return;
  for (int a = 1; a < statement->numAccesses; a++) {
    const AsAffineAccess *read = &statement->accesses[a];
    MlirValue loaded = mlirOperationGetResult(read->op, 0);
    if (!asAffineSameElement(read, &statement->accesses[0]) ||
        !isOnlyUse(combine, loaded))
      continue;
    if (!isDifference ||
        mlirValueEqual(loaded, mlirOperationGetOperand(combine, 0))) {
      form->accumulator = a;
      form->combine = combine;
      return;
    }
  }
}

/// Whether it stores a minimum or maximum by comparison.
static bool isChosenFloat(MlirOperation store) {
  MlirOperation select =
      asIrMadeBy(mlirOperationGetOperand(store, 0), "arith.select");
  AsAffineExtreme extreme;
  return !mlirOperationIsNull(select) && asAffineExtremeOf(select, &extreme) &&
         asIrIsNamed(extreme.comparison, "arith.cmpf");
}

/// Instances of the statement may depend on each other only through the
/// accumulator. Reading old values is allowed: the operation reads a tensor,
/// which keeps them.
static bool checkItself(const AsScop *scop, const AsDependences *dependences,
                        const AsAffineForm *form, AsAffineObstacle *obstacle) {
  static const char *const why[] = {
      [AS_DEPENDENCE_FLOW] = "it reads what it wrote in another iteration; "
                             "such a recurrence can only be loops",
      [AS_DEPENDENCE_OUTPUT] = "it writes the same element in several "
                               "iterations; leave out all but the last one"};
  AsDependenceKind worst = AS_DEPENDENCE_OUTPUT + 1;
  for (int d = 0; d < dependences->size; d++) {
    const AsDependence *dependence = &dependences->list[d];
    if (dependence->source != form->statement ||
        dependence->target != form->statement ||
        !(dependence->levels >> form->level))
      continue;
    bool isSum = form->accumulator >= 0 &&
                 (dependence->sourceAccess == 0 ||
                  dependence->sourceAccess == form->accumulator) &&
                 (dependence->targetAccess == 0 ||
                  dependence->targetAccess == form->accumulator);
    if (dependence->kind != AS_DEPENDENCE_ANTI && !isSum &&
        dependence->kind < worst)
      worst = dependence->kind;
  }
  MlirOperation store = scop->statements[form->statement].store;
  if (worst == AS_DEPENDENCE_FLOW && isChosenFloat(store))
    return refuse(obstacle, store,
                  "it chooses floats in an order that NaNs and zeros make a "
                  "difference to; use arith.maximumf and the like, or --fp");
  return worst > AS_DEPENDENCE_OUTPUT || refuse(obstacle, store, why[worst]);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Whether an array can be seen as a tensor of static shape: dense, in the
/// default memory space, and with known extents but for the first.
static bool checkType(const AsScop *scop, bool allowsOpen,
                      const AsAffineAccess *access,
                      AsAffineObstacle *obstacle) {
  MlirType type = mlirValueGetType(scop->arrays[access->array].memref);
  if (!asAffineElementBytes(scop, access->array))
    return refuse(obstacle, access->op,
                  "its elements are of no known type; use f16, bf16, f32, f64, "
                  "i1, i8, i16, i32, i64 or index");
  if (!mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)) ||
      !mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(type)))
    return refuse(obstacle, access->op,
                  "its memory is not dense, or not in the default space; copy "
                  "it to a memref without a layout first");
  for (intptr_t r = 1; r < mlirShapedTypeGetRank(type) && !allowsOpen; r++)
    if (mlirShapedTypeIsDynamicDim(type, r))
      return refuse(obstacle, access->op,
                    "an extent of its memory other than the first is unknown; "
                    "use a memref of static shape");
  return true;
}

static bool formOfHull(const AsScop *scop, const AsDependences *dependences,
                       bool allowsOpen, int statement, int level,
                       AsAffineForm *form, AsAffineObstacle *obstacle) {
  const AsAffineStatement *s = &scop->statements[statement];
  *form = (AsAffineForm){
      .statement = statement, .level = level, .numDims = s->depth - level};
  if (isl_set_is_empty(s->domain) != isl_bool_false)
    return refuse(obstacle, s->store, "it never runs; remove it");
  for (int a = 0; a < s->numAccesses; a++)
    if (!checkType(scop, allowsOpen, &s->accesses[a], obstacle))
      return false;
  if (!asAffineReadHull(scop, allowsOpen, form, obstacle) ||
      !readAccesses(scop, form, obstacle))
    return false;
  findAccumulator(scop, form);
  return checkItself(scop, dependences, form, obstacle);
}

bool asAffineFormOfHull(const AsScop *scop, const AsDependences *dependences,
                        int statement, int level, AsAffineForm *form,
                        AsAffineObstacle *obstacle) {
  return formOfHull(scop, dependences, false, statement, level, form, obstacle);
}

bool asAffineFormOf(const AsScop *scop, const AsDependences *dependences,
                    int statement, int level, AsAffineForm *form,
                    AsAffineObstacle *obstacle) {
  return formOfHull(scop, dependences, scop->isForCpu, statement, level, form,
                    obstacle) &&
         (asAffineIsBox(scop, form) ||
          refuse(obstacle, scop->statements[statement].store,
                 "its iterations are no box: bounds depend on other loops, or "
                 "on conditions; a loop of its own for what is a box helps"));
}
