# Finds muparser, with the help of pkg-config where there is one; makes the target muparser::muparser.
# The header is included as <muParser.h>.

include(FindPackageHandleStandardArgs)

find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(PC_MUPARSER QUIET muparser)
endif()

find_path(MUPARSER_INCLUDE_DIR muParser.h HINTS ${PC_MUPARSER_INCLUDE_DIRS})
find_library(MUPARSER_LIBRARY muparser HINTS ${PC_MUPARSER_LIBRARY_DIRS})
mark_as_advanced(MUPARSER_INCLUDE_DIR MUPARSER_LIBRARY)

find_package_handle_standard_args(
  muparser
  REQUIRED_VARS MUPARSER_LIBRARY MUPARSER_INCLUDE_DIR
  VERSION_VAR PC_MUPARSER_VERSION)

if(muparser_FOUND AND NOT TARGET muparser::muparser)
  add_library(muparser::muparser UNKNOWN IMPORTED)
  set_target_properties(muparser::muparser PROPERTIES IMPORTED_LOCATION "${MUPARSER_LIBRARY}"
                                                      INTERFACE_INCLUDE_DIRECTORIES "${MUPARSER_INCLUDE_DIR}")
endif()
