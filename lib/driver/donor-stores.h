//===- donor-stores.h - The stores that similar tasks are looked for in
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The store of the run, and those that --transfer-from names.
//
//===----------------------------------------------------------------------===//

#ifndef AS_DRIVER_DONOR_STORES_H
#define AS_DRIVER_DONOR_STORES_H

#include "as/record.h"

/// Zero-initialise; close with asDonorStoresClose, also after a failure.
typedef struct AsDonorStores {
  AsStore **stores; ///< Owned, as is each, but for `own`.
  int count;
  AsStore *own; ///< Borrowed; NULL for none.
} AsDonorStores;

/// Opens the stores of `list`, "FILE,...", for reading. `own` may be NULL. A
/// file that is no store is an error that names it.
AsStatus asDonorStoresOpen(const char *list, AsStore *own,
                           AsDonorStores *stores, AsError *error);
void asDonorStoresClose(AsDonorStores *stores);

#endif // AS_DRIVER_DONOR_STORES_H
