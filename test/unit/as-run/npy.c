//===- npy.c - as-run's signatures and .npy files
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Part of a program, and so in no library.
#include "tools/as-run/npy.c"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <unistd.h>

#include <cmocka.h>

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

static void signaturesAreParsed(void **state) {
  AsArena arena = {0};
  AsError error = {0};
  AsSignature signature;
  assert_int_equal(asSignatureParse("4x8xf32,i1,bf16->0x3xindex,f64", &arena,
                                    &signature, &error),
                   AS_OK);
  static const struct {
    AsElement element;
    int rank;
    int64_t sizes[2], count;
  } expected[] = {{AS_ELEMENT_F32, 2, {4, 8}, 32},
                  {AS_ELEMENT_I1, 0, {0}, 1},
                  {AS_ELEMENT_BF16, 0, {0}, 1},
                  {AS_ELEMENT_INDEX, 2, {0, 3}, 0},
                  {AS_ELEMENT_F64, 0, {0}, 1}};
  assert_int_equal(signature.numArguments, 3);
  assert_int_equal(signature.numBuffers, 5);
  for (int i = 0; i < 5; i++) {
    assert_int_equal(signature.buffers[i].element, expected[i].element);
    assert_int_equal(signature.buffers[i].count, expected[i].count);
    assert_int_equal(signature.buffers[i].isResult, i >= 3);
    assert_int_equal(asSignatureIsOutput(&signature, i), i >= 3);
    assert_int_equal(signature.shapes[i].rank, expected[i].rank);
    for (int r = 0; r < expected[i].rank; r++)
      assert_int_equal(signature.shapes[i].sizes[r], expected[i].sizes[r]);
  }
  // A complex number is its two parts.
  assert_int_equal(
      asSignatureParse("4xcomplex<f64>->", &arena, &signature, &error), 0);
  assert_int_equal(signature.buffers[0].element, AS_ELEMENT_F64);
  assert_int_equal(signature.buffers[0].count, 8);
  assert_int_equal(signature.shapes[0].rank, 2);
  assert_int_equal(signature.shapes[0].sizes[1], 2);
  // Without results it is the arguments that come out.
  assert_int_equal(asSignatureParse("4xf32->", &arena, &signature, &error), 0);
  assert_int_equal(signature.numBuffers, 1);
  assert_true(asSignatureIsOutput(&signature, 0));
  assert_int_equal(asSignatureParse("->", &arena, &signature, &error), 0);
  assert_int_equal(signature.numBuffers, 0);
  asArenaDestroy(&arena);
}

static void badSignaturesFail(void **state) {
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"", "has no '->'"},
      {"4xf32", "has no '->'"},
      {"4x?xf32->", "elements of type '?xf32'"},
      {"4xf32,->f32", "elements of type ''"},
      {"4x->f32", "elements of type ''"},
      {"4->f32", "is no type"},
      {"-4xf32->", "elements of type '-4xf32'"},
      {"4xi4->", "elements of type 'i4'"},
      {"->4xcomplex<i4>", "elements of type 'complex<i4>'"},
      {"->4xcomplex<f32", "elements of type 'complex<f32'"},
      {"->complex<>", "elements of type 'complex<>'"},
      {"->1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x"
       "complex<f32>",
       "elements of type 'complex<f32>'"},
      {"99999999999999999999xf32->", "is no type"},
      {"[n]xf32->", "known only at run time"},
      {"[n]f32->", "is no type"},
      {"[]xf32->", "is no type"},
      {"[nxf32->", "is no type"},
      {"[n", "has no '->'"},
      {"4294967296x4294967296xf32->", "does not fit in memory"},
      {"2305843009213693952xf32->", "does not fit in memory"},
      {"1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32-"
       ">",
       "is no type"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    AsArena arena = {0};
    AsError error = {0};
    AsSignature signature;
    if (!asSignatureParse(cases[i].text, &arena, &signature, &error) ||
        !strstr(error.message, cases[i].message))
      fail_msg("'%s': %s", cases[i].text, error.message);
    asArenaDestroy(&arena);
  }
}

static void sizesAreSet(void **state) {
  AsArena arena = {0};
  AsError error = {0};
  AsSignature signature;
  const char *text = "[n]x4xf32,[m]x[n]xi8,f32->[n + 1]x[m]xf32,[m]xf64";
  assert_int_equal(asSignatureParse(text, &arena, &signature, &error),
                   AS_UNSUPPORTED);
  assert_int_equal(asSignatureParseSized(text, &arena, &signature, &error),
                   AS_OK);
  assert_true(signature.isSized);
  assert_int_equal(signature.numSymbols, 2);
  assert_string_equal(signature.symbols[0], "n");
  assert_string_equal(signature.symbols[1], "m");
  assert_int_equal(signature.numResultSizes, 3);
  assert_false(asSignatureIsScalar(&signature, 1));
  assert_true(asSignatureIsScalar(&signature, 2));
  AsText shape = {0};
  asShapeFormat(&signature.shapes[3], "f32", &shape);
  assert_string_equal(shape.data, "[n + 1]x[m]xf32");
  asTextFree(&shape);
  const int64_t sizes[] = {5, 3}, results[] = {6, 3, 3};
  assert_int_equal(asSignatureSetSizes(&signature, sizes, results, &error),
                   AS_OK);
  static const int64_t counts[] = {20, 15, 1, 18, 3};
  for (int b = 0; b < 5; b++)
    assert_int_equal(signature.buffers[b].count, counts[b]);
  asArenaDestroy(&arena);
}

static void positionsAreNamed(void **state) {
  AsShape shape = {.rank = 3, .sizes = {2, 3, 4}};
  AsText text = {0};
  asShapeFormatIndex(&shape, 23, &text);
  asShapeFormatIndex(&shape, 4, &text);
  asShapeFormatIndex(&(AsShape){0}, 0, &text);
  assert_string_equal(text.data, "[1, 2, 3][0, 1, 0]");
  asTextFree(&text);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static const AsShape matrix = {.rank = 2, .sizes = {2, 3}};

static void filesAreReadBack(void **state) {
  static const AsShape shapes[] = {{.rank = 0},
                                   {.rank = 1, .sizes = {5}},
                                   {.rank = 2, .sizes = {2, 3}},
                                   {.rank = 4, .sizes = {1, 7, 1, 3}},
                                   {.rank = 2, .sizes = {0, 3}}};
  for (int element = 0; element < AS_NUM_ELEMENTS; element++)
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
      AsBuffer buffer = {.element = (AsElement)element};
      assert_true(asShapeCount(&shapes[s], asElementBytes(buffer.element),
                               &buffer.count));
      char written[256], read[256];
      asBufferFill(&buffer, written, 1, 0);
      memset(read, 0x5a, sizeof read);
      AsText file = {0};
      AsError error = {0};
      asNpyEncode(&buffer, &shapes[s], written, &file);
      // The elements start at a multiple of 64 bytes, after a newline.
      size_t start = file.length - asBufferBytes(&buffer);
      assert_int_equal(start % 64, 0);
      assert_int_equal(file.data[start - 1], '\n');
      if (asNpyDecode(file.data, file.length, &buffer, &shapes[s], read,
                      &error))
        fail_msg("%s", error.message);
      assert_memory_equal(written, read, asBufferBytes(&buffer));
      asTextFree(&file);
    }
}

/// A file of the given version with this header.
static void encode(int version, const char *header, const void *data,
                   size_t size, AsText *file) {
  size_t length = strlen(header);
  const char preamble[] = {(char)version,       0, (char)(length & 0xff),
                           (char)(length >> 8), 0, 0};
  asTextClear(file);
  asTextAppend(file, magic, magicLength);
  asTextAppend(file, preamble, version == 1 ? 4 : 6);
  asTextAppend(file, header, length);
  asTextAppend(file, data, size);
}

static void otherWritersAreRead(void **state) {
  static const struct {
    int version;
    AsElement element;
    const char *header;
  } cases[] = {
      // As NumPy itself pads it.
      {1, AS_ELEMENT_F32,
       "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }    \n"},
      {2, AS_ELEMENT_F32,
       "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n"},
      {3, AS_ELEMENT_F32,
       "{\"shape\":(2,3,),\"fortran_order\":False,\"descr\":\"<f4\"}"},
      {1, AS_ELEMENT_I32,
       "{'descr': '<u4', 'fortran_order': False, 'shape': (2, 3)}"},
      {1, AS_ELEMENT_BF16,
       "{'descr': '|V2', 'fortran_order': False, 'shape': (2, 3)}"},
      {1, AS_ELEMENT_I8,
       "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3)}"},
  };
  AsText file = {0};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    AsBuffer buffer = {
        .element = cases[i].element, .count = 6, .isResult = false};
    AsError error = {0};
    char data[24], read[24];
    asBufferFill(&buffer, data, 3, 0);
    encode(cases[i].version, cases[i].header, data, asBufferBytes(&buffer),
           &file);
    if (asNpyDecode(file.data, file.length, &buffer, &matrix, read, &error))
      fail_msg("%s: %s", cases[i].header, error.message);
    assert_memory_equal(read, data, asBufferBytes(&buffer));
  }
  // The order of a vector's elements is the same in C and in Fortran.
  AsBuffer buffer = {.element = AS_ELEMENT_F64, .count = 2, .isResult = false};
  double data[] = {1, 2}, read[2];
  encode(1, "{'descr': '<f8', 'fortran_order': True, 'shape': (2,)}", data,
         sizeof data, &file);
  assert_int_equal(asNpyDecode(file.data, file.length, &buffer,
                               &(AsShape){.rank = 1, .sizes = {2}}, read, NULL),
                   AS_OK);
  assert_memory_equal(read, data, sizeof data);
  asTextFree(&file);
}

/// Decodes as 2x3xf32. The bytes lie in memory of exactly their size, so that
/// a sanitizer sees a read past them.
static AsStatus decodeExactly(const char *data, size_t length, float *elements,
                              AsError *error) {
  AsBuffer buffer = {.element = AS_ELEMENT_F32, .count = 6, .isResult = false};
  char *exact = malloc(length ? length : 1);
  memcpy(exact, data, length);
  AsStatus status =
      asNpyDecode(exact, length, &buffer, &matrix, elements, error);
  free(exact);
  return status;
}

static void badHeadersFail(void **state) {
#define REST ", 'fortran_order': False, 'shape': (2, 3)}"
#define SHAPE(shape)                                                           \
  "{'descr': '<f4', 'fortran_order': False, 'shape': " shape "}"
  static const struct {
    const char *header, *message;
  } cases[] = {
      // Types and shapes that are not the ones asked for.
      {"{'descr': '>f4'" REST, "'>f4' (big-endian), but '<f4' (f32) is needed"},
      {"{'descr': '<f8'" REST, "type '<f8', but '<f4' (f32)"},
      {"{'descr': '<i4'" REST, "type '<i4', but"},
      {"{'descr': '<f44'" REST, "type '<f44', but"},
      {"{'descr': '<f'" REST, "type '<f', but"},
      {"{'descr': '<'" REST, "type '<', but"},
      {"{'descr': ''" REST, "type '', but"},
      {"{'descr': '|O'" REST, "type '|O', but"},
      {"{'descr': [('x', '<f4')]" REST, "records"},
      {"{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3)}", "Fortran"},
      {SHAPE("(3, 2)"), "is 3x2xf32, but 2x3xf32 is needed"},
      {SHAPE("(6,)"), "is 6xf32, but"},
      {SHAPE("()"), "is f32, but"},
      {SHAPE("(2, 3, 1)"), "is 2x3x1xf32, but"},
      {SHAPE("(4294967296, 4294967296)"), "is 4294967296x4294967296xf32, but"},
      // What is no such dictionary.
      {"", "expected '{' at byte 0"},
      {"\n", "expected '{' at byte 1"},
      {"[]", "expected '{' at byte 0"},
      {"{", "expected a string at byte 1"},
      {"{}", "no 'descr'"},
      {"{'descr'}", "expected ':'"},
      {"{'descr': }", "expected a string"},
      {"{'descr': '<f4", "expected a short string"},
      {"{'descr': '<f4'}", "no 'fortran_order'"},
      {"{'descr': '<f4', 'fortran_order': False}", "no 'shape'"},
      {"{'descr': '<f4', 'descr': '<f4'" REST,
       "'descr' is unknown or repeated"},
      {"{'order': 1}", "'order' is unknown or repeated"},
      {"{'a key that is longer than any there is': 1}", "a short string"},
      {"{'descr': '<f4' 'shape': (2, 3)}", "expected ',' or '}'"},
      {"{'descr': '<f4', 'fortran_order': 0}", "expected True or False"},
      {SHAPE("2"), "expected '('"},
      {SHAPE("(2"), "expected ','"},
      {SHAPE("(2)"), "expected ','"},
      {SHAPE("(2 3)"), "expected ','"},
      {SHAPE("(-2, 3)"), "expected a size"},
      {SHAPE("(2.0, 3)"), "expected ','"},
      {SHAPE("(,)"), "expected a size"},
      {SHAPE("(2,,3)"), "expected a size"},
      {SHAPE("(9223372036854775808, 3)"), "fits in 64 bits"},
      {SHAPE("(000000000000000000000002, 3)"), "expected a size"},
      {SHAPE("(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
             "1)"),
       "more than 32 dimensions"},
      {SHAPE("(2, 3)") "}", "expected nothing more"},
  };
  float data[6] = {0}, read[6];
  AsText file = {0};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    AsError error = {0};
    encode(1, cases[i].header, data, sizeof data, &file);
    if (!decodeExactly(file.data, file.length, read, &error) ||
        !strstr(error.message, cases[i].message))
      fail_msg("%s: %s", cases[i].header, error.message);
  }
  asTextFree(&file);
}

static void badFilesFail(void **state) {
  float data[6] = {0}, read[6];
  AsText file = {0};
  AsError error = {0};
  for (int version = 1; version <= 3; version++) {
    encode(version, SHAPE("(2, 3)"), data, sizeof data, &file);
    assert_int_equal(decodeExactly(file.data, file.length, read, NULL), AS_OK);
    // Cut anywhere it is an error, never a crash.
    for (size_t length = 0; length < file.length; length++)
      assert_int_not_equal(decodeExactly(file.data, length, read, &error), 0);
    assert_non_null(strstr(error.message, "23 bytes of elements"));
    asTextAppend(&file, "x", 1);
    assert_int_not_equal(decodeExactly(file.data, file.length, read, &error),
                         0);
    assert_non_null(strstr(error.message, "25 bytes of elements"));
  }
  static const struct {
    size_t offset; ///< Of the byte that is changed...
    char value;    ///< ...to this, in a good file of version 2.
    const char *message;
  } cases[] = {
      {0, 'x', "is no .npy file"},
      {5, 'X', "is no .npy file"},
      {6, 0, "version 0.0"},
      {6, 4, "version 4.0"},
      {7, 1, "version 2.1"},
      {11, '\x7f', "within its header"}, // Two gigabytes of header.
      {11, '\xff', "within its header"},
      {8, 0, "malformed header"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    encode(2, SHAPE("(2, 3)"), data, sizeof data, &file);
    file.data[cases[i].offset] = cases[i].value;
    if (!decodeExactly(file.data, file.length, read, &error) ||
        !strstr(error.message, cases[i].message))
      fail_msg("%zu: %s", i, error.message);
  }
  asTextFree(&file);
}

static void filesHaveNames(void **state) {
  char path[] = "/tmp/as-npy-XXXXXX";
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  close(descriptor);
  AsBuffer buffer = {.element = AS_ELEMENT_F32, .count = 6, .isResult = false},
           other = {.element = AS_ELEMENT_I8, .count = 6, .isResult = false};
  float data[6] = {1, 2, 3, 4, 5, 6}, read[6] = {0};
  AsError error = {0};
  assert_int_equal(asNpyWrite(path, &buffer, &matrix, data, &error), AS_OK);
  assert_int_equal(asNpyRead(path, &buffer, &matrix, read, &error), AS_OK);
  assert_memory_equal(read, data, sizeof data);
  assert_int_not_equal(asNpyRead(path, &other, &matrix, read, &error), AS_OK);
  assert_ptr_equal(strstr(error.message, path), error.message);
  unlink(path);
  assert_int_equal(asNpyRead(path, &buffer, &matrix, read, &error),
                   AS_NOT_FOUND);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(signaturesAreParsed),
      cmocka_unit_test(badSignaturesFail),
      cmocka_unit_test(sizesAreSet),
      cmocka_unit_test(positionsAreNamed),
      cmocka_unit_test(filesAreReadBack),
      cmocka_unit_test(otherWritersAreRead),
      cmocka_unit_test(badHeadersFail),
      cmocka_unit_test(badFilesFail),
      cmocka_unit_test(filesHaveNames),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
