//===- shared-object.c - Link shared objects
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links object code with the system's linker, ld.lld or ld. See asLinkShared in
// codegen/object-code.h.
//
//===----------------------------------------------------------------------===//

#include "codegen/object-code.h"
#include "support/run-program.h"
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/// AS_NOT_FOUND if there is no such linker.
static AsStatus run(char *const arguments[], AsError *error) {
  AsText printed = {0};
  bool succeeded;
  AsStatus status = asProgramRun(arguments, &printed, &succeeded, error);
  if (!status && !succeeded)
    status = asFail(error, AS_CHILD, "%s failed: %s", arguments[0],
                    asTextString(&printed));
  asTextFree(&printed);
  return status;
}

AsStatus asLinkShared(const AsText *object, const char *name, const char *path,
                      AsError *error) {
  AsText input = {0}, output = {0};
  asTextFormat(&input, "%s.%ld.o", path, (long)getpid());
  asTextFormat(&output, "%s.%ld.tmp", path, (long)getpid());
  AsStatus status =
      asWriteFile(input.data, object->data, object->length, error);
  // The code needs the C library, libm, and libomp if it calls OpenMP.
  bool parallel = memmem(object->data, object->length, "__kmpc_", 7) != NULL;
  static char *const linkers[] = {AS_LLVM_FOLDER "/bin/ld.lld", "ld.lld",
                                  "ld.lld-22", "ld"};
  bool linked = false;
  for (size_t i = 0; !status && !linked && i < 4; i++) {
    char *arguments[] = {linkers[i],
                         "-shared",
                         "-Bsymbolic", // A function may be called "exp".
                         "-z",
                         "noexecstack",
                         "--allow-shlib-undefined",
                         "-o",
                         output.data,
                         input.data,
                         "-soname",
                         (char *)(uintptr_t)name,
                         "-L/lib/x86_64-linux-gnu",
                         "-L/usr/lib/x86_64-linux-gnu",
                         "-L" AS_LLVM_FOLDER "/lib",
                         "--build-id=sha1",
                         "--as-needed",
                         "-l:libm.so.6",
                         "-l:libc.so.6",
                         parallel ? "-l:libomp.so.5" : NULL, // Ends the list.
                         "-rpath",
                         AS_LLVM_FOLDER "/lib",
                         NULL};
    status = run(arguments, error);
    linked = status == AS_OK;
    if (status == AS_NOT_FOUND && i < 3)
      status = AS_OK; // Try the next one.
  }
  if (!status && rename(output.data, path))
    status =
        asFail(error, AS_IO, "cannot write '%s': %s", path, strerror(errno));
  unlink(input.data);
  unlink(output.data);
  asTextFree(&input);
  asTextFree(&output);
  return status;
}
