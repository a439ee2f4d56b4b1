// Calls what sized-memory.mlir declares at random sizes and at the edges of
// tiles, counts what it allocates, and lets allocations fail.

#include "memory.h"
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { numSizes = 300, mostRows = 300 };

//===----------------------------------------------------------------------===//
// Allocations
//===----------------------------------------------------------------------===//

static bool isCounting, fails;
static int left, most, total;
void *__real_malloc(size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void __wrap_free(void *memory);

void *__wrap_malloc(size_t size) {
  void *memory = isCounting && fails ? NULL : __real_malloc(size);
  if (isCounting && memory) {
    total++;
    left++;
    most = left > most ? left : most;
  }
  return memory;
}

void __wrap_free(void *memory) {
  left -= isCounting && memory;
  __real_free(memory);
}

static void beginCount(void) {
  isCounting = true;
  left = most = total = 0;
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

static uint64_t seed = 1;

static uint64_t next(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return seed >> 33;
}

/// What ASan guards on both sides.
static float *make(int64_t count) {
  float *array = __real_malloc(sizeof *array * (size_t)count);
  for (int64_t i = 0; i < count; i++)
    array[i] = (float)(next() % 17) / 8 - 1;
  return array;
}

/// The edges of tiles and what is beside them, then random sizes.
static int64_t sizeAt(int i) {
  static const int64_t edges[] = {0,  1,  2,  3,   4,   5,   7,   8,   9,
                                  31, 32, 33, 127, 128, 129, 255, 256, 257};
  enum { numEdges = sizeof edges / sizeof *edges };
  return i < numEdges ? edges[i] : (int64_t)(next() % mostRows);
}

static bool isNear(float actual, double expected) {
  return fabs(actual - expected) <= 1e-4 * (1 + fabs(expected));
}

/// Of row-major arrays: C = A * B, summed in double.
static void multiply(int64_t n, int64_t m, int64_t k, const double *a,
                     const double *b, double *c) {
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < m; j++) {
      c[i * m + j] = 0;
      for (int64_t l = 0; l < k; l++)
        c[i * m + j] += a[i * k + l] * b[l * m + j];
    }
}

static double *widen(const float *array, int64_t count) {
  double *wide = __real_malloc(sizeof *wide * (size_t)(count + 1));
  for (int64_t i = 0; i < count; i++)
    wide[i] = array[i];
  return wide;
}

static bool areNear(const float *actual, const double *expected,
                    int64_t count) {
  for (int64_t i = 0; i < count; i++)
    if (!isNear(actual[i], expected[i]))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Calls `test` at all sizes; it returns whether the result is right.
static void run(const char *name, bool (*test)(int64_t n, int64_t m)) {
  int wrong = 0, allLeft = 0, atOnce = 0;
  for (int i = 0; i < numSizes; i++) {
    int64_t n = sizeAt(i), m = i % 3 ? sizeAt(i * 7 % 40) : n;
    if (!test(n, m)) {
      printf("%s is wrong for %d and %d\n", name, (int)n, (int)m);
      wrong++;
    }
    allLeft += left;
    atOnce = most > atOnce ? most : atOnce;
  }
  printf("%s: %d wrong of %d sizes, %d left, at most %d at once\n", name, wrong,
         numSizes, allLeft, atOnce);
}

static bool scores(int64_t n, int64_t m) {
  float *x = make(n * 8), *y = make(8 * m), *z = make(m * 8), *r = make(n * 8);
  beginCount();
  int status = as_call_scores(n, m, x, y, z, r);
  isCounting = false;
  double *a = widen(x, n * 8), *b = widen(y, 8 * m), *c = widen(z, m * 8);
  double *s = widen(NULL, 0), *t = widen(r, n * 8);
  s = realloc(s, sizeof *s * (size_t)(n * m + 1));
  multiply(n, m, 8, a, b, s);
  multiply(n, 8, m, s, c, t);
  bool isRight = status == 0 && areNear(r, t, n * 8);
  void *const all[] = {x, y, z, r, a, b, c, s, t};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    __real_free(all[i]);
  return isRight;
}

static bool columns(int64_t n, int64_t m) {
  float *x = make(n * 4), *y = make(m * 4), *r = make(4);
  beginCount();
  int status = as_call_columns(n, m, x, y, r);
  isCounting = false;
  double sums[4] = {0};
  for (int64_t i = 0; i < n * 4; i++)
    sums[i % 4] += 2 * x[i];
  for (int64_t i = 0; i < m * 4; i++)
    sums[i % 4] += 2 * y[i];
  bool isRight = status == 0 && areNear(r, sums, 4);
  __real_free(x);
  __real_free(y);
  __real_free(r);
  return isRight;
}

static bool layers(int64_t n, int64_t unused) {
  (void)unused;
  float *x = make(n * 16), *w = make(16 * 16), *y = make(n * 16);
  float *r = make(n * 16);
  for (int i = 0; i < 16 * 16; i++)
    w[i] /= 8;
  beginCount();
  int status = as_call_layers(n, x, w, y, r);
  isCounting = false;
  double *a = widen(x, n * 16), *v = widen(w, 16 * 16), *b = widen(x, n * 16);
  multiply(n, 16, 16, a, v, b);
  multiply(n, 16, 16, b, v, a);
  multiply(n, 16, 16, a, v, b);
  multiply(n, 16, 16, b, v, a);
  for (int64_t i = 0; i < n * 16; i++)
    a[i] += y[i];
  bool isRight = status == 0 && areNear(r, a, n * 16);
  void *const all[] = {x, w, y, r, a, v, b};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    __real_free(all[i]);
  return isRight;
}

/// One of two branches, by turns.
static bool branches(int64_t n, int64_t m) {
  float *x = make(n * 16), *w = make(16 * 16), *r = make(n * 16);
  int32_t isOn = m % 2 != 0;
  for (int i = 0; i < 16 * 16; i++)
    w[i] /= 8;
  beginCount();
  int status = as_call_branches(n, x, w, &isOn, r);
  isCounting = false;
  double *a = widen(x, n * 16), *v = widen(w, 16 * 16), *b = widen(x, n * 16);
  multiply(n, 16, 16, a, v, b);
  multiply(n, 16, 16, b, v, a);
  multiply(n, 16, 16, a, v, b);
  for (int64_t i = 0; i < n * 16; i++)
    b[i] = isOn ? b[i] : 2 * x[i];
  bool isRight = status == 0 && areNear(r, b, n * 16);
  void *const all[] = {x, w, r, a, v, b};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    __real_free(all[i]);
  return isRight;
}

static bool few(int64_t n, int64_t unused) {
  (void)unused;
  float *x = make(n * 8), *r = make(n * 8);
  beginCount();
  int status = as_call_few(n, x, r);
  isCounting = false;
  bool isRight = status == 0;
  for (int64_t i = 0; i < n && isRight; i++) {
    double row[8] = {0};
    for (int64_t j = 0; j < n && n <= 64; j++) {
      double score = 0;
      for (int64_t k = 0; k < 8; k++)
        score += (double)x[i * 8 + k] * x[j * 8 + k];
      for (int64_t k = 0; k < 8; k++)
        row[k] += score * x[j * 8 + k];
    }
    for (int64_t k = 0; k < 8 && n > 64; k++)
      row[k] = 2 * x[i * 8 + k];
    isRight = areNear(&r[i * 8], row, 8);
  }
  __real_free(x);
  __real_free(r);
  return isRight;
}

/// The scores of so many rows would be 4 TB.
static void many(void) {
  const int64_t n = (int64_t)1 << 20;
  float *x = make(n * 8), *r = make(n * 8);
  beginCount();
  int status = as_call_few(n, x, r);
  isCounting = false;
  bool isRight = true;
  for (int64_t i = 0; i < n * 8; i++)
    isRight &= r[i] == 2 * x[i];
  printf("many: %d, %s, %d left\n", status, isRight ? "right" : "WRONG", left);
  __real_free(x);
  __real_free(r);
}

/// n rows; the bytes that the program compares are 2^43 for each of n * m, and
/// 2^63, a negative number there, is below its budget.
static void budget(const char *name, int64_t n, int64_t m) {
  float *x = make(n * 16), *w = make(16 * 16), *y = make(m), *r = make(n * 16);
  beginCount();
  int status = as_call_budget(n, m, x, w, y, r);
  isCounting = false;
  double *a = widen(x, n * 16), *v = widen(w, 16 * 16), *b = widen(x, n * 16);
  bool isLow = n * m >= (int64_t)1 << 20;
  multiply(n, 16, 16, a, v, b);
  multiply(n, 16, 16, b, v, a);
  for (int64_t i = 0; i < n * 16; i++)
    a[i] = isLow ? a[i] : 2 * x[i];
  printf("budget, %s: %d, %s, %d left\n", name, status,
         areNear(r, a, n * 16) ? "right" : "WRONG", left);
  void *const all[] = {x, w, y, r, a, v, b};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    __real_free(all[i]);
}

/// NULL would not do if anything was touched.
static void refuse(void) {
  const int64_t root = (int64_t)1 << 40, large = (int64_t)1 << 24;
  beginCount();
  printf("overflow: %d", as_call_scores(root, root, NULL, NULL, NULL, NULL));
  printf(" %d", as_call_scores(1, INT64_MAX / 32, NULL, NULL, NULL, NULL));
  // The arguments fit, and what is between does not.
  const int64_t half = ((int64_t)1 << 58) - 1;
  printf(" %d", as_call_columns(half, half, NULL, NULL, NULL));
  printf(", %d allocations\n", total);
  isCounting = false;
  printf("larger than memory: %d",
         as_call_scores(large, large, NULL, NULL, NULL, NULL));
  printf(" %d\n", as_call_layers((int64_t)1 << 50, NULL, NULL, NULL, NULL));
}

static void runOut(void) {
  float *x = make(37 * 16), *w = make(16 * 16), *y = make(37 * 16);
  float *r = make(37 * 16), *before = make(37 * 16);
  memcpy(before, r, sizeof *r * 37 * 16);
  fails = true;
  beginCount();
  int status = as_call_layers(37, x, w, y, r);
  isCounting = fails = false;
  printf("no memory: %d, %s, %d left\n", status,
         memcmp(before, r, sizeof *r * 37 * 16) ? "TOUCHED" : "untouched",
         left);
  printf("negative: %d", as_call_layers(-1, x, w, y, r));
  printf(" %d", as_call_scores(3, -1, x, w, y, r));
  printf(", unequal: %d, ", as_call_twice(3, 7, x, y, r));
  printf("%s\n",
         memcmp(before, r, sizeof *r * 37 * 16) ? "TOUCHED" : "untouched");
}

int main(void) {
  run("scores", scores);
  run("columns", columns);
  run("layers", layers);
  run("branches", branches);
  run("few", few);
  many();
  budget("above", 3, 5);
  budget("overflows", 1 << 10, 1 << 10);
  refuse();
  runOut();
  return 0;
}
