# Install rules: the library, its headers and a package that find_package(bristle) understands.

set(bristle_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/bristle")

install(TARGETS bristle EXPORT bristleTargets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/" "${PROJECT_BINARY_DIR}/include/"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.hpp")
install(EXPORT bristleTargets NAMESPACE bristle:: DESTINATION "${bristle_package_dir}")

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/bristleConfig.cmake.in"
                              "${PROJECT_BINARY_DIR}/bristleConfig.cmake"
                              INSTALL_DESTINATION "${bristle_package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/bristleConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/bristleConfig.cmake" "${PROJECT_BINARY_DIR}/bristleConfigVersion.cmake"
        DESTINATION "${bristle_package_dir}")

# The modules that find the dependencies of the library, used again by whoever finds the package.
set(bristle_find_modules "${PROJECT_SOURCE_DIR}/cmake/FindKLU.cmake" "${PROJECT_SOURCE_DIR}/cmake/Findmuparser.cmake")
if(BRISTLE_WITH_UMFPACK)
  list(APPEND bristle_find_modules "${PROJECT_SOURCE_DIR}/cmake/FindUMFPACK.cmake")
endif()
install(FILES ${bristle_find_modules} DESTINATION "${bristle_package_dir}/modules")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
