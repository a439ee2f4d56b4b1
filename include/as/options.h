//===- options.h - What can be asked of as-opt
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options have the names and the values that they have on the command line of
// as-opt; docs/options.md lists them. All are set and read as text, so that a
// new option changes nothing for programs that exist.
//
//   AsOptions *options = asOptionsCreate();
//   status = asOptionsSet(options, "trials", "64", &error);
//   ...
//   asOptionsDestroy(options);
//
//===----------------------------------------------------------------------===//

#ifndef AS_OPTIONS_H
#define AS_OPTIONS_H

#include "as/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A value for each option. One thread at a time may change an object; several
/// may read it.
typedef struct AsOptions AsOptions;

/// Options with their defaults. The caller owns them and frees them with
/// asOptionsDestroy.
AsOptions *asOptionsCreate(void);

/// Options with the values of `options`, which stays as it is. The caller owns
/// them and frees them with asOptionsDestroy.
AsOptions *asOptionsCopy(const AsOptions *options);

/// Frees `options`, which came from asOptionsCreate or asOptionsCopy; NULL is
/// allowed.
void asOptionsDestroy(AsOptions *options);

/// Sets the option called `name` ("trials") to what `value` ("64") says. Both
/// are copied. AS_INVALID_INPUT where there is no such option, with the nearest
/// name in the message, or where the value does not fit, with what is expected;
/// the options then stay as they were. Options that concern the program as-opt
/// alone, such as "autoschedule" and "import-json", can be set, without effect.
AsStatus asOptionsSet(AsOptions *options, const char *name, const char *value,
                      AsError *error);

/// Gives the value of the option called `name` in the form that asOptionsSet
/// takes. The caller owns *value and frees it with free(). AS_INVALID_INPUT
/// where there is no such option; *value is then NULL.
AsStatus asOptionsGet(const AsOptions *options, const char *name, char **value,
                      AsError *error);

#ifdef __cplusplus
}
#endif

#endif // AS_OPTIONS_H
