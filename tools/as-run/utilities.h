//===- utilities.h - What programs for mlir-runner call
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules that were written to be run by mlir-runner read the clock and print
// by functions of MLIR's shared libraries (rtclock, printMemrefF32, and what
// vector.print becomes), which it is told of on the command line. They are
// loaded here where a file needs something that is not there.
//
//===----------------------------------------------------------------------===//

#ifndef AS_RUN_UTILITIES_H
#define AS_RUN_UTILITIES_H

#include <stdbool.h>

/// Loads what there is of them, for all. False where that has been done before,
/// so that there is no use in trying again, or where there is nothing.
bool asUtilitiesLoad(void);

#endif // AS_RUN_UTILITIES_H
