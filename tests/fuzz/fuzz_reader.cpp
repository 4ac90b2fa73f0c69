// Whatever bytes come as a model file: a Case, a refusal, nothing else. Built for libFuzzer by the preset `fuzz`:
//   cmake --preset fuzz && cmake --build --preset fuzz --target fuzz_reader
//   build/fuzz/tests/fuzz_reader -dict=tests/fuzz/reader.dict -max_len=4096 NEW_CORPUS tests/fuzz/corpus
// In every build, fuzz_replay runs the corpus through it.

#include <cstddef>
#include <cstdint>
#include <string>

#include "bristle/bristle.hpp"
#include "bristle/io/reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t largest = 200;  // nodes of a model that is also assembled
  try {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const bristle::Case c = bristle::read_case_text(text, "no_such_folder/model.yaml");
    if (c.model.nodes.size() > largest) return 0;
    const bristle::Simulation run(c.model, c.options);
    for (const bristle::Probe& probe : c.output.probes) probe.read(run);
  } catch (const bristle::ModelError&) {
  } catch (const bristle::IoError&) {
  }
  return 0;
}
