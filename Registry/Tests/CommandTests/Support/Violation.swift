/// A promise that a repository breaks after a write was ended in the middle.
struct Violation: Hashable, Sendable, CustomStringConvertible {
  enum Promise: String, Sendable {
    /// `git fsck --strict` is clean.
    case soundObjects
    /// Any command at all puts things right, and finds nothing to complain of.
    case repair
    /// Tags, manifest, log, changelog and index are all as before or all as after.
    case oldOrNew
    /// The branch is where it was, or one commit away.
    case tip
    /// What was said to be done is there.
    case acknowledged
    case noReleaseTwice
    /// Files of other components are what they were.
    case nothingElse
    case noLeftovers
    /// The same command again leads to the new state.
    case repeatable
  }

  let promise: Promise
  let detail: String

  var description: String { "\(promise.rawValue): \(detail)" }
}
