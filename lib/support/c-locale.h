//===- c-locale.h - Numbers with points, whatever the program's locale
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// printf, strtod and cJSON write and read numbers as the locale does, which in
// a program may have a decimal comma. So each public function that has to do
// with numbers takes the C locale up, for its thread alone, and puts the
// program's back. as-opt has no threads of its own that write or read any; its
// processes start in the C locale.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_C_LOCALE_H
#define AS_SUPPORT_C_LOCALE_H

#include <locale.h>

/// Gives the calling thread the C locale; returns what it had, for
/// asLocaleLeave. Calls may nest.
locale_t asLocaleEnter(void);

/// Gives the calling thread back the locale that asLocaleEnter returned.
void asLocaleLeave(locale_t before);

#endif // AS_SUPPORT_C_LOCALE_H
