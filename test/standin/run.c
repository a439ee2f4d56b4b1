//===- run.c - PTX on the host: running
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A register holds the bits of its value, those above it being zero. Global
// addresses are the host's. Shared and local memory begin at 0 each; a generic
// address of local memory has a bit set that no other has.
//
//===----------------------------------------------------------------------===//

#include "standin/ptx.h"
#include <stdlib.h>
#include <string.h>

static const uint64_t localMark = 1ull << 62;
enum { CONSTANT_BYTES = 4096 };

typedef struct Thread {
  uint64_t *registers;
  char *local;
  int next; ///< Instruction; -1 at its end.
  unsigned id[3];
  bool isWaiting;      ///< Within a shuffle.
  int turn;            ///< Which of these it offered last.
  uint64_t offered[2]; ///< To the other lanes of its warp.
} Thread;

typedef struct Block {
  const PtxKernel *kernel;
  const PtxLaunch *launch;
  char *parameters, *shared;
  Thread *threads;
  unsigned id[3];
  bool failed;
} Block;

static uint64_t readOperand(const Block *block, const Thread *thread,
                            const PtxOperand *operand) {
  const unsigned *of[] = {thread->id, block->id, block->launch->block,
                          block->launch->grid};
  if (operand->kind == PTX_REGISTER)
    return thread->registers[operand->number] + operand->value;
  if (operand->kind == PTX_SPECIAL)
    return of[operand->number / 3][operand->number % 3];
  return operand->value;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Where an access goes; NULL where there is nothing.
static char *place(const Block *block, const Thread *thread, PtxSpace space,
                   uint64_t address, size_t bytes) {
  size_t size = space == PTX_SHARED  ? block->launch->sharedBytes
                : space == PTX_PARAM ? CONSTANT_BYTES
                                     : (size_t)block->kernel->localBytes;
  if (address & localMark) {
    address &= ~localMark;
    space = PTX_LOCAL;
    size = (size_t)block->kernel->localBytes;
  }
  if (address % (bytes & -bytes) != 0)
    return NULL; // Not aligned.
  if (space == PTX_GLOBAL || space == PTX_GENERIC)
    return block->launch->isMemory(address, bytes) ? (char *)(uintptr_t)address
                                                   : NULL;
  if (address > size || size - address < bytes)
    return NULL;
  return (space == PTX_SHARED  ? block->shared
          : space == PTX_PARAM ? block->parameters
                               : thread->local) +
         address;
}

/// Operands are the elements and the address, one before or behind the other.
static void access(Block *block, Thread *thread, const PtxInstruction *i) {
  bool isLoad = i->op == PTX_LD;
  const PtxOperand *address = &i->operands[isLoad ? i->vector : 0];
  const PtxOperand *elements = &i->operands[isLoad ? 0 : 1];
  size_t bytes = (size_t)i->type.bytes;
  char *memory =
      place(block, thread, i->space, readOperand(block, thread, address),
            bytes * (size_t)i->vector);
  if (!memory) {
    block->failed = true;
    return;
  }
  for (int e = 0; e < i->vector; e++, memory += bytes) {
    uint64_t value = 0;
    if (isLoad) {
      memcpy(&value, memory, bytes);
      if (i->type.kind == PTX_SIGNED)
        value = (uint64_t)ptxSigned(value, i->type.bytes);
      thread->registers[elements[e].number] = value;
    } else {
      value = readOperand(block, thread, &elements[e]);
      memcpy(memory, &value, bytes);
    }
  }
}

/// From global to shared memory. It is there at once, so that there is nothing
/// to wait for: test/unit/lanes.h does it as late as it may be.
static void copy(Block *block, Thread *thread, const PtxInstruction *i) {
  const PtxOperand *o = i->operands;
  if (i->vector == 0)
    return; // A group's end, or waiting for one.
  size_t bytes = (size_t)readOperand(block, thread, &o[2]);
  char *to = place(block, thread, PTX_SHARED, readOperand(block, thread, &o[0]),
                   bytes);
  const char *from = place(block, thread, PTX_GLOBAL,
                           readOperand(block, thread, &o[1]), bytes);
  block->failed |= !to || !from;
  if (to && from)
    memcpy(to, from, bytes);
}

/// Operands are where to, the map, the beginning, and where it arrives.
static void copyBox(Block *block, Thread *thread, const PtxInstruction *i) {
  const PtxOperand *o = i->operands;
  int32_t begin[PTX_MOST_OPERANDS];
  for (int d = 2; d < i->count - 1; d++)
    begin[d - 2] = (int32_t)readOperand(block, thread, &o[d]);
  // Aligned to half of its size.
  const char *map = place(block, thread, PTX_PARAM,
                          readOperand(block, thread, &o[1]), PTX_MAP_BYTES / 2);
  char *arrival = place(block, thread, PTX_SHARED,
                        readOperand(block, thread, &o[i->count - 1]), 8);
  const PtxLaunch *launch = block->launch;
  size_t bytes =
      map && arrival
          ? ptxBoxCopy(map, begin, readOperand(block, thread, &o[0]),
                       block->shared, launch->sharedBytes, launch->isMemory)
          : 0;
  block->failed |= bytes == 0;
  if (bytes)
    ptxArrivalCount(arrival, false, -(int64_t)bytes);
}

/// Operands are the place and a number; behind what is written, if that is.
static void arrive(Block *block, Thread *thread, const PtxInstruction *i) {
  const PtxOperand *o = &i->operands[i->arrival != PTX_INIT];
  char *memory =
      place(block, thread, PTX_SHARED, readOperand(block, thread, &o[0]), 8);
  int64_t number = (int64_t)readOperand(block, thread, &o[1]);
  block->failed |= !memory || (i->arrival == PTX_INIT && number != 1);
  if (block->failed)
    return;
  if (i->arrival == PTX_INIT)
    memset(memory, 0, 8);
  else if (i->arrival == PTX_ARRIVE)
    ptxArrivalCount(memory, true, number);
  else
    thread->registers[i->operands[0].number] =
        ptxArrivalIsOver(memory, (int)number);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Of moves that take a register apart, or put one together.
static void move(Block *block, Thread *thread, const PtxInstruction *i) {
  const PtxOperand *o = i->operands;
  uint64_t *registers = thread->registers;
  int parts = i->count - 1, bits = 8 * i->type.bytes / parts;
  if (parts == 1) {
    registers[o[0].number] = readOperand(block, thread, &o[1]);
    return;
  }
  // "{a, b}, c" and "a, {b, c}" have the same operands: what is written to is
  // not told apart by them, so `vector` says it (read.c).
  if (i->vector < 0) {
    uint64_t whole = readOperand(block, thread, &o[parts]);
    for (int p = 0; p < parts; p++)
      registers[o[p].number] = ptxCut(whole >> bits * p, bits / 8);
    return;
  }
  uint64_t whole = 0;
  for (int p = 0; p < parts; p++)
    whole |= ptxCut(readOperand(block, thread, &o[1 + p]), bits / 8)
             << bits * p;
  registers[o[0].number] = whole;
}

static void compute(Block *block, Thread *thread, const PtxInstruction *i) {
  uint64_t v[PTX_MOST_OPERANDS] = {0};
  for (int o = 1; o < i->count; o++)
    v[o - 1] = readOperand(block, thread, &i->operands[o]);
  // "To" a space or from it, the number is the same but for local memory.
  thread->registers[i->operands[0].number] =
      i->op == PTX_CVTA ? v[0] ^ (i->space == PTX_LOCAL ? localMark : 0)
                        : ptxCompute(i, v);
}

/// The first half of a shuffle: all lanes of a warp say what they have. There
/// are two places for it, as some go on while others have yet to look.
static void offer(const Block *block, Thread *thread, const PtxInstruction *i) {
  thread->isWaiting = true;
  thread->turn = !thread->turn;
  thread->offered[thread->turn] = readOperand(block, thread, &i->operands[1]);
}

/// The other one: each takes what the lane whose number differs has offered.
static void take(const Block *block, Thread *thread) {
  const PtxInstruction *i = &block->kernel->code[thread->next - 1];
  uint64_t distance = readOperand(block, thread, &i->operands[2]);
  ptrdiff_t other = (thread - block->threads) ^ (ptrdiff_t)distance;
  thread->isWaiting = false;
  thread->registers[i->operands[0].number] =
      block->threads[other].offered[thread->turn];
}

/// Runs a thread to its end, or past its next barrier, or up to half of a
/// shuffle.
static void resume(Block *block, Thread *thread) {
  const PtxKernel *kernel = block->kernel;
  if (thread->isWaiting)
    take(block, thread);
  while (thread->next >= 0 && !block->failed) {
    if (thread->next >= kernel->numInstructions) {
      thread->next = -1;
      return;
    }
    const PtxInstruction *i = &kernel->code[thread->next++];
    if (i->guard >= 0 &&
        (thread->registers[i->guard] != 0) == i->isGuardNegated)
      continue;
    switch (i->op) {
    case PTX_RET:
      thread->next = -1;
      return;
    case PTX_BAR:
      return;
    case PTX_SHFL:
      offer(block, thread, i);
      return;
    case PTX_BRA:
      thread->next = i->target;
      break;
    case PTX_LD:
    case PTX_ST:
      access(block, thread, i);
      break;
    case PTX_CP:
      copy(block, thread, i);
      break;
    case PTX_BOX:
      copyBox(block, thread, i);
      break;
    case PTX_MBARRIER:
      arrive(block, thread, i);
      break;
    case PTX_FENCE: // All is seen at once.
      break;
    case PTX_MOV:
      move(block, thread, i);
      break;
    default:
      compute(block, thread, i);
    }
  }
}

static void runBlock(Block *block, Thread *threads, int count) {
  const unsigned *size = block->launch->block;
  block->threads = threads;
  for (int t = 0; t < count; t++) {
    threads[t].next = 0;
    threads[t].id[0] = (unsigned)t % size[0];
    threads[t].id[1] = (unsigned)t / size[0] % size[1];
    threads[t].id[2] = (unsigned)t / size[0] / size[1];
  }
  for (int left = count; left > 0 && !block->failed;) {
    left = 0;
    for (int t = 0; t < count && !block->failed; t++) {
      resume(block, &threads[t]);
      left += threads[t].next >= 0;
    }
  }
}

bool ptxRun(const PtxKernel *kernel, const PtxLaunch *launch) {
  int count = (int)(launch->block[0] * launch->block[1] * launch->block[2]);
  size_t registers = (size_t)kernel->numRegisters + 1;
  Thread *threads = calloc((size_t)count, sizeof *threads);
  uint64_t *values = calloc((size_t)count * registers, sizeof *values);
  char *local = calloc((size_t)count, (size_t)kernel->localBytes + 16);
  char parameters[CONSTANT_BYTES] = {0};
  Block block = {.kernel = kernel, .launch = launch, .parameters = parameters};
  block.shared = calloc(1, launch->sharedBytes + 16);
  for (int p = 0; p < kernel->numParameters; p++)
    memcpy(parameters + kernel->parameters[p].offset, launch->arguments[p],
           (size_t)kernel->parameters[p].bytes);
  for (int t = 0; t < count; t++) {
    threads[t].registers = values + (size_t)t * registers;
    threads[t].local = local + (size_t)t * ((size_t)kernel->localBytes + 16);
  }
  const unsigned *grid = launch->grid;
  for (block.id[2] = 0; block.id[2] < grid[2]; block.id[2]++)
    for (block.id[1] = 0; block.id[1] < grid[1]; block.id[1]++)
      for (block.id[0] = 0; block.id[0] < grid[0] && !block.failed;
           block.id[0]++)
        runBlock(&block, threads, count);
  free(block.shared);
  free(local);
  free(values);
  free(threads);
  return !block.failed;
}
