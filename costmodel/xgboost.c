//===- xgboost.c - Loading XGBoost at run time
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See xgboost.h.
//
//===----------------------------------------------------------------------===//

#include "costmodel/xgboost.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// The functions, or why there are none.
static AsXgboost functions;
static AsError problem;
static bool isOpen;

static bool find(void *library, const char *name, void *function) {
  void *address = dlsym(library, name);
  memcpy(function, &address, sizeof address);
  return address;
}

static void openOnce(void) {
  const char *given = getenv("AS_XGBOOST");
  bool isGiven = given && *given;
  if (isGiven && strcmp(given, "none") == 0) {
    asFail(&problem, AS_NOT_FOUND, "$AS_XGBOOST says to do without");
    return;
  }
  void *library = dlopen(isGiven ? given : "libxgboost.so.0", RTLD_NOW);
  if (!library) {
    asFail(&problem, AS_NOT_FOUND, "there is no XGBoost: %s", dlerror());
    // One outside of the search path of the loader, which was found when as-opt
    // was built.
    library = isGiven ? NULL : dlopen(AS_XGBOOST_LIBRARY, RTLD_NOW);
  }
  if (!library)
    return;
  isOpen = true;
#define FIND(member, function)                                                 \
  if (isOpen && !find(library, #function, &functions.member)) {                \
    isOpen = false;                                                            \
    asFail(&problem, AS_NOT_FOUND, "this XGBoost has no '%s'", #function);     \
  }
  AS_XGBOOST_FUNCTIONS(FIND)
#undef FIND
}

AsStatus asXgboostOpen(AsXgboost **xgboost, AsError *error) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, openOnce);
  *xgboost = isOpen ? &functions : NULL;
  return isOpen ? AS_OK : asFail(error, AS_NOT_FOUND, "%s", problem.message);
}
