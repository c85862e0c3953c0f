import Base
import Git
import Model
import Versions

/// Determines whose repository it is, by the targets of its references.
struct ForeignRepository {
  enum Standing: Equatable {
    /// It is empty, or this mirror.
    case ours
    /// It has commits of others, or those of this mirror from before it had history.
    case foreign(main: ObjectID)
  }

  /// A commit of the repository.
  struct Commit: Sendable {
    let id: ObjectID
    let tree: ObjectID
    let parents: [ObjectID]
    let message: String
    /// Whether there is a package in its root.
    let isPackage: Bool

    /// Whether a mirror made it, this one or another.
    var isMirrored: Bool {
      message.split(separator: "\n").contains { $0.hasPrefix(MirroredRelease.trailer) }
    }

    /// Whether a mirror made it on top of another commit.
    var isLinked: Bool { isMirrored && !parents.isEmpty }
  }

  let component: ComponentName
  let references: MirrorReferences
  /// The whole name of the branch with the releases.
  let branch: String

  init(_ component: ComponentName, _ references: MirrorReferences, branch: String) {
    (self.component, self.references, self.branch) = (component, references, branch)
  }

  /// As people write it.
  var branchName: String { String(branch.dropFirst("refs/heads/".count)) }

  /// - Throws: ``OperationError/Code/mirrorMismatch`` if someone else has pushed to this mirror.
  func standing(
    _ chain: inout ReleaseChain,
    isForced: Bool,
    in repository: borrowing Repository
  ) throws -> Standing {
    let main = references[branch]
    let ours = chain.log.releases.filter { !chain.wasThere($0) }
    var commits = Set(ours.compactMap { chain.there($0) })
    if let start = chain.start { commits.insert(start.commit) }
    guard let last = ours.last(where: { chain.there($0) != nil }), let there = chain.there(last)
    else {
      guard let main, chain.start?.commit != main else { return .ours }
      // A push that was interrupted, or whose tags were refused.
      if try chain.makes(main, in: repository) { return .ours }
      guard chain.start == nil else {
        if isForced { return .ours }
        throw pushed(
          main,
          help: "nothing was mirrored to it yet: remove 'mirrors/\(component).json' beside the"
            + " manifest in a commit, then run the command again to go on from there"
        )
      }
      return .foreign(main: main)
    }
    let expected = try chain.commit(of: last, in: repository)
    guard try there == expected || chain.isRelease(there, last, in: repository) else {
      if chain.start == nil, let main { return .foreign(main: main) }
      throw Self.mismatch(component, "its '\(last.version)' is '\(there)', expected '\(expected)'")
    }
    if let main, !commits.contains(main), !isForced, try !chain.makes(main, in: repository) {
      throw pushed(main)
    }
    return .ours
  }

  private func pushed(
    _ main: ObjectID,
    help: String? = nil
  ) -> OperationError {
    OperationError(
      .mirrorMismatch,
      "the repository of '\(component)' was changed by someone else: its '\(branchName)' is at"
        + " '\(main)', which is not from this mirror",
      help: help
        ?? "make the same change in the monorepo, then use 'registry mirror --force' to take"
        + " '\(branchName)' back to the newest release"
    )
  }

  /// For a tag of someone else that clients read as the version of a release.
  static func taken(
    _ component: ComponentName,
    _ reference: String,
    _ version: SemanticVersion
  ) -> OperationError {
    OperationError(
      .mirrorMismatch,
      "the repository of '\(component)' has the tag '\(reference.dropFirst("refs/tags/".count))'"
        + " on another commit than the release \(version), and clients read it as this version",
      help: "remove the tag if no client has resolved it; otherwise withdraw the release with"
        + " 'registry yank \(component) \(version)', and release a newer version"
    )
  }

  static func mismatch(_ component: ComponentName, _ found: String) -> OperationError {
    OperationError(
      .mirrorMismatch,
      "the repository of '\(component)' does not match this mirror: \(found)",
      help: "the URLs of a mirror never change: use the same ones, or mirror to another place"
    )
  }
}
