//===- http.c - Tests of the requests that a live page makes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "view/http.h"
#include "record.h"

static AsHttpRequest readAll(const char *text) {
  return asHttpRead(text, strlen(text), 8095);
}

static void wanted(void **state) {
  static const struct {
    const char *request, *path;
  } cases[] = {
      {"GET / HTTP/1.1\r\nHost: 127.0.0.1:8095\r\n\r\n", "/"},
      {"GET /events HTTP/1.0\r\nAccept: */*\r\nhost:localhost:8095 \r\n\r\n",
       "/events"},
      {"GET /?a=b HTTP/1.1\r\nHOST: LOCALHOST:8095\r\n\r\nmore", "/"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    AsHttpRequest request = readAll(cases[i].request);
    assert_int_equal(request.state, AS_HTTP_GET);
    assert_string_equal(request.path, cases[i].path);
  }
}

static void refused(void **state) {
  static const struct {
    const char *request, *answer;
  } cases[] = {
      // Names that somebody else may have made lead here.
      {"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", "403"},
      {"GET / HTTP/1.1\r\nHost: evil.example:8095\r\n\r\n", "403"},
      {"GET / HTTP/1.1\r\nHost: 127.0.0.1.evil.example:8095\r\n\r\n", "403"},
      {"GET / HTTP/1.1\r\nHost: 127.0.0.1:80950\r\n\r\n", "403"},
      {"GET / HTTP/1.1\r\nHost: 127.0.0.1:809\r\n\r\n", "403"},
      {"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", "403"},
      {"GET / HTTP/1.1\r\nX-Host: 127.0.0.1:8095\r\n\r\n", "403"},
      {"GET / HTTP/1.1\r\n\r\n", "403"},
      {"GET / HTTP/1.1\r\nHost: 127.0.0.1:8095\r\nHost: evil\r\n\r\n", "403"},
      {"GET / HTTP/1.1\r\nHost: evil\r\nHost: 127.0.0.1:8095\r\n\r\n", "403"},
      {"POST / HTTP/1.1\r\nHost: 127.0.0.1:8095\r\n\r\n", "405"},
      {"GETS / HTTP/1.1\r\nHost: 127.0.0.1:8095\r\n\r\n", "405"},
      {"\r\n\r\n", "400"},
      {"GET\r\n\r\n", "400"},
      {"GET /\r\nHost: 127.0.0.1:8095\r\n\r\n", "400"},
      {"GET / HTTP/2.0\r\nHost: 127.0.0.1:8095\r\n\r\n", "400"},
      {"GET http://evil/ HTTP/1.1\r\nHost: 127.0.0.1:8095\r\n\r\n", "400"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    AsHttpRequest request = readAll(cases[i].request);
    assert_int_equal(request.state, AS_HTTP_REFUSED);
    if (strncmp(request.answer, cases[i].answer, 3) != 0)
      fail_msg("'%s': %s", cases[i].request, request.answer);
  }
}

/// Byte by byte, a request is unfinished until its last one.
static void unfinished(void **state) {
  static const char text[] =
      "GET / HTTP/1.1\r\nHost: 127.0.0.1:8095\r\nA: b\r\n\r\n";
  for (size_t length = 0; length < strlen(text); length++)
    assert_int_equal(asHttpRead(text, length, 8095).state, AS_HTTP_UNFINISHED);
  assert_int_equal(readAll(text).state, AS_HTTP_GET);
}

static void tooLong(void **state) {
  static char text[AS_HTTP_MOST_BYTES + 256];
  memset(text, 'a', AS_HTTP_MOST_BYTES);
  AsHttpRequest request = asHttpRead(text, AS_HTTP_MOST_BYTES, 8095);
  assert_int_equal(request.state, AS_HTTP_REFUSED);
  assert_memory_equal(request.answer, "431", 3);
  // A path that no answer has.
  snprintf(text, sizeof text,
           "GET /%0200d HTTP/1.1\r\nHost: 127.0.0.1:8095\r\n\r\n", 0);
  assert_memory_equal(readAll(text).answer, "404", 3);
  static const char withNul[] = "GET /\0 HTTP/1.1\r\n\r\n";
  assert_memory_equal(asHttpRead(withNul, sizeof withNul - 1, 1).answer, "400",
                      3);
}

static void heads(void **state) {
  AsText text = {0};
  asHttpAppendHead(&text, "200 OK", "text/html", 5);
  assertContains(text.data, "HTTP/1.1 200 OK\r\n");
  assertContains(text.data, "\r\nContent-Length: 5\r\n");
  assert_string_equal(text.data + text.length - 4, "\r\n\r\n");
  asTextClear(&text);
  asHttpAppendHead(&text, "200 OK", "text/event-stream", -1);
  assert_null(strstr(text.data, "Content-Length"));
  asTextFree(&text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wanted),     cmocka_unit_test(refused),
      cmocka_unit_test(unfinished), cmocka_unit_test(tooLong),
      cmocka_unit_test(heads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
