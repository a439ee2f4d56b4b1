# The target uninstall removes what the last `cmake --install` of this build has
# installed, and the folders that only as-opt has.

file(CONFIGURE OUTPUT uninstall.cmake @ONLY CONTENT [[
set(manifest "@PROJECT_BINARY_DIR@/install_manifest.txt")
if(NOT EXISTS ${manifest})
  message(FATAL_ERROR "nothing is installed: there is no ${manifest}")
endif()
file(STRINGS ${manifest} files)
foreach(file ${files})
  set(file "$ENV{DESTDIR}${file}")
  message(STATUS "Removing: ${file}")
  file(REMOVE ${file})
  get_filename_component(folder ${file} DIRECTORY)
  file(GLOB left ${folder}/*)
  if(NOT left AND folder MATCHES "/as(-opt)?$")
    file(REMOVE_RECURSE ${folder})
  endif()
endforeach()
file(REMOVE ${manifest})
]])
add_custom_target(uninstall COMMAND ${CMAKE_COMMAND} -P ${PROJECT_BINARY_DIR}/uninstall.cmake
  VERBATIM)
