package import Base
package import Versions

/// The release or range of a component that an app pins, or the working tree.
package enum Pin: Hashable, Sendable {
  case requirement(VersionRequirement)
  /// The files as they are, even where a released component depends on it.
  case workingTree
}

extension Pin {
  static let workingTreeText = "working-tree"

  package var json: JSONValue {
    switch self {
    case .requirement(let requirement): requirement.json
    case .workingTree: .string(Self.workingTreeText)
    }
  }

  init(_ field: JSONField) throws(OperationError) {
    if case .string(Self.workingTreeText) = field.node.content {
      self = .workingTree
    } else {
      self = .requirement(try VersionRequirement(field))
    }
  }
}

extension Pin: CustomStringConvertible {
  package var description: String {
    switch self {
    case .requirement(let requirement): requirement.description
    case .workingTree: "the working tree"
    }
  }
}
