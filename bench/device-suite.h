//===- device-suite.h - What bench-device times
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Workloads that are large enough for a GPU, and what is right for them. The
// whole of their results was compared with a reference while they were tuned;
// here elements of it are computed once more, in double precision, each from
// the definition of its operator and by no code of as-opt's.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_DEVICE_SUITE_H
#define AS_BENCH_DEVICE_SUITE_H

#include "bench/workload.h"

const AsWorkload *asDeviceSuite(size_t *count);

/// How far `result` is from what the workload computes, in the measure of its
/// tolerance, at elements all over it.
double asDeviceDeviation(const AsWorkload *workload, void *const *arguments,
                         const void *result);

#endif // AS_BENCH_DEVICE_SUITE_H
