//===- http.c - The requests that a live page makes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "view/http.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>

static AsHttpRequest refuse(const char *answer) {
  return (AsHttpRequest){.state = AS_HTTP_REFUSED, .answer = answer};
}

/// Whether `line` is the header `name`; *value is then what follows, without
/// the space around it.
static bool isHeader(const char *line, size_t length, const char *name,
                     const char **value, size_t *valueLength) {
  size_t own = strlen(name);
  if (length <= own || strncasecmp(line, name, own) != 0 || line[own] != ':')
    return false;
  *value = line + own + 1;
  *valueLength = length - own - 1;
  while (*valueLength && (**value == ' ' || **value == '\t')) {
    ++*value;
    --*valueLength;
  }
  while (*valueLength && ((*value)[*valueLength - 1] == ' ' ||
                          (*value)[*valueLength - 1] == '\t'))
    --*valueLength;
  return true;
}

static bool isThisHost(const char *value, size_t length, int port) {
  static const char *const names[] = {"127.0.0.1", "localhost"};
  for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
    char own[32];
    int size = snprintf(own, sizeof own, "%s:%d", names[n], port);
    if (length == (size_t)size && strncasecmp(value, own, length) == 0)
      return true;
  }
  return false;
}

/// Whether there is one header Host, and it names this host.
static bool namesThisHost(const char *headers, const char *end, int port) {
  int count = 0;
  bool isRight = false;
  while (headers < end) {
    const char *line = headers;
    const char *stop = memmem(line, (size_t)(end - line), "\r\n", 2);
    size_t length = (size_t)((stop ? stop : end) - line), valueLength;
    const char *value;
    headers = line + length + 2;
    if (!isHeader(line, length, "Host", &value, &valueLength))
      continue;
    count++;
    isRight = isThisHost(value, valueLength, port);
  }
  return count == 1 && isRight;
}

AsHttpRequest asHttpRead(const char *bytes, size_t length, int port) {
  const char *end = memmem(bytes, length, "\r\n\r\n", 4);
  if (!end)
    return length < AS_HTTP_MOST_BYTES
               ? (AsHttpRequest){.state = AS_HTTP_UNFINISHED}
               : refuse("431 Request Header Fields Too Large");
  if (memchr(bytes, 0, (size_t)(end - bytes)))
    return refuse("400 Bad Request");
  const char *lineEnd = memmem(bytes, length, "\r\n", 2);
  size_t lineLength = (size_t)(lineEnd - bytes);
  const char *space = memchr(bytes, ' ', lineLength);
  if (!space)
    return refuse("400 Bad Request");
  const char *path = space + 1;
  const char *after = memchr(path, ' ', (size_t)(lineEnd - path));
  static const char version[] = " HTTP/1.";
  if (!after || (size_t)(lineEnd - after) != strlen(version) + 1 ||
      memcmp(after, version, strlen(version)) != 0 || *path != '/')
    return refuse("400 Bad Request");
  const char *headers = lineEnd + 2;
  if (!namesThisHost(headers, end, port))
    return refuse("403 Forbidden");
  if ((size_t)(space - bytes) != 3 || memcmp(bytes, "GET", 3) != 0)
    return refuse("405 Method Not Allowed");
  AsHttpRequest request = {.state = AS_HTTP_GET};
  const char *query = memchr(path, '?', (size_t)(after - path));
  size_t size = (size_t)((query ? query : after) - path);
  if (size >= sizeof request.path)
    return refuse("404 Not Found");
  memcpy(request.path, path, size);
  return request;
}

void asHttpAppendHead(AsText *text, const char *answer, const char *type,
                      long length) {
  asTextFormat(text,
               "HTTP/1.1 %s\r\n"
               "Content-Type: %s\r\n"
               "Cache-Control: no-store\r\n"
               "X-Content-Type-Options: nosniff\r\n"
               "Cross-Origin-Resource-Policy: same-origin\r\n"
               "Connection: close\r\n",
               answer, type);
  if (length >= 0)
    asTextFormat(text, "Content-Length: %ld\r\n", length);
  asTextAppendString(text, "\r\n");
}
