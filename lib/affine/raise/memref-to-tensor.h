//===- memref-to-tensor.h - Memory as tensors between operations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between consecutive raised operations the arrays of a SCoP are tensors: an
// operation reads what the one before computed. At the end, changed tensors are
// stored to memory.
//
//   %0 = bufferization.to_tensor %A
//   %1 = linalg.generic ... outs(%0)
//   bufferization.materialize_in_destination %1 in %A
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_RAISE_MEMREF_TO_TENSOR_H
#define AS_AFFINE_RAISE_MEMREF_TO_TENSOR_H

#include "affine/raise/operator-form.h"
#include "ir/ir-mapping.h"

/// One array of a scop.
typedef struct AsAffineTensor {
  int rank;
  /// The shape that the SCoP accesses, from the first element on; the whole
  /// array if its type is static. An unknown extent is 0. Extents of expanded
  /// indices come first. An open extent is that of a dynamic type, and `open`
  /// how much of it is accessed; all of it, if that has no terms.
  int64_t shape[AS_AFFINE_MAX_RANK];
  AsOpenSize open[AS_AFFINE_MAX_RANK];
  bool isOpen;      ///< Some extent is.
  MlirValue memory; ///< A memref of that shape; null until it is used.
  MlirValue read;   ///< Its content before the operations, or null.
  MlirValue value;  ///< Its content now.
  bool isWritten;
  /// Arrays in whose memory bufferisation may place the value, as it is made of
  /// theirs. Bit a: array a; bit 63: all arrays from 63 on.
  uint64_t origins;
} AsAffineTensor;

typedef struct AsAffineTensors {
  const AsScop *scop;
  AsAffineTensor *arrays;
  /// The operation that is inserted is the only one that reads and writes
  /// tensors until these are stored.
  bool isAlone;
  MlirBlock block; ///< Where memory is cast, outside of loops that stay; null:
                   ///< where it is used.
} AsAffineTensors;

/// Reads the shapes of all arrays. The SCoP must outlive `tensors`.
void asAffineTensorsCreate(const AsScop *scop, AsAffineTensors *tensors);
void asAffineTensorsDestroy(AsAffineTensors *tensors);

/// Inserts the size of a slice along a dimension.
MlirValue asAffineSliceSize(const AsScop *scop, const AsAffineForm *form,
                            const AsAffineIndex *index, MlirOperation next);

/// The slice of an array, without the dimensions that are points. `outer` maps
/// the variables of loops that stay. Inserts before `next`.
MlirValue asAffineTensorRead(AsAffineTensors *tensors, int array,
                             const AsAffineForm *form,
                             const AsAffineSlice *slice, const AsIrMap *outer,
                             MlirOperation next);

/// The same for a slice of an array of static shape of which the operation
/// writes other elements: it is read from its own part of the memory, so that
/// bufferisation sees that what is written does not change it, and copies
/// neither. Null for a slice that has no such part.
MlirValue asAffineTensorReadApart(AsAffineTensors *tensors, int array,
                                  const AsAffineForm *form,
                                  const AsAffineSlice *slice,
                                  const AsIrMap *outer, MlirOperation next);

/// Replaces that slice by `value`.
void asAffineTensorWrite(AsAffineTensors *tensors, int array,
                         const AsAffineForm *form, const AsAffineSlice *slice,
                         const AsIrMap *outer, MlirValue value,
                         MlirOperation next);

/// Stores all changed arrays before `next`, and forgets their tensors. Of an
/// expanded array, the values of the last iteration are stored.
void asAffineTensorsStore(AsAffineTensors *tensors, MlirOperation next);

// accessed-memory.c

/// Array `number` as a memref of its tensor's shape, which must be known. If
/// that is less than the array, it becomes so by a memref.reinterpret_cast
/// before `next`.
MlirValue asAffineTensorMemory(const AsAffineTensors *tensors, int number,
                               MlirOperation next);

#endif // AS_AFFINE_RAISE_MEMREF_TO_TENSOR_H
