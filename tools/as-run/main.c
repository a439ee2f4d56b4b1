//===- main.c - The as-run program
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a function of a module or of a shared object on given or random
// arguments, says how long it takes, and compares it with another.
//
//===----------------------------------------------------------------------===//

#include "as/version.h"
#include "record/run-folder.h"
#include "tools/as-run/case-table.h"
#include "tools/as-run/case.h"
#include "tools/as-run/isolate.h"
#include "tools/as-run/keep-roofline.h"
#include "tools/programs.h"
#include <errno.h>
#include <llvm-c/Core.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef enum ExitStatus {
  EXIT_FINE = 0,
  EXIT_DEVIATES = 1, ///< The results of --compare.
  EXIT_FAILED = 2,
} ExitStatus;

static int fail(const AsError *error) {
  fprintf(stderr, "as-run: error: %s\n", error->message);
  return EXIT_FAILED;
}

static AsStatus load(AsContest *contest, AsError *error) {
  const AsRunOptions *options = contest->options;
  AsStatus status = asTargetCreate(options->target, (int)options->threads,
                                   &contest->arena, &contest->target, error);
  const char *files[] = {options->file, options->compare};
  contest->count = *options->compare ? 2 : 1;
  for (int i = 0; !status && i < contest->count; i++) {
    AsRunnable *runnable = &contest->runnables[i];
    AsRunnableOptions loading = {.name = options->entry,
                                 .isCompared = i > 0,
                                 .target = &contest->target,
                                 .fp = options->fp,
                                 .isStock = options->stock,
                                 .isProfiled = options->profile};
    status =
        asRunnableLoad(files[i], &loading, &contest->arena, runnable, error);
    contest->exact[i] = (AsExact){
        .file = files[i],
        .loading = {.name = runnable->name, .target = &contest->target}};
  }
  if (status || contest->count == 1)
    return status;
  const AsRunnable *ours = &contest->runnables[0],
                   *theirs = &contest->runnables[1];
  if (strcmp(ours->signature.text, theirs->signature.text) != 0)
    return asFail(error, AS_INVALID_INPUT,
                  "cannot compare: '%s' of %s is %s, but '%s' of %s is %s",
                  ours->name, ours->file, ours->signature.text, theirs->name,
                  theirs->file, theirs->signature.text);
  return AS_OK;
}

/// Reads the file of --onto. Only a module that as-opt has seen, or takes apart
/// now, says what it was made from.
static AsStatus loadOnto(AsContest *contest, AsError *error) {
  const AsRunnable *runnable = &contest->runnables[0];
  const char *file = contest->options->onto;
  if (!*file)
    return AS_OK;
  if (!runnable->hasOrigin)
    return asFail(error, AS_INVALID_INPUT,
                  "%s: does not say which operations it was made from; "
                  "schedule it again with --keep-origin, and with "
                  "--emit=scheduled or --emit=lowered",
                  runnable->file);
  return asOntoLoad(file, &contest->arena, &contest->onto, error);
}

/// Prepares to measure where nobody else does. What has threads may use all
/// cores.
static void openTurn(AsContest *contest) {
  bool onAll = contest->target.threads > 1;
  for (int i = 0; i < contest->count; i++)
    onAll |= contest->runnables[i].hasThreads;
  asCoreTurnOpen(contest->options->share, contest->target.cores, onAll,
                 &contest->arena, &contest->turn);
}

static AsFindings findingsOf(const AsContest *contest, const AsCase *at) {
  return (AsFindings){.runnables = contest->runnables,
                      .numRunnables = contest->count,
                      .sizes = at->sizes,
                      .rounds = &at->rounds,
                      .waited = at->waited,
                      .profile =
                          contest->options->profile ? &at->profile : NULL,
                      .onto = *contest->options->onto ? &contest->onto : NULL,
                      .deviation = contest->count > 1 ? &at->deviation : NULL,
                      .truth = &at->truth};
}

/// Writes a part of what is for people, and clears it.
static AsStatus print(AsText *text, AsError *error) {
  asIsolatedStage("reporting");
  AsStatus status = asWriteFile("-", asTextString(text), text->length, error);
  asTextClear(text);
  return status;
}

static AsStatus runOnce(AsContest *contest, const int64_t *sizes, AsText *json,
                        bool *isAccepted, AsError *error) {
  AsCase at;
  AsText text = {0};
  AsStatus status = asCaseRun(contest, sizes, &at, error);
  AsFindings findings = findingsOf(contest, &at);
  if (!status) {
    asReportTable(&findings, &text);
    status = print(&text, error);
  }
  if (!status)
    asReportJson(&findings, json);
  if (!status && contest->options->profile)
    status = asRooflineKeep(&at.profile.roofline, contest->target.key,
                            contest->options->records, error);
  *isAccepted = at.deviation.isAccepted;
  asCaseEnd(&at);
  asTextFree(&text);
  return status;
}

/// The sizes of a combination, which live as long as *contest.
static int64_t *sizesOf(AsContest *contest,
                        const AsSizeCombinations *combinations,
                        int64_t combination) {
  int64_t *sizes =
      asArenaArray(&contest->arena, int64_t, combinations->numSizes + 1);
  asSizeCombinationGet(combinations, combination, sizes);
  return sizes;
}

static size_t widestSizes(AsContest *contest,
                          const AsSizeCombinations *combinations) {
  AsText text = {0};
  size_t widest = 0;
  for (int64_t c = 0; c < combinations->count; c++) {
    asTextClear(&text);
    asRunnablePrintSizes(&contest->runnables[0],
                         sizesOf(contest, combinations, c), &text);
    widest = text.length > widest ? text.length : widest;
  }
  asTextFree(&text);
  return widest;
}

/// Runs at all sizes, and prints each row when it is known.
static AsStatus runAll(AsContest *contest,
                       const AsSizeCombinations *combinations, AsText *json,
                       bool *isAccepted, AsError *error) {
  bool hasTimes = contest->options->runs > 0, isCompared = contest->count > 1;
  AsText text = {0};
  AsCaseTable table;
  asCaseTableBegin(&table, hasTimes, isCompared,
                   widestSizes(contest, combinations), &text);
  asTextAppendString(json, "{\"cases\": [\n");
  AsStatus status = print(&text, error);
  for (int64_t c = 0; c < combinations->count && !status; c++) {
    AsCase at;
    status = asCaseRun(contest, sizesOf(contest, combinations, c), &at, error);
    AsFindings findings = findingsOf(contest, &at);
    if (!status) {
      asCaseTableRow(&table, &findings, &text);
      status = print(&text, error);
      asTextAppendString(json, c ? ",\n" : "");
      asReportJson(&findings, json);
    }
    asCaseEnd(&at);
  }
  if (!status) {
    asCaseTableEnd(&table, hasTimes, isCompared, &text);
    status = print(&text, error);
  }
  asTextAppendString(json, "]}");
  *isAccepted = table.numDiffering == 0;
  asTextFree(&text);
  return status;
}

/// What is for one choice of sizes.
static AsStatus checkIsOne(const AsRunOptions *options, AsError *error) {
  const char *option = options->profile    ? "--profile"
                       : *options->outputs ? "--outputs"
                                           : NULL;
  return option ? asFail(error, AS_INVALID_INPUT,
                         "%s is for one size, and --sizes=%s has several; run "
                         "as-run for each",
                         option, options->sizes)
                : AS_OK;
}

static AsStatus run(AsContest *contest, bool *isAccepted, AsError *error) {
  const AsRunOptions *options = contest->options;
  AsSizeCombinations combinations;
  AsText json = {0};
  AsStatus status = AS_OK;
  if (*options->json) // Better now than after the runs.
    status = asCheckWritable(options->json, error);
  if (!status && *options->overlay)
    status = asCheckWritable(options->overlay, error);
  if (!status && options->profile)
    status = asRooflineCheckStore(options->records, error);
  if (!status)
    status = load(contest, error);
  if (!status)
    status = loadOnto(contest, error);
  if (!status && asRunnableReadSizes(&contest->runnables[0], options->sizes,
                                     &contest->arena, &combinations, error))
    status = asFailContext(error, "%s", options->file);
  if (status)
    return status;
  bool isOne = combinations.count == 1;
  if (!isOne && checkIsOne(options, error))
    return error->status;
  if (options->profile || options->runs)
    openTurn(contest);
  status = isOne ? runOnce(contest, sizesOf(contest, &combinations, 0), &json,
                           isAccepted, error)
                 : runAll(contest, &combinations, &json, isAccepted, error);
  asTextAppendString(&json, "\n");
  if (!status && *options->json)
    status = asWriteFile(options->json, json.data, json.length, error);
  asTextFree(&json);
  return status;
}

static int work(void *context) {
  AsContest contest = {.options = context};
  AsError error = {0};
  bool isAccepted = true;
  AsStatus status = run(&contest, &isAccepted, &error);
  asCoreTurnClose(&contest.turn);
  asOntoFree(&contest.onto);
  for (int i = 0; i < contest.count; i++)
    asDataflowFree(&contest.runnables[i].origin);
  asArenaDestroy(&contest.arena);
  if (status)
    return fail(&error);
  return isAccepted ? EXIT_FINE : EXIT_DEVIATES;
}

/// Goes on as the program that measures batches; returns only if it cannot.
static AsStatus becomeBatch(const AsRunOptions *options, AsError *error) {
  char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  AsText program = {0};
  if (length > 0) {
    path[length] = 0;
    asTextFormat(&program, "%.*s/as-run-batch",
                 (int)(strrchr(path, '/') - path), path);
    const char *output = *options->json ? options->json : "-";
    execl(program.data, "as-run-batch", "-o", output, "--", options->batch,
          (char *)NULL);
  }
  AsStatus status = asFail(error, AS_IO, "cannot start '%s': %s",
                           asTextString(&program), strerror(errno));
  asTextFree(&program);
  return status;
}

static void printVersion(AsText *text) {
  unsigned major, minor, patch;
  LLVMGetVersion(&major, &minor, &patch);
  asTextFormat(text, "as-run %s\nLLVM %u.%u.%u\n", AS_VERSION, major, minor,
               patch);
}

static AsStatus printHelp(const AsRunOptions *options, AsError *error) {
  AsText text = {0};
  AsStatus status = AS_OK;
  if (options->help)
    asRunOptionsHelp(&text);
  else if (options->helpMan)
    asRunOptionsPage(&text);
  else if (*options->helpCompletion)
    status = asRunOptionsCompletion(options->helpCompletion, &text, error);
  else
    printVersion(&text);
  if (!status)
    status = asWriteFile("-", text.data, text.length, error);
  asTextFree(&text);
  return status;
}

/// Has the shared object of a saved run be the file to run.
static AsStatus findRun(AsRunOptions *options, AsText *path, AsError *error) {
  AsStatus status = asRunFolderFind(options->run, path, error);
  asTextAppendString(path, "/module.so");
  options->file = asTextString(path);
  return status;
}

int asRunMain(int argc, char **argv) {
  AsRunOptions options;
  AsError error = {0};
  int result = EXIT_FINE;
  AsText path = {0};
  AsStatus status = asRunOptionsParse(argv, &options, &error);
  if (!status && *options.run && !asRunOptionsAskForHelp(&options))
    status = findRun(&options, &path, &error);
  if (!status && asRunOptionsAskForHelp(&options))
    status = printHelp(&options, &error);
  else if (!status && *options.batch)
    status = becomeBatch(&options, &error);
  else if (!status)
    status = asIsolate(work, &options, &result, &error);
  asTextFree(&path);
  return status ? fail(&error) : result;
}
