package import Base
package import Git
package import Model
package import Versions

extension ReleaseLog {
  /// The release of that version.
  ///
  /// - Throws: If there is none; the help names the nearest version.
  package func release(
    _ version: SemanticVersion,
    of component: ComponentName
  ) throws(OperationError) -> Release {
    if let release = release(version) { return release }
    let nearest = Suggestion.nearest(to: version, in: releases.map(\.version))
    throw OperationError(
      .unknownRelease,
      "'\(component)' has no release '\(version)'",
      help: nearest.map { "the nearest is '\($0)'" } ?? "it was never released"
    )
  }

  /// The requested release, if it exists with exactly this content.
  ///
  /// - Parameter tagged: The versions that other branches have, as far as tags tell.
  /// - Throws: If the version exists with other content, or in another spelling, or is withdrawn.
  package func existing(
    _ version: SemanticVersion,
    _ tree: ObjectID,
    at folder: TreePath,
    _ forms: ReleasedForms,
    in repository: borrowing Repository,
    tagged: [SemanticVersion]
  ) throws -> Release? {
    guard let existing = release(version) else { return nil }
    if let yank = yank(of: version) {
      let used = Set(releases.map(\.version) + tagged)
      var next = greatestAvailable?.version.nextPatch ?? SemanticVersion(1, 0, 0)
      while used.contains(next) { next = next.nextPatch }
      throw OperationError(
        .versionTaken,
        "version '\(version)' was withdrawn on \(yank.date.description.prefix(10)): \(yank.reason)",
        help: "a withdrawn release stays withdrawn: try '\(next)'"
      )
    }
    if existing.version.isSpelled(like: version),
      try forms.matches(existing, tree, at: folder, in: repository)
    {
      return existing
    }
    let next = existing.version.next(after: releases.map(\.version) + tagged)
    throw OperationError.taken(
      version,
      by: existing,
      help: "a release never changes: try '\(next)'"
    )
  }
}

extension OperationError {
  /// A requested version that a release with other content or another spelling already has.
  ///
  /// - Parameter component: Its component, if the context does not name it.
  package static func taken(
    _ version: SemanticVersion,
    of component: ComponentName? = nil,
    by existing: Release,
    help: String?
  ) -> OperationError {
    let subject = "version '\(version)'" + (component.map { " of '\($0)'" } ?? "")
    let reason =
      existing.version.isSpelled(like: version)
      ? "was released on \(existing.date.description.prefix(10)) with different content"
      : "is the same version as the release '\(existing.version)': case and build metadata are"
        + " ignored"
    return OperationError(.versionTaken, "\(subject) \(reason)", help: help)
  }
}
