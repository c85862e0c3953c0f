package import Base
package import Model
import Versions

extension Pin {
  /// The arguments of a pin: those of `swift package add-dependency`.
  package struct Words: Sendable {
    /// Alone, or as `--exact`.
    package var exact: String?
    package var from: String?
    package var upToNextMinorFrom: String?
    /// The end of a range that starts at `from`, not in it.
    package var to: String?
    package var workingTree = false

    package init() {}
  }

  /// - Throws: For an invalid version, and for arguments that are not one pin.
  package init(_ words: Words) throws(OperationError) {
    self = try unifyingErrors {
      func version(_ text: String) throws -> SemanticVersion { try SemanticVersion(text) }
      switch (words.exact, words.from, words.upToNextMinorFrom, words.to, words.workingTree) {
      case (let exact?, nil, nil, nil, false): return .requirement(.exact(try version(exact)))
      case (nil, let lower?, nil, nil, false): return .requirement(.from(try version(lower)))
      case (nil, nil, let lower?, nil, false):
        return .requirement(.upToNextMinor(from: try version(lower)))
      case (nil, let lower?, nil, let upper?, false):
        let range = VersionRequirement.range(from: try version(lower), to: try version(upper))
        return .requirement(try range.requireSatisfiable())
      case (nil, nil, nil, nil, true): return .workingTree
      default:
        throw OperationError(
          .noVersion,
          "expected one of a version, '--from' (alone or with '--to'), '--up-to-next-minor-from' and"
            + " '--working-tree'",
          help: "name the release to build from, such as '1.0.0'"
        )
      }
    }
  }
}
