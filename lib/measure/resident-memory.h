//===- resident-memory.h - Peak memory of this process
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_RESIDENT_MEMORY_H
#define AS_MEASURE_RESIDENT_MEMORY_H

/// Resets the peak to the present size.
void asResidentReset(void);

/// The peak of resident bytes; negative if the system does not tell.
double asResidentHighest(void);

#endif // AS_MEASURE_RESIDENT_MEMORY_H
