//===- main.c - The as-view program
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a store, has lib/view compute what there is to see, and puts that into
// the page.
//
//===----------------------------------------------------------------------===//

#include "as/version.h"
#include "tools/as-view/options.h"
#include "tools/as-view/page-bytes.h"
#include "tools/as-view/serve.h"
#include "tools/programs.h"
#include "view/csv.h"
#include "view/page.h"
#include "view/principles/find.h"
#include "view/stages/dot.h"
#include "view/stages/trial-code.h"
#include "view/stages/trial-text.h"
#include "view/trace.h"
#include "view/view.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int fail(const AsError *error) {
  fprintf(stderr, "as-view: error: %s\n", error->message);
  return 1;
}

static AsStatus printHelp(const AsViewOptions *options, AsError *error) {
  AsText text = {0};
  AsStatus status = AS_OK;
  if (options->help)
    asManualHelp(asViewManual(), &text);
  else if (options->helpMan)
    asManualPage(asViewManual(), &text);
  else if (*options->helpCompletion)
    status = asManualCompletion(asViewManual(), options->helpCompletion, &text,
                                error);
  else
    asTextFormat(&text, "as-view %s\n", AS_VERSION);
  if (!status)
    status = asWriteFile("-", text.data, text.length, error);
  asTextFree(&text);
  return status;
}

/// What a store that has no trials to show is told of.
static void warnIfEmpty(const AsView *view, const char *path,
                        const AsViewOptions *options) {
  if (view->numTrials)
    return;
  if (*options->task)
    fprintf(stderr,
            "as-view: warning: '%s' has no trial of a task that matches '%s'; "
            "as-opt --list-records shows its tasks\n",
            path, options->task);
  else
    fprintf(stderr,
            "as-view: warning: '%s' has no trials; as-opt --autoschedule "
            "--records='%s' makes some\n",
            path, path);
}

/// asStoreOpenReadOnly, whose message for a file that is not there would be
/// about rights.
static AsStatus openStore(const char *path, AsStore **store, AsError *error) {
  if (access(path, F_OK) != 0)
    return asFail(error, AS_NOT_FOUND,
                  "there is no store '%s'; as-opt --autoschedule "
                  "--records='%s' makes one",
                  path, path);
  return asStoreOpenReadOnly(path, store, error);
}

/// What to read, and from where. A document is a trace, a table, a graph or a
/// trial where one is asked for.
typedef struct Source {
  const AsViewOptions *options;
  const char *path;
} Source;

/// The caller frees *view, also after a failure.
static AsStatus readView(const Source *source, AsView *view, AsError *error) {
  *view = (AsView){0};
  const AsViewOptions *options = source->options;
  AsViewFilter filter = {.glob = *options->task ? options->task : NULL,
                         .run = *options->run ? options->run : NULL};
  AsStore *store;
  AsStatus status = openStore(source->path, &store, error);
  if (status)
    return status;
  status = asViewRead(store, &filter, view, error);
  asStoreClose(store);
  return status;
}

static AsStatus readDocument(void *context, AsText *json, AsError *error) {
  const Source *source = context;
  const AsViewOptions *options = source->options;
  const char *path = source->path;
  AsView view;
  AsStatus status = readView(source, &view, error);
  if (!status) {
    if (!*options->serve)
      warnIfEmpty(&view, path, options);
    if (*options->trace) {
      asTraceAppend(&view, json);
    } else if (options->csv) {
      asViewAppendCsv(&view, json);
    } else if (*options->emit) {
      status = asViewAppendCode(&view, options->trial, asViewCodeForm(options),
                                json, error);
    } else if (*options->trial) {
      status = asViewAppendTrial(&view, options->trial, json, error);
    } else {
      asViewMakeStages(&view);
      if (options->dot)
        asViewAppendDot(&view, json);
      else
        asViewAppendJson(&view, path, json);
    }
  }
  asViewFree(&view);
  return status;
}

/// The assembly of one trial, for a page that is served.
static AsStatus readCode(void *context, const char *trial, AsText *text,
                         AsError *error) {
  AsView view;
  AsStatus status = readView(context, &view, error);
  if (!status)
    status = asViewAppendCode(&view, trial, AS_BUILD_ASSEMBLY, text, error);
  asViewFree(&view);
  return status;
}

/// Reads the document once, as what keeps it from being read is to be told here
/// and not in the browser.
static AsStatus serve(Source *source, AsError *error) {
  AsText json = {0};
  AsStatus status = readDocument(source, &json, error);
  asTextFree(&json);
  AsServing serving = {.store = source->path,
                       .port = atoi(source->options->serve),
                       .document = readDocument,
                       .code = readCode,
                       .context = source};
  return status ? status : asServe(&serving, error);
}

static AsStatus writeFile(Source *source, AsError *error) {
  const AsViewOptions *options = source->options;
  bool isStream =
      options->json || options->csv || options->dot || *options->trial;
  bool isPage = !isStream && !*options->trace;
  const char *output = *options->output  ? options->output
                       : *options->trace ? options->trace
                       : isStream        ? "-"
                                         : "as-view.html";
  AsStatus status = AS_OK;
  if (strcmp(output, "-") != 0)
    status = asCheckWritable(output, error);
  AsText json = {0}, page = {0};
  if (!status)
    status = readDocument(source, &json, error);
  if (!status && options->json)
    asTextAppendString(&json, "\n");
  if (!status && isPage)
    status = asPageAppend(asViewPage, (size_t)(asViewPageEnd - asViewPage),
                          &json, &page, error);
  const AsText *result = isPage ? &page : &json;
  if (!status)
    status = asWriteFile(output, asTextString(result), result->length, error);
  asTextFree(&json);
  asTextFree(&page);
  return status;
}

/// Words for stdout, or the document for a file and words beside it.
static AsStatus writePrinciples(const Source *source, AsError *error) {
  const AsViewOptions *options = source->options;
  const char *output = *options->output ? options->output : "-";
  AsStatus status = asCheckWritable(output, error);
  AsView view = {0};
  if (!status)
    status = readView(source, &view, error);
  AsComparisons comparisons = {0};
  AsText words = {0}, json = {0};
  if (!status) {
    warnIfEmpty(&view, source->path, options);
    asPrinciplesFind(&view, &comparisons);
    if (*options->shuffle)
      asPrinciplesShuffle(&comparisons, strtoull(options->shuffle, NULL, 10));
    asPrinciplesAppendWords(&comparisons, &words);
    asPrinciplesAppendJson(&comparisons, &json);
    asTextAppendString(&json, "\n");
    bool isFile = strcmp(output, "-") != 0;
    bool isJson = options->json || *options->output;
    if (isJson)
      status = asWriteFile(output, json.data, json.length, error);
    if (!status && (!isJson || isFile))
      status = asWriteFile("-", words.data, words.length, error);
  }
  asTextFree(&words);
  asTextFree(&json);
  asComparisonsFree(&comparisons);
  asViewFree(&view);
  return status;
}

static AsStatus work(const AsViewOptions *options, AsError *error) {
  char path[4096];
  Source source = {options, options->store};
  AsStatus status = AS_OK;
  if (!options->store) {
    status = asStoreDefaultPath(path, sizeof path, error);
    source.path = path;
  }
  if (status)
    return status;
  return options->principles ? writePrinciples(&source, error)
         : *options->serve   ? serve(&source, error)
                             : writeFile(&source, error);
}

int asViewMain(int argc, char **argv) {
  (void)argc;
  AsViewOptions options;
  AsError error = {0};
  AsStatus status = asViewOptionsParse(argv, &options, &error);
  bool isAbout = options.help || options.helpMan || options.version ||
                 *options.helpCompletion;
  if (!status)
    status = isAbout ? printHelp(&options, &error) : work(&options, &error);
  return status ? fail(&error) : 0;
}
