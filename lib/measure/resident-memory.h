//===- resident-memory.h - Memory that this process has
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_RESIDENT_MEMORY_H
#define AS_MEASURE_RESIDENT_MEMORY_H

/// From here on the highest is counted anew: it is what there is.
void asResidentReset(void);

/// The most bytes of memory that the process has had; negative where the system
/// does not tell.
double asResidentHighest(void);

#endif // AS_MEASURE_RESIDENT_MEMORY_H
