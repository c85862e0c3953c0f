package import Git
package import GitValues
package import RegistryModel
package import Versioning
package import Workspace

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
  /// - Throws: If the version exists with other content, or in another spelling.
  package func standing(
    _ version: SemanticVersion,
    _ tree: ObjectID,
    at folder: TreePath,
    _ forms: ReleasedForms,
    in repository: borrowing Repository
  ) throws -> Release? {
    guard let existing = release(version) else { return nil }
    if existing.version.isSpelled(like: version),
      try forms.matches(existing, tree, at: folder, in: repository)
    {
      return existing
    }
    let next = releases.last?.version.nextPatch
    let help = next.map { "a release never changes: try '\($0)'" }
    if existing.version.isSpelled(like: version) {
      throw OperationError(
        .versionTaken,
        "version '\(version)' was released on \(existing.date.description.prefix(10)) with"
          + " different content",
        help: help
      )
    }
    throw OperationError(
      .versionTaken,
      "version '\(version)' is the same version as the release '\(existing.version)': case and"
        + " build metadata are ignored",
      help: help
    )
  }
}
