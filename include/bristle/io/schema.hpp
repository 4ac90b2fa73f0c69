#pragma once
// What a model file may contain, as data: one table drives validation, defaults, docs/reference.md and the JSON Schema.

#include <string>
#include <vector>

namespace bristle::schema {

enum class Type {
  number,  // a number, or an expression of the parameters
  integer,
  boolean,
  text,
  choice,      // one of `choices`
  vector,      // three numbers
  points,      // a list of vectors
  pairs,       // a list of [x, y]
  diagonal,    // of `size`: its diagonal, or all its rows
  function,    // of `variable`: a number, an expression, the name of a function
  functions,   // three of them
  place,       // on a body or beam that a term may attach to: "link/mid"
  places,      // two of them
  reference,   // a name of the section `of`
  references,  // two of them
  probes,      // names, each with what to read: "slider.position.x", or an expression of such readings
  numbers,     // names with numbers: parameters
  object,      // keys as `object` has them
  named,       // names, each with such an object
  list,        // a list of such objects
};

enum class Range { any, positive, not_negative, fraction };

struct Object;

struct Key {
  std::string name{};
  Type type = Type::number;
  std::string doc{};
  std::string unit{};      // "" where there is none
  std::string standard{};  // what holds if the key is not there, as one would write it; "" if nothing does
  bool required = false;
  Range range = Range::any;
  double most = 0.0;  // 0: no bound
  std::vector<std::string> choices{};
  std::string of{};            // section, for references
  std::string variable = "t";  // of a function
  int size = 0;                // of a matrix
  const Object* object = nullptr;
};

/// The keys that an object has if its key `type` says so.
struct Variant {
  std::string type{};
  std::string doc{};
  std::vector<Key> keys{};
};

struct Object {
  std::string name{};
  std::string doc{};
  std::vector<Key> keys{};
  std::vector<Variant> variants{};
  std::string standard_variant{};  // where `type` may be left out
};

/// The whole file; `part()` is what an included file may hold.
const Object& model();
const Object& part();

/// docs/reference.md.
std::string markdown();
/// JSON Schema (draft 2020-12), for editors.
std::string json();

const char* name_of(Type type);

}  // namespace bristle::schema
