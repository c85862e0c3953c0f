/// A name in the repository that leads to an object, or to another name.
package struct Reference: Hashable, Sendable {
  /// The whole name, such as `refs/heads/main`.
  package let name: String
  package let target: Target

  package enum Target: Hashable, Sendable {
    case object(ObjectID)
    case symbolic(String)
  }
}

/// The state of `HEAD`: the branch or commit that is checked out.
package enum Head: Hashable, Sendable {
  /// On a branch, whose whole name this is, at its newest commit.
  case branch(String, tip: ObjectID)
  /// On a branch that has no commit yet.
  case unborn(String)
  /// On a commit and on no branch.
  case detached(ObjectID)

  /// The newest commit, if there is one.
  package var tip: ObjectID? {
    switch self {
    case .branch(_, let tip), .detached(let tip): tip
    case .unborn: nil
    }
  }
}
