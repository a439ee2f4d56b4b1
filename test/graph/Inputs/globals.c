// Calls the functions of globals.mlir.

#include <stdio.h>

void as_entry_weigh(void **buffers);
void as_entry_swap(void **buffers);
void as_entry_look(void **buffers);

static void print(const char *name, const float *values) {
  printf("%s: %g %g %g %g\n", name, values[0], values[1], values[2], values[3]);
}

int main(void) {
  float result[4];
  as_entry_weigh((void *[]){result});
  print("weigh", result);
  // What is stored is twice the argument.
  float arguments[][4] = {{2.5, 3, 3.5, 4}, {5, 6, 7, 8}, {10, 12, 14, 16}};
  for (int i = 0; i < 3; i++) {
    as_entry_swap((void *[]){arguments[i], result});
    print("swap", result);
  }
  as_entry_look((void *[]){result});
  print("state", result);
  return 0;
}
