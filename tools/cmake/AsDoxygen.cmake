# The target doc: the documentation of the public headers, in doc/html of the build
# folder. What Doxygen warns of, such as a comment on a parameter that does not exist,
# is an error, and ctest looks for it. Without Doxygen (tools/bootstrap.sh packages
# docs) there is no such target.
find_package(Doxygen QUIET)
if(NOT DOXYGEN_FOUND)
  return()
endif()

set(DOXYGEN_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/doc)
set(DOXYGEN_PROJECT_BRIEF "The C API")
set(DOXYGEN_FILE_PATTERNS *.h)
set(DOXYGEN_STRIP_FROM_PATH ${PROJECT_SOURCE_DIR}/include)
set(DOXYGEN_OPTIMIZE_OUTPUT_FOR_C YES)
set(DOXYGEN_HAVE_DOT NO)
set(DOXYGEN_QUIET YES)
set(DOXYGEN_WARN_AS_ERROR FAIL_ON_WARNINGS)
# The first sentence of a comment is its summary.
set(DOXYGEN_JAVADOC_AUTOBRIEF YES)
# Enumerators and members that come from tables have no comments of their own.
set(DOXYGEN_EXTRACT_ALL YES)
set(DOXYGEN_MACRO_EXPANSION YES)
set(DOXYGEN_INCLUDE_PATH ${PROJECT_SOURCE_DIR}/include)
set(DOXYGEN_PREDEFINED "__attribute__(x)=")
# What a header begins with, after its title and licence, documents the file.
set(DOXYGEN_INPUT_FILTER
  "sed -e '1s,.*,/// \\\\file,' -e '2,4s,.*,///,' -e '5,/^..===-/{s,^..===-.*,,;s,^//,///,}'")
doxygen_add_docs(doc ${PROJECT_SOURCE_DIR}/include
  COMMENT "Documenting the public headers")
add_test(NAME doc
  COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target doc)
