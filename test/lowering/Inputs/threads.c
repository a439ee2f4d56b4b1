// Calls the function of constant-threads.mlir from several threads at once.
// What it computes once it computes in memory that it allocates, which takes so
// long here that all of them are there before the first is done.

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

enum { size = 64 * 64, numThreads = 4 };

static float argument[size], result[numThreads][size];
static atomic_int numAllocations;

void as_entry_shift(void **buffers);
void *__real_malloc(size_t bytes);
void *__wrap_malloc(size_t bytes);

void *__wrap_malloc(size_t bytes) {
  numAllocations++;
  nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
  return __real_malloc(bytes);
}

static void *call(void *own) {
  void *buffers[] = {argument, own};
  as_entry_shift(buffers);
  return NULL;
}

int main(void) {
  pthread_t threads[numThreads];
  for (int t = 0; t < numThreads; t++)
    pthread_create(&threads[t], NULL, call, result[t]);
  int wrong = 0;
  for (int t = 0; t < numThreads; t++) {
    pthread_join(threads[t], NULL);
    for (int i = 0; i < size; i++)
      wrong += result[t][i] != 64 * 8 * 8;
  }
  printf("allocated %d times, %d elements are wrong\n", numAllocations, wrong);
  return 0;
}
