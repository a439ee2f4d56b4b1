//===- serve.c - A page that follows a search
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A put changes the database or the log beside it, which is looked for five
// times a second while a page listens. To read a large store again takes a
// while, so that much less than all of a core is spent on it: the search goes
// first.
//
//===----------------------------------------------------------------------===//

#include "tools/as-view/serve.h"
#include "support/clock.h"
#include "tools/as-view/page-bytes.h"
#include "view/http.h"
#include "view/page.h"
#include "view/view.h"
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_CLIENTS = 64, MOST_WAITING = 1 << 26 };

static const double lookEvery = 0.2;  ///< Seconds.
static const double pauseFactor = 4;  ///< Of the time that a document took.
static const double keepEvery = 15;   ///< Seconds between signs of life.
static const double requestLimit = 5; ///< Seconds for a request to come.

typedef struct Client {
  int file; ///< -1 is none.
  double since;
  AsText request, answer;
  size_t sent;
  bool isStream;  ///< Gets events.
  bool hasAnswer; ///< Or the beginning of one.
} Client;

/// When the store was changed, as far as its files tell.
typedef struct Stamp {
  struct timespec database, log;
  off_t databaseSize, logSize;
} Stamp;

typedef struct Server {
  const AsServing *serving;
  int listener, port;
  Client clients[MOST_CLIENTS];
  Stamp stamp;
  double nextLook, nextSign;
  long serial;
} Server;

static volatile sig_atomic_t isEnded;

static void onEnd(int number) {
  isEnded = 1;
  signal(number, SIG_DFL); // The second one ends the process.
}

static Stamp stampOf(const char *store) {
  Stamp stamp;
  memset(&stamp, 0, sizeof stamp); // Compared as bytes.
  struct stat status;
  if (stat(store, &status) == 0) {
    stamp.database = status.st_mtim;
    stamp.databaseSize = status.st_size;
  }
  AsText log = {0};
  asTextFormat(&log, "%s-wal", store);
  if (stat(asTextString(&log), &status) == 0) {
    stamp.log = status.st_mtim;
    stamp.logSize = status.st_size;
  }
  asTextFree(&log);
  return stamp;
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

static void drop(Client *client) {
  close(client->file);
  asTextFree(&client->request);
  asTextFree(&client->answer);
  *client = (Client){.file = -1};
}

static void answer(Client *client, const char *status, const char *type,
                   const AsText *body) {
  asHttpAppendHead(&client->answer, status, type, (long)body->length);
  asTextAppend(&client->answer, asTextString(body), body->length);
  client->hasAnswer = true;
}

static void answerInWords(Client *client, const char *status,
                          const char *words) {
  AsText body = {0};
  asTextFormat(&body, "%s\n", words);
  answer(client, status, "text/plain; charset=utf-8", &body);
  asTextFree(&body);
}

static void answerDocument(Server *server, Client *client, bool isPage) {
  AsText json = {0}, page = {0};
  AsError error = {0};
  double start = asClockNow();
  const AsServing *serving = server->serving;
  AsStatus status = serving->document(serving->context, &json, &error);
  if (!status) { // As another key of its object.
    json.length--;
    asTextFormat(&json, ",\"live\":%ld}", server->serial);
  }
  if (!status && isPage)
    status = asPageAppend(asViewPage, (size_t)(asViewPageEnd - asViewPage),
                          &json, &page, &error);
  double took = asClockNow() - start;
  double pause = asClockNow() + pauseFactor * took;
  if (server->nextLook < pause)
    server->nextLook = pause;
  if (status)
    answerInWords(client, "503 Service Unavailable", error.message);
  else if (isPage)
    answer(client, "200 OK", "text/html; charset=utf-8", &page);
  else
    answer(client, "200 OK", "application/json", &json);
  asTextFree(&json);
  asTextFree(&page);
}

/// The path of the assembly of a trial, before its id.
static const char codePath[] = "/code/";

/// Whether it is a whole id: pages of others cannot guess one, and a prefix
/// would let them have something built.
static bool isWholeId(const char *trial) {
  return strlen(trial) == AS_VIEW_ID_DIGITS &&
         strspn(trial, "0123456789abcdef") == AS_VIEW_ID_DIGITS;
}

static void answerCode(Server *server, Client *client, const char *trial) {
  if (!isWholeId(trial)) {
    answerInWords(client, "404 Not Found",
                  "code is asked for by the whole id of a trial, as --csv "
                  "lists them");
    return;
  }
  const AsServing *serving = server->serving;
  AsText code = {0};
  AsError error = {0};
  AsStatus status = serving->code(serving->context, trial, &code, &error);
  if (status)
    answerInWords(client,
                  status == AS_NOT_FOUND ? "404 Not Found"
                                         : "503 Service Unavailable",
                  error.message);
  else
    answer(client, "200 OK", "text/plain; charset=utf-8", &code);
  asTextFree(&code);
}

static void appendChange(const Server *server, AsText *text) {
  asTextFormat(text, "event: change\ndata: %ld\n\n", server->serial);
}

/// Begins with where the store is: it may have changed since the page has its
/// document, which has that number too.
static void startStream(const Server *server, Client *client) {
  asHttpAppendHead(&client->answer, "200 OK", "text/event-stream", -1);
  asTextAppendString(&client->answer, "retry: 1000\n\n");
  appendChange(server, &client->answer);
  client->isStream = client->hasAnswer = true;
}

static void answerRequest(Server *server, Client *client) {
  AsHttpRequest request = asHttpRead(asTextString(&client->request),
                                     client->request.length, server->port);
  if (request.state == AS_HTTP_UNFINISHED)
    return;
  if (request.state == AS_HTTP_REFUSED)
    answerInWords(client, request.answer,
                  strncmp(request.answer, "403", 3) == 0
                      ? "as-view answers to 127.0.0.1 and localhost only"
                      : request.answer);
  else if (strcmp(request.path, "/") == 0)
    answerDocument(server, client, true);
  else if (strcmp(request.path, "/document.json") == 0)
    answerDocument(server, client, false);
  else if (strcmp(request.path, "/events") == 0)
    startStream(server, client);
  else if (strncmp(request.path, codePath, strlen(codePath)) == 0)
    answerCode(server, client, request.path + strlen(codePath));
  else
    answerInWords(client, "404 Not Found", "as-view has no such page");
}

//===----------------------------------------------------------------------===//
// Connections
//===----------------------------------------------------------------------===//

static void receive(Server *server, Client *client) {
  char bytes[4096];
  ssize_t count = recv(client->file, bytes, sizeof bytes, 0);
  if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) {
    drop(client);
    return;
  }
  if (count < 0 || client->hasAnswer)
    return; // What follows a request is of no interest.
  asTextAppend(&client->request, bytes, (size_t)count);
  answerRequest(server, client);
}

static void transmit(Client *client) {
  size_t left = client->answer.length - client->sent;
  ssize_t count = send(client->file, client->answer.data + client->sent, left,
                       MSG_NOSIGNAL);
  if (count < 0 && errno != EAGAIN && errno != EINTR) {
    drop(client);
    return;
  }
  client->sent += count > 0 ? (size_t)count : 0;
  if (client->sent < client->answer.length)
    return;
  if (!client->isStream) {
    drop(client);
    return;
  }
  asTextClear(&client->answer);
  client->sent = 0;
}

static void acceptClient(Server *server) {
  int file =
      accept4(server->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (file < 0)
    return;
  for (int c = 0; c < MOST_CLIENTS; c++)
    if (server->clients[c].file < 0) {
      server->clients[c] = (Client){.file = file, .since = asClockNow()};
      return;
    }
  close(file); // There are more pages than anybody looks at.
}

static void sendToStreams(Server *server, const char *event) {
  for (int c = 0; c < MOST_CLIENTS; c++) {
    Client *client = &server->clients[c];
    if (client->file < 0 || !client->isStream)
      continue;
    if (client->answer.length > MOST_WAITING)
      drop(client); // It reads nothing.
    else
      asTextAppendString(&client->answer, event);
  }
}

/// Tells the pages if the store has changed.
static void look(Server *server) {
  double now = asClockNow();
  if (now >= server->nextSign) {
    sendToStreams(server, ":\n\n");
    server->nextSign = now + keepEvery;
  }
  if (now < server->nextLook)
    return;
  server->nextLook = now + lookEvery;
  Stamp stamp = stampOf(server->serving->store);
  if (memcmp(&stamp, &server->stamp, sizeof stamp) == 0)
    return;
  server->stamp = stamp;
  AsText event = {0};
  server->serial++;
  appendChange(server, &event);
  sendToStreams(server, asTextString(&event));
  asTextFree(&event);
}

static void dropLate(Server *server) {
  double now = asClockNow();
  for (int c = 0; c < MOST_CLIENTS; c++) {
    Client *client = &server->clients[c];
    if (client->file >= 0 && !client->hasAnswer &&
        now - client->since > requestLimit)
      drop(client);
  }
}

//===----------------------------------------------------------------------===//
// Serving
//===----------------------------------------------------------------------===//

static AsStatus listenOn(Server *server, AsError *error) {
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)server->port),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  int yes = 1;
  server->listener =
      socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (server->listener < 0 ||
      setsockopt(server->listener, SOL_SOCKET, SO_REUSEADDR, &yes,
                 sizeof yes) ||
      bind(server->listener, (struct sockaddr *)&address, size) ||
      listen(server->listener, 16) ||
      getsockname(server->listener, (struct sockaddr *)&address, &size))
    return asFail(error, AS_IO,
                  "cannot serve on 127.0.0.1:%d: %s; --serve without a number "
                  "takes a port that is free",
                  server->port, strerror(errno));
  server->port = ntohs(address.sin_port);
  return AS_OK;
}

static void step(Server *server, const sigset_t *unblocked) {
  struct pollfd files[MOST_CLIENTS + 1] = {
      {.fd = server->listener, .events = POLLIN}};
  for (int c = 0; c < MOST_CLIENTS; c++) {
    const Client *client = &server->clients[c];
    bool hasMore = client->answer.length > client->sent;
    files[c + 1] =
        (struct pollfd){.fd = client->file,
                        .events = (short)(POLLIN | (hasMore ? POLLOUT : 0))};
  }
  struct timespec wait = {.tv_nsec = (long)(lookEvery * 1e9 / 2)};
  if (ppoll(files, MOST_CLIENTS + 1, &wait, unblocked) < 0)
    return;
  for (int c = 0; c < MOST_CLIENTS; c++) {
    Client *client = &server->clients[c];
    if (files[c + 1].revents & (POLLIN | POLLHUP | POLLERR))
      receive(server, client);
    if (client->file >= 0 && files[c + 1].revents & POLLOUT)
      transmit(client);
  }
  if (files[0].revents & POLLIN)
    acceptClient(server);
}

AsStatus asServe(const AsServing *serving, AsError *error) {
  Server server = {.serving = serving,
                   .port = serving->port,
                   .stamp = stampOf(serving->store)};
  for (int c = 0; c < MOST_CLIENTS; c++)
    server.clients[c].file = -1;
  AsStatus status = listenOn(&server, error);
  sigset_t blocked, unblocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGINT);
  sigaddset(&blocked, SIGTERM);
  sigprocmask(SIG_BLOCK, &blocked, &unblocked);
  struct sigaction action = {.sa_handler = onEnd};
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  if (!status) {
    printf("as-view: http://127.0.0.1:%d/ shows '%s'; Ctrl-C ends it\n",
           server.port, serving->store);
    fflush(stdout);
  }
  while (!status && !isEnded) {
    step(&server, &unblocked);
    look(&server);
    dropLate(&server);
  }
  for (int c = 0; c < MOST_CLIENTS; c++)
    if (server.clients[c].file >= 0)
      drop(&server.clients[c]);
  if (server.listener >= 0)
    close(server.listener);
  return status;
}
