//===- replace-file.h - Files that are replaced as a whole
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A new content is written under a temporary name, PATH.PID-N.tmp, and takes
// the file's place when it is complete. A reader never sees half a file, and a
// full disk leaves the old one intact.
//
// A process that is killed leaves its temporary file behind. Whoever writes the
// same path next removes it. It is locked (flock) for as long as its process
// lives, which tells it from one that is being written: unlike the number in
// its name, which another process may have by now, or in another container.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_REPLACE_FILE_H
#define AS_SUPPORT_REPLACE_FILE_H

#include "support/text.h"
#include <stdbool.h>

/// Zero-initialise.
typedef struct AsReplacement {
  AsText path;      ///< Of the file itself, at the end of symbolic links.
  AsText temporary; ///< What is to be written.
  int file;         ///< That, opened and locked.
} AsReplacement;

/// Whether `path` is there and no regular file: a device or a pipe cannot be
/// replaced by a rename, and need not be.
bool asFileIsSpecial(const char *path);

/// Makes the temporary file, and removes those that nobody writes any more. End
/// it with asReplacementPublish or asReplacementDrop.
AsStatus asReplacementBegin(const char *path, AsReplacement *replacement,
                            AsError *error);

/// Gives the temporary file the name that was asked for. On failure all is as
/// before asReplacementBegin.
AsStatus asReplacementPublish(AsReplacement *replacement, AsError *error);

/// Removes the temporary file. Does nothing where there is none any more.
void asReplacementDrop(AsReplacement *replacement);

#endif // AS_SUPPORT_REPLACE_FILE_H
