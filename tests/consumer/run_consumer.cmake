# Installs a build of bristle, then configures, builds and runs the project in this folder against the installation.
# In: build_dir, config, consumer_dir, scratch_dir, generator, make_program, compiler, flags, prefix_path, libdir.

function(run what)
  message(STATUS "consumer: ${what}")
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "consumer: ${what} failed (${result})")
  endif()
endfunction()

file(REMOVE_RECURSE "${scratch_dir}")
set(prefix "${scratch_dir}/prefix")
set(build "${scratch_dir}/build")

run("install" "${CMAKE_COMMAND}" --install "${build_dir}" --config "${config}" --prefix "${prefix}")
set(search_path "${prefix}" ${prefix_path})
string(REPLACE ";" "\\;" search_path "${search_path}")
run("configure" "${CMAKE_COMMAND}" -S "${consumer_dir}" -B "${build}" -G "${generator}"
    "-DCMAKE_MAKE_PROGRAM=${make_program}" "-DCMAKE_CXX_COMPILER=${compiler}" "-DCMAKE_CXX_FLAGS=${flags}"
    "-DCMAKE_BUILD_TYPE=${config}" "-DCMAKE_PREFIX_PATH=${search_path}")

# The package found must be the one just installed, not one that happens to be on the system.
file(STRINGS "${build}/CMakeCache.txt" found REGEX "^bristle_DIR:")
if(NOT found STREQUAL "bristle_DIR:PATH=${prefix}/${libdir}/cmake/bristle")
  message(FATAL_ERROR "consumer: found another bristle: ${found}")
endif()

run("build" "${CMAKE_COMMAND}" --build "${build}" --config "${config}")
run("run" "${CMAKE_CTEST_COMMAND}" --test-dir "${build}" -C "${config}" --output-on-failure)
