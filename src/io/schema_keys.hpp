#pragma once
// Keys that several objects of the schema share.

#include "bristle/io/schema.hpp"

namespace bristle::schema {

using Keys = std::vector<Key>;

inline Keys operator+(Keys a, const Keys& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

const Object& orientation();
/// Where two things meet.
Keys connection(const std::string& axis_doc);

// What a model is made of, and how it is run.
const Object& function();
const Object& material();
const Object& section();
const Object& body();
const Object& beam();
const Object& joint();
const Object& clearance();
const Object& spring();
const Object& bushing();
const Object& load();
const Object& inclusion();
const Object& initial();
const Object& analysis();
const Object& output();

}  // namespace bristle::schema
