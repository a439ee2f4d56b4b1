//===- view.c - The page of a run
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --view: when the run has ended, what as-view writes of the store, of the
// tasks of the run alone. It is written before mlir-opt ends: that takes the
// registry of passes with it, by which tasks are described. Where a file is
// split, it is written after each part, of all tasks so far.
//
//===----------------------------------------------------------------------===//

#include "view/view.h"
#include "tools/as-opt/driver.h"
#include "tools/as-view/page-bytes.h"
#include "view/page.h"
#include <string.h>
#include <unistd.h>

static const AsOptions *wanted; ///< Of a run with a page.
static AsNames tasks;           ///< Hashes of those of the run.
static AsError failure;

void asDriverNoteTasks(const AsSnapshot *snapshot) {
  for (int t = 0; t < asSnapshotNumTasks(snapshot); t++)
    asNamesAdd(&tasks, asSnapshotTaskHash(snapshot, t));
}

AsStatus asDriverCheckView(const AsOptions *options, const char *output,
                           AsError *error) {
  if (!*options->view)
    return AS_OK;
  if (strcmp(options->records, "none") == 0 ||
      options->measure == AS_MEASURE_STATIC)
    return asFail(error, AS_INVALID_INPUT,
                  "--view shows what a run puts into the store; leave out %s",
                  options->measure == AS_MEASURE_STATIC ? "--measure=static"
                                                        : "--records=none");
  const char *other = strcmp(options->view, output) == 0            ? "-o"
                      : strcmp(options->view, options->report) == 0 ? "--report"
                                                                    : NULL;
  if (other)
    return asFail(error, AS_INVALID_INPUT, "--view and %s would both go to %s",
                  other,
                  strcmp(options->view, "-") == 0 ? "stdout" : options->view);
  if (asCheckWritable(options->view, error))
    return asFailContext(error, "the page");
  wanted = options;
  return AS_OK;
}

static AsStatus writePage(const AsView *view, const char *store,
                          const char *path, AsError *error) {
  AsText json = {0}, page = {0};
  asViewAppendJson(view, store, &json);
  AsStatus status = asPageAppend(
      asViewPage, (size_t)(asViewPageEnd - asViewPage), &json, &page, error);
  if (!status)
    status = asWriteFile(path, page.data, page.length, error);
  asTextFree(&json);
  asTextFree(&page);
  return status;
}

static AsStatus writeView(const AsOptions *options, AsError *error) {
  const char *path = options->records;
  char standard[4096];
  AsStatus status = AS_OK;
  if (!*path) {
    status = asStoreDefaultPath(standard, sizeof standard, error);
    path = standard;
  }
  AsStore *store = NULL;
  AsView view = {0};
  // A run that had nothing to tune makes no store.
  bool isThere = !status && access(path, F_OK) == 0;
  if (isThere)
    status = asStoreOpenReadOnly(path, &store, error);
  if (isThere && !status)
    status = asViewRead(store, &(AsViewFilter){.tasks = &tasks}, &view, error);
  asStoreClose(store);
  if (!status) {
    asViewMakeStages(&view);
    status = writePage(&view, path, options->view, error);
  }
  asViewFree(&view);
  return status;
}

void asDriverWriteView(void) {
  if (wanted && !failure.status)
    writeView(wanted, &failure);
}

AsStatus asDriverViewStatus(AsError *error) {
  *error = failure;
  asNamesFree(&tasks);
  return failure.status;
}
