// Calls the functions of workspace.mlir, one of them from within itself, and
// counts how often they allocate.

#include <stddef.h>
#include <stdio.h>

enum { size = 64 };

static int numAllocated, numFreed;

void as_entry_thrice(void **buffers);
void as_entry_large(void **buffers);
void step(const float *x, float *y);
void touch(char *x);
void *__real_malloc(size_t bytes);
void *__wrap_malloc(size_t bytes);
void __real_free(void *memory);
void __wrap_free(void *memory);

void *__wrap_malloc(size_t bytes) {
  numAllocated++;
  return __real_malloc(bytes);
}

void __wrap_free(void *memory) {
  numFreed++;
  __real_free(memory);
}

/// Steps until one of them calls the function again.
static int left = -1;
static float inner[2][size];

void step(const float *x, float *y) {
  if (left-- == 0) {
    inner[0][size - 1] = 100;
    as_entry_thrice((void *[]){inner[0], inner[1]});
  }
  for (int i = 0; i < size; i++)
    y[i] = x[i] + 1;
}

void touch(char *x) { x[0] = 1; }

int main(void) {
  static float x[size], y[size];
  void *buffers[] = {x, y};
  static const char *const names[] = {"first", "second", "nested", "after"};
  for (int i = 0; i < 4; i++) {
    left = i == 2 ? 1 : -1;
    as_entry_thrice(buffers);
    printf("%s: %g", names[i], y[size - 1]);
    if (i == 2)
      printf(" and %g", inner[1][size - 1]);
    printf(", allocated %d times, freed %d times\n", numAllocated, numFreed);
  }
  as_entry_large(NULL);
  printf("large: allocated %d times, freed %d times\n", numAllocated, numFreed);
  return 0;
}
