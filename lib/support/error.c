//===- error.c - Errors as values
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "as/error.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

AsStatus asFail(AsError *error, AsStatus status, const char *format, ...) {
  if (error) {
    error->status = status;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    size_t length = strlen(error->message);
    while (length && error->message[length - 1] == '\n')
      error->message[--length] = 0;
  }
  return status;
}

AsStatus asFailContext(AsError *error, const char *format, ...) {
  if (!error)
    return AS_INTERNAL;
  char cause[sizeof error->message];
  memcpy(cause, error->message, sizeof cause);
  va_list arguments;
  va_start(arguments, format);
  int length =
      vsnprintf(error->message, sizeof error->message, format, arguments);
  va_end(arguments);
  if (length < 0)
    length = 0;
  const char separator[] = ": ";
  const char *parts[] = {separator, cause};
  size_t used = (size_t)length;
  for (int i = 0; i < 2 && used < sizeof error->message - 1; i++) {
    size_t room = sizeof error->message - 1 - used;
    size_t part = strnlen(parts[i], room);
    memcpy(error->message + used, parts[i], part);
    used += part;
    error->message[used] = 0;
  }
  return error->status;
}
