# Part of `cmake --install` of a static build: what `programs` and the libraries
# that they `opened` need, but for the C library's own, goes into `folder`.

file(GET_RUNTIME_DEPENDENCIES
  EXECUTABLES ${programs} LIBRARIES ${opened}
  RESOLVED_DEPENDENCIES_VAR needed
  PRE_EXCLUDE_REGEXES "^lib(c|m|dl|rt|pthread)\\.so\\." "^ld-linux")
set(target "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/${folder}")
foreach(file ${opened} ${needed})
  # The name by which it is looked for, not that of the file of its version.
  execute_process(COMMAND objdump -p ${file} OUTPUT_VARIABLE headers
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCH "SONAME +([^\n]+)" ignored "${headers}")
  message(STATUS "Installing: ${target}/${CMAKE_MATCH_1}")
  file(MAKE_DIRECTORY ${target})
  file(REAL_PATH ${file} file)
  file(COPY_FILE ${file} ${target}/${CMAKE_MATCH_1})
endforeach()
