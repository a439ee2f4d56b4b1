//===- http.h - The requests that a live page makes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As much of HTTP as a page needs that is served to the same machine: GET of a
// few paths. The port is open to every program here, also to the pages of
// others in a browser. Those cannot read an answer, unless a name of theirs is
// made to lead here (DNS rebinding); so a request has to name this host.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_HTTP_H
#define AS_VIEW_HTTP_H

#include "support/text.h"
#include <stdbool.h>

enum { AS_HTTP_MOST_BYTES = 16384 };

typedef enum AsHttpState {
  AS_HTTP_UNFINISHED, ///< More has to come.
  AS_HTTP_REFUSED,    ///< `answer` says why.
  AS_HTTP_GET,        ///< `path` is wanted.
} AsHttpState;

typedef struct AsHttpRequest {
  AsHttpState state;
  char path[128];     ///< Without what follows a "?".
  const char *answer; ///< Such as "404 Not Found".
} AsHttpRequest;

/// Reads what has come of a request to 127.0.0.1:`port`.
AsHttpRequest asHttpRead(const char *bytes, size_t length, int port);

/// Appends the head of an answer. A `length` of -1 is not known: the answer
/// goes on for as long as the connection.
void asHttpAppendHead(AsText *text, const char *answer, const char *type,
                      long length);

#endif // AS_VIEW_HTTP_H
