//===- memref-to-tensor.c - Memory as tensors between operations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "affine/raise/memref-to-tensor.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "ir/tensor-builder.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <isl/aff.h>
#include <isl/set.h>
#include <stdlib.h>

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// How much of a dimension the SCoP accesses, from the first element on: less
/// than all of it if `size` has terms.
static void readOpen(const AsScop *scop, int array, int dim, AsOpenSize *size) {
  isl_set *elements = asAffineElements(scop, array);
  if (!elements || !asOpenSizeRead(isl_set_dim_max(elements, dim), size))
    size->numTerms = 0;
  size->constant++;
  if (asOpenSizeIsDim(scop, size, scop->arrays[array].memref, dim))
    size->numTerms = 0;
}

static void readShape(const AsScop *scop, int array, AsAffineTensor *tensor) {
  MlirType type = mlirValueGetType(scop->arrays[array].memref);
  int rank = (int)mlirShapedTypeGetRank(type),
      first = scop->arrays[array].numExpanded;
  int64_t rows = 0;
  for (int r = 0; r < rank; r++)
    if (mlirShapedTypeIsDynamicDim(type, r)) {
      tensor->isOpen |= r > 0;
      rows = r == 0 ? asAffineLastRow(scop, array) + 1 : rows;
      tensor->isOpen |= r == 0 && rows == 0;
    }
  tensor->isOpen &= scop->isForCpu && first == 0;
  for (int r = 0; r < rank && first + r < AS_AFFINE_MAX_RANK; r++)
    if (!mlirShapedTypeIsDynamicDim(type, r))
      tensor->shape[first + r] = mlirShapedTypeGetDimSize(type, r);
    else if (tensor->isOpen) {
      tensor->shape[r] = mlirShapedTypeGetDynamicSize();
      readOpen(scop, array, r, &tensor->open[r]);
    } else if (r == 0)
      tensor->shape[first + r] = rows;
}

void asAffineTensorsCreate(const AsScop *scop, AsAffineTensors *tensors) {
  *tensors = (AsAffineTensors){.scop = scop};
  tensors->arrays =
      asAlloc(sizeof *tensors->arrays * (size_t)(scop->numArrays + 1));
  for (int a = 0; a < scop->numArrays; a++) {
    AsAffineTensor *tensor = &tensors->arrays[a];
    const AsAffineArray *array = &scop->arrays[a];
    MlirType type = mlirValueGetType(array->memref);
    *tensor = (AsAffineTensor){.rank = array->numExpanded +
                                       (int)mlirShapedTypeGetRank(type)};
    for (int l = 0; l < array->numExpanded; l++)
      tensor->shape[l] = array->extent[l];
    readShape(scop, a, tensor);
  }
}

void asAffineTensorsDestroy(AsAffineTensors *tensors) {
  free(tensors->arrays);
  *tensors = (AsAffineTensors){0};
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static uint64_t bit(int array) {
  return (uint64_t)1 << (array < 63 ? array : 63);
}

static MlirAttribute integers(MlirContext context, int count,
                              const int64_t *values) {
  return mlirDenseI64ArrayGet(context, count, values);
}

static MlirType typeOf(const AsAffineArray *array, int rank,
                       const int64_t *shape) {
  return mlirRankedTensorTypeGet(
      rank, shape,
      mlirShapedTypeGetElementType(mlirValueGetType(array->memref)),
      mlirAttributeGetNull());
}

/// The current tensor of the array. On first use it is read from memory; an
/// expanded array starts empty, since it is written before it is read.
static AsAffineTensor *open(AsAffineTensors *tensors, int array,
                            MlirOperation next) {
  AsAffineTensor *tensor = &tensors->arrays[array];
  const AsAffineArray *from = &tensors->scop->arrays[array];
  if (!mlirValueIsNull(tensor->value))
    return tensor;
  MlirType type = typeOf(from, tensor->rank, tensor->shape);
  tensor->origins = from->numExpanded ? 0 : bit(array);
  if (from->numExpanded) {
    tensor->value = asGraphInsertEmpty(next, type);
    return tensor;
  }
  tensor->memory = asAffineTensorMemory(tensors, array, next);
  tensor->value = asIrInsertToTensor(next, tensor->memory, type, false);
  tensor->read = tensor->value;
  return tensor;
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// Offsets, sizes and strides of a slice.
typedef struct Place {
  int rank, numOffsets, numSizes;
  int64_t offsets[AS_AFFINE_MAX_RANK], sizes[AS_AFFINE_MAX_RANK],
      strides[AS_AFFINE_MAX_RANK];
  MlirValue dynamic[AS_AFFINE_MAX_RANK]; ///< Offsets that are not constant.
  MlirValue open[AS_AFFINE_MAX_RANK];    ///< Sizes that are not.
  int64_t shape[AS_AFFINE_MAX_RANK];     ///< Without points.
  int shapeRank;
  bool isWhole;
} Place;

/// Adds the multiples of parameters, which need be no operands of affine
/// operations.
static MlirValue addOffsets(const AsScop *scop, const AsAffineIndex *index,
                            MlirValue sum, MlirOperation next) {
  for (int t = 0; t < index->numOffsets; t++) {
    MlirValue term = scop->parameters[index->parameter[t]];
    if (index->multiple[t] != 1)
      term = asIrInsertBinary(next, "arith.muli", term,
                              asIrInsertIndex(next, index->multiple[t]));
    sum = asIrInsertBinary(next, "arith.addi", sum, term);
  }
  return sum;
}

/// Inserts start + sum of multiples of the loops outside and of parameters.
static MlirValue insertOffset(const AsScop *scop, const AsAffineForm *form,
                              const AsAffineIndex *index, const AsIrMap *outer,
                              MlirOperation next) {
  MlirContext context = mlirOperationGetContext(next);
  MlirAffineExpr sum = mlirAffineConstantExprGet(context, index->start);
  MlirValue operands[AS_AFFINE_MAX_DEPTH];
  intptr_t count = 0;
  const AsAffineStatement *statement = &scop->statements[form->statement];
  for (int d = 0; d < form->level; d++) {
    if (!index->outer[d])
      continue;
    MlirValue variable = scop->loops[statement->loops[d]].variable;
    operands[count] = outer->to[asIrMapFind(outer, variable)];
    MlirAffineExpr term = mlirAffineMulExprGet(
        mlirAffineDimExprGet(context, count++),
        mlirAffineConstantExprGet(context, index->outer[d]));
    sum = mlirAffineAddExprGet(sum, term);
  }
  MlirAttribute map =
      mlirAffineMapAttrGet(mlirAffineMapGet(context, count, 0, 1, &sum));
  MlirType type = mlirIndexTypeGet(context);
  MlirValue ofLoops = asIrInsertValue(
      next, &(AsIrParts){.name = "affine.apply",
                         .numOperands = count,
                         .operands = operands,
                         .numResults = 1,
                         .results = &type,
                         .attributes = (AsIrAttribute[]){{"map", map}, {0}}});
  return addOffsets(scop, index, ofLoops, next);
}

MlirValue asAffineSliceSize(const AsScop *scop, const AsAffineForm *form,
                            const AsAffineIndex *index, MlirOperation next) {
  if (index->openLoop < 0)
    return asIrInsertIndex(next, index->size);
  AsOpenSize size = form->open[index->openLoop];
  int64_t factor = index->factor[index->openLoop];
  size.constant = size.constant * factor + index->size;
  for (int t = 0; t < size.numTerms; t++)
    size.multiple[t] *= factor;
  return asOpenSizeInsert(scop, &size, next);
}

/// Whether the slice has all of dimension `dim` of the tensor, if it begins at
/// its first element.
static bool isAllOf(const AsAffineTensors *tensors,
                    const AsAffineTensor *tensor, const AsAffineForm *form,
                    const AsAffineSlice *slice, int dim) {
  const AsAffineIndex *index = &slice->index[dim];
  if (index->openLoop < 0)
    return index->size == tensor->shape[dim];
  if (index->factor[index->openLoop] != 1 || index->size != 0 ||
      tensor->shape[dim] != mlirShapedTypeGetDynamicSize())
    return false;
  const AsOpenSize *size = &form->open[index->openLoop],
                   *all = &tensor->open[dim];
  return all->numTerms
             ? asOpenSizeIsEqual(size, all)
             : asOpenSizeIsDim(
                   tensors->scop, size,
                   tensors->scop->arrays[tensor - tensors->arrays].memref, dim);
}

static Place placeOf(const AsAffineTensors *tensors,
                     const AsAffineTensor *tensor, const AsAffineForm *form,
                     const AsAffineSlice *slice, const AsIrMap *outer,
                     MlirOperation next) {
  Place place = {.rank = slice->rank, .isWhole = true};
  for (int r = 0; r < slice->rank; r++) {
    const AsAffineIndex *index = &slice->index[r];
    bool isFixed = index->numOffsets == 0;
    for (int d = 0; d < form->level; d++)
      isFixed &= index->outer[d] == 0;
    place.offsets[r] = isFixed ? index->start : INT64_MIN;
    if (!isFixed)
      place.dynamic[place.numOffsets++] =
          insertOffset(tensors->scop, form, index, outer, next);
    place.sizes[r] = index->openLoop < 0 ? index->size : INT64_MIN;
    place.strides[r] = index->stride;
    if (!index->isPoint)
      place.shape[place.shapeRank++] = place.sizes[r];
    place.isWhole &= isFixed && index->start == 0 && index->stride == 1 &&
                     !index->isPoint &&
                     isAllOf(tensors, tensor, form, slice, r);
  }
  for (int r = 0; r < slice->rank && !place.isWhole; r++)
    if (slice->index[r].openLoop >= 0)
      place.open[place.numSizes++] =
          asAffineSliceSize(tensors->scop, form, &slice->index[r], next);
  return place;
}

/// Inserts tensor.extract_slice or memref.subview for one value,
/// tensor.insert_slice for two.
static MlirValue insertSlice(const char *name, const Place *place,
                             int numTensors, const MlirValue *tensors,
                             MlirType type, MlirOperation next) {
  MlirContext context = mlirOperationGetContext(next);
  MlirValue operands[2 + 2 * AS_AFFINE_MAX_RANK];
  for (int t = 0; t < numTensors; t++)
    operands[t] = tensors[t];
  for (int o = 0; o < place->numOffsets; o++)
    operands[numTensors + o] = place->dynamic[o];
  for (int s = 0; s < place->numSizes; s++)
    operands[numTensors + place->numOffsets + s] = place->open[s];
  int32_t segments[5] = {1, 1, place->numOffsets, place->numSizes, 0};
  return asIrInsertValue(
      next,
      &(AsIrParts){
          .name = name,
          .numOperands = numTensors + place->numOffsets + place->numSizes,
          .operands = operands,
          .numResults = 1,
          .results = &type,
          .attributes = (AsIrAttribute[]){
              {"static_offsets",
               integers(context, place->rank, place->offsets)},
              {"static_sizes", integers(context, place->rank, place->sizes)},
              {"static_strides",
               integers(context, place->rank, place->strides)},
              {"operandSegmentSizes",
               mlirDenseI32ArrayGet(context, 3 + numTensors,
                                    &segments[2 - numTensors])},
              {0}}});
}

MlirValue asAffineTensorRead(AsAffineTensors *tensors, int array,
                             const AsAffineForm *form,
                             const AsAffineSlice *slice, const AsIrMap *outer,
                             MlirOperation next) {
  AsAffineTensor *tensor = open(tensors, array, next);
  Place place = placeOf(tensors, tensor, form, slice, outer, next);
  if (place.isWhole)
    return tensor->value;
  MlirType type = mlirRankedTensorTypeGet(
      place.shapeRank, place.shape,
      mlirShapedTypeGetElementType(mlirValueGetType(tensor->value)),
      mlirAttributeGetNull());
  return insertSlice("tensor.extract_slice", &place, 1, &tensor->value, type,
                     next);
}

/// The type of a part of dense memory.
static MlirType viewType(const Place *place, const AsAffineSlice *slice,
                         MlirType memory) {
  int64_t strides[AS_AFFINE_MAX_RANK], offset = 0, length = 1;
  int kept = place->shapeRank;
  for (int r = place->rank - 1; r >= 0; r--) {
    if (!slice->index[r].isPoint)
      strides[--kept] = length * place->strides[r];
    offset += place->numOffsets ? 0 : length * place->offsets[r];
    length *= mlirShapedTypeGetDimSize(memory, r);
  }
  if (place->numOffsets)
    offset = mlirShapedTypeGetDynamicStrideOrOffset();
  MlirAttribute layout = mlirStridedLayoutAttrGet(
      mlirTypeGetContext(memory), offset, place->shapeRank, strides);
  return mlirMemRefTypeGet(mlirShapedTypeGetElementType(memory),
                           place->shapeRank, place->shape, layout,
                           mlirAttributeGetNull());
}

MlirValue asAffineTensorReadApart(AsAffineTensors *tensors, int array,
                                  const AsAffineForm *form,
                                  const AsAffineSlice *slice,
                                  const AsIrMap *outer, MlirOperation next) {
  const AsAffineArray *from = &tensors->scop->arrays[array];
  MlirType memory = mlirValueGetType(from->memref);
  if (from->numExpanded || !mlirShapedTypeHasStaticShape(memory))
    return (MlirValue){NULL};
  Place place =
      placeOf(tensors, &tensors->arrays[array], form, slice, outer, next);
  if (place.numSizes || place.isWhole)
    return (MlirValue){NULL};
  MlirValue view = insertSlice("memref.subview", &place, 1, &from->memref,
                               viewType(&place, slice, memory), next);
  return asIrInsertToTensor(
      next, view,
      mlirRankedTensorTypeGet(place.shapeRank, place.shape,
                              mlirShapedTypeGetElementType(memory),
                              mlirAttributeGetNull()),
      false);
}

/// Marks the memory of a written array as writable, so that bufferisation may
/// compute in place. An array that is only read stays protected.
static void allowWrites(const AsAffineTensor *tensor) {
  if (mlirValueIsNull(tensor->read))
    return; // An expanded array is not read.
  MlirOperation op = mlirOpResultGetOwner(tensor->read);
  mlirOperationSetInherentAttributeByName(
      op, asIrString("writable"), mlirUnitAttrGet(mlirOperationGetContext(op)));
}

void asAffineTensorWrite(AsAffineTensors *tensors, int array,
                         const AsAffineForm *form, const AsAffineSlice *slice,
                         const AsIrMap *outer, MlirValue value,
                         MlirOperation next) {
  AsAffineTensor *tensor = open(tensors, array, next);
  Place place = placeOf(tensors, tensor, form, slice, outer, next);
  const AsAffineStatement *statement =
      &tensors->scop->statements[form->statement];
  // A tensor of dynamic shape is computed in the place of the old one.
  uint64_t origins = place.isWhole && !tensor->isOpen ? 0 : tensor->origins;
  for (int a = 1; a < statement->numAccesses; a++)
    origins |= tensors->arrays[statement->accesses[a].array].origins;
  tensor->origins = origins;
  if (!tensor->isWritten)
    allowWrites(tensor);
  tensor->isWritten = true;
  tensor->value = place.isWhole
                      ? value
                      : insertSlice("tensor.insert_slice", &place, 2,
                                    (MlirValue[]){value, tensor->value},
                                    mlirValueGetType(tensor->value), next);
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

/// Reduces the value of an expanded array to that of the last iteration.
static void takeLast(AsAffineTensors *tensors, int number, MlirOperation next) {
  AsAffineTensor *tensor = &tensors->arrays[number];
  const AsAffineArray *array = &tensors->scop->arrays[number];
  int first = array->numExpanded;
  Place last = {.rank = tensor->rank, .shapeRank = tensor->rank - first};
  for (int r = 0; r < tensor->rank; r++) {
    last.offsets[r] = r < first ? tensor->shape[r] - 1 : 0;
    last.sizes[r] = r < first ? 1 : tensor->shape[r];
    last.strides[r] = 1;
  }
  MlirType type = typeOf(array, last.shapeRank, &tensor->shape[first]);
  tensor->value =
      insertSlice("tensor.extract_slice", &last, 1, &tensor->value, type, next);
  tensor->memory = asAffineTensorMemory(tensors, number, next);
}

/// Whether a tensor still to be stored may live in the memory of `array`. With
/// `copies`, such tensors are copied and no longer do.
static bool isNeeded(AsAffineTensors *tensors, int array, bool copies,
                     MlirOperation next) {
  bool isNeeded = false;
  for (int a = 0; a < tensors->scop->numArrays; a++) {
    AsAffineTensor *other = &tensors->arrays[a];
    if (a == array || !other->isWritten || !(other->origins & bit(array)))
      continue;
    isNeeded = true;
    if (copies) {
      other->value = asIrInsertTensorCopy(next, other->value);
      other->origins = 0;
    }
  }
  return isNeeded;
}

/// The next array to store: preferably one whose memory no other tensor needs.
/// -1 after the last.
static int pickNext(AsAffineTensors *tensors, MlirOperation next) {
  int picked = -1;
  for (int a = tensors->scop->numArrays - 1; a >= 0; a--)
    if (tensors->arrays[a].isWritten && !isNeeded(tensors, a, false, next))
      return a;
    else if (tensors->arrays[a].isWritten)
      picked = a;
  if (picked >= 0)
    isNeeded(tensors, picked, true, next);
  return picked;
}

/// A tensor made of this array's old content has to be stored first, or be
/// copied: bufferisation does not know that the store changes that memory.
void asAffineTensorsStore(AsAffineTensors *tensors, MlirOperation next) {
  int numArrays = tensors->scop->numArrays;
  for (int a = 0; a < numArrays; a++)
    if (tensors->scop->arrays[a].numExpanded && tensors->arrays[a].isWritten)
      takeLast(tensors, a, next);
  for (int a; (a = pickNext(tensors, next)) >= 0;) {
    asIrInsertStore(next, tensors->arrays[a].value, tensors->arrays[a].memory);
    tensors->arrays[a].isWritten = false;
  }
  for (int a = 0; a < numArrays; a++)
    tensors->arrays[a].value = tensors->arrays[a].memory =
        tensors->arrays[a].read = (MlirValue){NULL};
}
