#pragma once
#include "bristle/model/frame.hpp"

namespace bristle {

struct NodeId {
  int index = 0;
  bool operator==(const NodeId&) const = default;
};

/// A place on a node: joints, contacts, loads and force elements attach to markers.
struct Marker {
  NodeId node{};
  Vec3 offset = Vec3::Zero();           // in the node's frame; m
  Mat3 orientation = Mat3::Identity();  // relative to the node's frame

  Frame frame() const { return {offset, orientation}; }
};

}  // namespace bristle
