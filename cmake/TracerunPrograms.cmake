# The two programs: the supervisor, which must start fast, and the analysis worker, which loads the heavy libraries.
add_executable(tracerun tracer/main/tracerun.c)
target_link_libraries(tracerun PRIVATE tr_flags tr_cli)
tr_see(tracerun base cli)
add_executable(tracerun-worker tracer/main/worker.c)
target_link_libraries(tracerun-worker PRIVATE tr_flags tr_analysis)
tr_see(tracerun-worker base analysis)
if(NOT TRACERUN_SANITIZE)
  target_link_options(tracerun-worker PRIVATE -no-pie) # see CAPSTONE_STATIC
endif()
foreach(program tracerun tracerun-worker)
  set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
  # Only what a program really uses is loaded when it starts.
  target_link_options(${program} PRIVATE LINKER:--as-needed)
endforeach()
target_compile_definitions(tr_flags INTERFACE TR_VERSION="${PROJECT_VERSION}")
