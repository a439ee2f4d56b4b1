//===- arena.h - Memory that is freed all at once
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tasks, sketches and loop nests are small webs of structures that live and
// die together. They are carved out of an arena that one owner destroys.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_ARENA_H
#define AS_SUPPORT_ARENA_H

#include <stddef.h>

typedef struct AsArenaBlock AsArenaBlock;

/// Zero-initialise; asArenaDestroy frees everything allocated from it.
typedef struct AsArena {
  AsArenaBlock *blocks; ///< Newest first.
} AsArena;

/// `size` zeroed bytes, aligned for any type. Never NULL, as asAlloc.
void *asArenaAlloc(AsArena *arena, size_t size);

/// A copy of the `length` bytes at `text`, NUL-terminated.
char *asArenaCopy(AsArena *arena, const char *text, size_t length);

/// printf into the arena.
char *asArenaFormat(AsArena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void asArenaDestroy(AsArena *arena);

/// `count` zeroed elements of `type`.
#define asArenaArray(arena, type, count)                                       \
  ((type *)asArenaAlloc((arena), sizeof(type) * (size_t)(count)))

/// calloc, realloc and strdup for bookkeeping, which never return NULL: where
/// there is no memory they take what the run has set aside, or do not return
/// (memory-reserve.h).
void *asAlloc(size_t size);
void *asRealloc(void *memory, size_t size);
char *asCopyString(const char *text);

#endif // AS_SUPPORT_ARENA_H
