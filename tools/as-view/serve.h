//===- serve.h - A page that follows a search
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Serves the page on 127.0.0.1, and tells it by server-sent events when the
// store has changed; it then asks for the document again. One thread does all
// of it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_SERVE_H
#define AS_VIEW_SERVE_H

#include "support/text.h"

/// What to serve.
typedef struct AsServing {
  const char *store; ///< The file whose changes are told.
  int port;          ///< 0: one that is free.
  /// Appends the document, as it is now.
  AsStatus (*document)(void *context, AsText *json, AsError *error);
  /// Appends the assembly of a trial.
  AsStatus (*code)(void *context, const char *trial, AsText *text,
                   AsError *error);
  void *context;
} AsServing;

/// Serves until SIGINT or SIGTERM.
AsStatus asServe(const AsServing *serving, AsError *error);

#endif // AS_VIEW_SERVE_H
