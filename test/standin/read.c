//===- read.c - PTX on the host: reading
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statement by statement. Registers and labels are numbered as they come up,
// by name; their declarations say nothing that is needed.
//
//===----------------------------------------------------------------------===//

#include "standin/ptx.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 80, MOST_LABELS = 4096 };

typedef struct Names {
  char (*list)[NAME];
  int count, capacity;
} Names;

typedef struct Reader {
  const char *next;
  char *problem;
  size_t size;
  bool failed;
  PtxKernel *kernel;
  Names registers, labels;
  int scope, numScopes; ///< Braces around statements: labels are theirs.
  int *places;          ///< Instruction of each label.
} Reader;

static void fail(Reader *reader, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  if (!reader->failed)
    vsnprintf(reader->problem, reader->size, format, arguments);
  va_end(arguments);
  reader->failed = true;
}

/// -1 where there is no such name yet.
static int findName(const Names *names, const char *name, size_t length) {
  for (int i = 0; i < names->count; i++)
    if (strlen(names->list[i]) == length &&
        memcmp(names->list[i], name, length) == 0)
      return i;
  return -1;
}

/// The number of a name, new ones at the end.
static int numberOf(Names *names, const char *name, size_t length) {
  length = length < NAME ? length : NAME - 1;
  int known = findName(names, name, length);
  if (known >= 0)
    return known;
  if (names->count == names->capacity) {
    names->capacity = names->capacity ? 2 * names->capacity : 64;
    names->list = realloc(names->list, (size_t)names->capacity * NAME);
  }
  memcpy(names->list[names->count], name, length);
  names->list[names->count][length] = 0;
  return names->count++;
}

static size_t nameLength(const char *text) {
  size_t length = 0;
  while (isalnum((unsigned char)text[length]) ||
         (text[length] && strchr("_$%.", text[length])))
    length++;
  return length;
}

static const char *skipBlanks(const char *text) {
  while (isspace((unsigned char)*text))
    text++;
  return text;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static const char *const specials[] = {
    "%tid.x",  "%tid.y",  "%tid.z",  "%ctaid.x",  "%ctaid.y",  "%ctaid.z",
    "%ntid.x", "%ntid.y", "%ntid.z", "%nctaid.x", "%nctaid.y", "%nctaid.z"};

/// The number of a label: LLVM's own begin with a dollar sign, and others are
/// known in their scope only.
static int labelOf(Reader *reader, const char *name, size_t length) {
  char own[NAME + 16];
  if (*name == '$')
    return numberOf(&reader->labels, name, length);
  int written =
      snprintf(own, sizeof own, "%.*s.%d", (int)length, name, reader->scope);
  return numberOf(&reader->labels, own, (size_t)written);
}

static PtxOperand readNumber(const char **text) {
  const char *at = *text;
  char *end;
  PtxOperand operand = {.kind = PTX_VALUE};
  if (at[0] == '0' && (at[1] == 'f' || at[1] == 'd'))
    operand.value = strtoull(at + 2, &end, 16);
  else if (*at == '-')
    operand.value = (uint64_t)strtoll(at, &end, 0);
  else
    operand.value = strtoull(at, &end, 0);
  *text = end + (*end == 'U');
  return operand;
}

static PtxOperand readName(Reader *reader, const char **text) {
  size_t length = nameLength(*text);
  const char *name = *text;
  *text += length;
  for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
    if (strlen(specials[i]) == length && memcmp(specials[i], name, length) == 0)
      return (PtxOperand){PTX_SPECIAL, (int)i, 0};
  if (*name == '%' || findName(&reader->registers, name, length) >= 0)
    return (PtxOperand){PTX_REGISTER,
                        numberOf(&reader->registers, name, length), 0};
  PtxKernel *kernel = reader->kernel;
  for (int p = 0; p < kernel->numParameters; p++)
    if (strlen(kernel->parameters[p].name) == length &&
        memcmp(kernel->parameters[p].name, name, length) == 0)
      return (PtxOperand){PTX_VALUE, 0, (uint64_t)kernel->parameters[p].offset};
  // Shared and local memory begin at 0, and there is one array of each.
  if (strncmp(name, "__dynamic_shmem__", 17) != 0 &&
      strncmp(name, "__local_depot", 13) != 0)
    fail(reader, "the stand-in knows no '%.*s'", (int)length, name);
  return (PtxOperand){.kind = PTX_VALUE};
}

static void readOperand(Reader *reader, PtxInstruction *instruction,
                        const char **text) {
  if (instruction->count == PTX_MOST_OPERANDS) {
    fail(reader, "too many operands");
    return;
  }
  PtxOperand *operand = &instruction->operands[instruction->count++];
  *operand = isdigit((unsigned char)**text) || **text == '-'
                 ? readNumber(text)
                 : readName(reader, text);
}

static void readOperands(Reader *reader, PtxInstruction *instruction,
                         const char *text) {
  for (text = skipBlanks(text); *text && !reader->failed;
       text = skipBlanks(text)) {
    if (strchr("{},[]|", *text)) {
      text++;
    } else if (*text == '+') {
      text = skipBlanks(text + 1);
      if (instruction->count)
        instruction->operands[instruction->count - 1].value +=
            readNumber(&text).value;
    } else if (instruction->op == PTX_BRA) {
      instruction->target = labelOf(reader, text, nameLength(text));
      return;
    } else if (isalnum((unsigned char)*text) || strchr("%_-$", *text)) {
      readOperand(reader, instruction, &text);
    } else {
      fail(reader, "what is '%s'?", text);
    }
  }
}

//===----------------------------------------------------------------------===//
// Opcodes
//===----------------------------------------------------------------------===//

static bool readType(const char *part, PtxType *type) {
  if (strcmp(part, "pred") == 0) {
    *type = (PtxType){PTX_PRED, 8};
    return true;
  }
  int bits = atoi(part + 1);
  if (!strchr("bsuf", part[0]) || !isdigit((unsigned char)part[1]) ||
      (bits != 8 && bits != 16 && bits != 32 && bits != 64))
    return false;
  type->kind = part[0] == 's'   ? PTX_SIGNED
               : part[0] == 'f' ? PTX_FLOAT
                                : PTX_BITS;
  type->bytes = bits / 8;
  return true;
}

static void readModifier(Reader *reader, PtxInstruction *i, const char *part,
                         int *numTypes) {
  static const char *const compares[] = {"eq",  "ne",  "lt",  "le",  "gt",
                                         "ge",  "equ", "neu", "ltu", "leu",
                                         "gtu", "geu", "num", "nan"};
  static const char *const spaces[] = {"", "global", "shared", "local",
                                       "param"};
  static const char *const ignored[] = {"nc",      "rn",   "sync",   "uni",
                                        "to",      "full", "approx", "ftz",
                                        "relaxed", "bfly"};
  static const char *const arrivals[] = {"init", "arrive", "try_wait"};
  PtxType type;
  if (i->op == PTX_CP) { // Between known spaces, or about groups of copies.
    i->vector = strstr(part, "group") ? 0 : i->vector;
    i->op = strcmp(part, "tensor") == 0 ? PTX_BOX : PTX_CP;
    return;
  }
  for (int a = 0; a < 3 && i->op == PTX_MBARRIER; a++)
    i->arrival = strcmp(part, arrivals[a]) == 0 ? (PtxArrival)a : i->arrival;
  if (i->op == PTX_BOX || i->op == PTX_FENCE || i->op == PTX_MBARRIER)
    return;
  if (readType(part, &type)) {
    *((*numTypes)++ ? &i->from : &i->type) = type;
    return;
  }
  for (int c = 0; c < PTX_NO_COMPARE; c++)
    if (strcmp(part, compares[c]) == 0 && i->op == PTX_SETP) {
      i->compare = (PtxCompare)c;
      return;
    }
  for (int s = PTX_GLOBAL; s <= PTX_PARAM; s++)
    if (strcmp(part, spaces[s]) == 0) {
      i->space = (PtxSpace)s;
      return;
    }
  for (size_t n = 0; n < sizeof ignored / sizeof *ignored; n++)
    if (strcmp(part, ignored[n]) == 0)
      return;
  if (part[0] == 'v' && part[1] && !part[2])
    i->vector = part[1] - '0';
  else if (part[0] == 'r' && part[2] == 'i' && !part[3])
    i->rounding = part[1];
  else if (strcmp(part, "rz") == 0)
    i->rounding = 'z';
  else if (strcmp(part, "lo") == 0 || strcmp(part, "hi") == 0 ||
           strcmp(part, "wide") == 0)
    i->part = part[0] == 'l' ? PTX_LO : part[0] == 'h' ? PTX_HI : PTX_WIDE;
  else if (strcmp(part, "NaN") == 0)
    i->isNanKept = true;
  else if (strcmp(part, "sat") == 0)
    i->isSaturated = true;
  else
    fail(reader, "the stand-in knows no '.%s'", part);
}

static void readOpcode(Reader *reader, PtxInstruction *i, const char *text,
                       size_t length) {
  static const char *const names[] = {
#define PTX_NAME(suffix, name, writes) name,
      PTX_OPS(PTX_NAME)
#undef PTX_NAME
  };
  char opcode[NAME];
  snprintf(opcode, sizeof opcode, "%.*s", (int)length, text);
  char *rest, *part = strtok_r(opcode, ".", &rest);
  i->op = PTX_NUM_OPS;
  for (int op = 0; op < PTX_NUM_OPS && part; op++)
    if (strcmp(part, names[op]) == 0)
      i->op = (PtxOp)op;
  if (i->op == PTX_NUM_OPS)
    fail(reader, "the stand-in knows no '%s'", text);
  int numTypes = 0;
  while (!reader->failed && (part = strtok_r(NULL, ".", &rest)))
    readModifier(reader, i, part, &numTypes);
}

/// Takes labels off the front of a statement, and braces: scopes of a few
/// statements.
static const char *readFront(Reader *reader, const char *text) {
  for (size_t length;; text = skipBlanks(text + length + 1)) {
    length = nameLength(text);
    bool isBrace = *text == '{' || *text == '}';
    bool isLabel = length && text[length] == ':' && text[length + 1] != ':';
    if (!isBrace && !isLabel)
      return text;
    if (isBrace)
      reader->scope = *text == '{' ? ++reader->numScopes : 0;
    if (!isLabel)
      continue;
    int label = labelOf(reader, text, length);
    if (label < MOST_LABELS)
      reader->places[label] = reader->kernel->numInstructions;
    else
      fail(reader, "there are too many labels");
  }
}

/// One statement without its semicolon; labels are taken off its front.
static void readStatement(Reader *reader, const char *text) {
  PtxKernel *kernel = reader->kernel;
  text = readFront(reader, skipBlanks(text));
  if (strncmp(text, ".reg", 4) == 0 && !strchr(text, '<')) {
    const char *name = strrchr(text, ' ') + 1; // The only one, of a scope.
    numberOf(&reader->registers, name, nameLength(name));
  }
  if (*text == '.') {
    const char *depot = strstr(text, "__local_depot"), *size;
    if (depot && (size = strchr(depot, '[')))
      kernel->localBytes = atoi(size + 1);
    return; // Registers, pragmas.
  }
  if (!*text)
    return;
  PtxInstruction i = {.guard = -1, .compare = PTX_NO_COMPARE, .vector = 1};
  if (*text == '@') {
    i.isGuardNegated = *++text == '!';
    text += i.isGuardNegated;
    size_t length = nameLength(text);
    i.guard = numberOf(&reader->registers, text, length);
    text = skipBlanks(text + length);
  }
  size_t length = strcspn(text, " \t\n");
  readOpcode(reader, &i, text, length);
  readOperands(reader, &i, text + length);
  if (i.op == PTX_MOV && *skipBlanks(text + length) == '{')
    i.vector = -1; // Takes a register apart.
  kernel->code =
      realloc(kernel->code, sizeof i * (size_t)(kernel->numInstructions + 2));
  kernel->code[kernel->numInstructions++] = i;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// "(.param .u64 .ptr .align 16 NAME, ...)"; types have the size of elements.
static void readParameters(Reader *reader, const char *text, const char *end) {
  PtxKernel *kernel = reader->kernel;
  int offset = 0;
  while ((text = strstr(text, ".param")) && text < end &&
         kernel->numParameters < 64) {
    PtxParameter *parameter = &kernel->parameters[kernel->numParameters++];
    PtxType type = {PTX_BITS, 8};
    char name[8] = "";
    int alignment = 8, elements = 1;
    text = skipBlanks(text + 6);
    if (sscanf(text, ".align %d", &alignment) == 1)
      text = strchr(text + 1, '.');
    memcpy(name, text + 1, nameLength(text + 1) < 7 ? nameLength(text + 1) : 7);
    if (!readType(name, &type))
      fail(reader, "the stand-in knows no parameter '%s'", name);
    const char *stop = text + strcspn(text, ",)"), *start;
    while (isspace((unsigned char)stop[-1]))
      stop--;
    for (start = stop; !isspace((unsigned char)start[-1]);)
      start--;
    snprintf(parameter->name, NAME, "%.*s", (int)nameLength(start), start);
    sscanf(start + nameLength(start), "[%d]", &elements);
    parameter->bytes = type.bytes * elements;
    parameter->offset = (offset + alignment - 1) / alignment * alignment;
    offset = parameter->offset + (parameter->bytes + 7) / 8 * 8;
    text = stop;
  }
}

static void readBody(Reader *reader, const char *text, const char *end) {
  char statement[4096];
  reader->places = calloc(MOST_LABELS, sizeof(int));
  while (text < end && !reader->failed) {
    size_t length = strcspn(text, ";");
    if (text + length >= end)
      length = (size_t)(end - text);
    if (length >= sizeof statement) {
      fail(reader, "a statement is too long");
      break;
    }
    memcpy(statement, text, length);
    statement[length] = 0;
    readStatement(reader, statement);
    text += length + 1;
  }
  PtxKernel *kernel = reader->kernel;
  for (int i = 0; i < kernel->numInstructions; i++)
    if (kernel->code[i].op == PTX_BRA && kernel->code[i].target < MOST_LABELS)
      kernel->code[i].target = reader->places[kernel->code[i].target];
  kernel->numRegisters = reader->registers.count;
  free(reader->registers.list);
  free(reader->labels.list);
  free(reader->places);
  reader->registers = reader->labels = (Names){NULL};
  reader->places = NULL;
}

static void readKernel(Reader *reader) {
  PtxKernel *kernel = calloc(1, sizeof *kernel);
  kernel->next = reader->kernel;
  reader->kernel = kernel;
  const char *name = skipBlanks(reader->next);
  size_t length = nameLength(name);
  snprintf(kernel->name, NAME, "%.*s", (int)length, name);
  const char *body = strchr(name, '{'), *list = strchr(name, ')');
  // Vectors have braces, too, within their lines; the body's end one of its
  // own.
  const char *end = body ? strstr(body, "\n}") : NULL;
  if (!list || !end) {
    fail(reader, "'%s' has no end", kernel->name);
    return;
  }
  readParameters(reader, name, list);
  const char *most = strstr(list, ".maxntid");
  if (most && most < body) {
    int x = 1, y = 1, z = 1;
    sscanf(most, ".maxntid %d, %d, %d", &x, &y, &z);
    kernel->mostThreads = x * y * z;
  }
  readBody(reader, body + 1, end);
  reader->next = end + 2;
}

/// The text without comments.
static char *withoutComments(const char *text) {
  char *plain = calloc(1, strlen(text) + 1), *to = plain;
  while (*text)
    if (text[0] == '/' && text[1] == '/')
      text += strcspn(text, "\n");
    else
      *to++ = *text++;
  return plain;
}

PtxKernel *ptxRead(const char *text, char *problem, size_t size) {
  char *plain = withoutComments(text);
  Reader reader = {.next = plain, .problem = problem, .size = size};
  if (!strstr(plain, ".version") || !strstr(plain, ".target"))
    fail(&reader, "this is no PTX");
  while (!reader.failed && (reader.next = strstr(reader.next, ".entry"))) {
    reader.next += strlen(".entry");
    readKernel(&reader);
  }
  free(plain);
  if (!reader.failed)
    return reader.kernel;
  ptxFree(reader.kernel);
  return NULL;
}

int ptxReadGlobals(const char *text, PtxGlobal *globals, int most) {
  int count = 0;
  while (count < most && (text = strstr(text, ".visible .global "))) {
    PtxGlobal *global = &globals[count];
    text += strlen(".visible .global ");
    if (sscanf(text, ".align %*d .b8 %79[^[][%zu]", global->name,
               &global->bytes) != 2)
      continue;
    global->values = calloc(1, global->bytes);
    const char *end = strchr(text, ';'), *next = strchr(text, '{');
    for (size_t b = 0; b < global->bytes && next && next < end; b++) {
      global->values[b] = (unsigned char)strtoul(next + 1, NULL, 10);
      next = strchr(next + 1, ',');
    }
    count++;
  }
  return count;
}

void ptxFree(PtxKernel *kernels) {
  while (kernels) {
    PtxKernel *next = kernels->next;
    free(kernels->code);
    free(kernels);
    kernels = next;
  }
}
