//===- donor-stores.c - The stores that similar tasks are looked for in
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See donor-stores.h.
//
//===----------------------------------------------------------------------===//

#include "driver/donor-stores.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

static void add(AsDonorStores *stores, AsStore *store) {
  stores->stores = asRealloc(stores->stores,
                             sizeof(AsStore *) * (size_t)(stores->count + 1));
  stores->stores[stores->count++] = store;
}

AsStatus asDonorStoresOpen(const char *list, AsStore *own,
                           AsDonorStores *stores, AsError *error) {
  stores->own = own;
  if (own)
    add(stores, own);
  AsArena arena = {0};
  AsStatus status = AS_OK;
  while (*list && !status) {
    int length = (int)strcspn(list, ",");
    const char *path = asArenaFormat(&arena, "%.*s", length, list);
    AsStore *store = NULL;
    AsError why = {0};
    status = asStoreOpenReadOnly(path, &store, &why);
    if (status)
      asFail(error, status, "--transfer-from: %s", why.message);
    else
      add(stores, store);
    list += length;
    list += *list == ',';
  }
  asArenaDestroy(&arena);
  return status;
}

void asDonorStoresClose(AsDonorStores *stores) {
  for (int s = 0; s < stores->count; s++)
    if (stores->stores[s] != stores->own)
      asStoreClose(stores->stores[s]);
  free(stores->stores);
  *stores = (AsDonorStores){0};
}
