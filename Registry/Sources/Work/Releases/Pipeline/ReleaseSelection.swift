package import Base
import Model
package import Versions

/// Which components a plan is about: a name, or a name and the version that it is to get.
package struct ReleaseSelection: Hashable, Sendable {
  /// As it was typed.
  package let name: String
  /// `nil` to let the plan choose.
  package let version: SemanticVersion?

  package init(name: String, version: SemanticVersion? = nil) {
    self.name = name
    self.version = version
  }

  /// Reads `NAME` or `NAME=VERSION`.
  package init(_ text: String) throws(OperationError) {
    guard !text.contains("@") else {
      throw OperationError(
        .invalidValue,
        "invalid selection \(quoted(text)), expected a name, or a name and a version",
        help: "try '\(text.replacing("@", with: "="))'"
      )
    }
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    self = try unifyingErrors {
      Self(
        name: String(parts[0]),
        version: try parts.count > 1 ? SemanticVersion(String(parts[1])) : nil
      )
    }
  }
}
