//===- session.c - What every benchmark does around its rows
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/session.h"
#include "bench/folder.h"
#include "bench/library.h"
#include "bench/shapes.h"
#include "support/text.h"
#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

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
  asArenaDestroy(&session->arena);
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

AsStatus asSessionKeepFolder(AsSession *session, const char *program,
                             AsError *error) {
  if (session->options.folder)
    snprintf(session->folder, sizeof session->folder, "%s",
             session->options.folder);
  else
    snprintf(session->folder, sizeof session->folder, "%s.results", program);
  if (mkdir(session->folder, 0777) && errno != EEXIST)
    return asFail(error, AS_IO, "cannot create the folder '%s': %s",
                  session->folder, strerror(errno));
  session->tuner.earlier = AS_EARLIER_REUSED;
  return AS_OK;
}

//===----------------------------------------------------------------------===//
// Workloads
//===----------------------------------------------------------------------===//

static AsStatus failRows(const AsSession *session, const char *what,
                         AsError *error) {
  return asFail(error, AS_NOT_FOUND, "--rows=%s matches no %s; see --list",
                session->options.rows, what);
}

const AsWorkload *asSessionNextWorkload(const AsSession *session,
                                        const AsWorkload *previous) {
  return asWorkloadNext(&session->workloads, session->options.rows, previous);
}

int asSessionTrials(const AsSession *session, int tasks) {
  const AsOptions *options = &session->options;
  const int trials = tasks * options->perTask;
  return trials < options->mostTrials ? trials : options->mostTrials;
}

uint64_t asSessionSeed(const AsSession *session) {
  if (session->options.seed)
    return (uint64_t)session->options.seed;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  AsRandom random = {(uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec};
  return 1 + asRandomBelow(&random, INT_MAX);
}

// A sample is one of --shapes, or else of all shapes that there could be.
static AsStatus chooseWorkloads(AsSession *session, AsError *error) {
  const AsOptions *options = &session->options;
  const size_t sample = (size_t)options->sample;
  session->workloads = asWorkloadTable();
  if (!options->shapes && !sample)
    return AS_OK;
  AsRandom random = {asSessionSeed(session)};
  if (sample)
    fprintf(options->mlir ? stderr : stdout, "seed: %" PRIu64 "\n",
            random.state);
  if (!options->shapes)
    asShapesDraw(sample, &random, &session->arena, &session->workloads);
  else if (asShapesRead(options->shapes, &session->arena, &session->workloads,
                        error))
    return error->status;
  if (sample)
    asShapesSample(options->rows, sample, &random, &session->arena,
                   &session->workloads);
  return AS_OK;
}

AsStatus asSessionListWorkloads(AsSession *session, AsError *error) {
  const AsOptions *options = &session->options;
  if (chooseWorkloads(session, error))
    return error->status;
  bool isNone = !asSessionNextWorkload(session, NULL);
  if (isNone && !session->asksOthers)
    return failRows(session, "workload", error);
  if (options->list && !isNone)
    asWorkloadList(&session->workloads, options->rows, stdout);
  return AS_OK;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

bool asSessionAsks(const AsSession *session, const char *name) {
  return !fnmatch(session->options.rows, name, FNM_EXTMATCH);
}

bool asSessionAsksApart(const AsSession *session, const char *name) {
  return fnmatch(session->options.rows, "", FNM_EXTMATCH) &&
         asSessionAsks(session, name);
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
  if (!any && !session->asksOthers)
    return failRows(session, names->what, error);
  return options->mlir && !options->list
             ? printPrograms(session, names, program, error)
             : AS_OK;
}
