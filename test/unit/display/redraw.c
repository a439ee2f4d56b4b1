//===- redraw.c - Tests of the live table
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// It is drawn on a real pseudo terminal, and what arrives there is put on a
// small screen of our own: what counts is what a person would see.
//
//===----------------------------------------------------------------------===//

#include "display/redraw.h"
#include "display/progress.h"
#include "tuned.h"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { MOST_ROWS = 24, MOST_COLUMNS = 120 };

static void show(AsProgressView *view, AsSnapshot snapshot) {
  asProgressShow(view, &snapshot);
}

static void finish(AsProgressView *view, const AsTuneTask *tasks,
                   bool interrupted) {
  AsSnapshot snapshot = snapshotOf(tasks, AS_TUNE_DONE, -1, someTimes.total);
  snapshot.times = &someTimes;
  snapshot.interrupted = interrupted;
  asProgressShow(view, &snapshot);
}

/// A pseudo terminal, and what a person in front of it would see.
typedef struct Screen {
  int master, width, height;
  FILE *file; ///< The program's end.
  char cells[MOST_ROWS][MOST_COLUMNS + 1];
  int row, column;
} Screen;

static void clearRow(Screen *screen, int row, int from) {
  memset(screen->cells[row] + from, ' ', (size_t)(screen->width - from));
  screen->cells[row][screen->width] = 0;
}

static void openScreen(Screen *screen, int width, int height) {
  *screen = (Screen){.width = width, .height = height};
  screen->master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
  assert_true(screen->master >= 0);
  assert_int_equal(grantpt(screen->master), 0);
  assert_int_equal(unlockpt(screen->master), 0);
  struct winsize size = {.ws_row = (unsigned short)height,
                         .ws_col = (unsigned short)width};
  assert_int_equal(ioctl(screen->master, TIOCSWINSZ, &size), 0);
  screen->file = fopen(ptsname(screen->master), "w");
  assert_non_null(screen->file);
  for (int row = 0; row < height; row++)
    clearRow(screen, row, 0);
}

static void closeScreen(Screen *screen) {
  fclose(screen->file);
  close(screen->master);
}

static void newLine(Screen *screen) {
  if (++screen->row < screen->height)
    return;
  screen->row--;
  memmove(screen->cells[0], screen->cells[1],
          sizeof screen->cells[0] * (size_t)(screen->height - 1));
  clearRow(screen, screen->row, 0);
}

/// Obeys the escape sequence at `text` and returns how long it is.
static size_t obey(Screen *screen, const char *text) {
  char *end;
  assert_int_equal(text[1], '[');
  long number = strtol(text + 2, &end, 10);
  switch (*end) {
  case 'A':
    assert_in_range(number, 1, screen->row); // Never above the top.
    screen->row -= (int)number;
    break;
  case 'K':
    clearRow(screen, screen->row, screen->column);
    break;
  case 'J':
    clearRow(screen, screen->row, screen->column);
    for (int row = screen->row + 1; row < screen->height; row++)
      clearRow(screen, row, 0);
    break;
  case 'm':
    break;
  default:
    fail_msg("an escape sequence that ends in '%c'", *end);
  }
  return (size_t)(end - text) + 1;
}

static void type(Screen *screen, const char *text) {
  while (*text) {
    if (*text == '\033') {
      text += obey(screen, text);
    } else if (*text == '\r') {
      screen->column = 0;
      text++;
    } else if (*text == '\n') {
      newLine(screen);
      text++;
    } else {
      if (screen->column == screen->width) { // A long line goes on below.
        newLine(screen);
        screen->column = 0;
      }
      screen->cells[screen->row][screen->column++] = *text++;
    }
  }
}

/// Takes in what was written; returns how much that was.
static size_t look(Screen *screen) {
  char bytes[16384];
  size_t total = 0;
  ssize_t got;
  while ((got = read(screen->master, bytes, sizeof bytes - 1)) > 0) {
    bytes[got] = 0;
    type(screen, bytes);
    total += (size_t)got;
  }
  return total;
}

static bool isBlank(const Screen *screen, int row) {
  return strspn(screen->cells[row], " ") == (size_t)screen->width;
}

static void assertRow(const Screen *screen, int row, const char *start) {
  if (strncmp(screen->cells[row], start, strlen(start)) != 0)
    fail_msg("row %d is not \"%s\" but \"%s\"", row, start, screen->cells[row]);
}

static void testLive(void **state) {
  setenv("TERM", "xterm", 1);
  unsetenv("NO_COLOR");
  Screen screen;
  openScreen(&screen, 80, 24);
  fputs("before\n", screen.file);
  AsTuneTask tasks[NUM_TASKS];
  makeTasks(tasks);
  AsProgressView *view = asProgressCreate(AS_PROGRESS_AUTO, screen.file);
  show(view, snapshotOf(tasks, AS_TUNE_BASELINE, 0, 0));
  tuneTasks(tasks);
  for (int i = 0; i < 20; i++) // Drawn over and over, it stays in its place.
    show(view, snapshotOf(tasks, AS_TUNE_SEARCH, MATMUL, 1 + 0.3 * i));
  look(&screen);
  assertRow(&screen, 0, "before ");
  assertRow(&screen, 1, "  ID  task ");
  assertRow(&screen, 2,
            ">  1  matmul 512x512x512..       3    157.9   1.70 ms");
  assertRow(&screen, 4,
            "   3  transpose 64x64            2      N/A       N/A");
  assertRow(&screen, 5,
            "total latency 5.10 ms, stock 600.0 ms, speed-up 117.6x "
            "(1 of 3 tasks) ");
  assertRow(&screen, 6,
            "trials 4 of 64, errors 2: 1 wrong-answer, 1 run-crash");
  assertRow(&screen, 7, "time 6.7 s; searching: matmul 512x512x512 +element");
  assert_true(isBlank(&screen, 8));
  assert_int_equal(screen.row, 8);

  // Not more often than a person can read.
  show(view, snapshotOf(tasks, AS_TUNE_SEARCH, MATMUL, 6.8));
  assert_int_equal(look(&screen), 0);

  // The final table takes the place of the live one, a ^C between them too.
  type(&screen, "^C");
  finish(view, tasks, true);
  look(&screen);
  assertRow(&screen, 0, "before ");
  assertRow(&screen, 1, "  ID  task ");
  assertRow(&screen, 2, "   1  matmul ");
  assertRow(&screen, 7, "time 20 s: search 1.0 s (5%), ");
  for (int row = 0; row < screen.height; row++)
    assert_null(strstr(screen.cells[row], "^C"));
  asProgressDestroy(view);
  closeScreen(&screen);
}

/// Sends the output through the terminal, and looks.
static void print(Screen *screen, const AsText *output) {
  fputs(asTextString(output), screen->file);
  fflush(screen->file);
  look(screen);
}

/// A block that became smaller leaves nothing of the larger one behind.
static void testLiveShrinks(void **state) {
  Screen screen;
  openScreen(&screen, 20, 6);
  AsRedraw live = {.width = 20, .height = 6};
  AsText output = {0};
  asLiveDraw(&live, "a long title\na long line\nanother\n", &output);
  asLiveDraw(&live, "title\nline\n", &output);
  print(&screen, &output);
  static const char *const rows[] = {
      "title               ", "line                ", "                    "};
  for (int row = 0; row < (int)COUNT(rows); row++)
    assert_string_equal(screen.cells[row], rows[row]);
  asTextClear(&output);
  asLiveErase(&live, &output);
  print(&screen, &output);
  for (int row = 0; row < screen.height; row++)
    assert_true(isBlank(&screen, row));
  assert_int_equal(screen.row, 0);
  asTextFree(&output);
  closeScreen(&screen);
}

static void testLiveFits(void **state) {
  setenv("TERM", "xterm", 1);
  enum { MANY = 40 };
  static AsTuneTask tasks[MANY];
  for (int t = 0; t < MANY; t++)
    tasks[t] = (AsTuneTask){
        .label = "a label that is rather long for a narrow terminal",
        .weight = 1,
        .flops = 1e9,
        .bestSeconds = 0.001 * (1 + t)};
  static const struct {
    int width, height;
  } sizes[] = {{80, 24}, {60, 12}, {30, 8}, {12, 6}, {80, 4}, {80, 2}};
  for (size_t i = 0; i < COUNT(sizes); i++) {
    Screen screen;
    openScreen(&screen, sizes[i].width, sizes[i].height);
    AsProgressView *view = asProgressCreate(AS_PROGRESS_AUTO, screen.file);
    AsSnapshot snapshot = {.tasks = tasks,
                           .numTasks = MANY,
                           .phase = AS_TUNE_SEARCH,
                           .trialsTotal = 64};
    for (snapshot.seconds = 0; snapshot.seconds < 5; snapshot.seconds++) {
      show(view, snapshot);
      look(&screen);
    }
    // Nothing has scrolled, so the titles are still on top.
    assertRow(&screen, 0, "  ID  task");
    if (screen.height >= 6) {
      assertRow(&screen, 1, screen.height == 6 ? "      ... a" : ">  1");
      assertRow(&screen, screen.height - 2, "time 4.0 s");
    }
    assert_int_equal(screen.column, 0);
    assert_true(isBlank(&screen, screen.row));
    asProgressDestroy(view);
    closeScreen(&screen);
  }
}

static void testLiveResized(void **state) {
  setenv("TERM", "xterm", 1);
  Screen screen;
  openScreen(&screen, 80, 24);
  AsTuneTask tasks[NUM_TASKS];
  makeTasks(tasks);
  AsProgressView *view = asProgressCreate(AS_PROGRESS_AUTO, screen.file);
  show(view, snapshotOf(tasks, AS_TUNE_SEARCH, 0, 1));
  look(&screen);
  int below = screen.row;
  struct winsize size = {.ws_row = 24, .ws_col = 60};
  assert_int_equal(ioctl(screen.master, TIOCSWINSZ, &size), 0);
  show(view, snapshotOf(tasks, AS_TUNE_SEARCH, 0, 2));
  show(view, snapshotOf(tasks, AS_TUNE_SEARCH, 0, 3));
  look(&screen);
  assertRow(&screen, below, "  ID  task ");
  assert_int_equal(screen.row, 2 * below);
  asProgressDestroy(view);
  closeScreen(&screen);
}

static void testNoEscapes(void **state) {
  static const char *const settings[][2] = {
      {"dumb", NULL}, {"", NULL}, {"xterm", "1"}};
  for (size_t i = 0; i < COUNT(settings); i++) {
    setenv("TERM", settings[i][0], 1);
    if (settings[i][1])
      setenv("NO_COLOR", settings[i][1], 1);
    Screen screen;
    openScreen(&screen, 80, 24);
    AsTuneTask tasks[NUM_TASKS];
    makeTasks(tasks);
    AsProgressView *view = asProgressCreate(AS_PROGRESS_AUTO, screen.file);
    show(view, snapshotOf(tasks, AS_TUNE_SEARCH, 0, 1));
    finish(view, tasks, false);
    char bytes[4096] = {0};
    assert_true(read(screen.master, bytes, sizeof bytes - 1) > 0);
    assertContains(bytes, "tuning 3 tasks");
    assert_null(strchr(bytes, '\033'));
    asProgressDestroy(view);
    closeScreen(&screen);
    unsetenv("NO_COLOR");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testLive),      cmocka_unit_test(testLiveShrinks),
      cmocka_unit_test(testLiveFits),  cmocka_unit_test(testLiveResized),
      cmocka_unit_test(testNoEscapes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
