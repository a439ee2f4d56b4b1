//===- main.c - Measures what as-opt exported
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For a machine with a GPU and without a compiler: this program alone, copied
// there, makes records of a batch (docs/gpu.md). It needs neither LLVM nor
// CUDA, only the driver.
//
//===----------------------------------------------------------------------===//

#include "as/version.h"
#include "batch/measure-batch.h"
#include "support/nearest-name.h"
#include "tools/programs.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "as-run-batch: measures candidates that as-opt --export-batch has made\n"
    "\n"
    "  as-run-batch FOLDER > records.jsonl\n"
    "  as-run-batch FOLDER -o records.jsonl\n"
    "\n"
    "Each is checked and timed on the first GPU of the kind that the batch is\n"
    "for, and the fastest of each task once more beside each other. What "
    "comes\n"
    "out are records as lines of JSON, for as-opt --import-json. Interrupted, "
    "it\n"
    "writes those that it has.\n"
    "\n"
    "  --device=N         That GPU, by its number.\n"
    "  -o, --output=FILE  Where the records go; '-' is stdout. [-]\n"
    "  -q, --quiet        No line on stderr for each candidate.\n"
    "  --help             This.\n"
    "  --version          The version of as-opt.\n";

typedef struct Arguments {
  const char *folder, *output;
  int device; ///< -1 is the first that will do.
  bool isQuiet;
} Arguments;

static volatile sig_atomic_t interrupted;

static void onInterrupt(int number) {
  interrupted = 1;
  signal(number, SIG_DFL); // The second one ends the process.
}

static int fail(const AsError *error) {
  fprintf(stderr, "as-run-batch: error: %s\n", error->message);
  return 1;
}

static void show(const AsBatch *batch, const AsRecord *record, int number,
                 void *context) {
  (void)context;
  fprintf(stderr, "[%d/%d] %s %s", number, batch->numCandidates, record->sketch,
          asOutcomeName(record->outcome));
  if (record->outcome == AS_OUTCOME_OK)
    fprintf(stderr, ", %.4g us\n", record->seconds * 1e6);
  else
    fprintf(stderr, ": %.*s\n", (int)strcspn(record->message, "\r\n"),
            record->message);
}

static AsStatus work(const Arguments *arguments, AsError *error) {
  AsBatch batch;
  AsCudaDevice device;
  AsText lines = {0};
  AsBatchRun run = {.interrupted = &interrupted,
                    .progress = arguments->isQuiet ? NULL : show};
  AsStatus status = AS_OK;
  if (strcmp(arguments->output, "-") != 0) // Better now than after the runs.
    status = asCheckWritable(arguments->output, error);
  if (status)
    return status;
  status = asBatchRead(arguments->folder, &batch, error);
  if (!status)
    status = asBatchFindDevice(&batch, arguments->device, &device, error);
  AsError problem;
  if (!status) {
    status = asBatchMeasure(&batch, &device, &run, &lines, error);
    if (asWriteFile(arguments->output, asTextString(&lines), lines.length,
                    &problem) &&
        !status)
      status = asFail(error, problem.status, "%s", problem.message);
  }
  asTextFree(&lines);
  asBatchFree(&batch);
  return status;
}

static bool parseNumber(const char *text, int *number) {
  size_t digits = strspn(text, "0123456789");
  bool isNumber = digits && digits < 5 && !text[digits];
  if (isNumber)
    *number = atoi(text);
  else
    fprintf(stderr,
            "as-run-batch: error: --device=%s: expected the number of a GPU\n",
            text);
  return isNumber;
}

/// The option that was meant; NULL if none is near.
static const char *findNearest(const char *argument,
                               const struct option *options) {
  char name[64];
  const char *start = argument + strspn(argument, "-");
  snprintf(name, sizeof name, "%.*s", (int)strcspn(start, "="), start);
  AsNearest nearest = asNearestTo(name);
  for (; options->name; options++)
    asNearestOffer(&nearest, options->name);
  return nearest.name;
}

/// In our words, rather than getopt's. Of several letters after one dash it
/// has the one that it stopped at.
static int failOption(const char *argument, int option,
                      const struct option *options) {
  char letter[] = {'-', (char)optopt, 0};
  bool isLetter = optopt > 0 && optopt < 256;
  const char *nearest = isLetter ? NULL : findNearest(argument, options);
  const char *given = isLetter ? letter : argument;
  fprintf(stderr, "as-run-batch: error: ");
  if (option == ':')
    fprintf(stderr, "%s needs a value; see --help\n", given);
  else if (nearest)
    fprintf(stderr, "unknown option '%s'; did you mean '--%s'?\n", given,
            nearest);
  else
    fprintf(stderr, "unknown option '%s'; see --help\n", given);
  return 1;
}

/// The exit status, or -1 to go on.
static int parse(int argc, char **argv, Arguments *arguments) {
  enum { HELP = 256, VERSION, DEVICE };
  static const struct option options[] = {
      {"device", required_argument, NULL, DEVICE},
      {"output", required_argument, NULL, 'o'},
      {"quiet", no_argument, NULL, 'q'},
      {"help", no_argument, NULL, HELP},
      {"version", no_argument, NULL, VERSION},
      {0},
  };
  int option;
  opterr = 0;
  while ((option = getopt_long(argc, argv, ":o:q", options, NULL)) != -1) {
    if (option == 'o')
      arguments->output = optarg;
    else if (option == 'q')
      arguments->isQuiet = true;
    else if (option == DEVICE) {
      if (!parseNumber(optarg, &arguments->device))
        return 1;
    } else if (option == HELP || option == VERSION)
      return option == HELP ? !(printf("%s", usage) > 0)
                            : !(printf("as-run-batch %s\n", AS_VERSION) > 0);
    else
      return failOption(argv[optind - 1], option, options);
  }
  if (optind + 1 != argc) {
    fprintf(stderr, "as-run-batch: error: there must be one folder to measure; "
                    "see --help\n");
    return 1;
  }
  arguments->folder = argv[optind];
  return -1;
}

int asRunBatchMain(int argc, char **argv) {
  Arguments arguments = {.output = "-", .device = -1};
  int status = parse(argc, argv, &arguments);
  if (status >= 0)
    return status;
  signal(SIGINT, onInterrupt);
  signal(SIGTERM, onInterrupt);
  AsError error = {0};
  return work(&arguments, &error) ? fail(&error) : 0;
}
