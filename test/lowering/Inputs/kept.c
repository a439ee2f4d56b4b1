// Calls the functions of kept-arguments.mlir twice each with the same arrays,
// and says what has become of the one that the sum starts from.

#include <stdio.h>

enum { size = 32 * 32 };

void as_entry_add(void **buffers);
void as_entry_add_to(void **buffers);

static void callTwice(const char *name, void (*function)(void **)) {
  static float x[size], sum[size], first[size], second[size];
  for (int i = 0; i < size; i++) {
    x[i] = 0.125f;
    sum[i] = 1;
  }
  function((void *[]){x, sum, first});
  function((void *[]){x, sum, second});
  int changed = 0, differs = 0;
  for (int i = 0; i < size; i++) {
    changed += sum[i] != 1;
    differs |= first[i] != second[i];
  }
  printf("%s: %d elements of the argument changed, results differ by %d\n",
         name, changed, differs);
}

int main(void) {
  callTwice("@add", as_entry_add);
  callTwice("@add_to", as_entry_add_to);
  return 0;
}
