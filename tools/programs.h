//===- programs.h - The programs as functions
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each is a program of its own (main.c), or goes by its name in one that is
// all of them (portable.c). They take what main() takes and return the exit
// status.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TOOLS_PROGRAMS_H
#define AS_TOOLS_PROGRAMS_H

int asOptMain(int argc, char **argv);
int asWorkerMain(int argc, char **argv);
int asRunMain(int argc, char **argv);
int asViewMain(int argc, char **argv);
int asRunBatchMain(int argc, char **argv);
int asSweepMain(int argc, char **argv);
int asPortableMain(int argc, char **argv); ///< The first four.

#endif // AS_TOOLS_PROGRAMS_H
