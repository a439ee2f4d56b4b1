//===- save.c - as-opt --save
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --save is a session (as/session.h) from the command line: it tunes, builds
// and saves. as-run then times what was built, on random arguments.
//
//===----------------------------------------------------------------------===//

#include "support/arena.h"
#include "support/run-program.h"
#include "support/text.h"
#include "tools/as-opt/driver.h"
#include <stdio.h>
#include <string.h>

/// Appends "f.mlir:3:4" of loc("f.mlir":3:4), or who speaks where there is no
/// such place.
static void appendPlace(const char *location, AsText *text) {
  const char *file = strchr(location, '"');
  const char *end = file ? strchr(file + 1, '"') : NULL;
  if (strncmp(location, "loc(\"", 5) != 0 || !end || end[1] != ':') {
    asTextAppendString(text, "as-opt");
    return;
  }
  asTextAppend(text, file + 1, (size_t)(end - file - 1));
  if (strncmp(end, "\":0:0", 5) != 0) // The module as a whole.
    asTextAppend(text, end + 1, strcspn(end + 1, ")"));
}

/// What a session says to people, a line each. The run that builds says again
/// what the run that searched has said of the input.
static void printRemarks(const AsSession *session, AsText *said) {
  static const char *const names[] = {"remark", "warning", "error"};
  size_t count;
  const AsRemark *remarks = asSessionRemarks(session, &count);
  for (size_t r = 0; r < count; r++) {
    AsText line = {0};
    appendPlace(remarks[r].location, &line);
    asTextFormat(&line, ": %s: %s\n", names[remarks[r].severity],
                 remarks[r].message);
    if (!strstr(asTextString(said), line.data)) {
      fputs(line.data, stderr);
      asTextAppend(said, line.data, line.length);
    }
    asTextFree(&line);
  }
}

/// The line that tells of the error, or the first one; *length of it. Others
/// may say that as-run waited.
static const char *lineOfError(const char *printed, int *length) {
  const char *line = strstr(printed, "error: ");
  while (line && line > printed && line[-1] != '\n')
    line--;
  line = line ? line : printed;
  *length = (int)strcspn(line, "\n");
  return line;
}

/// Has as-run write how long the saved code takes. A function of several, or of
/// sizes, needs to be told which, so that it is no failure if it cannot.
static void evaluate(const AsSession *session, const AsOptions *options) {
  AsArena arena = {0};
  const char *id = asSessionId(session);
  char *arguments[] = {
      (char *)asProgramBeside(&arena, "as-run"),
      asArenaFormat(&arena, "--run=%s", id),
      asArenaFormat(&arena, "--threads=%lld", (long long)options->threads),
      asArenaFormat(&arena, "--json=%s/evaluate.json",
                    asSessionFolder(session)),
      NULL};
  AsText printed = {0};
  AsError error = {0};
  bool succeeded = false;
  if (asProgramRun(arguments, &printed, &succeeded, &error))
    fprintf(stderr, "as-opt: warning: the run was not timed: %s\n",
            error.message);
  else if (!succeeded) {
    int length;
    const char *line = lineOfError(asTextString(&printed), &length);
    fprintf(stderr,
            "as-opt: warning: the run was not timed: %.*s; as-run --run=%s "
            "tries it again\n",
            length, line, id);
  } else {
    fputs(asTextString(&printed), stderr);
  }
  asTextFree(&printed);
  asArenaDestroy(&arena);
}

static AsStatus check(int argc, char **argv, const AsOptions *options,
                      AsError *error) {
  const char *other = options->autoschedule       ? "autoschedule"
                      : asDriverStoreJob(options) ? asDriverStoreJob(options)
                      : *options->report          ? "report"
                      : *options->header          ? "header"
                      : *options->view            ? "view"
                                                  : NULL;
  if (other)
    return asFail(error, AS_INVALID_INPUT,
                  "--save does all that belongs to a run, and keeps its files "
                  "in one folder; leave out --%s",
                  other);
  for (int a = 1; a < argc; a++)
    if (argv[a][0] == '-' && argv[a][1])
      return asFail(error, AS_INVALID_INPUT,
                    "--save takes a file and options of the search, but there "
                    "is '%s'",
                    argv[a]);
  if (argc != 2)
    return asFail(error, AS_INVALID_INPUT,
                  "--save takes one file, but there are %d: as-opt --save "
                  "model.mlir",
                  argc - 1);
  return AS_OK;
}

int asDriverSave(int argc, char **argv, const AsOptions *options) {
  AsError error = {0};
  AsStatus status = check(argc, argv, options, &error);
  if (status)
    return asDriverFail(&error);
  AsSession *session = asSessionCreate(options);
  AsText said = {0};
  status = asSessionFromFile(session, argv[1], &error);
  if (!status) {
    asDriverWatchSession(session, options);
    status = asSessionAutotune(session, &error);
    asDriverUnwatchSession();
    asSessionSetProgress(session, NULL, NULL);
    printRemarks(session, &said);
  }
  if (!status) {
    status = asSessionBuild(session, &error);
    printRemarks(session, &said);
  }
  if (!status)
    status = asSessionSave(session, &error);
  if (!status) {
    evaluate(session, options);
    asTextClear(&said);
    asTextFormat(&said, "%s\n", asSessionId(session));
    status = asWriteFile("-", said.data, said.length, &error);
  }
  asTextFree(&said);
  asSessionDestroy(session);
  return status ? asDriverFail(&error) : 0;
}
