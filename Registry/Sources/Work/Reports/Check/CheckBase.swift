import Base
package import Git
package import Versions

/// The revision that a package is compared with.
package struct CheckBase: Hashable, Sendable {
  /// The name for messages: the version without a `v`, or the revision as it was typed.
  package let name: String
  /// The commit of the revision.
  package let commit: ObjectID
  /// The version of the tag; `nil` for a revision without one.
  package let version: SemanticVersion?
  /// Notes on how the revision was chosen.
  package private(set) var notes: [String] = []

  /// A tag such as `1.2.3` or `v1.2.3`.
  fileprivate struct VersionTag {
    let name: String
    let version: SemanticVersion

    init?(_ name: String) {
      let text = name.hasPrefix("v") ? name.dropFirst() : name[...]
      guard let version = try? SemanticVersion(String(text)) else { return nil }
      (self.name, self.version) = (name, version)
    }
  }

  /// - Parameters:
  ///   - revision: As it was typed; `nil` for the greatest version tag in the history.
  ///   - next: A version; its tag and those of greater ones do not count.
  init(
    _ revision: String?,
    before next: SemanticVersion?,
    of head: ObjectID,
    in repository: borrowing Repository
  ) throws {
    let prefix = "refs/tags/"
    let names = try repository.references(matching: "\(prefix)*")
      .map { String($0.name.dropFirst(prefix.count)) }
    if let revision {
      commit = try repository.commit(named: revision)
      version = names.contains(revision) ? VersionTag(revision)?.version : nil
      name = version?.description ?? revision
      return
    }
    // Releases before pre-releases: a pre-release is compared with the release before it.
    let tags = names.compactMap(VersionTag.init).sorted { left, right in
      let isRelease = (!left.version.isPrerelease, !right.version.isPrerelease)
      if isRelease.0 != isRelease.1 { return isRelease.0 }
      if left.version != right.version { return left.version > right.version }
      return left.name < right.name
    }
    let earlier = tags.filter { tag in next.map { tag.version < $0 } ?? true }
    guard let (tag, commit) = try Self.greatest(earlier, in: head, repository) else {
      throw Self.noTag(among: names, tags, before: next, in: repository)
    }
    self.commit = commit
    (name, version) = (tag.version.description, tag.version)
    let others = try earlier.filter { other in
      try other.version != tag.version && repository.tag(other.name)?.target == commit
    }
    if let other = others.first {
      notes.append("the commit of '\(tag.name)' has the tag '\(other.name)', too")
    }
    if repository.isShallow, let first = earlier.first, first.version > tag.version {
      notes.append(
        "the clone is shallow: '\(first.name)' may be in the part of the history that it lacks"
      )
    }
  }

  /// The first of the tags that is in the history of a commit.
  private static func greatest(
    _ tags: [VersionTag],
    in head: ObjectID,
    _ repository: borrowing Repository
  ) throws -> (VersionTag, ObjectID)? {
    var commits: [(VersionTag, ObjectID)] = []
    for tag in tags {
      if let commit = try commit(of: tag, in: repository) { commits.append((tag, commit)) }
    }
    var graph = CommitGraph()
    let ancestors = try repository.ancestors(
      among: Set(commits.map(\.1)),
      of: head,
      graph: &graph
    )
    return commits.first { ancestors.contains($0.1) }
  }

  /// `nil` for a tag of something else, or of what a clone lacks.
  private static func commit(
    of tag: VersionTag,
    in repository: borrowing Repository
  ) throws -> ObjectID? {
    guard let target = try? repository.tag(tag.name)?.target,
      try repository.header(of: target)?.kind == .commit
    else { return nil }
    return target
  }

  private static func noTag(
    among names: [String],
    _ tags: [VersionTag],
    before next: SemanticVersion?,
    in repository: borrowing Repository
  ) -> OperationError {
    let message: String
    if let next, tags.contains(where: { $0.version >= next }) {
      message = "found no version tag before '\(next)' in the history of HEAD"
    } else if let tag = tags.first {
      message =
        "found no version tag in the history of HEAD: '\(tag.name)'"
        + (tags.count > 1 ? " and \(tags.count - 1) more are" : " is") + " of another branch"
    } else if let name = names.first {
      let shown = names.prefix(2).map { "'\($0)'" }.joined(separator: " and ")
      let more = names.count > 2 ? " and \(names.count - 2) more" : ""
      message =
        "found no version tag: \(name == names.last ? "the tag" : "the tags") \(shown)\(more)"
        + " \(names.count == 1 ? "is not a version" : "are not versions"),"
        + " expected one such as '1.2.3' or 'v1.2.3'"
    } else {
      message = "found no version tag, expected one such as '1.2.3' or 'v1.2.3'"
    }
    if repository.isShallow {
      return OperationError(
        .shallowClone,
        "\(message); the clone is shallow and lacks a part of the history",
        help: "'git fetch --unshallow --tags' gets it; in a workflow of GitHub, set"
          + " 'fetch-depth: 0'"
      )
    }
    return OperationError(
      .noVersionTag,
      message,
      help: "name a revision to compare with, such as 'registry check HEAD~1', or fetch the tags"
        + " with 'git fetch --tags'"
    )
  }
}
