// Calls the functions of task-scratch.mlir in turn, and from several threads at
// once. In turn, they are not to allocate memory.

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { columns = 1024, numThreads = 4, numCalls = 2000 };

static float argument[6 * columns];
static atomic_int numAllocations, numWrong;

void as_entry_short(void **buffers);
void as_entry_long(void **buffers);
void *__real_malloc(size_t bytes);
void *__wrap_malloc(size_t bytes);

void *__wrap_malloc(size_t bytes) {
  numAllocations++;
  return __real_malloc(bytes);
}

static int wrongIn(const float *result, int rows, int isSquare) {
  int wrong = 0;
  for (int r = 0; r < rows; r++)
    for (int c = 0; c <= columns; c++) {
      float x = c ? argument[r * columns + c - 1] : 1;
      wrong += result[r * (columns + 1) + c] != (isSquare ? x * x : x + x);
    }
  return wrong;
}

static void callBoth(void) {
  static _Thread_local float result[6 * (columns + 1)];
  void *buffers[] = {argument, result};
  as_entry_short(buffers);
  numWrong += wrongIn(result, 3, 0);
  as_entry_long(buffers);
  numWrong += wrongIn(result, 6, 1);
}

static void *callOften(void *unused) {
  (void)unused;
  for (int i = 0; i < numCalls; i++)
    callBoth();
  return NULL;
}

int main(void) {
  pthread_t threads[numThreads];
  for (int i = 0; i < 6 * columns; i++)
    argument[i] = (float)(i % 1000);
  callBoth();
  callBoth();
  printf("in turn: allocated %d times, %d elements are wrong\n", numAllocations,
         numWrong);
  for (int t = 0; t < numThreads; t++)
    pthread_create(&threads[t], NULL, callOften, NULL);
  for (int t = 0; t < numThreads; t++)
    pthread_join(threads[t], NULL);
  printf("at the same time: %d elements are wrong\n", numWrong);
  return 0;
}
