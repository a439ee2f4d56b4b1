//===- memref-to-tensor.h - Memory seen as tensors
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// While raised operations follow each other, the arrays of a scop are tensors:
// what one operation computes, the next one reads. At the end what was changed
// is put back into memory.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_RAISE_MEMREF_TO_TENSOR_H
#define AS_AFFINE_RAISE_MEMREF_TO_TENSOR_H

#include "affine/raise/operator-form.h"
#include "ir/ir-mapping.h"

/// One array of a scop.
typedef struct AsAffineTensor {
  int rank;
  /// The part of it that the scop accesses starts at its first element and has
  /// this shape; all of it where that is static. An extent is 0 where it is
  /// not known.
  /// Those of expanded indices come first.
  int64_t shape[AS_AFFINE_MAX_RANK];
  MlirValue memory; ///< That part as a memref; null outside of operations.
  MlirValue read;   ///< What was in it; null where that was not asked for.
  MlirValue value;  ///< What is in it now.
  bool isWritten;
  /// The arrays of whose memory, as it is, the value may have come to be: it is
  /// made of theirs. Bit a: the array a, the last one for all from there on.
  uint64_t origins;
} AsAffineTensor;

typedef struct AsAffineTensors {
  const AsScop *scop;
  AsAffineTensor *arrays;
} AsAffineTensors;

void asAffineTensorsCreate(const AsScop *scop, AsAffineTensors *tensors);
void asAffineTensorsDestroy(AsAffineTensors *tensors);

/// The slice of an array, without indices that are points. `outer` maps the
/// variables of loops outside.
MlirValue asAffineTensorRead(AsAffineTensors *tensors, int array,
                             const AsAffineForm *form,
                             const AsAffineSlice *slice, const AsIrMap *outer,
                             MlirOperation next);

/// Puts a value into that slice.
void asAffineTensorWrite(AsAffineTensors *tensors, int array,
                         const AsAffineForm *form, const AsAffineSlice *slice,
                         const AsIrMap *outer, MlirValue value,
                         MlirOperation next);

/// Ends the operations before `next`: memory is up to date there. Of expanded
/// arrays the last iteration is what stays.
void asAffineTensorsStore(AsAffineTensors *tensors, MlirOperation next);

#endif // AS_AFFINE_RAISE_MEMREF_TO_TENSOR_H
