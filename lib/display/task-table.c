//===- task-table.c - The table of tasks, as text
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See task-table.h.
//
//===----------------------------------------------------------------------===//

#include "display/task-table.h"
#include "search/objective.h"
#include "support/arena.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Columns
//===----------------------------------------------------------------------===//

/// What the cells of one line are made from.
typedef struct Row {
  const AsTuneTask *task;
  double allSeconds; ///< Weighted latency of all tasks.
} Row;

static AsFigure flopCell(const Row *row) {
  return asFigureCount(row->task->flops);
}

static AsFigure weightCell(const Row *row) {
  AsFigure cell;
  snprintf(cell.text, sizeof cell.text, "%.6g", row->task->weight);
  return cell;
}

static AsFigure speedCell(const Row *row) {
  return asFigureNumber(asTuneGflops(row->task, row->task->bestSeconds));
}

static AsFigure latencyCell(const Row *row) {
  return asFigureSeconds(row->task->bestSeconds);
}

static AsFigure weightedCell(const Row *row) {
  return asFigureSeconds(row->task->weight * row->task->bestSeconds);
}

static AsFigure shareCell(const Row *row) {
  AsFigure cell = {"N/A"};
  if (row->task->bestSeconds > 0)
    snprintf(cell.text, sizeof cell.text, "%.0f%%",
             100 * row->task->weight * row->task->bestSeconds /
                 row->allSeconds);
  return cell;
}

static AsFigure stockCell(const Row *row) {
  return asFigureBound(asFigureSeconds(row->task->baselineSeconds),
                       row->task->baselineIsBound);
}

static AsFigure speedupCell(const Row *row) {
  double speedup = asTuneSpeedup(row->task);
  return asFigureBound(asFigureRatio(speedup),
                       row->task->baselineIsBound && speedup > 0);
}

static AsFigure trialsCell(const Row *row) {
  AsFigure cell;
  snprintf(cell.text, sizeof cell.text, "%d", row->task->numTrials);
  return cell;
}

static AsFigure errorsCell(const Row *row) {
  AsFigure cell;
  snprintf(cell.text, sizeof cell.text, "%d", asTuneErrors(row->task));
  return cell;
}

/// The columns after ID and task, with what each needs besides the gap before
/// it. The dearer a column, the narrower the table that still has it.
static const struct Column {
  const char *title;
  AsFigure (*cell)(const Row *row);
  int width, worth;
} columns[] = {
    // clang-format off
    {"FLOP", flopCell, 6, 2},
    {"weight", weightCell, 6, 6},
    {"GFLOP/s", speedCell, 7, 8},
    {"latency", latencyCell, 8, 9},
    {"weighted", weightedCell, 8, 1},
    {"share", shareCell, 5, 4},
    {"stock", stockCell, 8, 3},
    {"speed-up", speedupCell, 8, 9},
    {"trials", trialsCell, 6, 7},
    {"errors", errorsCell, 6, 5},
    // clang-format on
};
enum {
  NUM_COLUMNS = sizeof columns / sizeof columns[0],
  MOST_WORTH = 9,
  GAP = 2,
  ID_WIDTH = 4,       ///< A mark and up to three digits.
  FEWEST_LETTERS = 20 ///< Of a label; columns go before it gets shorter.
};

/// The columns that a table has, and the room for labels.
typedef struct Layout {
  int least; ///< Columns worth less are left out.
  int label;
  int head; ///< Letters of a longer label that come before the cut.
} Layout;

/// Letters that a cut label has after the cut.
static int tailOf(const Layout *layout) {
  return layout->label - layout->head - 2;
}

/// Whether two labels that differ are shown as the same.
static bool lookAlike(const char *one, const char *other,
                      const Layout *layout) {
  int length = (int)strlen(one), otherLength = (int)strlen(other);
  return length > layout->label && otherLength > layout->label &&
         strcmp(one, other) != 0 &&
         strncmp(one, other, (size_t)layout->head) == 0 &&
         strcmp(one + length - tailOf(layout),
                other + otherLength - tailOf(layout)) == 0;
}

static int countAlike(const AsSnapshot *snapshot, const Layout *layout) {
  int count = 0;
  for (int t = 0; t < snapshot->numTasks; t++)
    for (int u = 0; u < t; u++)
      count +=
          lookAlike(snapshot->tasks[t].label, snapshot->tasks[u].label, layout);
  return count;
}

/// Cuts labels as near to their end as keeps those apart that differ.
static void chooseCut(const AsSnapshot *snapshot, Layout *layout) {
  Layout cut = *layout;
  int fewest = INT_MAX;
  for (cut.head = layout->label - 2; cut.head >= 0 && fewest > 0; cut.head--) {
    int count = countAlike(snapshot, &cut);
    layout->head = count < fewest ? cut.head : layout->head;
    fewest = count < fewest ? count : fewest;
  }
}

static Layout layOut(const AsSnapshot *snapshot, int width) {
  int longest = 4;
  for (int t = 0; t < snapshot->numTasks; t++) {
    int length = (int)strlen(snapshot->tasks[t].label);
    longest = length > longest ? length : longest;
  }
  Layout layout = {.label = longest};
  if (width <= 0)
    return layout;
  int wanted = longest < FEWEST_LETTERS ? longest : FEWEST_LETTERS;
  for (int least = 0; least <= MOST_WORTH; least++) {
    int room = width - ID_WIDTH - GAP;
    for (int c = 0; c < NUM_COLUMNS; c++)
      room -= columns[c].worth >= least ? GAP + columns[c].width : 0;
    layout = (Layout){.least = least, .label = room < longest ? room : longest};
    if (room >= wanted)
      break;
  }
  if (layout.label < 4)
    layout.label = 4;
  chooseCut(snapshot, &layout);
  return layout;
}

static void appendLabel(AsText *text, const char *label, const Layout *layout) {
  int length = (int)strlen(label);
  if (length > layout->label)
    asTextFormat(text, "%.*s..%s", layout->head, label,
                 label + length - tailOf(layout));
  else
    asTextFormat(text, "%-*s", layout->label, label);
}

static void appendTitles(AsText *text, const Layout *layout) {
  asTextFormat(text, "%*s%*s%-*s", ID_WIDTH, "ID", GAP, "", layout->label,
               "task");
  for (int c = 0; c < NUM_COLUMNS; c++)
    if (columns[c].worth >= layout->least)
      asTextFormat(text, "%*s", GAP + columns[c].width, columns[c].title);
  asTextAppendString(text, "\n");
}

static void appendRow(AsText *text, const Layout *layout,
                      const AsSnapshot *snapshot, int t, double allSeconds) {
  Row row = {&snapshot->tasks[t], allSeconds};
  asTextFormat(text, "%c%*d%*s", t == snapshot->current ? '>' : ' ',
               ID_WIDTH - 1, t + 1, GAP, "");
  appendLabel(text, row.task->label, layout);
  for (int c = 0; c < NUM_COLUMNS; c++)
    if (columns[c].worth >= layout->least)
      asTextFormat(text, "%*s", GAP + columns[c].width,
                   columns[c].cell(&row).text);
  asTextAppendString(text, "\n");
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// How much a task matters to who watches: first the current one, then what
/// takes most of the time as far as that is known.
static double importance(const AsSnapshot *snapshot, int t) {
  const AsTuneTask *task = &snapshot->tasks[t];
  double seconds =
      task->bestSeconds > 0 ? task->bestSeconds : task->baselineSeconds;
  return t == snapshot->current ? 1e30 : task->weight * seconds;
}

/// Marks the `count` tasks that matter most; of equals the first.
static void chooseRows(const AsSnapshot *snapshot, int count, bool *shown) {
  for (; count > 0; count--) {
    int most = -1;
    for (int t = 0; t < snapshot->numTasks; t++)
      if (!shown[t] &&
          (most < 0 || importance(snapshot, t) > importance(snapshot, most)))
        most = t;
    shown[most] = true;
  }
}

void asTableAppend(AsText *text, const AsSnapshot *snapshot, int width,
                   int rows) {
  Layout layout = layOut(snapshot, width);
  appendTitles(text, &layout);
  int count = snapshot->numTasks;
  if (rows > 0 && count > rows)
    count = rows - 1;
  bool *shown = asAlloc((size_t)snapshot->numTasks + 1);
  chooseRows(snapshot, count, shown);
  double allSeconds = asTuneTotals(snapshot->tasks, snapshot->numTasks).seconds;
  for (int t = 0; t < snapshot->numTasks; t++)
    if (shown[t])
      appendRow(text, &layout, snapshot, t, allSeconds);
  if (count < snapshot->numTasks)
    asTextFormat(text, "%*s... and %d more\n", ID_WIDTH + GAP, "",
                 snapshot->numTasks - count);
  free(shown);
}

//===----------------------------------------------------------------------===//
// Totals and other lines
//===----------------------------------------------------------------------===//

/// Says of how many tasks a number is, where it is not of all.
static void appendCoverage(AsText *text, int count, int numTasks) {
  if (count < numTasks)
    asTextFormat(text, " (%d of %d tasks)", count, numTasks);
}

static void appendLatency(AsText *text, const AsSnapshot *snapshot) {
  AsTotals totals = asTuneTotals(snapshot->tasks, snapshot->numTasks);
  asTextFormat(text, "total latency %s", asFigureSeconds(totals.seconds).text);
  if (totals.numMeasured != totals.numCompared)
    appendCoverage(text, totals.numMeasured, snapshot->numTasks);
  int estimated = totals.outcomes[AS_OUTCOME_ESTIMATED];
  if (estimated && !totals.outcomes[AS_OUTCOME_OK]) {
    asTextAppendString(text, ": all times are estimates, nothing has run\n");
    return;
  }
  asTextFormat(
      text, ", stock %s, speed-up %s",
      asFigureBound(asFigureSeconds(totals.stockSeconds), totals.isBound).text,
      asFigureBound(asFigureRatio(totals.speedup), totals.isBound).text);
  appendCoverage(text, totals.numCompared, snapshot->numTasks);
  asTextAppendString(text, "\n");
}

void asTotalsAppend(AsText *text, const AsSnapshot *snapshot) {
  appendLatency(text, snapshot);
  AsTotals totals = asTuneTotals(snapshot->tasks, snapshot->numTasks);
  asTextFormat(text, "trials %d of %d, errors %d", snapshot->trialsDone,
               snapshot->trialsTotal, totals.numErrors);
  const char *separator = ": ";
  for (int o = 0; o < AS_NUM_OUTCOMES; o++)
    if (totals.outcomes[o] && asOutcomeIsError((AsOutcome)o)) {
      asTextFormat(text, "%s%d %s", separator, totals.outcomes[o],
                   asOutcomeName((AsOutcome)o));
      separator = ", ";
    }
  asTextAppendString(text, "\n");
}

/// Whether there is more to say of the models than of all tasks together.
static bool tellsModels(const AsSnapshot *snapshot) {
  for (int m = 0; m < snapshot->numGoals; m++)
    if (snapshot->goals[m].latency > 0)
      return true;
  return snapshot->numGoals > 1;
}

void asModelsAppend(AsText *text, const AsSnapshot *snapshot) {
  if (!tellsModels(snapshot))
    return;
  for (int m = 0; m < snapshot->numGoals; m++) {
    const AsGoal *goal = &snapshot->goals[m];
    double seconds = asGoalSeconds(snapshot->tasks, snapshot->numTasks, m);
    asTextFormat(text, "%s: latency %s", goal->model,
                 asFigureSeconds(seconds).text);
    if (goal->weight != 1)
      asTextFormat(text, ", weight %g", goal->weight);
    if (goal->latency > 0)
      asTextFormat(text, ", goal %s %s", asFigureSeconds(goal->latency).text,
                   asGoalIsMet(goal, snapshot->tasks, snapshot->numTasks, m)
                       ? "reached"
                       : "missed");
    asTextAppendString(text, "\n");
  }
}

void asFirstLineAppend(AsText *text, const char *message) {
  asTextAppend(text, message, strcspn(message, "\r\n"));
}

void asProblemsAppend(AsText *text, const AsSnapshot *snapshot) {
  for (int t = 0; t < snapshot->numTasks; t++) {
    const AsTuneTask *task = &snapshot->tasks[t];
    if (task->bestSeconds > 0 || task->isUnmeasurable || !task->problem[0])
      continue;
    asTextFormat(text, "task %d, %s: ", t + 1, task->label);
    asFirstLineAppend(text, task->problem);
    asTextAppendString(text, "\n");
  }
}

const double asShortWait = 1;

void asActivityAppend(AsText *text, const AsSnapshot *snapshot) {
  static const char *const doing[] = {
      [AS_TUNE_BASELINE] = "timing the stock lowering",
      [AS_TUNE_SEARCH] = "searching",
      [AS_TUNE_FINAL] = "measuring the best again",
      [AS_TUNE_DONE] = "done",
  };
  asTextFormat(text, "time %s", asFigureDuration(snapshot->seconds).text);
  if (snapshot->secondsLeft > 0)
    asTextFormat(text, ", about %s left",
                 asFigureDuration(snapshot->secondsLeft).text);
  if (snapshot->waiting > asShortWait)
    asTextFormat(text, "; waiting for cores that others use, for %s",
                 asFigureDuration(snapshot->waiting).text);
  asTextFormat(text, "; %s", doing[snapshot->phase]);
  if (snapshot->current >= 0)
    asTextFormat(text, ": %s", snapshot->tasks[snapshot->current].label);
  asTextAppendString(text, "\n");
}

void asTimesAppend(AsText *text, const AsTuneTimes *times) {
  const struct {
    const char *name;
    double seconds;
  } parts[] = {{"search", times->search},
               {"train", times->train},
               {"build", times->build},
               {"measure", times->measure},
               {"wait", times->wait}};
  // Most runs are alone.
  size_t count = sizeof parts / sizeof *parts - (times->wait == 0);
  asTextFormat(text, "time %s:", asFigureDuration(times->total).text);
  for (size_t p = 0; p < count; p++)
    asTextFormat(text, "%s %s %.1f s (%.0f%%)", p ? "," : "", parts[p].name,
                 parts[p].seconds,
                 times->total > 0 ? 100 * parts[p].seconds / times->total : 0);
  asTextAppendString(text, " of wall time; they overlap\n");
}
