package import Base
import Model

/// The tag of a recorded release that cannot be created.
package struct UnavailableTag: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// The history of the clone ends before the release.
    case shallowClone
    /// No commit of the branch has the record and the files of the release, as after a squash.
    case noCommit
    /// Another tag has the name of a folder that this one needs, or is in one of its name.
    case conflict
  }

  package let name: String
  package let reason: Reason

  /// The error for those that a shallow clone lacks the commits of; `nil` if there are none.
  ///
  /// - Parameter tags: Those that are needed.
  package static func refusal(of tags: [UnavailableTag]) -> OperationError? {
    let missing = tags.filter { $0.reason == .shallowClone }
    guard let first = missing.first else { return nil }
    let count = missing.count - 1
    let others = count == 0 ? "" : " and \(count) other \(count == 1 ? "tag" : "tags")"
    return OperationError(
      .shallowClone,
      "cannot create '\(first.name)'\(others): the clone is shallow, so the commits of the releases"
        + " are unknown",
      help: "fetch the whole history with 'git fetch --unshallow', then run the command again"
    )
  }
}
