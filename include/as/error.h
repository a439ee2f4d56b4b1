//===- error.h - How as-opt reports failure
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors are values. A function that can fail returns an AsStatus and takes an
// AsError as its last parameter; on failure the error says, in one sentence
// that a user can act on, what went wrong. A yes/no question is a bool and
// cannot fail; error is never spelled "false".
//
//===----------------------------------------------------------------------===//

#ifndef AS_ERROR_H
#define AS_ERROR_H

#ifdef __cplusplus
extern "C" {
#endif

/// What kind of failure it was; the message says the rest.
typedef enum AsStatus {
  AS_OK = 0,
  AS_INVALID_INPUT, ///< The user's input is wrong; nothing was changed.
  AS_UNSUPPORTED,   ///< The input is right, but as-opt cannot handle it.
  AS_NOT_FOUND,     ///< Something that was named does not exist.
  AS_IO,            ///< The operating system refused: files, pipes.
  AS_CHILD,         ///< A child process died or broke its protocol.
  AS_INTERRUPTED,   ///< The user asked to stop.
  AS_INTERNAL,      ///< A defect of as-opt itself.
  AS_OUT_OF_MEMORY, ///< There was no memory to finish; see as/memory.h.
} AsStatus;

/// A failure with its message. The caller owns the storage, usually on the
/// stack; nothing in it needs freeing. Start from `AsError error = {0};`.
typedef struct AsError {
  AsStatus status;    ///< What the function returned.
  char message[2048]; ///< NUL-terminated, no trailing newline; cut if longer.
} AsError;

/// Fills `error` (which may be NULL) and returns `status`, so that a failing
/// function can `return asFail(error, AS_IO, "...", ...)`.
AsStatus asFail(AsError *error, AsStatus status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Puts `format...` and ": " in front of the message already in `error`, for a
/// caller that knows more of what was being done. Returns error->status.
AsStatus asFailContext(AsError *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#ifdef __cplusplus
}
#endif

#endif // AS_ERROR_H
