//===- build-message.h - What builder and worker say to each other
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A request holds: task, whether there is a script, whether it is for the
// reference, the sketch's name, script, whether it must vectorise, number of
// choices, and for each the knob, the value, the text. A reply holds: outcome,
// message, object code.
//
//===----------------------------------------------------------------------===//

#ifndef AS_POOL_BUILD_MESSAGE_H
#define AS_POOL_BUILD_MESSAGE_H

enum { AS_BUILD_REQUEST = 1, AS_BUILD_REPLY = 2 };

#endif // AS_POOL_BUILD_MESSAGE_H
