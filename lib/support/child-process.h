//===- child-process.h - Child processes that answer messages
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Build workers and runners are child processes, because the code they handle
// may do anything: loop, crash, eat memory. A child is another program, or a
// fork that is kept. It is started with one end of a socket pair as descriptor
// 3, in a process group of its own, and dies with its parent
// (PR_SET_PDEATHSIG). Parent and child exchange framed messages: a type, a
// length, that many bytes.
//
// Who closes what: asChildStart, or asChildFork, owns both ends until it
// returns; afterwards the AsChild owns the parent's end and the file with the
// child's output, and asChildStop closes them and reaps the process. All
// descriptors are close-on-exec but the child's 3.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_CHILD_PROCESS_H
#define AS_SUPPORT_CHILD_PROCESS_H

#include "as/error.h"
#include "support/core-set.h"
#include "support/text.h"
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// The descriptor on which a child finds its parent.
#define AS_CHILD_DESCRIPTOR 3

typedef struct AsChild {
  pid_t pid;    ///< 0 where there is no process.
  int socket;   ///< Non-blocking; -1 where there is none.
  int output;   ///< File in memory with what it wrote since its last message.
  AsText inbox; ///< Bytes read but not yet a whole message.
  size_t read;  ///< How much of the inbox was already handed out.
} AsChild;

/// A message as received; `data` points into the receiver's buffer and is valid
/// until the next call on the same end.
typedef struct AsMessage {
  uint32_t type;
  const char *data;
  size_t length;
} AsMessage;

/// Starts `arguments` (NULL-terminated; [0] is the path) pinned to `cores`; an
/// empty set leaves the affinity alone.
AsStatus asChildStart(char *const arguments[], AsCoreSet cores, AsChild *child,
                      AsError *error);

/// Starts a copy of this process, which must have no threads, that does `serve`
/// and ends with what that returns.
AsStatus asChildFork(int (*serve)(void *context), void *context, AsChild *child,
                     AsError *error);

/// Sends one message, waiting as long as the child takes to read it, but at
/// most `seconds`. A child that died is AS_CHILD, never a signal.
AsStatus asChildSend(AsChild *child, uint32_t type, const void *data,
                     size_t length, double seconds, AsError *error);

/// Takes the next whole message if there is one: *received says whether.
/// AS_CHILD when the child closed its end or broke the framing.
AsStatus asChildReceive(AsChild *child, AsMessage *message, bool *received,
                        AsError *error);

/// Kills the child's process group, reaps it, closes the socket, frees the
/// inbox. Safe on one that was never started. Where `how` is not NULL it says
/// how the process ended, as the rest of a sentence about it: "was killed by
/// SIGABRT: LLVM ERROR: out of memory", "exited with status 3", ... Returns
/// whether it ended by SIGKILL: where it had ended before, by somebody else's.
bool asChildStop(AsChild *child, char *how, size_t size);

/// Seconds as a timeout for poll(2): rounded up, at most a day.
int asChildTimeout(double seconds);

/// How a process with this wait status ended, in the words of asChildStop.
void asChildDescribeEnd(int status, char *how, size_t size);

/// The child's side: blocks for the next message on AS_CHILD_DESCRIPTOR; the
/// data lies in `buffer`. AS_NOT_FOUND when the parent has gone.
AsStatus asParentReceive(AsText *buffer, AsMessage *message, AsError *error);

/// The child's side: sends one message, blocking. Forgets what was written to
/// stderr so far.
AsStatus asParentSend(uint32_t type, const void *data, size_t length,
                      AsError *error);

#endif // AS_SUPPORT_CHILD_PROCESS_H
