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
  /// indices come first.
  int64_t shape[AS_AFFINE_MAX_RANK];
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
} AsAffineTensors;

/// Reads the shapes of all arrays. The SCoP must outlive `tensors`.
void asAffineTensorsCreate(const AsScop *scop, AsAffineTensors *tensors);
void asAffineTensorsDestroy(AsAffineTensors *tensors);

/// Array `number` as a memref of its tensor's shape, which must be known. An
/// unknown first extent becomes static by a memref.reinterpret_cast before
/// `next`.
MlirValue asAffineStaticMemory(const AsAffineTensors *tensors, int number,
                               MlirOperation next);

/// The slice of an array, without the dimensions that are points. `outer` maps
/// the variables of loops that stay. Inserts before `next`.
MlirValue asAffineTensorRead(AsAffineTensors *tensors, int array,
                             const AsAffineForm *form,
                             const AsAffineSlice *slice, const AsIrMap *outer,
                             MlirOperation next);

/// Replaces that slice by `value`.
void asAffineTensorWrite(AsAffineTensors *tensors, int array,
                         const AsAffineForm *form, const AsAffineSlice *slice,
                         const AsIrMap *outer, MlirValue value,
                         MlirOperation next);

/// Stores all changed arrays before `next`, and forgets their tensors. Of an
/// expanded array, the values of the last iteration are stored.
void asAffineTensorsStore(AsAffineTensors *tensors, MlirOperation next);

#endif // AS_AFFINE_RAISE_MEMREF_TO_TENSOR_H
