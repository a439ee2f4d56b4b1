//===- clock.h - Time that only goes forward
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_CLOCK_H
#define AS_SUPPORT_CLOCK_H

/// Seconds of the monotonic clock.
double asClockNow(void);

#endif // AS_SUPPORT_CLOCK_H
