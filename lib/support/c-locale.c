//===- c-locale.c - Numbers with points, whatever the program's locale
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See c-locale.h.
//
//===----------------------------------------------------------------------===//

#include "support/c-locale.h"
#include <pthread.h>

static locale_t cLocale; ///< Made once and never freed.

static void create(void) { cLocale = newlocale(LC_ALL_MASK, "C", (locale_t)0); }

locale_t asLocaleEnter(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, create);
  return uselocale(cLocale);
}

void asLocaleLeave(locale_t before) { uselocale(before); }
