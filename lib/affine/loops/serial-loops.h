//===- serial-loops.h - Write parallel loops as serial ones, and back
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_LOOPS_SERIAL_LOOPS_H
#define AS_AFFINE_LOOPS_SERIAL_LOOPS_H

#include "ir/ir.h"

/// On a serial loop whose iterations are independent, as the program says.
#define AS_PARALLEL_ATTRIBUTE "as.parallel"

/// Whether it is a parallel loop over memory for the threads of a CPU.
bool asLoopIsParallel(MlirOperation op);

/// Why asLoopsSerialise cannot write it as serial loops; NULL if it can.
const char *asLoopsWhyNotSerial(MlirOperation op);

/// Replaces it by serial loops, marked as.parallel if they carry no sum.
/// Returns the outermost one.
MlirOperation asLoopsSerialise(MlirOperation op);

/// Removes the marks of those loops in `function` whose iterations share memory
/// that used to be private to each: what is on the stack outside of a loop and
/// is written in it.
void asLoopsUnmarkSharing(MlirOperation function);

#endif // AS_AFFINE_LOOPS_SERIAL_LOOPS_H
