//===- child-process.c - Child processes that answer messages
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two things here are easy to get wrong and explain most of the code. Between
// fork and exec only async-signal-safe calls are made, because the parent may
// have threads; what fails there is told to the parent through a pipe that a
// successful exec closes. And sending to a child also drains what it sends us:
// two ends that only write to each other would wait for ever.
//
// A child reads nothing from our stdin. What it writes to stdout and stderr
// goes into a file in memory: the last words of one that dies are worth
// quoting, all else would only get between our own lines. PR_SET_PDEATHSIG goes
// off when the thread that started the child ends, so children are started from
// a thread that outlives them.
//
//===----------------------------------------------------------------------===//

#include "support/child-process.h"
#include "support/clock.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/// What precedes the bytes of a message.
typedef struct FrameHeader {
  uint32_t magic; ///< Tells a frame from whatever else lands on descriptor 3.
  uint32_t type;
  uint64_t length;
} FrameHeader;

static const uint32_t frameMagic = 0x61732d6d; // "as-m"
static const uint64_t maxLength = 1ull << 32;  // Far above any object file.
enum { readSize = 65536 };

static bool headerSane(const FrameHeader *header) {
  return header->magic == frameMagic && header->length <= maxLength;
}

//===----------------------------------------------------------------------===//
// Starting
//===----------------------------------------------------------------------===//

/// What the child could not do before exec. `what` is a string constant, which
/// lies at the same address in both processes.
typedef struct StartFailure {
  const char *what;
  int error;
} StartFailure;

/// Dispositions and masks of the parent survive an exec; the child starts
/// from the defaults.
static void resetSignals(void) {
  for (int number = 1; number < NSIG; number++)
    signal(number, SIG_DFL); // Fails for SIGKILL and SIGSTOP, rightly.
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static bool arrangeDescriptors(int *end, int *output, int *report) {
  // Out of the way first: any may be 3, and dup2(3, 3) keeps close-on-exec.
  *end = fcntl(*end, F_DUPFD_CLOEXEC, AS_CHILD_DESCRIPTOR + 1);
  *output = fcntl(*output, F_DUPFD_CLOEXEC, AS_CHILD_DESCRIPTOR + 1);
  *report = fcntl(*report, F_DUPFD_CLOEXEC, AS_CHILD_DESCRIPTOR + 1);
  int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  // Ours are close-on-exec, but those that we inherited may not be.
  close_range(AS_CHILD_DESCRIPTOR + 1, ~0u, CLOSE_RANGE_CLOEXEC);
  return *end >= 0 && *output >= 0 && *report >= 0 && nothing >= 0 &&
         dup2(*end, AS_CHILD_DESCRIPTOR) >= 0 &&
         dup2(nothing, STDIN_FILENO) >= 0 &&
         dup2(*output, STDOUT_FILENO) >= 0 && dup2(*output, STDERR_FILENO) >= 0;
}

/// What a child is to be: another program, or what `serve` does.
typedef struct Role {
  char *const *arguments; ///< NULL for a fork.
  AsCoreMask cores;
  int (*serve)(void *context);
  void *context;
} Role;

static const char *nameOf(const Role *role) {
  return role->arguments ? role->arguments[0] : "a process";
}

/// The child from the fork on; does not return.
_Noreturn static void becomeChild(const Role *role, pid_t parent, int end,
                                  int output, int report) {
  const char *what = NULL;
  resetSignals();
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
    what = "tie it to its parent";
  else if (getppid() != parent)
    _exit(1); // The parent died before we could ask to be told.
  else if (setpgid(0, 0) != 0)
    what = "give it a process group";
  else if (!asCoreMaskPin(&role->cores, 0))
    what = "pin it to its cores";
  else if (!arrangeDescriptors(&end, &output, &report))
    what = "arrange its descriptors";
  else if (!role->arguments) {
    close_range(AS_CHILD_DESCRIPTOR + 1, ~0u, 0); // As an exec would.
    _exit(role->serve(role->context));
  } else {
    execv(role->arguments[0], role->arguments);
    what = "execute it";
  }
  StartFailure failure = {what, errno};
  (void)!write(report, &failure, sizeof failure);
  _exit(1);
}

static void closeBoth(const int pair[2]) {
  close(pair[0]);
  close(pair[1]);
}

/// What is appended to it lands behind what is there, also once it was emptied.
static int openOutput(void) {
  int output = memfd_create("as-child", MFD_CLOEXEC);
  if (output >= 0)
    fcntl(output, F_SETFL, O_APPEND);
  return output;
}

static AsStatus start(const Role *role, AsChild *child, AsError *error) {
  *child = (AsChild){.socket = -1, .output = -1};
  int ends[2], report[2], output = openOutput();
  if (output < 0)
    return asFail(error, AS_IO, "cannot make a file in memory: %s",
                  strerror(errno));
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    int problem = errno;
    close(output);
    return asFail(error, AS_IO, "cannot make a socket pair: %s",
                  strerror(problem));
  }
  if (pipe2(report, O_CLOEXEC) != 0) {
    int problem = errno;
    close(output);
    closeBoth(ends);
    return asFail(error, AS_IO, "cannot make a pipe: %s", strerror(problem));
  }
  pid_t parent = getpid();
  pid_t pid = fork();
  if (pid == 0) {
    close(ends[0]);
    close(report[0]);
    becomeChild(role, parent, ends[1], output, report[1]);
  }
  int problem = errno;
  close(ends[1]);
  close(report[1]);
  StartFailure failure;
  ssize_t got = -1;
  if (pid > 0)
    do
      got = read(report[0], &failure, sizeof failure);
    while (got < 0 && errno == EINTR);
  close(report[0]);
  if (pid < 0) {
    close(ends[0]);
    close(output);
    return asFail(error, AS_IO, "cannot start '%s': %s", nameOf(role),
                  strerror(problem));
  }
  *child = (AsChild){.pid = pid, .socket = ends[0], .output = output};
  if (got == (ssize_t)sizeof failure) {
    asChildStop(child, NULL, 0);
    return asFail(error, AS_IO, "cannot start '%s': cannot %s: %s",
                  nameOf(role), failure.what, strerror(failure.error));
  }
  fcntl(child->socket, F_SETFL, O_NONBLOCK);
  return AS_OK;
}

AsStatus asChildStart(char *const arguments[], AsCoreSet cores, AsChild *child,
                      AsError *error) {
  Role role = {.arguments = arguments, .cores = asCoreMaskCreate(cores)};
  AsStatus status = start(&role, child, error);
  asCoreMaskFree(&role.cores);
  return status;
}

AsStatus asChildFork(int (*serve)(void *context), void *context, AsChild *child,
                     AsError *error) {
  return start(&(Role){.serve = serve, .context = context}, child, error);
}

int asChildTimeout(double seconds) {
  if (!(seconds > 0))
    return 0;
  return seconds < 86400 ? (int)(seconds * 1e3) + 1 : 86400000;
}

void asChildDescribeEnd(int status, char *how, size_t size) {
  const char *name =
      WIFSIGNALED(status) ? sigabbrev_np(WTERMSIG(status)) : NULL;
  if (name)
    snprintf(how, size, "was killed by SIG%s", name);
  else if (WIFSIGNALED(status)) // A real-time one.
    snprintf(how, size, "was killed by signal %d", WTERMSIG(status));
  else
    snprintf(how, size, "exited with status %d", WEXITSTATUS(status));
}

/// Adds the first line that the child wrote: the cause, where LLVM or a
/// sanitizer went on with a page about where that was.
static void quoteOutput(int output, char *how, size_t size) {
  char line[200];
  ssize_t got = pread(output, line, sizeof line - 1, 0);
  if (got <= 0)
    return;
  line[got] = 0;
  line[strcspn(line, "\n")] = 0;
  size_t used = strlen(how);
  snprintf(how + used, size - used, ": %s", line);
}

bool asChildStop(AsChild *child, char *how, size_t size) {
  bool wasKilled = false;
  if (how && size)
    snprintf(how, size, "is not running");
  if (child->pid > 0) {
    // One that is already dead, or dying, keeps the end that it came to.
    kill(-child->pid, SIGKILL);
    kill(child->pid, SIGKILL); // One that failed before it had its group.
    int status = 0;
    pid_t reaped;
    do
      reaped = waitpid(child->pid, &status, 0);
    while (reaped < 0 && errno == EINTR);
    if (how && reaped == child->pid) {
      wasKilled = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
      asChildDescribeEnd(status, how, size);
      quoteOutput(child->output, how, size);
    }
    close(child->socket);
    close(child->output);
  }
  asTextFree(&child->inbox);
  *child = (AsChild){.socket = -1, .output = -1};
  return wasKilled;
}

//===----------------------------------------------------------------------===//
// The parent's end
//===----------------------------------------------------------------------===//

typedef enum Drained { DRAINED_SOME, DRAINED_NOTHING, DRAINED_END } Drained;

/// Moves one read's worth of what the child sent into the inbox.
static Drained drain(AsChild *child) {
  char bytes[readSize];
  ssize_t got;
  do
    got = recv(child->socket, bytes, sizeof bytes, 0);
  while (got < 0 && errno == EINTR);
  if (got > 0) {
    asTextAppend(&child->inbox, bytes, (size_t)got);
    return DRAINED_SOME;
  }
  return got < 0 && errno == EAGAIN ? DRAINED_NOTHING : DRAINED_END;
}

/// Waits until the child takes more, keeping its own way to us clear.
static AsStatus waitToSend(AsChild *child, double deadline, AsError *error) {
  double left = deadline - asClockNow();
  if (left <= 0)
    return asFail(error, AS_CHILD,
                  "the child process %ld does not read its messages",
                  (long)child->pid);
  struct pollfd ready = {.fd = child->socket, .events = POLLIN | POLLOUT};
  if (poll(&ready, 1, asChildTimeout(left)) > 0 &&
      (ready.revents & (POLLIN | POLLHUP)) && drain(child) == DRAINED_END)
    return asFail(error, AS_CHILD, "the child process %ld has ended",
                  (long)child->pid);
  return AS_OK;
}

static AsStatus sendAll(AsChild *child, const void *data, size_t length,
                        double deadline, AsError *error) {
  const char *next = data;
  while (length) {
    ssize_t put = send(child->socket, next, length, MSG_NOSIGNAL);
    if (put >= 0) {
      next += put;
      length -= (size_t)put;
    } else if (errno == EAGAIN) {
      AsStatus status = waitToSend(child, deadline, error);
      if (status != AS_OK)
        return status;
    } else if (errno != EINTR)
      return asFail(error, AS_CHILD, "the child process %ld has ended",
                    (long)child->pid);
  }
  return AS_OK;
}

AsStatus asChildSend(AsChild *child, uint32_t type, const void *data,
                     size_t length, double seconds, AsError *error) {
  if (child->pid <= 0)
    return asFail(error, AS_CHILD, "the child process is not running");
  if (length > maxLength)
    return asFail(error, AS_UNSUPPORTED,
                  "a message of %zu bytes is longer than a child accepts",
                  length);
  double deadline = asClockNow() + seconds;
  FrameHeader header = {frameMagic, type, length};
  AsStatus status = sendAll(child, &header, sizeof header, deadline, error);
  if (status == AS_OK)
    status = sendAll(child, data, length, deadline, error);
  return status;
}

/// Takes a whole message out of the inbox if it holds one.
static AsStatus takeMessage(AsChild *child, AsMessage *message, bool *received,
                            AsError *error) {
  size_t held = child->inbox.length - child->read;
  FrameHeader header;
  if (held < sizeof header)
    return AS_OK;
  const char *frame = child->inbox.data + child->read;
  memcpy(&header, frame, sizeof header);
  if (!headerSane(&header))
    return asFail(error, AS_CHILD,
                  "the child process %ld sent something that is no message",
                  (long)child->pid);
  if (held - sizeof header < header.length)
    return AS_OK;
  *message =
      (AsMessage){header.type, frame + sizeof header, (size_t)header.length};
  child->read += sizeof header + header.length;
  *received = true;
  return AS_OK;
}

/// Drops what was handed out, once per inbox rather than once per message.
static void compact(AsChild *child) {
  if (child->read == 0)
    return;
  size_t left = child->inbox.length - child->read;
  memmove(child->inbox.data, child->inbox.data + child->read, left);
  child->inbox.length = left;
  child->read = 0;
}

AsStatus asChildReceive(AsChild *child, AsMessage *message, bool *received,
                        AsError *error) {
  *received = false;
  if (child->pid <= 0)
    return asFail(error, AS_CHILD, "the child process is not running");
  for (;;) {
    AsStatus status = takeMessage(child, message, received, error);
    if (status != AS_OK || *received)
      return status;
    compact(child);
    switch (drain(child)) {
    case DRAINED_SOME:
      break;
    case DRAINED_NOTHING:
      return AS_OK;
    case DRAINED_END:
      return asFail(error, AS_CHILD, "the child process %ld has ended",
                    (long)child->pid);
    }
  }
}

//===----------------------------------------------------------------------===//
// The child's end
//===----------------------------------------------------------------------===//

/// Reads `length` bytes; false when the parent has gone.
static bool receiveAll(AsText *buffer, uint64_t length) {
  char bytes[readSize];
  while (length) {
    size_t wanted = length < sizeof bytes ? (size_t)length : sizeof bytes;
    ssize_t got = recv(AS_CHILD_DESCRIPTOR, bytes, wanted, 0);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    asTextAppend(buffer, bytes, (size_t)got);
    length -= (uint64_t)got;
  }
  return true;
}

AsStatus asParentReceive(AsText *buffer, AsMessage *message, AsError *error) {
  FrameHeader header;
  asTextClear(buffer);
  bool whole = receiveAll(buffer, sizeof header);
  if (whole) {
    memcpy(&header, buffer->data, sizeof header);
    if (!headerSane(&header))
      return asFail(error, AS_CHILD, "the parent sent what is no message");
    whole = receiveAll(buffer, header.length);
  }
  if (!whole)
    return asFail(error, AS_NOT_FOUND, "the parent process has gone");
  *message = (AsMessage){header.type, buffer->data + sizeof header,
                         (size_t)header.length};
  return AS_OK;
}

AsStatus asParentSend(uint32_t type, const void *data, size_t length,
                      AsError *error) {
  // What was written up to here is not what we may die of later.
  (void)!ftruncate(STDERR_FILENO, 0);
  FrameHeader header = {frameMagic, type, length};
  const char *parts[] = {(const char *)&header, data};
  size_t lengths[] = {sizeof header, length};
  for (int part = 0; part < 2; part++)
    for (size_t sent = 0; sent < lengths[part];) {
      ssize_t put = send(AS_CHILD_DESCRIPTOR, parts[part] + sent,
                         lengths[part] - sent, MSG_NOSIGNAL);
      if (put < 0 && errno == EINTR)
        continue;
      if (put < 0)
        return asFail(error, AS_NOT_FOUND, "the parent process has gone");
      sent += (size_t)put;
    }
  return AS_OK;
}
