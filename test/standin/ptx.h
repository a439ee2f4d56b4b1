//===- ptx.h - PTX on the host
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instructions that LLVM makes of as-opt's kernels, and no others, read
// (read.c) and run (run.c, compute.c) one by one: blocks in turn, the threads
// of a block in turn from barrier to barrier. For tests on machines without a
// GPU; slow.
//
//===----------------------------------------------------------------------===//

#ifndef AS_STANDIN_PTX_H
#define AS_STANDIN_PTX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// X(enumerator, first part of the opcode, operands that it writes)
#define PTX_OPS(X)                                                             \
  X(ABS, "abs", 1)                                                             \
  X(ADD, "add", 1)                                                             \
  X(AND, "and", 1)                                                             \
  X(BAR, "bar", 0)                                                             \
  X(BFE, "bfe", 1)                                                             \
  X(BRA, "bra", 0)                                                             \
  X(COPYSIGN, "copysign", 1)                                                   \
  X(CP, "cp", 0)                                                               \
  X(CVT, "cvt", 1) X(CVTA, "cvta", 1) X(DIV, "div", 1) X(EX2, "ex2", 1)        \
      X(FMA, "fma", 1) X(LD, "ld", 1) X(MAD, "mad", 1) X(MAX, "max", 1)        \
          X(MIN, "min", 1) X(MOV, "mov", 1) X(MUL, "mul", 1) X(NEG, "neg", 1)  \
              X(NOT, "not", 1) X(OR, "or", 1) X(PRMT, "prmt", 1)               \
                  X(RCP, "rcp", 1) X(REM, "rem", 1) X(RET, "ret", 0)           \
                      X(SELP, "selp", 1) X(SETP, "setp", 1) X(SHFL, "shfl", 1) \
                          X(SHL, "shl", 1) X(SHR, "shr", 1) X(SQRT, "sqrt", 1) \
                              X(ST, "st", 0) X(SUB, "sub", 1) X(XOR, "xor", 1) \
                                  X(FENCE, "fence", 0)                         \
                                      X(MBARRIER, "mbarrier", 0)               \
                                          X(BOX, "cp.async.bulk.tensor", 0)

typedef enum PtxOp {
#define PTX_ENUMERATOR(suffix, name, writes) PTX_##suffix,
  PTX_OPS(PTX_ENUMERATOR)
#undef PTX_ENUMERATOR
      PTX_NUM_OPS
} PtxOp;

/// U, S and B of a width, F of a width, and predicates.
typedef enum PtxKind { PTX_BITS, PTX_SIGNED, PTX_FLOAT, PTX_PRED } PtxKind;
typedef struct PtxType {
  PtxKind kind;
  int bytes;
} PtxType;

typedef enum PtxSpace {
  PTX_GENERIC,
  PTX_GLOBAL,
  PTX_SHARED,
  PTX_LOCAL,
  PTX_PARAM
} PtxSpace;

/// What an mbarrier is there for.
typedef enum PtxArrival { PTX_INIT, PTX_ARRIVE, PTX_TRY_WAIT } PtxArrival;

/// Comparisons; those with U are also true where an operand is NaN.
typedef enum PtxCompare {
  PTX_EQ,
  PTX_NE,
  PTX_LT,
  PTX_LE,
  PTX_GT,
  PTX_GE,
  PTX_EQU,
  PTX_NEU,
  PTX_LTU,
  PTX_LEU,
  PTX_GTU,
  PTX_GEU,
  PTX_NUM,
  PTX_NAN,
  PTX_NO_COMPARE
} PtxCompare;

typedef enum PtxPart { PTX_LO, PTX_HI, PTX_WIDE } PtxPart;

typedef struct PtxOperand {
  enum { PTX_NONE, PTX_REGISTER, PTX_VALUE, PTX_SPECIAL } kind;
  int number;     ///< Of a register, or of a special one: tid.x is 0.
  uint64_t value; ///< Or what is added to an address.
} PtxOperand;

enum { PTX_MOST_OPERANDS = 8 };

typedef struct PtxInstruction {
  PtxOp op;
  PtxType type, from; ///< `from` of a conversion.
  PtxSpace space;
  PtxCompare compare;
  PtxPart part;
  PtxArrival arrival;
  char rounding; ///< To an integer: n, z, m (down) or p (up); 0.
  bool isNanKept, isSaturated;
  int vector; ///< Elements of a load or store; -1 takes a register apart.
  PtxOperand operands[PTX_MOST_OPERANDS]; ///< As written, braces left out.
  int count;
  int guard; ///< Register that it depends on, or -1.
  bool isGuardNegated;
  int target; ///< Instruction to go on at.
} PtxInstruction;

typedef struct PtxParameter {
  char name[80];
  int bytes, offset;
} PtxParameter;

typedef struct PtxKernel {
  char name[80];
  PtxParameter parameters[64];
  int numParameters;
  PtxInstruction *code;
  int numInstructions, numRegisters;
  int localBytes;
  int mostThreads; ///< Of a block; 0 where that is not said.
  struct PtxKernel *next;
} PtxKernel;

/// An array with values that a module has in global memory.
typedef struct PtxGlobal {
  char name[80];
  size_t bytes;
  unsigned char *values;
  uint64_t address; ///< For the driver.
} PtxGlobal;

/// Reads the arrays of a module; returns how many there are. Of bytes only.
int ptxReadGlobals(const char *text, PtxGlobal *globals, int most);

/// Reads a module; NULL and a message where it is no PTX, or not known here.
PtxKernel *ptxRead(const char *text, char *problem, size_t size);
void ptxFree(PtxKernel *kernels);

/// The lowest bytes of a value, and these as a signed number.
uint64_t ptxCut(uint64_t value, int bytes);
int64_t ptxSigned(uint64_t value, int bytes);

/// What an instruction makes of the values of its operands.
uint64_t ptxCompute(const PtxInstruction *i, const uint64_t *v);

typedef struct PtxLaunch {
  unsigned grid[3], block[3];
  unsigned sharedBytes;
  void **arguments;
  /// Whether an access to global memory is to what was allocated.
  bool (*isMemory)(uint64_t address, size_t bytes);
} PtxLaunch;

/// What cuTensorMapEncodeTiled gets, innermost first, that is not always the
/// same.
typedef struct PtxMapRequest {
  uint64_t array;
  unsigned rank;
  const uint64_t *size, *stride;
  const uint32_t *box, *step;
  int type, swizzle;
} PtxMapRequest;

enum { PTX_MAP_BYTES = 128 };

/// Makes a tensor map; false where the driver would make none.
bool ptxMapEncode(void *map, const PtxMapRequest *request);

/// Copies the box that begins at these indices, innermost first, to `to` in
/// shared memory. Returns how many bytes it has, 0 where something is not
/// there.
size_t ptxBoxCopy(const void *map, const int32_t *begin, uint64_t to,
                  char *shared, size_t sharedBytes,
                  bool (*isMemory)(uint64_t address, size_t bytes));

/// So many more bytes are to come, or fewer; what only arrives has none left.
void ptxArrivalCount(char *place, bool arrives, int64_t bytes);
/// Whether the phase of this parity is over.
bool ptxArrivalIsOver(const char *place, int parity);

/// Runs it to its end; false where it accessed what is not there.
bool ptxRun(const PtxKernel *kernel, const PtxLaunch *launch);

#endif // AS_STANDIN_PTX_H
