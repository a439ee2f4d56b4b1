//===- session.c - What every benchmark does around its rows
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/session.h"
#include "bench/folder.h"
#include "bench/library.h"
#include "support/text.h"
#include <errno.h>
#include <fnmatch.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

static AsStatus failCsv(const AsSession *session, AsError *error) {
  return asFail(error, AS_IO, "cannot write '%s': %s", session->options.csv,
                strerror(errno));
}

static AsStatus work(const AsBenchmark *benchmark, AsSession *session,
                     AsError *error) {
  const AsOptions *options = &session->options;
  AsStatus status = benchmark->list(session, error);
  if (status || options->list || options->mlir)
    return status;
  if (options->csv && !(session->csv = fopen(options->csv, "w")))
    return failCsv(session, error);
  status = benchmark->run(session, error);
  if (session->csv && fclose(session->csv) && !status)
    status = failCsv(session, error);
  return status;
}

int asSessionMain(int argc, char **argv, const AsBenchmark *benchmark,
                  AsSession *session) {
  AsError error = {0};
  AsStatus status =
      asOptionsParse(argc, argv, benchmark->user, &session->options, &error);
  if (!status && session->options.help) {
    printf("usage: %s [options]\n\n%s See docs/benchmarks.md.\n\n",
           benchmark->name, benchmark->about);
    asOptionsHelp(benchmark->user, stdout);
    return 0;
  }
  if (!status)
    status = work(benchmark, session, &error);
  if (benchmark->close)
    benchmark->close(session);
  if (status)
    fprintf(stderr, "%s: error: %s\n", benchmark->name, error.message);
  return status || session->failed;
}

//===----------------------------------------------------------------------===//
// A run
//===----------------------------------------------------------------------===//

AsStatus asSessionOpen(AsSession *session, AsError *error) {
  const AsOptions *options = &session->options;
  if (asTunedFindTool(options->tool, session->tool, sizeof session->tool,
                      error) ||
      asCoresChoose(options->threads, &session->cores, error))
    return error->status;
  asLibraryEnvironment(options->threads);
  session->tuner = (AsTuner){.tool = session->tool,
                             .folder = session->folder,
                             .strategy = "evolve",
                             .trials = options->trials,
                             .seconds = options->timeLimit,
                             .threads = options->threads,
                             .affinity = session->cores.inherited};
  session->rounds =
      (AsRounds){.count = options->rounds, .threads = options->threads};
  return AS_OK;
}

AsStatus asSessionCreateFolder(AsSession *session, const char *name,
                               AsError *error) {
  return asFolderCreate(name, session->folder, sizeof session->folder, error);
}

void asSessionLeaveFolder(const AsSession *session, const char *what) {
  if (session->options.keep || session->failed)
    fprintf(stderr, "%s and as-opt's files are in %s\n", what, session->folder);
  else
    asFolderRemove(session->folder);
}

//===----------------------------------------------------------------------===//
// Workloads
//===----------------------------------------------------------------------===//

static AsStatus failRows(const AsSession *session, const char *what,
                         AsError *error) {
  return asFail(error, AS_NOT_FOUND, "--rows=%s matches no %s; see --list",
                session->options.rows, what);
}

AsStatus asSessionListWorkloads(AsSession *session, AsError *error) {
  const AsOptions *options = &session->options;
  if (!asWorkloadNext(options->rows, NULL))
    return failRows(session, "workload", error);
  if (options->list)
    asWorkloadList(options->rows, stdout);
  return AS_OK;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

bool asSessionAsks(const AsSession *session, const char *name) {
  return !fnmatch(session->options.rows, name, FNM_EXTMATCH);
}

static AsStatus printPrograms(AsSession *session, const AsNames *names,
                              AsNamedProgram program, AsError *error) {
  AsText text = {0};
  AsStatus status = AS_OK;
  for (int i = 0; i < names->count && !status; i++) {
    if (!asSessionAsks(session, names->names[i]))
      continue;
    asTextFormat(&text, "%s// %s\n", text.length ? "// -----\n" : "",
                 names->names[i]);
    status = program(session, names->names[i], &text, error);
  }
  if (!status)
    fputs(asTextString(&text), stdout);
  asTextFree(&text);
  return status;
}

AsStatus asSessionListNames(AsSession *session, const AsNames *names,
                            AsNamedProgram program, AsError *error) {
  const AsOptions *options = &session->options;
  bool any = false;
  for (int i = 0; i < names->count; i++) {
    if (!asSessionAsks(session, names->names[i]))
      continue;
    any = true;
    if (options->list)
      printf("%s\n", names->names[i]);
  }
  if (!any)
    return failRows(session, names->what, error);
  return options->mlir && !options->list
             ? printPrograms(session, names, program, error)
             : AS_OK;
}
