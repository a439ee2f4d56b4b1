# The manual pages, and what shells complete command lines by: each program makes
# its own, from its option table, and they are installed to where man and the
# shells look.
set(manuals)
foreach(program as-opt as-run as-sweep as-view)
  # as_manual(FILE FOLDER OPTION): what `program OPTION` prints, in FOLDER.
  function(as_manual file folder option)
    set(path ${PROJECT_BINARY_DIR}/manual/${folder}/${file})
    cmake_path(GET path PARENT_PATH parent)
    file(MAKE_DIRECTORY ${parent})
    add_custom_command(OUTPUT ${path} COMMAND ${program} ${option} > ${path}
      DEPENDS ${program} VERBATIM)
    set(manuals ${manuals} ${path} PARENT_SCOPE)
  endfunction()
  as_manual(${program}.1 man/man1 --help-man)
  as_manual(${program} bash-completion/completions --help-completion=bash)
  as_manual(_${program} zsh/site-functions --help-completion=zsh)
  as_manual(${program}.fish fish/vendor_completions.d --help-completion=fish)
endforeach()
add_custom_target(manuals ALL DEPENDS ${manuals})
install(DIRECTORY ${PROJECT_BINARY_DIR}/manual/
  DESTINATION ${CMAKE_INSTALL_DATAROOTDIR})
