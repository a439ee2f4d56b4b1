//===- describe.c - Diagnostics as text
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See describe.h.
//
//===----------------------------------------------------------------------===//

#include "ir/describe.h"
#include "dialect-bridge/bridge.h"
#include "ir/ir.h"
#include <string.h>

/// The widest line of the source that is printed whole, and the longest line of
/// a note: a note may have an operation with all its attributes, such as
/// weights.
enum { widest = 160, longest = 400 };

//===----------------------------------------------------------------------===//
// Lines of the source
//===----------------------------------------------------------------------===//

/// A part of a line, and the column of the place in it, from 0.
typedef struct Excerpt {
  const char *data; ///< NULL where there is none.
  size_t length, column;
} Excerpt;

static bool isBytecode(const AsIrSource *source) {
  return source->length >= 4 && memcmp(source->data, "ML\xefR", 4) == 0;
}

/// Moves to the line with this number; false where the text is shorter.
static bool moveTo(AsIrSource *source, int line) {
  if (!source->line || line < source->line) {
    source->line = 1;
    source->start = 0;
  }
  for (; source->line < line; source->line++) {
    const char *rest = source->data + source->start;
    const char *end = memchr(rest, '\n', source->length - source->start);
    if (!end)
      return false;
    source->start = end + 1 - source->data;
  }
  return true;
}

/// The line of a location.
static Excerpt lineOf(MlirLocation location, AsIrSource *source) {
  location = asBridgeFileLocation(location);
  if (!source || isBytecode(source) || mlirLocationIsNull(location))
    return (Excerpt){0};
  int line = mlirLocationFileLineColRangeGetStartLine(location);
  int column = mlirLocationFileLineColRangeGetStartColumn(location);
  MlirStringRef file =
      mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(location));
  if (line < 1 || column < 1 ||
      !mlirStringRefEqual(file, asIrString(source->name)) ||
      !moveTo(source, line))
    return (Excerpt){0};
  const char *data = source->data + source->start;
  size_t left = source->length - source->start;
  const char *end = memchr(data, '\n', left);
  size_t length = end ? (size_t)(end - data) : left;
  if ((size_t)column - 1 > length)
    return (Excerpt){0};
  return (Excerpt){data, length, column - 1};
}

/// Whether a byte is one of UTF-8 that continues a character.
static bool continues(char byte) { return (byte & 0xc0) == 0x80; }

static void appendExcerpt(Excerpt line, int indent, AsText *text) {
  size_t from = 0, to = line.length;
  if (line.length > widest) {
    from = line.column < widest / 2 ? 0 : line.column - widest / 2;
    to = from + widest < line.length ? from + widest : line.length;
    while (from > 0 && continues(line.data[from]))
      from--;
    while (to < line.length && continues(line.data[to]))
      to++;
  }
  const char *before = from > 0 ? "..." : "";
  asTextFormat(text, "%*s%s", indent, "", before);
  size_t columns = strlen(before);
  for (size_t i = from; i < to; i++) {
    char byte = line.data[i];
    bool isControl = (unsigned char)byte < ' ' || byte == 0x7f;
    asTextAppend(text, isControl ? " " : &byte, 1);
    columns += i < line.column && !continues(byte);
  }
  asTextFormat(text, "%s\n%*s^\n", to < line.length ? "..." : "",
               indent + (int)columns, "");
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static void appendTo(MlirStringRef string, void *text) {
  asTextAppend(text, string.data, string.length);
}

/// The length of the line at `start`.
static size_t lineLength(const AsText *text, size_t start) {
  const char *data = text->data + start;
  const char *end = memchr(data, '\n', text->length - start);
  return end ? (size_t)(end - data) : text->length - start;
}

/// Appends `message`, all lines of which are cut to `most` bytes.
static void appendCut(const AsText *message, size_t most, AsText *text) {
  for (size_t start = 0; start < message->length;) {
    size_t length = lineLength(message, start), kept = length;
    if (length > most)
      for (kept = most; kept > 0 && continues(message->data[start + kept]);)
        kept--;
    asTextAppend(text, message->data + start, kept);
    asTextAppendString(text, kept < length ? "...\n" : "\n");
    start += length + 1;
  }
}

/// Whether a note has a line that would be cut.
static bool isLong(MlirDiagnostic note) {
  AsText message = {0};
  mlirDiagnosticPrint(note, appendTo, &message);
  bool is = false;
  for (size_t start = 0; start < message.length;
       start += lineLength(&message, start) + 1)
    is = is || lineLength(&message, start) > longest;
  asTextFree(&message);
  return is;
}

bool asIrIsWide(MlirDiagnostic diagnostic, AsIrSource *source) {
  if (lineOf(mlirDiagnosticGetLocation(diagnostic), source).length > widest)
    return true;
  for (intptr_t i = 0; i < mlirDiagnosticGetNumNotes(diagnostic); i++) {
    MlirDiagnostic note = mlirDiagnosticGetNote(diagnostic, i);
    if (isLong(note) || asIrIsWide(note, source))
      return true;
  }
  return false;
}

/// With `depth`, it is a note to what is at `outer`.
static void describe(MlirDiagnostic diagnostic, MlirLocation outer, int depth,
                     AsIrSource *source, AsText *text) {
  static const char *const severities[] = {"error", "warning", "note",
                                           "remark"};
  MlirLocation location = mlirDiagnosticGetLocation(diagnostic);
  AsText message = {0};
  asIrPrintPlace(location, &message);
  asTextFormat(&message,
               "%s: ", severities[mlirDiagnosticGetSeverity(diagnostic)]);
  mlirDiagnosticPrint(diagnostic, appendTo, &message);
  asTextFormat(text, "%*s", 2 * depth, "");
  appendCut(&message, depth ? longest : message.length, text);
  asTextFree(&message);
  Excerpt line = lineOf(location, source);
  if (line.data && !(depth && mlirLocationEqual(location, outer)))
    appendExcerpt(line, 2 * depth, text);
  for (intptr_t i = 0; i < mlirDiagnosticGetNumNotes(diagnostic); i++)
    describe(mlirDiagnosticGetNote(diagnostic, i), location, depth + 1, source,
             text);
}

void asIrDescribe(MlirDiagnostic diagnostic, AsIrSource *source, AsText *text) {
  describe(diagnostic, mlirDiagnosticGetLocation(diagnostic), 0, source, text);
}
