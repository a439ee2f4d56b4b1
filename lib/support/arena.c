//===- arena.c - Memory that is freed all at once
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/arena.h"
#include "support/memory-reserve.h"
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct AsArenaBlock {
  AsArenaBlock *next;
  size_t used, size;
  _Alignas(max_align_t) char memory[];
};

void *asAlloc(size_t size) {
  size = size ? size : 1;
  void *memory = calloc(1, size);
  while (!memory) {
    asMemoryUseReserve(size);
    memory = calloc(1, size);
  }
  return memory;
}

void *asRealloc(void *memory, size_t size) {
  size = size ? size : 1;
  void *larger = realloc(memory, size);
  while (!larger) {
    asMemoryUseReserve(size);
    larger = realloc(memory, size);
  }
  return larger;
}

char *asCopyString(const char *text) {
  size_t size = strlen(text) + 1;
  return memcpy(asAlloc(size), text, size);
}

void *asArenaAlloc(AsArena *arena, size_t size) {
  const size_t alignment = _Alignof(max_align_t);
  size = (size + alignment - 1) / alignment * alignment;
  AsArenaBlock *block = arena->blocks;
  if (!block || block->size - block->used < size) {
    size_t capacity = size > 65536 ? size : 65536;
    block = asAlloc(sizeof *block + capacity);
    block->size = capacity;
    block->next = arena->blocks;
    arena->blocks = block;
  }
  void *result = block->memory + block->used;
  block->used += size;
  return result; // Blocks come zeroed and nothing is ever given back.
}

char *asArenaCopy(AsArena *arena, const char *text, size_t length) {
  char *copy = asArenaAlloc(arena, length + 1);
  if (length)
    memcpy(copy, text, length);
  return copy;
}

char *asArenaFormat(AsArena *arena, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  char *text = asArenaAlloc(arena, (size_t)length + 1);
  vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  va_end(arguments);
  return text;
}

void asArenaDestroy(AsArena *arena) {
  for (AsArenaBlock *block = arena->blocks, *next; block; block = next) {
    next = block->next;
    free(block);
  }
  arena->blocks = NULL;
}
