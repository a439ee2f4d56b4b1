//===- drift-reference.c - A program to time others beside
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// It has the symbols of slow kernels in faults.c, and is not slow at all.
//
//===----------------------------------------------------------------------===//

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define QUICK(name)                                                            \
  void as_entry_##name(void **buffers);                                        \
  void as_entry_##name(void **buffers) {                                       \
    volatile float *result = buffers[2];                                       \
    result[0] = result[0] + 1;                                                 \
  }

QUICK(slow)
QUICK(starting)
QUICK(stolen)
QUICK(disturbed)

/// What this one computes once takes longer than its runs.
QUICK(good)

void as_entry_as_load_good(void **buffers);
void as_entry_as_load_good(void **buffers) { usleep(2000000); }

QUICK(slower)

void as_entry_as_load_slower(void **buffers);
void as_entry_as_load_slower(void **buffers) { usleep(1000000); }

/// A process that has loaded this one cannot say what it forked: it sends the
/// id of a process again and again.
QUICK(loop)

void as_entry_as_load_loop(void **buffers);
void as_entry_as_load_loop(void **buffers) {
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sendto, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
               offsetof(struct seccomp_data, args[2])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, sizeof(pid_t), 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINTR),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
