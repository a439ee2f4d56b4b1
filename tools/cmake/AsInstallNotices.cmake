# Part of `cmake --install`: the licences of the files that programs are `linked`
# with, and of those that are installed beside them, which they `opened` or
# `needed`, go into the folder `notices`, by the names of their packages.

find_program(dpkg_query dpkg-query)
if(NOT dpkg_query)
  message(WARNING "There is no dpkg-query to tell the licences of libraries")
  return()
endif()
foreach(file ${linked} ${opened} ${needed})
  # By its name: packages may know the file by another path, in /lib.
  file(REAL_PATH ${file} file)
  get_filename_component(name ${file} NAME)
  execute_process(COMMAND ${dpkg_query} --search "*/${name}"
    OUTPUT_VARIABLE owner ERROR_QUIET)
  string(REGEX MATCH "^[^:,]+" package "${owner}")
  if(package AND EXISTS /usr/share/doc/${package}/copyright)
    file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/${notices}" TYPE FILE
      RENAME ${package} FILES /usr/share/doc/${package}/copyright)
  else()
    message(WARNING "No package tells the licence of ${file}")
  endif()
endforeach()
